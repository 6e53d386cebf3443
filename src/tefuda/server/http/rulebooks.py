"""Rulebooks as HTML, rendered from Markdown, with an anchor for each clause."""

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
RULE_FOLDERS: Final = [PACKAGE / "web" / "rules", PACKAGE.parents[1] / "docs" / "rules"]
"""Folders of the rulebooks: in an installed package, and in a repository."""
CLAUSE: Final = re.compile(r"[A-Z]{2}-\d+(\.\d+)*")
COMMENT: Final = re.compile(r"^<!--.*-->$", re.MULTILINE)
OTHER_BOOK: Final = re.compile(r"([a-z0-9-]+)\.(en|ja)\.md(#.*)?")


def markdown_of(game: Game, language: str) -> str:
    """Return the rulebook of a game from our files or from the game itself; empty if it has none."""
    for index in RULE_FOLDERS:
        path = index / f"{game.id}.{language}.md"
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return game.texts.rulebook(language)


@cache
def rulebook(game: Game, language: str) -> tuple[str, str] | None:
    """Return the title and HTML of a rulebook; None if the game has none."""
    text = markdown_of(game, language)
    return render(text) if text else None


def render(text: str) -> tuple[str, str]:
    """Return the title and HTML of a Markdown text. HTML in the text is escaped."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    title = ""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        title = tokens[1].content
        tokens = tokens[3:]
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and (number := re.match(r"(\d+)\.", tokens[index + 1].content)):
            token.attrSet("id", f"section-{number[1]}")
        if token.type == "inline":
            token.children = rewrite_links(token.children or [])
    html: str = reader.renderer.render(tokens, reader.options, {})
    return title, html


def rewrite_links(children: list[Token]) -> list[Token]:
    """Add anchors to clauses, point links to other rulebooks to their pages, and remove links into the repository."""
    result: list[Token] = []
    dropped = False
    for index, token in enumerate(children):
        if token.type == "strong_open" and CLAUSE.fullmatch(children[index + 1].content):
            token.attrSet("id", children[index + 1].content)
        if token.type == "link_open":
            target = page_link(str(token.attrGet("href")))
            dropped = target is None
            if target is not None:
                token.attrSet("href", target)
        if not (dropped and token.type in ("link_open", "link_close")):
            result.append(token)
    return result


def page_link(target: str) -> str | None:
    """Return the target of a link on the page; None to remove the link."""
    other = OTHER_BOOK.fullmatch(target)
    if other is not None:
        return f"/rules/{other[1]}?language={other[2]}{other[3] or ''}"
    return target if target.startswith(("#", "https://")) else None


def title_and_html(game: Game, language: str) -> dict[str, Any] | None:
    """Return a rulebook as a response body; None if the game has none."""
    book = rulebook(game, language)
    return None if book is None else {"title": book[0], "html": book[1]}


@cache
def card_language(game: str, language: str) -> dict[str, Any]:
    """Return the card language reference of a game. Raises `InvalidInput` if it has no card files."""
    text = render_reference(find_workshop(game).card_schema, find_game(game).title.text(language), language)
    title, html = render(COMMENT.sub("", text))
    return {"title": title, "html": html}
