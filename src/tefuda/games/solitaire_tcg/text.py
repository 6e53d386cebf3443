"""Log lines and messages of Solitaire TCG in English and Japanese."""

from typing import Any, Final

from tefuda.cardlang.card_text import activated_texts, card_message
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.core.state import OVER
from tefuda.core.text import LANGUAGES, Message
from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.language.nouns import TYPE_WORDS, ZONE_WORDS, tag_text
from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary
from tefuda.games.solitaire_tcg.rules.codes import (
    ACTION_COUNT,
    ACTIVATED,
    END_TURN,
    EQUIP,
    HAND,
    MAX_ACTIVATED,
    MAX_COPIES,
    PICK,
    PLAY,
    USE,
)
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.rules.state import SolitaireState

card_name: Final = LIBRARY.card_name
HOST_PROMPT: Final = Message("play", "choose what to attach it to", "装備先を選ぶ")
"""What playing an equip asks for. The choice of an effect has the prompt of its operation."""
HOST_VERB: Final = "attach it to"

LOG_LINES: Final = {
    "draw": ("You draw {card}.", "{card}を引く。"),
    "mill": ("{card} goes from the deck to the grave.", "{card}がデッキから墓地へ。"),
    "discard": ("You discard {card}.", "{card}を捨てる。"),
    "destroy": ("{card} is destroyed.", "{card}が破壊される。"),
    "search": ("{card} moves from {from} to {to}.", "{card}を{from}から{to}へ。"),
    "move": ("{card} moves from {from} to {to}.", "{card}を{from}から{to}へ。"),
    "summon": ("{card} is summoned from {from}.", "{card}を{from}から出す。"),
    "set_field": ("{card} is set as the field, from {from}.", "{card}を{from}からセットする。"),
    "play": ("You play {card}.", "{card}をプレイ。"),
    "equip_to": ("{card} enters from {from}.", "{card}が{from}から現れる。"),
    "unequip": ("{card} is unequipped, to {to}.", "{card}を外して{to}へ。"),
    "overwritten": ("{card} is being replaced.", "{card}は上書きされる。"),
    "queued": ("Queued: {card}, {when}.", "{card}【{when}】がキューに入る。"),
    "resolve": ("Resolving {card}, {when}.", "{card}【{when}】を解決。"),
    "run": ("{card}, {when}:", "{card}【{when}】を実行。"),
    "skip": ("{card}, {when}: its condition is not met.", "{card}【{when}】は条件を満たさない。"),
    "use": ("You use {card}.", "{card}を起動。"),
    "fizzle": ("{card} fizzles: {reason}.", "{card}は不発（{reason}）。"),
    "nothing": ("{card}: no matching card.", "{card}: 該当するカードがない。"),
    "attach": ("{card} is attached to {host}.", "{card}を{host}に装備。"),
    "counter": ("{card} has {value} {name} counter{s}.", "{card}の{name}カウンターは{value}個。"),
    "stat": ("{card}: {changes}{until}.", "{card}: {changes}{until}。"),
    "shuffle": ("The deck is shuffled.", "デッキをシャッフル。"),
    "stalled": (
        "The chain stops: one action resolves at most {guard} effects.",
        "連鎖を打ち切り: 1回の行動で解決する効果は{guard}まで。",
    ),
    "end": ("Turn {turn} ends.", "ターン {turn} 終了。"),
    "win": ("You win with {card}!", "{card}により勝利！"),
    "lose": ("You lose by {card}.", "敗北（{card}）。"),
    "out_of_turns": ("Out of turns: you lose.", "ターンを使い切りました。敗北です。"),
}
FIZZLE_REASONS: Final = {
    "require": ("its condition is not met", "条件を満たさない"),
    "short": ("there are too few cards to discard", "捨てるカードが足りない"),
    "no_target": ("there is no target", "対象がない"),
    "elsewhere": ("it has left that zone", "そこにない"),
}


def choice_prompt(op: str) -> Message:
    """Return what a choice asks for."""
    return HOST_PROMPT if op == HOST_PROMPT.code else vocabulary().choice_prompt(op)


def pick_verb(op: str) -> str:
    """Return the verb for picking a card."""
    return HOST_VERB if op == HOST_PROMPT.code else vocabulary().op_named(op).verb


def trigger_label(when: str, language: str) -> str:
    return vocabulary().trigger_named(when).label.text(language)


def event_text(event: dict[str, Any], language: str) -> str:
    """Return an event as a line of the log, or an empty text."""
    ja = language == "ja"
    if event["kind"] not in LOG_LINES:
        return ""
    values = dict(event)
    for key in ("card", "host"):
        values[key] = card_name(event[key], language) if key in event else ""
    for key in ("from", "to"):
        values[key] = ZONE_WORDS[event[key]].text(language) if event.get(key) in ZONE_WORDS else ""
    if "when" in event:
        values["when"] = trigger_label(event["when"], language).lower()
    match event["kind"]:
        case "fizzle":
            values["reason"] = FIZZLE_REASONS[event["reason"]][ja]
        case "counter":
            values.update(name=tag_text(event["name"], language), s="" if event["value"] == 1 else "s")
        case "stat":
            stats = {"atk": "攻撃力{:+d}", "hp": "HP{:+d}"} if ja else {"atk": "{:+d} ATK", "hp": "{:+d} HP"}
            changes = [change.format(event[key]) for key, change in stats.items() if event[key]]
            until = ("（ターン終了まで）" if ja else " this turn") if event["turn"] else ""
            values.update(changes=("、" if ja else ", ").join(changes), until=until)
    return LOG_LINES[event["kind"]][ja].format(**values)


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
        return f"{card}を選ぶ" if ja else f"{pick_verb(op)} {card}"
    place, number = divmod(action - USE, MAX_ACTIVATED)
    kind, copy = divmod(place, MAX_COPIES)
    card = card_title(state.pool.cards[kind], language) + (f" ({copy + 1})" if copy else "")
    uses = activated_texts(card_schema(), state.pool.cards[kind], language)
    which = f": {uses[number]}" if len(uses) > 1 else ""
    return f"{card}の能力を使う{which}" if ja else f"use {card}{which}"


def card_title(card: Card, language: str) -> str:
    return f"《{card.ja}》" if language == "ja" else card.en


def host_names(card: Card, language: str) -> list[str]:
    """Return the valid hosts of an equip."""
    return [TYPE_WORDS[host].text(language) if host in TYPE_WORDS else tag_text(host, language) for host in card.hosts]


def prompt(state: SolitaireState) -> Message | None:
    """Return what the player is asked to choose, with the card that asks and the number of cards left."""
    choice = state.choice
    if choice is None:
        return None
    asked = choice_prompt(choice.op)
    name, left = state.name(choice.card), choice.need() - len(choice.picked)
    en, ja = f"{card_name(name, 'en')}: {asked.en}", f"{card_name(name, 'ja')}：{asked.ja}"
    if choice.need() > 1:
        en, ja = f"{en} ({left} left)", f"{ja}（あと {left}）"
    return Message("choose", en, ja)


def hand_actions(state: SolitaireState, name: str) -> list[int]:
    """Return the actions that use a card in hand."""
    kind = next((number for number, card in enumerate(state.pool.cards) if card.id == name), -1)
    if kind < 0:
        return []
    return [PLAY + kind] if state.choice is None else [PICK + kind * MAX_COPIES]


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
        if card.id in [state.pool.card(held).id for held in state.zone(HAND)] and card.type_code == EQUIP:
            hosts = {language: ", ".join(host_names(card, language)) for language in LANGUAGES}
            return Message(
                "no_host",
                f"{card.en} needs a card to equip: {hosts['en']}.",
                f"《{card.ja}》には装備先が必要です（{hosts['ja']}）。",
            )
        return card_message("not_held", card, "{} is not in your hand.", "{}は手札にありません。")
    if action < USE:
        if state.choice is None:
            return Message("no_choice", "There is nothing to choose now.", "今は選ぶものがありません。")
        card = state.pool.cards[(action - PICK) // MAX_COPIES]
        return card_message("no_candidate", card, "{} cannot be chosen here.", "{}は選べません。")
    place, number = divmod(action - USE, MAX_ACTIVATED)
    kind, copy = divmod(place, MAX_COPIES)
    card = state.pool.cards[kind]
    found = state.find_permanent(kind, copy)
    if found == NO_CARD:
        return card_message("not_there", card, "{} is not on the table.", "{}は場にありません。")
    if not card.abilities_on[ACTIVATED]:
        return card_message("nothing", card, "{} has no activated ability.", "{}に起動できる能力はありません。")
    if number >= len(card.abilities_on[ACTIVATED]):
        return card_message("no_ability", card, "{} has no such ability.", "{}にその能力はありません。")
    ability = card.abilities_on[ACTIVATED][number]
    if ability.condition is not None and ability.condition.value(state, found) == 0:
        return card_message("condition", card, "The condition of {} is not met.", "{}の条件を満たしていません。")
    return card_message("used", card, "{} has already been used this turn.", "{}はこのターンすでに使いました。")
