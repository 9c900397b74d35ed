"""The OpenAPI document attacked by schemathesis: no request gets a 500, none hangs, answers keep their shape."""

import subprocess
import sys

# A stream of events has no end: `test_live` reads it instead.
_ENDLESS = "/events$"


def test_no_request_that_the_document_allows_or_forbids_breaks_the_server(site):
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{site.address}/api/openapi.json"]
    options = ["--exclude-path-regex", _ENDLESS, "--max-examples", "12", "--request-timeout", "30", "--seed", "1"]
    checks = ["--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"]
    result = subprocess.run([*command, *options, *checks], capture_output=True, text=True, cwd=site.home)
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:]


def test_every_answer_and_every_field_is_described(ada):
    document = ada.get("/api/openapi.json").json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], f"{method} {path}"
            assert {"403", "409", "422", "429"} <= set(operation["responses"])
    assert "HTTPValidationError" not in str(document["paths"])
