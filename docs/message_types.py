"""Writes web/frame/message_types.js: the client's types of messages, from the models of the server.

python docs/message_types.py            write the file
python docs/message_types.py --check    fail if the file is out of date
"""

import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from tefuda.server.http import author_models, models, socket_models

FILE = Path(__file__).parents[1] / "src" / "tefuda" / "web" / "frame" / "message_types.js"
HEAD = """// Types of the server's messages (docs/server.md). docs/message_types.py generates this file.

/** @typedef {Record<string, any>} View */
"""
RENAMED = {
    "ErrorBody": "ErrorMessage",
    "FrameBody": "ReplayFrame",
    "ClockBody": "ClockSettings",
    "EventBody": "GameEvent",
    "ViewMessage": "ViewAnswer",
}
"""Types whose plain name would be unclear or taken."""
BASES = {"StrictModel", "SocketModel"}
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_name(name: str) -> str:
    """Return the client's name of a model."""
    return RENAMED.get(name, name.removesuffix("Body").removesuffix("Message"))


def type_of(schema: dict[str, Any]) -> str:
    """Return the type of a JSON schema."""
    if "$ref" in schema:
        return type_name(schema["$ref"].rpartition("/")[2])
    if "const" in schema or "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema.get("enum", [schema.get("const")]))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(part) for part in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        item = type_of(schema["items"])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        values = schema.get("additionalProperties", True)
        return f"Record<string, {'any' if values is True else type_of(values)}>"
    return PLAIN.get(str(kind), "any")


def typedef(name: str, schema: dict[str, Any]) -> str:
    """Return the type of a model as a comment."""
    about = " ".join(schema["description"].split())
    open_ = " & Record<string, any>" if schema.get("additionalProperties") is True else ""
    fields = [
        f" * @property {{{type_of(field)}}} {key if key in schema.get('required', []) else f'[{key}]'}"
        for key, field in schema["properties"].items()
    ]
    if not open_:
        return "\n".join(["/**", f" * {about}", f" * @typedef {{object}} {type_name(name)}", *fields, " */", ""])
    listed = ", ".join(
        f"{key}{'' if key in schema['required'] else '?'}: {type_of(field)}"
        for key, field in schema["properties"].items()
    )
    return f"/** {about} @typedef {{{{{listed}}}{open_}}} {type_name(name)} */\n"


def models_of(module: ModuleType) -> list[type[BaseModel]]:
    """Return the models that a module defines, in order, without base classes."""
    return [
        found
        for found in vars(module).values()
        if inspect.isclass(found)
        and issubclass(found, BaseModel)
        and found.__module__ == module.__name__
        and found.__name__ not in BASES
    ]


def content() -> str:
    """Return the content of the file."""
    found = [model for module in (models, socket_models, author_models) for model in models_of(module)]
    _, schema = models_json_schema([(model, "validation") for model in found])
    types = "".join(typedef(model.__name__, schema["$defs"][model.__name__]) for model in found)
    messages = " | ".join(type_name(model.__name__) for model in get_args(socket_models.ServerMessage))
    return f"{HEAD}{types}/** @typedef {{{messages}}} ServerMessage */\n\nexport {{}};\n"


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        if FILE.read_text("utf-8") != content():
            sys.exit(f"{FILE.name} is out of date: run make client-types.")
        return
    FILE.write_text(content(), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
