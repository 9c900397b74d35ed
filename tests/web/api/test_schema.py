"""The OpenAPI document attacked by schemathesis: no 500, no hang, and answers of the shape it promises."""

import subprocess
import sys

import pytest

# A stream of events has no end: `test_live` reads it instead.
_ENDLESS = "/events$"


_CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_no_request_that_the_document_allows_or_forbids_breaks_the_server(
    make_site, tmp_path, request, engine
):
    store = request.getfixturevalue("postgres").database() if engine == "postgres" else None
    own_site = make_site(store=store)
    with own_site.person() as someone:
        assert someone.post("/api/games", json={"game": "blockade"}).json()["id"] == 1
        seat = f"Cookie: cornered_player={someone.cookies['cornered_player']}"
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{own_site.address}/api/openapi.json"]
    options = [
        "--exclude-path-regex",
        _ENDLESS,
        "--max-examples",
        "8",
        "--request-timeout",
        "30",
        "--seed",
        "1",
    ]
    attack = [*command, *options, "--checks", _CHECKS, "-H", seat]
    result = subprocess.run(attack, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:]


def test_every_answer_and_every_field_is_described(ada):
    document = ada.get("/api/openapi.json").json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], f"{method} {path}"
            assert {"403", "409", "422", "429"} <= set(operation["responses"])
    assert "HTTPValidationError" not in str(document["paths"])
