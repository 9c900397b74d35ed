"""Writes the types of the site's API, by which the page's scripts are checked, from its own description.

    python tools/make_api_types.py

`types/api.d.ts` declares each shape, and what is asked, sent and answered under each path.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cornered.web.app import create_app

FILE = Path(__file__).parents[1] / "types" / "api.d.ts"

HEAD = """\
// The site's API, as the application describes it. Made by `python tools/make_api_types.py`.

declare namespace Api {
"""
Schema = Mapping[str, Any]
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def types() -> str:
    """The whole file."""
    described = create_app(Path("nowhere")).openapi()  # nothing is stored before the application starts
    shapes = (shape(name, schema) for name, schema in described["components"]["schemas"].items())
    methods = (requests(method, described["paths"]) for method in ("get", "post", "delete"))
    return HEAD + "\n".join([*shapes, *methods]) + "}\n"


def shape(name: str, schema: Schema) -> str:
    """A shape under its name."""
    if "properties" not in schema:
        return f"  type {name} = {written(schema)};\n"
    return interface(name, fields(schema))


def interface(name: str, lines: Iterable[str]) -> str:
    """An interface of these lines."""
    return "\n".join([f"  interface {name} {{", *(f"    {line};" for line in lines), "  }\n"])


def fields(schema: Schema) -> Iterable[str]:
    """What an object holds, and whether it must."""
    required = schema.get("required", ())
    for name, one in schema["properties"].items():
        yield f"{name}{'' if name in required else '?'}: {written(one)}"


def written(schema: Schema) -> str:
    """A schema as a type."""
    found = "unknown"
    match schema:
        case {"$ref": address}:
            found = address.rpartition("/")[2]
        case {"anyOf": kinds}:
            found = " | ".join(map(written, kinds))
        case {"enum": values}:
            found = " | ".join(map(json.dumps, values))
        case {"type": "array", "items": items}:
            one = written(items)
            found = f"({one})[]" if " | " in one else f"{one}[]"
        case {"type": "object", "additionalProperties": Mapping() as values}:
            found = f"Record<string, {written(values)}>"
        case {"type": kind} if kind in SIMPLE:
            found = SIMPLE[kind]
    return found


def requests(method: str, paths: Mapping[str, Any]) -> str:
    """What may be requested by this method: by path, what is asked, what is sent and what is answered."""
    known = {path: one[method] for path, one in paths.items() if method in one and path.startswith("/api/")}
    return interface(method.capitalize(), filter(None, map(request, known, known.values())))


def request(path: str, described: Schema) -> str | None:
    """One request; None if its answer is not JSON."""
    [answer] = (one for code, one in described["responses"].items() if code.startswith("2"))
    answers, sends = json_type(answer), json_type(described.get("requestBody", {}))
    if answers == "unknown" or "text/event-stream" in answer["content"]:
        return None
    asks = "; ".join(
        f"{one['name']}{'' if one['required'] else '?'}: {written(one['schema'])}"
        for one in described.get("parameters", ())
        if one["in"] in ("path", "query")
    )
    sent = "" if sends == "unknown" else f"sends: {sends}; "
    name = json.dumps(path.removeprefix("/api"))
    return f"{name}: {{ asks: {{ {asks} }}; {sent}answers: {answers} }}".replace("{  }", "{}")


def json_type(described: Schema) -> str:
    """What a body is as JSON; `unknown` if it is something else."""
    return written(described.get("content", {}).get("application/json", {}).get("schema", {}))


if __name__ == "__main__":
    FILE.write_text(types(), "utf-8")
