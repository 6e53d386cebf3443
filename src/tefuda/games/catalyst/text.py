"""What a game of Catalyst Reaction says, in English and Japanese."""

from typing import Any, Final

from tefuda.core.events import Event
from tefuda.core.text import Message
from tefuda.games.catalyst.notation import CARDS, NAMES
from tefuda.games.catalyst.rules import CatalystState

SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def short(card: str) -> str:
    """A card for the eye: `TH` is 10♥."""
    return card[0].replace("T", "10") + SIGNS[card[1]]


def listed(cards: list[str]) -> str:
    return " ".join(short(card) for card in cards)


def describe(state: CatalystState, action: int, language: str) -> str:
    """A play as a sentence: where the card goes, and what will leave the field."""
    place, code = divmod(action, CARDS)
    card = short(NAMES[code])
    left = short(NAMES[state.row[place - 1]]) if place > 0 else ""
    right = short(NAMES[state.row[place]]) if place < state.length else ""
    after = state.clone()
    events: list[Event] = []
    after.log = events
    after.play(action)
    gone = [name for event in events if event.kind == "react" for name in event.data["cards"]]
    if language == "ja":
        where = f" {left} と {right} の間" if left and right else "右端" if left else "左端"
        return f"{card} を{where}に置く{f'、{listed(gone)} が消える' if gone else ''}"
    where = f"between {left} and {right}" if left and right else "at the right end" if left else "at the left end"
    return f"place {card} {where}{f', removing {listed(gone)}' if gone else ''}"


def tell(event: dict[str, Any], language: str) -> str:
    """An event as a line of the log."""
    ja = language == "ja"
    match event["kind"]:
        case "setup":
            if event["field"]:
                return f"場: {listed(event['field'])}。" if ja else f"The field: {listed(event['field'])}."
            return f"{event['deck']} 枚の山札をシャッフル。" if ja else f"A deck of {event['deck']} is shuffled."
        case "deal":
            return f"場に並べる: {listed(event['cards'])}。" if ja else f"Dealt to the field: {listed(event['cards'])}."
        case "place":
            card, at = short(event["card"]), event["at"]
            return f"触媒 {card} を {at} 番に置く。" if ja else f"You place {card} at gap {at}."
        case "react":
            cards = listed(event["cards"])
            if event["by"] == "player":
                return f"プレイヤー反応: {cards}。" if ja else f"Your reaction: {cards}."
            return f"自動反応: {cards}。" if ja else f"Auto-reaction: {cards}."
        case "draw":
            return f"{short(event['card'])} を引く。" if ja else f"You draw {short(event['card'])}."
        case "win":
            return "勝利！ 場のカードをすべて変成させました。" if ja else "You win: the whole field is transmuted."
        case "loss":
            if event["reason"] == "overflow":
                return "敗北。場の枚数が上限を超えました。" if ja else "You lose: the field overflows."
            return "敗北。手札が尽きました。" if ja else "You lose: there is no card left to play."
    return ""


def why_illegal(state: CatalystState, action: int) -> Message:
    """Why a play is not possible: the card is not held, or the gap is not there."""
    place, code = divmod(action, CARDS)
    card = NAMES[code]
    if code not in list(state.hand):
        held = " ".join(NAMES[held] for held in state.hand)
        return Message(
            "not_held", f"{card} is not in your hand ({held}).", f"{card} は手札にありません（手札: {held}）。"
        )
    return Message(
        "no_gap",
        f"There is no gap {place}: they go from 0 to {state.length}.",
        f"位置 {place} はありません（0 から {state.length} まで）。",
    )
