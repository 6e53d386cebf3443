"""Texts of Catalyst Reaction in English and Japanese."""

from typing import Any, Final

from tefuda.core.events import Event
from tefuda.core.text import Message
from tefuda.games.catalyst.notation import CARD_LABELS, PACK_SIZE
from tefuda.games.catalyst.rules import CatalystState

SUIT_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def card_symbol(card: str) -> str:
    """Return a card with its suit symbol: `TH` is 10♥."""
    return card[0].replace("T", "10") + SUIT_SYMBOLS[card[1]]


def card_symbols(cards: list[str]) -> str:
    return " ".join(card_symbol(card) for card in cards)


def describe(state: CatalystState, action: int, language: str) -> str:
    """Return a play as a sentence: where the card goes, and which cards leave the field."""
    place, code = divmod(action, PACK_SIZE)
    card = card_symbol(CARD_LABELS[code])
    left = CARD_LABELS[state.row[place - 1]] if place > 0 else None
    right = CARD_LABELS[state.row[place]] if place < state.length else None
    where = gap_name(left, right, language)
    after = state.clone()
    events: list[Event] = []
    after.log = events
    after.play(action)
    gone = [name for event in events if event.kind == "react" for name in event.data["cards"]]
    if language == "ja":
        return f"{card} を{where}に置く{f'、{card_symbols(gone)} が消える' if gone else ''}"
    return f"place {card} {where}{f', removing {card_symbols(gone)}' if gone else ''}"


def gap_name(left: str | None, right: str | None, language: str) -> str:
    """Return the name of a gap between two neighbours; an end has only one."""
    ja = language == "ja"
    if left is not None and right is not None:
        between = card_symbol(left), card_symbol(right)
        return " {} と {} の間".format(*between) if ja else "between {} and {}".format(*between)
    if left is not None:
        return "右端" if ja else "at the right end"
    return "左端" if ja else "at the left end"


def event_text(event: dict[str, Any], language: str) -> str:
    """Return an event as a log line."""
    ja = language == "ja"
    match event["kind"]:
        case "setup":
            if event["field"]:
                return f"場: {card_symbols(event['field'])}。" if ja else f"Field: {card_symbols(event['field'])}."
            return (
                f"{event['deck']} 枚の山札をシャッフル。" if ja else f"The deck of {event['deck']} cards is shuffled."
            )
        case "deal":
            return (
                f"場に並べる: {card_symbols(event['cards'])}。"
                if ja
                else f"Dealt to the field: {card_symbols(event['cards'])}."
            )
        case "place":
            card, where = card_symbol(event["card"]), gap_name(event["left"], event["right"], language)
            return f"触媒 {card} を{where}に置く。" if ja else f"You place {card} {where}."
        case "react":
            cards = card_symbols(event["cards"])
            if event["by"] == "player":
                return f"プレイヤー反応: {cards}。" if ja else f"Player reaction: {cards}."
            return f"自動反応: {cards}。" if ja else f"Auto-reaction: {cards}."
        case "draw":
            return f"{card_symbol(event['card'])} を引く。" if ja else f"You draw {card_symbol(event['card'])}."
        case "win":
            return "勝利！ 場のカードをすべて変成させました。" if ja else "You win: the field is cleared."
        case "loss":
            if event["reason"] == "overflow":
                return "敗北。場の枚数が上限を超えました。" if ja else "You lose: the field is over the limit."
            return "敗北。手札が尽きました。" if ja else "You lose: you have no cards left."
    return ""


def why_illegal(state: CatalystState, action: int) -> Message:
    """Return why a play is illegal: the card is not in hand, or the gap does not exist."""
    place, code = divmod(action, PACK_SIZE)
    card = CARD_LABELS[code]
    if code not in list(state.hand):
        held = " ".join(CARD_LABELS[held] for held in state.hand)
        return Message(
            "not_held", f"{card} is not in your hand ({held}).", f"{card} は手札にありません（手札: {held}）。"
        )
    return Message(
        "no_gap",
        f"Invalid gap {place}. Gaps are 0 to {state.length}.",
        f"位置 {place} はありません（0 から {state.length} まで）。",
    )
