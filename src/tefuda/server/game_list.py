"""Games, options, decks and cards as the API describes them."""

from collections.abc import Iterable
from typing import Any, Final

from tefuda.cardlang.deck_files import Deck
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.cards import CardFace
from tefuda.core.errors import InvalidInput
from tefuda.core.game import Game
from tefuda.core.options import Option
from tefuda.core.text import LANGUAGES, Message, both
from tefuda.server.bots import Bot
from tefuda.server.http.rulebooks import markdown_of

SHIPPED: Final = "tefuda.games."
"""The package of the games that ship."""


def in_lobby_order(games: Iterable[Game]) -> list[Game]:
    """Return games as lists show them: those that ship first, then plugins, each by id."""
    return sorted(games, key=lambda game: (not type(game).__module__.startswith(SHIPPED), game.id))


def game_body(game: Game, bots: Iterable[Bot] = ()) -> dict[str, Any]:
    """Return a game with its options, its decks, and those of the bots that play it."""
    blurb = game.texts.blurb()
    return {
        "id": game.id,
        "title": both(game.title),
        "blurb": None if blurb is None else both(blurb),
        "picture": f"/api/games/{game.id}/picture" if game.texts.picture() else None,
        "rules": any(markdown_of(game, language) for language in LANGUAGES),
        "tutorial": bool(game.texts.tutorial()),
        "how_to_play": bool(game.texts.how_to_play()),
        "seats": game.seats,
        "seat_titles": [both(game.seat_titles[seat]) for seat in range(game.seats)],
        "coin_toss": game.measures.first_seat(game.start(0)) >= 0,
        "min_score": game.min_score,
        "max_score": game.max_score,
        "information": game.information,
        "cards": bool(game.texts.cards()),
        "labels": {name: both(label) for name, label in game.texts.labels().items()},
        "options": [option_body(option) for option in game.options],
        "levels": len(game.players.levels()),
        "bots": [bot.name for bot in bots if bot.plays(game)],
        "daily": True,
        "decks": decks_of(game),
    }


def option_body(option: Option) -> dict[str, Any]:
    """Return an option."""
    number = isinstance(option.default, int)
    return {
        "name": option.name,
        "label": both(option.label),
        "default": option.default,
        "quick_start": option.quick_start,
        "low": option.low if number else None,
        "high": option.high if number else None,
        "choices": option.choices,
        "choice_labels": None if option.choices is None else choice_labels(option.choices, option.choice_labels),
    }


def choice_labels(choices: list[str], labels: list[Message] | None) -> list[dict[str, str]]:
    """Return the labels of an option's choices; the choices themselves if it has none."""
    return [both(label) for label in labels or [Message(choice, choice, choice) for choice in choices]]


def decks_of(game: Game) -> list[dict[str, Any]]:
    """Return the decks that ship with a game; empty if its cards are not card files."""
    try:
        decks = find_workshop(game.id).decks()
    except InvalidInput:
        return []
    return [deck_body(deck) for deck in decks.values()]


def deck_body(deck: Deck) -> dict[str, Any]:
    """Return a deck."""
    return {
        "id": deck.id,
        "name": both(deck.name),
        "plan": None if deck.plan is None else both(deck.plan),
        "cards": deck.cards,
    }


def card_bodies(game: Game) -> list[dict[str, Any]]:
    """Return all cards of a game."""
    return [card_body(card) for card in game.texts.cards()]


def card_body(card: CardFace) -> dict[str, Any]:
    """Return a card."""
    return {"id": card.id, "name": both(card.name), "text": both(card.text), "facts": card.facts}
