"""Rules are deterministic: core and games use no clock, no global random state, no hashes and no object ids."""

import ast
from pathlib import Path

import pytest

import tefuda

PACKAGE = Path(tefuda.__file__).parent
FILES = sorted([*(PACKAGE / "core").rglob("*.py"), *(PACKAGE / "games").rglob("*.py")])
FORBIDDEN_MODULES = {"time", "datetime", "random", "secrets", "uuid", "threading", "asyncio", "socket", "numpy"}
NEEDED = {"games/card_othello/players/onnx_policy.py": ["numpy"]}
"""Runs learned models with a library; not part of the rules."""

FORBIDDEN_CALLS = {"hash", "id", "eval", "exec", "urandom", "getrandbits"}


def is_set(node: ast.AST) -> bool:
    """Return whether an expression is a set, whose iteration order is not defined."""
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    return isinstance(node, ast.BinOp) and (is_set(node.left) or is_set(node.right))


def impurities(source: str) -> list[str]:
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name.split(".")[0] in FORBIDDEN_MODULES]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found += [node.module] if node.module.split(".")[0] in FORBIDDEN_MODULES else []
        elif isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            found += [f"{name}()"] if name in FORBIDDEN_CALLS else []
            if name in ("list", "tuple", "enumerate", "iter", "join") and any(is_set(item) for item in node.args):
                found.append("the order of a set")
        elif isinstance(node, ast.For | ast.comprehension) and is_set(node.iter):
            found.append("the order of a set")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rules_are_pure(path: Path) -> None:
    allowed = NEEDED.get(str(path.relative_to(PACKAGE)), [])
    assert [offence for offence in impurities(path.read_text(encoding="utf-8")) if offence not in allowed] == []


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from random import choice",
        "hash(x)",
        "for x in {1, 2}: pass",
        "[x for x in set(y)]",
        "os.urandom(3)",
    ],
)
def test_purity_check_finds_violations(source: str) -> None:
    assert impurities(source) != []
