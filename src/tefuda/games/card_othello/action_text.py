"""Actions, choices and reasons of Card Othello as sentences in English and Japanese."""

from typing import Final

from tefuda.core.text import Message
from tefuda.games.card_othello.catalogue import catalogue
from tefuda.games.card_othello.rules import codes
from tefuda.games.card_othello.rules.board import BIT, CELL_NAMES, CELL_NUMBERS, popcount
from tefuda.games.card_othello.rules.card_effects import SACRIFICE_WILL_MAX_STONES
from tefuda.games.card_othello.rules.codes import (
    CARD_CODES,
    DONE,
    PASS,
    PICK,
    PICK_CARD,
    PICKS_CARD,
    PICKS_CELL,
    PICKS_NOTHING,
    PLACE,
    SACRIFICE_WILL,
    USE,
)
from tefuda.games.card_othello.rules.state import CardOthelloState
from tefuda.games.card_othello.rules.targets import has_target
from tefuda.games.card_othello.text import SIDE_NAMES, card_name

PROMPTS: Final = {
    codes.SWAP_WITH_ENEMY: ("pick an enemy stone to take", "自分の色にする相手の石を選んでください"),
    codes.POSITION_SWAP_WILL: (
        "pick the first of two stones to swap, of either colour",
        "入れ替える1つ目の石を選んでください（自分の石も相手の石も選べます）",
    ),
    codes.SACRIFICE_WILL: ("pick one of your stones to sacrifice", "生贄にする自分の石を選んでください"),
    codes.STRONG_WIND_WILL: (
        "pick a stone of either colour to blow away",
        "吹き飛ばす石を選んでください（自分の石も相手の石も選べます）",
    ),
    codes.TRAP_WILL: ("pick one of your stones to hide the trap in", "罠を仕掛ける自分の石を選んでください"),
    codes.TEMPT_WILL: ("pick an enemy special stone to tempt", "誘惑する相手の特殊石を選んでください"),
    codes.DESTROY_ONE_STONE: (
        "pick a stone of either colour to destroy",
        "破壊する石を選んでください（自分の石も相手の石も選べます）",
    ),
    codes.TIME_BOMB: ("pick one of your stones to turn into a bomb", "爆弾にする自分の石を選んでください"),
    codes.GUARD_WILL: ("pick one of your stones to guard", "守る自分の石を選んでください"),
    codes.SELL_CARD_WILL: ("choose a card to sell", "売却するカードを選んでください"),
    codes.CONDEMN_WILL: (
        "choose a card of the opponent's hand to discard",
        "相手の手札から、捨てさせるカードを選んでください",
    ),
    codes.HEAVEN_BLESSING: ("choose one of these cards", "候補から1枚選んでください"),
}
"""What a card asks the player to pick first."""

NEEDS: Final = {
    codes.SWAP_WITH_ENEMY: ("an enemy stone without a mark", "相手の通常石"),
    codes.POSITION_SWAP_WILL: ("two stones on the board", "盤上の石2つ"),
    codes.SACRIFICE_WILL: ("a stone of yours that is not guarded", "完全保護中でない自分の石"),
    codes.STRONG_WIND_WILL: ("a stone beside an empty cell", "上下左右に空きマスがある石"),
    codes.TRAP_WILL: ("a stone of yours without a bomb or trap", "爆弾でも罠でもない自分の石"),
    codes.TEMPT_WILL: ("an enemy special stone that is not guarded", "完全保護中でない相手の特殊石"),
    codes.DESTROY_ONE_STONE: ("a stone that is not guarded", "完全保護中でない石"),
    codes.TIME_BOMB: ("a stone of yours without a bomb", "爆弾でない自分の石"),
    codes.GUARD_WILL: ("a stone of yours without a bomb", "爆弾でない自分の石"),
    codes.SELL_CARD_WILL: ("another card in your hand", "手札のほかのカード"),
    codes.CONDEMN_WILL: ("a card in the opponent's hand", "相手の手札"),
    codes.HEAVEN_BLESSING: ("another card type in the game", "ほかの種類のカード"),
}
"""What must exist before a card can be used (CO-9.3)."""

ACTING_CARDS: Final = [
    codes.CHAIN_WILL,
    codes.ULTIMATE_REVERSE_DRAGON,
    codes.BREEDING_WILL,
    codes.CROSS_BOMB,
    codes.PLUNDER_WILL,
    codes.GOLD_STONE,
    codes.SILVER_STONE,
    codes.STEAL_CARD,
    codes.ULTIMATE_DESTROY_GOD,
]
"""The cards with an effect right after the flips of the placement (CO-7.6, CO-7.7)."""


def describe(state: CardOthelloState, action: int, language: str) -> str:
    """Return a legal action as a sentence."""
    ja = language == "ja"
    if action < PICK:
        return _describe_placement(state, action, language)
    if action < USE:
        cell = CELL_NAMES[action - PICK]
        side = SIDE_NAMES["black" if state.black & BIT[action - PICK] else "white"].text(language)
        card = card_name(catalogue()[state.pending].type, language)
        return f"「{card}」の対象に {cell} の{side}石を選ぶ" if ja else f"{card}: pick {side}'s stone on {cell}"
    if action < PICK_CARD:
        entry = catalogue()[action - USE]
        name, cost = entry.name.text(language), state.options.costs[action - USE]
        summary = entry.summary.text(language).rstrip("。.")
        return f"「{name}」を使う（コスト{cost}、{summary}）" if ja else f"use {name} for {cost}: {summary}"
    if action < DONE:
        card = card_name(catalogue()[state.pending].type, language)
        picked = catalogue()[action - PICK_CARD].name.text(language)
        return f"「{card}」で「{picked}」を選ぶ" if ja else f"{card}: pick {picked}"
    if action == DONE:
        return "選択を終える" if ja else "stop picking"
    return "パスする" if ja else "pass"


def _describe_placement(state: CardOthelloState, cell: int, language: str) -> str:
    """Return a placement as a sentence: its flips, and the pending card."""
    ja = language == "ja"
    number, name = popcount(state.flips_at(cell, state.seat)), CELL_NAMES[cell]
    if number == 0:
        placed = f"{name} に置く（反転なし）" if ja else f"place on {name}, no flips"
    else:
        placed = f"{name} に置き、{number}枚反転する" if ja else f"place on {name}, flipping {number}"
    if state.pending in (codes.NO_CARD, codes.FREE_PLACEMENT):
        return placed
    card = card_name(catalogue()[state.pending].type, language)
    if state.pending in ACTING_CARDS:
        return f"{placed}。続いて「{card}」の効果" if ja else f"{placed}; then {card} takes effect"
    return f"{placed}（「{card}」の石）" if ja else f"{placed}, with {card}"


def prompt(state: CardOthelloState) -> Message | None:
    """Return what the player is asked to pick for a used card; None if nothing is to be picked."""
    kind = state.pick_kind()
    if kind == PICKS_NOTHING:
        return None
    if state.first_pick >= 0:
        cell = CELL_NAMES[state.first_pick]
        en, ja = f"{cell} is picked. Pick the other stone", f"{cell} を選択中。もう1つ選んでください"
    elif kind == PICKS_CELL and state.is_legal(DONE):
        count, most = state.sacrificed, SACRIFICE_WILL_MAX_STONES
        en = f"pick another stone or finish ({count} of {most})"
        ja = f"続けて選ぶか、終えてください（{count}／{most}）"
    else:
        en, ja = PROMPTS[state.pending]
    name = catalogue()[state.pending].name
    return Message("choose", f"{name.en}: {en}.", f"「{name.ja}」: {ja}。")


def item_actions(state: CardOthelloState, item: str) -> list[int]:
    """Return the actions that use a card in hand or a cell."""
    picking = state.pick_kind() != PICKS_NOTHING
    if item in CARD_CODES:
        return [(PICK_CARD if picking else USE) + CARD_CODES[item]]
    return [(PICK if picking else PLACE) + CELL_NUMBERS[item]]


def why_illegal(state: CardOthelloState, action: int) -> Message:
    """Return why an action is illegal. The answer depends only on what the player to move can see."""
    kind = state.pick_kind()
    if not 0 <= action <= PASS:
        return Message("illegal", "Unknown action.", "不明な行動です。")
    if kind != PICKS_NOTHING and not (PICK <= action < USE or action >= PICK_CARD):
        card = catalogue()[state.pending].name
        return Message(
            "picking",
            f"Make a choice for {card.en} first. A used card cannot be taken back.",
            f"先に「{card.ja}」の選択が必要です（使ったカードは取り消せません）。",
        )
    if action < PICK:
        return _why_not_placed(state, action)
    if action == PASS:
        return Message(
            "pass", "You can't pass while you can place a stone.", "置ける場所があるので、パスはできません。"
        )
    if USE <= action < PICK_CARD:
        return _why_not_used(state, action - USE)
    return _why_not_picked(state, action, kind)


def _why_not_placed(state: CardOthelloState, cell: int) -> Message:
    name = CELL_NAMES[cell]
    if (state.black | state.white) & BIT[cell]:
        return Message("occupied", f"{name} is occupied.", f"{name} にはすでに石があります。")
    return Message(
        "no_line", f"A stone on {name} would not flip any stones.", f"{name} に置いても 1 枚も反転できません。"
    )


def _why_not_used(state: CardOthelloState, card: int) -> Message:
    entry = catalogue()[card]
    player = state.player(state.seat)
    name = entry.name
    if not player.has_in_hand(card):
        return Message("not_held", f"{name.en} is not in your hand.", f"「{name.ja}」は手札にありません。")
    if state.card_used:
        return Message("card_used", "You've used your card for this turn.", "この手番ではすでにカードを使いました。")
    cost = state.options.costs[card]
    if player.charge < cost:
        return Message(
            "charge",
            f"Not enough charge: {name.en} costs {cost}, you have {player.charge}. Flip stones to gain charge.",
            f"布石が足りません（「{name.ja}」のコスト{cost}、布石{player.charge}）。石を反転させると布石が増えます。",
        )
    assert not has_target(state, card)
    en, ja = NEEDS[card]
    return Message("no_target", f"{name.en} needs {en}.", f"「{name.ja}」を使うには、{ja}が必要です。")


def _why_not_picked(state: CardOthelloState, action: int, kind: int) -> Message:
    if kind == PICKS_NOTHING:
        return Message("not_picking", "There is nothing to pick.", "今は選ぶものがありません。")
    card = catalogue()[state.pending].name
    if action == DONE:
        if kind == PICKS_CELL and state.pending == SACRIFICE_WILL:
            return Message("one_first", "Pick at least one stone.", "少なくとも 1 つ選んでください。")
        return Message("must_pick", f"Pick a target for {card.en}.", f"「{card.ja}」の対象を選んでください。")
    if kind == PICKS_CELL and action < USE:
        cell = CELL_NAMES[action - PICK]
        if action - PICK == state.first_pick:
            return Message("picked", f"{cell} is already picked.", f"{cell} はすでに選んでいます。")
        return Message("no_target", f"{card.en} cannot pick {cell}.", f"「{card.ja}」の対象に {cell} は選べません。")
    if kind == PICKS_CARD and action >= PICK_CARD:
        picked = catalogue()[action - PICK_CARD].name
        return Message("not_there", f"{picked.en} is not one of the choices.", f"「{picked.ja}」は選択肢にありません。")
    if kind == PICKS_CELL:
        return Message(
            "pick_cell",
            f"Pick a stone for {card.en}, for example pick d4.",
            f"「{card.ja}」では石を選びます（例: pick d4）。",
        )
    return Message("pick_card", f"Pick a card for {card.en}.", f"「{card.ja}」ではカードを選びます。")
