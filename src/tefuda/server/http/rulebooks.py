"""Rulebooks as pages: Markdown made into HTML, with an anchor for each clause."""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

import tefuda
from tefuda.cardlang.reference import render_reference
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.game import Game
from tefuda.core.registry import find_game

PACKAGE: Final = Path(tefuda.__file__).parent
PLACES: Final = [PACKAGE / "web" / "rules", PACKAGE.parents[1] / "docs" / "rules"]
"""In an installed package, and in a repository."""
CLAUSE: Final = re.compile(r"[A-Z]{2}-\d+(\.\d+)*")
REMARK: Final = re.compile(r"^<!--.*-->$", re.MULTILINE)
OTHER_BOOK: Final = re.compile(r"([a-z0-9-]+)\.(en|ja)\.md(#.*)?")


def markdown_of(game: Game, language: str) -> str:
    """The rulebook of a game: a file of ours, or what the game itself delivers; empty where there is none."""
    for place in PLACES:
        path = place / f"{game.id}.{language}.md"
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return game.texts.rulebook(language)


@cache
def rulebook(game: Game, language: str) -> tuple[str, str] | None:
    """Title and HTML; None where there is none."""
    text = markdown_of(game, language)
    return rendered(text) if text else None


def rendered(text: str) -> tuple[str, str]:
    """Title and HTML of a rulebook. Its HTML is only what we make: none is taken from the text."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    title = ""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        title = tokens[1].content
        tokens = tokens[3:]
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and (number := re.match(r"(\d+)\.", tokens[place + 1].content)):
            token.attrSet("id", f"section-{number[1]}")
        if token.type == "inline":
            token.children = linked(token.children or [])
    html: str = reader.renderer.render(tokens, reader.options, {})
    return title, html


def linked(children: list[Token]) -> list[Token]:
    """Clauses become anchors; links to other rulebooks lead to their pages, and links into the repository nowhere."""
    found: list[Token] = []
    dropped = False
    for place, token in enumerate(children):
        if token.type == "strong_open" and CLAUSE.fullmatch(children[place + 1].content):
            token.attrSet("id", children[place + 1].content)
        if token.type == "link_open":
            target = new_address(str(token.attrGet("href")))
            dropped = target is None
            if target is not None:
                token.attrSet("href", target)
        if not (dropped and token.type in ("link_open", "link_close")):
            found.append(token)
    return found


def new_address(target: str) -> str | None:
    """Where a link of a rulebook leads on the page."""
    other = OTHER_BOOK.fullmatch(target)
    if other is not None:
        return f"/rules/{other[1]}?language={other[2]}{other[3] or ''}"
    return target if target.startswith(("#", "https://")) else None


def title_and_html(game: Game, language: str) -> dict[str, Any] | None:
    book = rulebook(game, language)
    return None if book is None else {"title": book[0], "html": book[1]}


@cache
def card_language(game: str, language: str) -> dict[str, Any]:
    """The reference of the language that a game's cards are written in; raises `Invalid` where they are not."""
    text = render_reference(find_workshop(game).card_schema, find_game(game).title.text(language), language)
    title, html = rendered(REMARK.sub("", text))
    return {"title": title, "html": html}
