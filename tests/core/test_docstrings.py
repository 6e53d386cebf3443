"""`help` shows the docstrings of the sources, also in the compiled build."""

import ast
import importlib
import inspect
import pydoc
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tefuda

ROOT = Path(__file__).parents[2]
SOURCES = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["tefuda"]["compiled"]


def documented(source: str) -> Iterator[tuple[str, str]]:
    """Return the docstrings of a file by name."""
    nodes: list[tuple[str, Any]] = [("", node) for node in ast.parse(source).body]
    for prefix, node in nodes:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            if isinstance(node, ast.ClassDef) and not is_plain(node):
                nodes += [(f"{prefix}{node.name}.", inner) for inner in node.body]
            docstring = ast.get_docstring(node)
            if docstring and not (isinstance(node, ast.ClassDef) and is_plain(node)):
                yield f"{prefix}{node.name}", docstring


def is_plain(node: ast.ClassDef) -> bool:
    """Return whether a class is not compiled by mypyc."""
    return any("native_class=False" in ast.unparse(decorator) for decorator in node.decorator_list)


@pytest.mark.parametrize("name", SOURCES)
def test_docstrings_exist_at_run_time(name: str) -> None:
    source = (ROOT / "src" / "tefuda" / name).read_text(encoding="utf-8")
    module = importlib.import_module("tefuda." + name.removesuffix(".py").replace("/", "."))
    for path, docstring in documented(source):
        found: Any = module
        for part in path.split("."):
            # A compiled class also includes the docstring of its `__init__`.
            found = found if tefuda.compiled and part == "__init__" else inspect.getattr_static(found, part)
        assert docstring in inspect.cleandoc(found.__doc__ or ""), path


def test_help_shows_method_docstrings() -> None:
    assert "Play a legal action." in pydoc.render_doc(tefuda.State.play)
    shown = pydoc.plain(pydoc.render_doc(tefuda.Match))
    assert "A game from its start to now" in shown
    assert "Take the last action back" in shown
    assert "The number of actions played." in shown
    assert "play(self" in shown
