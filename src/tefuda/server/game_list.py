"""What there is to play, as the API tells it. Made once: games do not change while a server runs."""

from typing import Any

from tefuda.cardlang.deck_files import Deck
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.cards import CardFace
from tefuda.core.errors import InvalidInput
from tefuda.core.game import Game
from tefuda.core.options import Option
from tefuda.core.text import LANGUAGES, both
from tefuda.server.http.rulebooks import markdown_of


def described_game(game: Game) -> dict[str, Any]:
    """A game, with what can be chosen before it begins."""
    blurb = game.texts.blurb()
    return {
        "id": game.id,
        "title": both(game.title),
        "blurb": None if blurb is None else both(blurb),
        "picture": f"/api/games/{game.id}/picture" if game.texts.picture() else None,
        "rules": any(markdown_of(game, language) for language in LANGUAGES),
        "seats": game.seats,
        "seat_titles": [both(game.seat_titles[seat]) for seat in range(game.seats)],
        "min_score": game.min_score,
        "max_score": game.max_score,
        "information": game.information,
        "options": [described_option(option) for option in game.options],
        "levels": len(game.players.levels()),
        "daily": True,
        "decks": decks_of(game),
    }


def described_option(option: Option) -> dict[str, Any]:
    number = isinstance(option.default, int)
    return {
        "name": option.name,
        "label": both(option.label),
        "default": option.default,
        "low": option.low if number else None,
        "high": option.high if number else None,
        "choices": option.choices,
    }


def decks_of(game: Game) -> list[dict[str, Any]]:
    """The decks that ship with a game whose cards are written in the card language."""
    try:
        decks = find_workshop(game.id).decks()
    except InvalidInput:
        return []
    return [described_deck(deck) for deck in decks.values()]


def described_deck(deck: Deck) -> dict[str, Any]:
    return {
        "id": deck.id,
        "name": both(deck.name),
        "plan": None if deck.plan is None else both(deck.plan),
        "cards": deck.cards,
    }


def described_cards(game: Game) -> list[dict[str, Any]]:
    return [described_card(card) for card in game.texts.cards()]


def described_card(card: CardFace) -> dict[str, Any]:
    return {"id": card.id, "name": both(card.name), "text": both(card.text), "facts": card.facts}
