"""Positions of Card Othello: reading with validation."""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import u8

from tefuda.core.errors import InvalidPosition, Problem
from tefuda.core.events import Event
from tefuda.core.options import did_you_mean
from tefuda.core.random import SEED_BITS, chacha
from tefuda.core.seed import seed_in
from tefuda.core.state import OVER
from tefuda.core.text import Message
from tefuda.games.card_othello.position import CARD_GAME_KEYS, start_logged
from tefuda.games.card_othello.rules.board import BIT, CELL_NAMES, CELL_NUMBERS
from tefuda.games.card_othello.rules.codes import (
    BREEDING,
    CARD_CODES,
    CARD_NAMES,
    HEAVEN_BLESSING,
    IMMEDIATE_CARDS,
    INITIAL_COUNTERS,
    MARK_KIND_CODES,
    MARK_KINDS,
    NO_CARD,
    PICKS,
    PICKS_CELL,
    POSITION_SWAP_WILL,
    SACRIFICE_WILL,
    SELL_CARD_WILL,
    SIDES,
    TRAP,
    WORK,
)
from tefuda.games.card_othello.rules.marks import NOWHERE, Mark
from tefuda.games.card_othello.rules.player_state import CardOthelloOptions
from tefuda.games.card_othello.rules.state import CardOthelloState, initial_state
from tefuda.games.card_othello.rules.targets import has_target, targets

POSITION_KEYS: Final = [
    "board",
    "turn",
    "started",
    "over",
    "charge",
    "hand",
    "deck",
    "discard",
    "pending",
    "picked",
    "sacrificed",
    "offers",
    "card_used",
    "placed",
    "placements",
    "passes",
    "marks",
    "sprouts",
    "snares",
    "made",
    "luck",
    "options",
]
MARK_KEYS: Final = ["at", "kind", "owner", "left", "seq", "origin"]
MAX_PILE_SIZE: Final = 250
SIDE_CODES: Final = {side: code for code, side in enumerate(SIDES)}


def read_position(
    position: Mapping[str, Any], options: CardOthelloOptions, seed: int, log: list[Event] | None
) -> CardOthelloState:
    """Return the state of a position; raises `InvalidPosition` with all problems."""
    reader = PositionReader(position)
    state = initial_state(options, seed)
    reader.check_keys(options)
    reader.read_board(state)
    reader.read_holdings(state)
    reader.read_turn(state)
    reader.read_marks(state)
    if "luck" in position:
        reader.read_rng(state)
    elif "deck" in position:
        state.rng = chacha(seed)
    if not reader.problems:
        reader.check_pending(state)
    if reader.problems:
        raise InvalidPosition(reader.problems)
    over = reader.flag("over")
    if over:
        state.seat = OVER
    return start_logged(state, log, reader.flag("started") or over)


class PositionReader:
    """Reads the parts of a position into a state and collects the problems."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.position = position
        self.problems: list[Problem] = []

    def error(self, path: list[str | int], en: str, ja: str) -> None:
        self.problems.append(Problem(path, Message("position", en, ja)))

    def flag(self, key: str) -> bool:
        return self.position.get(key, False) is True

    def check_keys(self, options: CardOthelloOptions) -> None:
        for key in self.position:
            if key not in POSITION_KEYS:
                en, ja = did_you_mean(str(key), POSITION_KEYS)
                self.error([str(key)], f"unknown key.{en}", f"不明なキーです。{ja}")
            elif key in CARD_GAME_KEYS and not options.cards:
                self.error([key], "not allowed with cards=off.", "cards=off では使えません。")

    # Values

    def read_int(self, value: Any, path: list[str | int], low: int, high: int) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        en = f"{value!r} is not a whole number from {low} to {high}."
        self.error(path, en, f"{value!r} は使えません（{low} から {high} の整数）。")
        return low

    def read_cell(self, value: Any, path: list[str | int]) -> int:
        if isinstance(value, str) and value in CELL_NUMBERS:
            return CELL_NUMBERS[value]
        self.error(
            path, f"invalid cell {value!r}. Cells are a1 to h8.", f"{value!r} は盤のマスではありません（a1 から h8）。"
        )
        return 0

    def read_name(self, value: Any, path: list[str | int], known: dict[str, int], en: str, ja: str) -> int:
        if isinstance(value, str) and value in known:
            return known[value]
        near_en, near_ja = did_you_mean(str(value), list(known))
        self.error(path, f"unknown {en} {value!r}.{near_en}", f"{value!r} という{ja}はありません。{near_ja}")
        return 0

    def read_cards(self, value: Any, path: list[str | int], most: int) -> vec[u8]:
        if not isinstance(value, list):
            self.error(path, "expected a list of card types.", "カードの種類のリストで書いてください。")
            return vec[u8]()
        if len(value) > most:
            self.error(
                path,
                f"has {len(value)} cards; the maximum is {most}.",
                f"{len(value)} 枚は多すぎます（最大 {most} 枚）。",
            )
            return vec[u8]()
        return vec[u8](
            [u8(self.read_name(name, [*path, i], CARD_CODES, "card type", "カード")) for i, name in enumerate(value)]
        )

    def by_side(self, key: str) -> dict[str, Any]:
        """Return a mapping by side; each side is optional."""
        given = self.position.get(key, {})
        if not isinstance(given, dict):
            self.error([key], "expected a mapping with black and white.", "black と white で分けて書いてください。")
            return {}
        for side in given:
            self.read_name(side, [key, str(side)], SIDE_CODES, "colour", "色")
        return {side: given[side] for side in SIDES if side in given}

    # Parts

    def read_board(self, state: CardOthelloState) -> None:
        rows = self.position.get("board")
        if rows is None:
            return
        if not isinstance(rows, list) or len(rows) != 8:
            number = len(rows) if isinstance(rows, list) else 0
            self.error(["board"], f"expected 8 rows, not {number}.", f"{number} 行あります（8 行必要です）。")
            return
        state.black = state.white = 0
        for row, text in enumerate(rows):
            if not isinstance(text, str) or len(text) != 8 or set(text) - set(".BW"):
                en = f"invalid row {text!r}. Use 8 characters: . (empty), B (black), W (white)."
                self.error(["board", row], en, f"{text!r}: .（空）B（黒）W（白）を 8 文字並べてください。")
                continue
            for column, sign in enumerate(text):
                if sign != ".":
                    state.set_colour(BIT[8 * row + column], "BW".index(sign))

    def read_holdings(self, state: CardOthelloState) -> None:
        options = state.options
        for key in ("charge", "hand", "deck", "discard", "snares"):
            for side, value in self.by_side(key).items():
                player = state.player(SIDES.index(side))
                path: list[str | int] = [key, side]
                if key == "charge":
                    player.charge = self.read_int(value, path, 0, options.charge_cap)
                elif key == "snares":
                    player.hidden_traps = self.read_int(value, path, 0, 64)
                elif key == "hand":
                    player.hand = self.read_cards(value, path, options.hand_limit)
                elif key == "deck":
                    player.deck, player.drawn = self.read_cards(value, path, MAX_PILE_SIZE), 0
                else:
                    player.discard = self.read_cards(value, path, MAX_PILE_SIZE)
        if "offers" in self.position:
            state.offers = self.read_cards(self.position["offers"], ["offers"], MAX_PILE_SIZE)
        if "made" in self.position:
            state.created_cards = self.read_cards(self.position["made"], ["made"], MAX_PILE_SIZE)

    def read_turn(self, state: CardOthelloState) -> None:
        given = self.position
        if "turn" in given:
            state.seat = self.read_name(given["turn"], ["turn"], SIDE_CODES, "colour", "色")
        for key in ("started", "over", "card_used"):
            if not isinstance(given.get(key, False), bool):
                self.error([key], "expected true or false.", "true か false で書いてください。")
        if given.get("pending") is not None:
            card = self.read_name(given["pending"], ["pending"], CARD_CODES, "card type", "カード")
            state.pending = card
            if card in IMMEDIATE_CARDS:
                self.error(
                    ["pending"], f"{CARD_NAMES[card]} is never pending.", f"{CARD_NAMES[card]} は保留になりません。"
                )
        state.card_used = self.flag("card_used") or state.pending != NO_CARD
        state.placements_left = self.read_int(
            given.get("placements", 1), ["placements"], 0 if self.flag("over") else 1, 2
        )
        state.placed = self.read_int(given.get("placed", 0), ["placed"], 0, 2)
        if state.placements_left == 2 and not state.card_used:
            en, ja = "a second placement requires card_used: true.", "2 回置くには card_used: true が必要です。"
            self.error(["placements"], en, ja)
        state.passes = self.read_int(given.get("passes", 0), ["passes"], 0, 2 if self.flag("over") else 1)
        state.sacrificed = self.read_int(given.get("sacrificed", 0), ["sacrificed"], 0, 2)
        picked = given.get("picked", [])
        if not isinstance(picked, list) or len(picked) > 1:
            self.error(["picked"], "expected a list of at most one cell.", "マス 1 つまでのリストで書いてください。")
        elif picked:
            state.first_pick = self.read_cell(picked[0], ["picked", 0])
            if (state.black | state.white) & BIT[state.first_pick] == 0:
                self.error(["picked", 0], f"{picked[0]} is empty.", f"{picked[0]} に石がありません。")
        sprouts = given.get("sprouts", [])
        if not isinstance(sprouts, list):
            self.error(["sprouts"], "expected a list of cells.", "マスのリストで書いてください。")
            sprouts = []
        for index, name in enumerate(sprouts):
            bit = BIT[self.read_cell(name, ["sprouts", index])]
            state.sprouts |= bit
            if (state.black | state.white) & bit == 0:
                self.error(["sprouts", index], f"{name} is empty.", f"{name} に石がありません。")

    def read_rng(self, state: CardOthelloState) -> None:
        rng = self.position["luck"]
        if not isinstance(rng, dict) or set(rng) != {"seed", "drawn"}:
            self.error(["luck"], "expected a mapping with seed and drawn.", "seed と drawn を書いてください。")
            return
        seed = self.read_int(seed_in(rng["seed"]), ["luck", "seed"], 0, (1 << SEED_BITS) - 1)
        state.rng = chacha(seed)
        state.rng.skip(self.read_int(rng["drawn"], ["luck", "drawn"], 0, 1 << 40))

    def read_marks(self, state: CardOthelloState) -> None:
        given = self.position.get("marks", [])
        if not isinstance(given, list):
            self.error(["marks"], "expected a list of marks.", "印のリストで書いてください。")
            return
        found: list[tuple[int, Mark]] = []
        for index, data in enumerate(given):
            before = len(self.problems)
            mark, seq = self.read_mark(state, data, ["marks", index])
            if len(self.problems) == before:
                self.check_mark_conflicts(mark, [other for _, other in found], ["marks", index])
                found.append((seq, mark))
        ordered = sorted(found, key=lambda pair: pair[0])
        state.set_marks([Mark(m.kind, m.at, m.owner, m.left, seq, m.origin) for seq, (_, m) in enumerate(ordered, 1)])
        state.next_seq = len(found) + 1
        for seat, side in enumerate(SIDES):
            traps = sum(mark.kind == TRAP and mark.owner == seat for mark in state.marks)
            player = state.player(seat)
            if "snares" not in self.position:
                player.hidden_traps = traps
            elif player.hidden_traps < traps:
                self.error(
                    ["snares", side], f"the board has {traps} traps of this side.", f"罠が {traps} つ置かれています。"
                )

    def read_mark(self, state: CardOthelloState, data: Any, path: list[str | int]) -> tuple[Mark, int]:
        """Return a mark and its number. Marks without a number come last, in file order."""
        nothing = Mark(0, 0, 0, 0, 0)
        if not isinstance(data, dict) or not {"at", "kind", "owner"} <= set(data):
            self.error(path, "expected a mapping with at, kind and owner.", "印には at・kind・owner が必要です。")
            return nothing, 0
        for key in data:
            if key not in MARK_KEYS:
                en, ja = did_you_mean(str(key), MARK_KEYS)
                self.error([*path, str(key)], f"unknown key.{en}", f"不明なキーです。{ja}")
        at = self.read_cell(data["at"], [*path, "at"])
        kind = self.read_name(data["kind"], [*path, "kind"], MARK_KIND_CODES, "kind of mark", "印")
        owner = self.read_name(data["owner"], [*path, "owner"], SIDE_CODES, "colour", "色")
        first = INITIAL_COUNTERS[kind]
        left = first
        if "left" in data:
            high = 5 if kind == WORK else first
            left = self.read_int(data["left"], [*path, "left"], min(1, high), high)
        seq = self.read_int(data.get("seq", 1_000_000), [*path, "seq"], 0, 1_000_000)
        origin = self.read_cell(data["origin"], [*path, "origin"]) if "origin" in data else NOWHERE
        if (state.black | state.white) & BIT[at] == 0:
            self.error([*path, "at"], f"{data['at']} is empty.", f"{data['at']} に石がありません。")
        elif state.stones(owner) & BIT[at] == 0:
            en = f"the stone on {data['at']} does not belong to {data['owner']}."
            self.error([*path, "owner"], en, f"{data['at']} の石は {data['owner']} の石ではありません。")
        if origin != NOWHERE and (kind != BREEDING or (state.black | state.white) & BIT[origin] == 0):
            en, ja = (
                "only for BREEDING, and only a cell with a stone.",
                "BREEDING の印にだけ、石のあるマスを指定できます。",
            )
            self.error([*path, "origin"], en, ja)
        return Mark(kind, at, owner, left, 0, origin), seq

    def check_mark_conflicts(self, mark: Mark, others: list[Mark], path: list[str | int]) -> None:
        """Check the marks of a stone (CO-9.5) and the stones at work (CO-10.20)."""
        kind = MARK_KINDS[mark.kind]
        for other in others:
            pair = {kind, MARK_KINDS[other.kind]}
            if other.at == mark.at and ("GUARD" not in pair or len(pair) == 1 or "TIME_BOMB" in pair):
                en = f"{CELL_NAMES[mark.at]} already has {MARK_KINDS[other.kind]}."
                self.error([*path, "at"], en, f"{CELL_NAMES[mark.at]} にはすでに {MARK_KINDS[other.kind]} があります。")
            if mark.kind == WORK == other.kind and mark.owner == other.owner:
                self.error(path, "a player can have only one stone at work.", "出稼ぎは 1 人 1 つです。")

    def check_pending(self, state: CardOthelloState) -> None:
        """Check that the pending card can be resolved and fits the other keys."""
        card = state.pending
        busy = [key for key in ("pending", "card_used", "picked", "sacrificed", "offers") if self.position.get(key)]
        if busy and not self.flag("started") and not self.flag("over"):
            en = "requires started: true."
            self.error([busy[0]], en, "started: true が必要です（手番が始まっていません）。")
        if state.first_pick != NOWHERE and card != POSITION_SWAP_WILL:
            self.error(["picked"], "requires pending: POSITION_SWAP_WILL.", "pending: POSITION_SWAP_WILL が必要です。")
        if state.sacrificed and card != SACRIFICE_WILL:
            self.error(["sacrificed"], "requires pending: SACRIFICE_WILL.", "pending: SACRIFICE_WILL が必要です。")
        if (card == HEAVEN_BLESSING) != (len(state.offers) > 0):
            self.error(
                ["offers"],
                "offers and pending: HEAVEN_BLESSING require each other.",
                "offers と pending: HEAVEN_BLESSING は必ず組で書いてください。",
            )
        room = len(state.player(state.seat).hand) < state.options.hand_limit
        if card == HEAVEN_BLESSING and not room:
            self.error(
                ["hand"],
                "the hand is full; HEAVEN_BLESSING needs a free place.",
                "手札に空きがありません（HEAVEN_BLESSING には 1 枚分必要です）。",
            )
        stuck = False
        if card == SELL_CARD_WILL:
            stuck = len(state.player(state.seat).hand) == 0
        elif card != NO_CARD and PICKS[card] == PICKS_CELL:
            stuck = targets(state, card) == 0
        elif card != NO_CARD:
            stuck = not has_target(state, card)
        if stuck:
            self.error(["pending"], "this card has no target.", "選べる対象がありません。")
