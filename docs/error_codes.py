"""Writes docs/errors.md: every error code with its HTTP status and messages, found in the sources.

python docs/error_codes.py            write the page
python docs/error_codes.py --check    fail if the page is out of date
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "errors.md"
STATUSES = {
    "TefudaError": 422,
    "InvalidInput": 422,
    "InvalidPosition": 422,
    "InvalidOptions": 422,
    "InvalidNotation": 422,
    "IllegalAction": 422,
    "InvalidSeed": 422,
    "UnknownGame": 422,
    "Problem": 422,
    "JobTimeout": 422,
    "NotFound": 404,
    "Conflict": 409,
    "TimeUp": 409,
    "TooManyRequests": 429,
    "Overloaded": 503,
    "QueueFull": 503,
    "error_response": 0,
    "_send_error": 0,
}
"""Calls that take an error message, with the HTTP status; 0 if an argument of the call is the status."""
DIRECT = {"invalid_input": 0, "add": 1, "_whole": 1, "wrong": 2}
"""Calls that take a code, an English and a Japanese text, with the position of the code."""
FIXED = {"illegal_action": "illegal", "invalid_notation": "unknown_notation"}
HEAD = """# Errors

Every error has a code for programs, a message in English and Japanese, and an HTTP status. HTTP responses have the form
`{"code": ..., "en": ..., "ja": ...}`; a refused WebSocket message has the same fields. In Python all errors are
subclasses of `TefudaError` (`core/errors.py`), with `code`, `status`, `message` and `text(language)`.

Invalid input may have several problems. The response has the code of the first problem and the messages of all.

Codes without a status occur in WebSocket messages only. An ellipsis stands for a value. `docs/error_codes.py` generates
this page.

| code | status | message |
|---|---|---|
"""


def name_of(call: ast.Call) -> str:
    """Return the name of a called function, method or class."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def text_of(node: ast.expr) -> str | None:
    """Return a string literal, with an ellipsis for each value in it; None for any other expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return None


class Module:
    """The error codes of one source file."""

    def __init__(self, tree: ast.Module) -> None:
        self.calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        self.assigned: list[tuple[int, str, ast.expr]] = []
        """All assignments to names: line, name and value."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._assign(node.lineno, target, node.value)
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                self._assign(node.lineno, node.target, node.value)
        self.assigned.sort(key=lambda one: one[0])

    def _assign(self, line: int, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.assigned.append((line, target.id, value))
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, part in zip(target.elts, value.elts, strict=True):
                self._assign(line, one, part)

    def value(self, node: ast.expr) -> ast.expr:
        """Return what a variable was assigned last before its use."""
        if isinstance(node, ast.Name):
            values = [value for line, name, value in self.assigned if name == node.id and line <= node.lineno]
            return values[-1] if values else node
        return node

    def constants(self) -> dict[str, tuple[str, str]]:
        """Return the messages that are assigned to names in capitals: code and English text."""
        named = [(name, value) for _, name, value in self.assigned if name.isupper() and is_message(value)]
        return {name: self.message(value) for name, value in named if isinstance(value, ast.Call)}

    def message(self, call: ast.Call) -> tuple[str, str]:
        """Return the code and the English text of a `Message(...)`."""
        code = text_of(self.value(call.args[0])) or ""
        return code, text_of(self.value(call.args[1])) or ""


def is_message(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and name_of(node) == "Message" and len(node.args) == 3


def messages_in(module: Module, call: ast.Call, constants: dict[str, tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Return the messages in the arguments of a call."""
    for argument in call.args:
        for node in ast.walk(argument):
            node = module.value(node) if isinstance(node, ast.Name) and not node.id.isupper() else node
            if isinstance(node, ast.Call) and is_message(node):
                yield module.message(node)
            elif isinstance(node, ast.Name) and node.id in constants:
                yield constants[node.id]


def status_in(call: ast.Call) -> int:
    """Return the HTTP status among the arguments of a call; 0 for a refused WebSocket message."""
    numbers = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, int)]
    return numbers[0] if numbers else 0


def find_codes() -> dict[tuple[str, int], list[str]]:
    """Return the messages of every code and status in the sources."""
    paths = sorted((ROOT / "src" / "tefuda").rglob("*.py"))
    modules = [Module(ast.parse(path.read_text(encoding="utf-8"))) for path in paths]
    constants = {name: one for module in modules for name, one in module.constants().items()}
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for module in modules:
        for call in module.calls:
            name = name_of(call)
            if name in STATUSES:
                for code, text in messages_in(module, call, {**constants, **module.constants()}):
                    found[code, STATUSES[name] or status_in(call)].append(text)
            elif name in FIXED:
                found[FIXED[name], 422].append(text_of(module.value(call.args[0])) or "")
            elif name in DIRECT and len(call.args) > DIRECT[name] + 2:
                direct, english = (text_of(module.value(one)) for one in call.args[DIRECT[name] :][:2])
                if direct:
                    found[direct, 422].append(english or "")
        for _, name, value in module.assigned:
            if name == "BY_STATUS" and isinstance(value, ast.Dict):
                for key, one in zip(value.keys, value.values, strict=True):
                    assert isinstance(key, ast.Constant)
                    assert isinstance(one, ast.Name)
                    code, text = constants[one.id]
                    found[code, int(str(key.value))].append(text)
    return {(code, status): texts for (code, status), texts in found.items() if code and code.islower()}


def page() -> str:
    """Return the page."""
    found = find_codes()
    lines = []
    for code in sorted({code for code, _ in found}):
        statuses = sorted({status for name, status in found if name == code and status})
        texts = [text for (name, _), listed in found.items() if name == code for text in listed if text]
        shown = min(texts, key=len, default="").replace("|", "\\|")
        lines.append(f"| `{code}` | {', '.join(map(str, statuses)) or 'WebSocket'} | {shown} |")
    return HEAD + "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        if PAGE.read_text(encoding="utf-8") == page():
            return 0
        print("docs/errors.md is out of date: run python docs/error_codes.py", file=sys.stderr)
        return 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
