"""Log lines and messages of Solitaire TCG in English and Japanese."""

from typing import Any, Final

from tefuda.core.state import OVER
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.language.operation_text import ZONE_WORDS, tag_text
from tefuda.games.solitaire_tcg.rules.codes import (
    ACTION_COUNT,
    ACTIVATED,
    END_TURN,
    EQUIP,
    MAX_ACTIVATED,
    MAX_COPIES,
    PICK,
    PLAY,
    USE,
)
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.rules.state import SolitaireState

CHOICE_PROMPTS: Final = {
    "play": Message("play", "attach it to", "装備先を選ぶ"),
    "discard": Message("discard", "discard", "捨てるカードを選ぶ"),
    "search": Message("search", "take", "取るカードを選ぶ"),
    "move": Message("move", "move", "動かすカードを選ぶ"),
    "destroy": Message("destroy", "destroy", "破壊するカードを選ぶ"),
    "summon": Message("summon", "summon", "出すモンスターを選ぶ"),
    "equip_to": Message("equip_to", "attach it to", "装備先を選ぶ"),
    "unequip": Message("unequip", "unequip", "外す装備を選ぶ"),
    "counter": Message("counter", "put the counter on", "カウンターを置くカードを選ぶ"),
    "modify_stat": Message("modify_stat", "change", "変化させるモンスターを選ぶ"),
    "set_field": Message("set_field", "set", "置くフィールドを選ぶ"),
}
"""Prompts of choices by op."""

MOVE_LINES: Final = {
    "draw": ("You draw {card}.", "{card}を引く。"),
    "mill": ("{card} goes from the deck to the grave.", "{card}がデッキから墓地へ。"),
    "discard": ("You discard {card}.", "{card}を捨てる。"),
    "destroy": ("{card} is destroyed.", "{card}が破壊される。"),
    "search": ("{card} moves from {from} to {to}.", "{card}を{from}から{to}へ。"),
    "move": ("{card} moves from {from} to {to}.", "{card}を{from}から{to}へ。"),
    "summon": ("{card} is summoned from {from}.", "{card}を{from}から出す。"),
    "set_field": ("{card} is set as the field, from {from}.", "{card}を{from}から場にセットする。"),
    "play": ("You play {card}.", "{card}をプレイ。"),
    "equip_to": ("{card} enters from {from}.", "{card}が{from}から現れる。"),
    "unequip": ("{card} is unequipped, to {to}.", "{card}を外して{to}へ。"),
    "overwritten": ("{card} is being replaced.", "{card}は上書きされる。"),
}
FIZZLE_REASONS: Final = {
    "require": ("its condition is not met", "条件を満たさない"),
    "short": ("there are too few cards to discard", "捨てるカードが足りない"),
    "no_target": ("there is no target", "対象がない"),
    "elsewhere": ("it has left that zone", "そこにない"),
}


def card_name(name: str, language: str) -> str:
    """Return the name of a card, with the number of a further copy."""
    own, _, copy = name.partition("#")
    card = LIBRARY.all_cards().get(own)
    shown = own if card is None else card.name(language)
    number = f" ({copy})" if copy else ""
    return f"{shown}{number}" if language == "en" else f"《{shown}》{number}"


def trigger_label(when: str, language: str) -> str:
    return card_schema().vocabulary.trigger_named(when).label.text(language)


def event_text(event: dict[str, Any], language: str) -> str:
    """Return an event as a line of the log, or an empty text."""
    ja = language == "ja"
    kind = event["kind"]
    card = card_name(event["card"], language) if "card" in event else ""
    if kind in MOVE_LINES:
        zones = {key: ZONE_WORDS[event[key]].text(language) for key in ("from", "to") if event.get(key) in ZONE_WORDS}
        return MOVE_LINES[kind][ja].format(**{"card": card, "from": "", "to": "", **zones})
    when = trigger_label(event["when"], language).lower() if "when" in event else ""
    match kind:
        case "queued":
            return f"{card}【{when}】がキューに入る。" if ja else f"Queued: {card}, {when}."
        case "resolve":
            return f"{card}【{when}】を解決。" if ja else f"Resolving {card}, {when}."
        case "run":
            return f"{card}【{when}】を実行。" if ja else f"{card}, {when}:"
        case "skip":
            return f"{card}【{when}】は条件を満たさない。" if ja else f"{card}, {when}: its condition is not met."
        case "use":
            return f"{card}を起動。" if ja else f"You use {card}."
        case "fizzle":
            return (
                f"{card}は不発（{FIZZLE_REASONS[event['reason']][1]}）。"
                if ja
                else (f"{card} fizzles: {FIZZLE_REASONS[event['reason']][0]}.")
            )
        case "nothing":
            return f"{card}: 該当するカードがない。" if ja else f"{card}: no matching card."
        case "attach":
            host = card_name(event["host"], language)
            return f"{card}を {host} に装備。" if ja else f"{card} is attached to {host}."
        case "counter":
            name, value = tag_text(event["name"], language), event["value"]
            return (
                f"{card}の「{name}」は {value}。"
                if ja
                else f"{card} has {value} {name} counter{'' if value == 1 else 's'}."
            )
        case "stat":
            stats = {"atk": "攻撃力", "hp": "HP"} if ja else {"atk": "atk ", "hp": "hp "}
            changes = ("、" if ja else ", ").join(f"{stats[key]}{event[key]:+d}" for key in stats if event[key])
            turn = ("（ターン終了まで）" if ja else " this turn") if event["turn"] else ""
            return f"{card}: {changes}{turn}{'。' if ja else '.'}"
        case "shuffle":
            return "デッキをシャッフル。" if ja else "The deck is shuffled."
        case "stalled":
            return "連鎖が長すぎるため打ち切り。" if ja else "The chain is too long and is cut off here."
        case "end":
            return f"ターン {event['turn']} 終了。" if ja else f"Turn {event['turn']} ends."
        case "win":
            return f"勝利！（{card}）" if ja else f"You win by {card}!"
        case "lose":
            return f"敗北（{card}）。" if ja else f"You lose by {card}."
        case "out_of_turns":
            return "ターンを使い切りました。敗北です。" if ja else "Out of turns: you lose."
    return ""


def describe(state: SolitaireState, action: int, language: str) -> str:
    """Return a legal action as a sentence."""
    ja = language == "ja"
    if action == END_TURN:
        return "ターンを終える" if ja else "end the turn"
    if action < PICK:
        card = card_title(state.pool.cards[action - PLAY], language)
        return f"{card}をプレイする" if ja else f"play {card}"
    if action < USE:
        kind, copy = divmod(action - PICK, MAX_COPIES)
        card = card_title(state.pool.cards[kind], language) + (f" ({copy + 1})" if copy else "")
        op = state.choice.op if state.choice is not None else "move"
        return f"{card}を選ぶ" if ja else f"{CHOICE_PROMPTS[op].en} {card}"
    place, _ = divmod(action - USE, MAX_ACTIVATED)
    kind, copy = divmod(place, MAX_COPIES)
    card = card_title(state.pool.cards[kind], language) + (f" ({copy + 1})" if copy else "")
    return f"{card}の能力を使う" if ja else f"use {card}"


def card_title(card: Card, language: str) -> str:
    return f"《{card.ja}》" if language == "ja" else card.en


def why_illegal(state: SolitaireState, action: int) -> Message:
    """Return why an action is not legal now."""
    if state.seat == OVER:
        return Message("over", "The game is over.", "ゲームは終わっています。")
    if state.choice is not None and not PICK <= action < USE:
        return Message("choose", "Choose a card first: pick CARD.", "先にカードを選んでください（pick カード）。")
    kind = action - PLAY if action < PICK else (action - PICK) // MAX_COPIES
    if action >= USE:
        kind = (action - USE) // (MAX_ACTIVATED * MAX_COPIES)
    if not PLAY <= action < ACTION_COUNT or kind >= len(state.pool.cards):
        return Message("illegal", "That is not possible now.", "今はできません。")
    if action < PICK:
        card = state.pool.cards[action - PLAY]
        if card.id in [state.pool.card(held).id for held in state.hand] and card.type_code == EQUIP:
            en, ja = f"There is no valid target for {card.en}.", f"《{card.ja}》を装備できる相手がいません。"
            return Message("no_host", en, ja)
        return Message("not_held", f"{card.en} is not in your hand.", f"《{card.ja}》は手札にありません。")
    if action < USE:
        if state.choice is None:
            return Message("no_choice", "There is nothing to choose now.", "今は選ぶものがありません。")
        card = state.pool.cards[(action - PICK) // MAX_COPIES]
        return Message("no_candidate", f"{card.en} cannot be chosen here.", f"《{card.ja}》は選べません。")
    place, number = divmod(action - USE, MAX_ACTIVATED)
    kind, copy = divmod(place, MAX_COPIES)
    card = state.pool.cards[kind]
    found = state.find_permanent(kind, copy)
    if found == 255:
        return Message("not_there", f"{card.en} is not on the table.", f"《{card.ja}》は盤面にも場にもありません。")
    if not card.abilities_on[ACTIVATED]:
        return Message(
            "nothing", f"{card.en} has no activated ability.", f"《{card.ja}》に起動できる能力はありません。"
        )
    if number >= len(card.abilities_on[ACTIVATED]):
        return Message("no_ability", f"{card.en} has no such ability.", f"《{card.ja}》にその能力はありません。")
    ability = card.abilities_on[ACTIVATED][number]
    if ability.condition is not None and ability.condition.value(state, found) == 0:
        return Message(
            "condition", f"The condition of {card.en} is not met.", f"《{card.ja}》の条件を満たしていません。"
        )
    return Message(
        "used", f"{card.en} has already been used this turn.", f"《{card.ja}》はこのターンすでに使いました。"
    )
