"""Positions of Card Othello: read with every defect named, and written."""

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
from tefuda.games.card_othello.rules.board import BIT, NAMES, NUMBERS
from tefuda.games.card_othello.rules.codes import (
    AT_ONCE,
    BREEDING,
    CARD_CODES,
    CARD_NAMES,
    FIRST_LEFT,
    HEAVEN_BLESSING,
    KIND_CODES,
    KIND_NAMES,
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
from tefuda.games.card_othello.rules.hands import Options, card_names
from tefuda.games.card_othello.rules.marks import NOWHERE, Mark
from tefuda.games.card_othello.rules.state import CardOthelloState, opening
from tefuda.games.card_othello.rules.table import cell_names
from tefuda.games.card_othello.rules.targets import has_target, targets
from tefuda.games.card_othello.rules.view import PUBLIC, board_rows, view

KEYS: Final = [
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
MOST_CARDS: Final = 250
CARD_KEYS: Final = ["charge", "hand", "deck", "discard", "pending", "marks", "snares", "made", "offers", "card_used"]
"""What only a game with cards has."""


def begin(state: CardOthelloState, log: list[Event] | None, started: bool) -> CardOthelloState:
    """Tell what lies on the table, start the turn if it is not started, and tell what there is to decide."""
    if log is not None:
        table = view(state, -1)
        log.append(Event("setup", {key: table[key] for key in (*PUBLIC, "marks")}))
        for seat, side in enumerate(SIDES):
            own = view(state, seat)
            data = {"side": side, "hand": own["hand"], "marks": own["marks"], "shown": own["shown"]}
            log.append(Event("seated", data, seat))
    state.log = log
    if not started:
        state.begin_turn(state.seat)
    elif state.seat != OVER:
        state.look()
    else:
        state.tell_end("full" if state.empty() == 0 else "passes")
    state.tell_choice()
    state.log = None
    return state


def read(position: Mapping[str, Any], options: Options, seed: int, log: list[Event] | None) -> CardOthelloState:
    """The state of a position; raises `InvalidPosition` with everything that is wrong."""
    reader = Reader(position)
    state = opening(options, seed)
    reader.check_keys(options)
    reader.read_board(state)
    reader.read_holdings(state)
    reader.read_turn(state)
    reader.read_marks(state)
    if "luck" in position:
        reader.read_luck(state)
    elif "deck" in position:
        state.luck = chacha(seed)
    if not reader.problems:
        reader.check_pending(state)
    if reader.problems:
        raise InvalidPosition(reader.problems)
    over = reader.flag("over")
    if over:
        state.seat = OVER
    return begin(state, log, reader.flag("started") or over)


def write(state: CardOthelloState) -> dict[str, Any]:
    """The state as a position: everything, so that nothing is left to luck."""
    sides = list(zip(SIDES, (state.black_holding, state.white_holding), strict=True))
    over = state.seat == OVER
    written: dict[str, Any] = {
        "board": board_rows(state),
        "turn": SIDES[max(state.seat, 0)],
        "started": True,
        **({"over": True} if over else {}),
        "charge": {side: holding.charge for side, holding in sides},
        "hand": {side: card_names(holding.hand) for side, holding in sides},
        "deck": {side: card_names(holding.deck[holding.drawn :]) for side, holding in sides},
        "discard": {side: card_names(holding.discard) for side, holding in sides},
        "pending": CARD_NAMES[state.pending] if state.pending != NO_CARD else None,
        "picked": [NAMES[state.first]] if state.first != NOWHERE else [],
        "sacrificed": state.sacrificed,
        "offers": card_names(state.offers),
        "card_used": state.card_used,
        "placed": state.placed,
        "placements": state.placements,
        "passes": state.passes,
        "marks": [_written(mark, seq) for seq, mark in enumerate(state.marks, 1)],
        "sprouts": cell_names(state.sprouts),
        "snares": {side: holding.snares for side, holding in sides},
        "made": card_names(state.made),
        "luck": {"seed": state.luck.seed(), "drawn": state.luck.drawn()},
    }
    if not state.options.cards:
        return {key: value for key, value in written.items() if key not in CARD_KEYS}
    return written


def _written(mark: Mark, seq: int) -> dict[str, Any]:
    data: dict[str, Any] = {"at": NAMES[mark.at], "kind": KIND_NAMES[mark.kind], "owner": SIDES[mark.owner]}
    if FIRST_LEFT[mark.kind]:
        data["left"] = mark.left
    data["seq"] = seq
    if mark.origin != NOWHERE:
        data["origin"] = NAMES[mark.origin]
    return data


class Reader:
    """Reads the parts of a position into a state and collects what is wrong with them."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.position = position
        self.problems: list[Problem] = []

    def wrong(self, path: list[str | int], en: str, ja: str) -> None:
        self.problems.append(Problem(path, Message("position", en, ja)))

    def flag(self, key: str) -> bool:
        return self.position.get(key, False) is True

    def check_keys(self, options: Options) -> None:
        for key in self.position:
            if key not in KEYS:
                en, ja = did_you_mean(str(key), KEYS)
                self.wrong([str(key)], f"no part of a position.{en}", f"局面にない項目です。{ja}")
            elif key in CARD_KEYS and not options.cards:
                self.wrong([key], "the cards are off in this game.", "カードなしの設定では使えません。")

    # Values

    def whole(self, value: Any, path: list[str | int], low: int, high: int) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        en = f"{value!r} is not a whole number from {low} to {high}."
        self.wrong(path, en, f"{value!r} は使えません（{low} から {high} の整数）。")
        return low

    def cell(self, value: Any, path: list[str | int]) -> int:
        if isinstance(value, str) and value in NUMBERS:
            return NUMBERS[value]
        self.wrong(path, f"{value!r} is no cell (a1 to h8).", f"{value!r} は盤のマスではありません（a1 から h8）。")
        return 0

    def word(self, value: Any, path: list[str | int], known: dict[str, int], en: str, ja: str) -> int:
        if isinstance(value, str) and value in known:
            return known[value]
        near_en, near_ja = did_you_mean(str(value), list(known))
        self.wrong(path, f"{value!r} is no {en}.{near_en}", f"{value!r} という{ja}はありません。{near_ja}")
        return 0

    def cards(self, value: Any, path: list[str | int], most: int) -> vec[u8]:
        if not isinstance(value, list):
            self.wrong(path, "a list of type codes is expected.", "カードの種類のリストで書いてください。")
            return vec[u8]()
        if len(value) > most:
            self.wrong(
                path, f"{len(value)} cards, and at most {most} fit.", f"{len(value)} 枚は多すぎます（最大 {most}）。"
            )
            return vec[u8]()
        return vec[u8](
            [u8(self.word(name, [*path, i], CARD_CODES, "type of card", "カード")) for i, name in enumerate(value)]
        )

    def by_side(self, key: str) -> dict[str, Any]:
        """A mapping by colour; either may be left out."""
        given = self.position.get(key, {})
        if not isinstance(given, dict):
            self.wrong([key], "a mapping with black and white is expected.", "black と white で分けて書いてください。")
            return {}
        for side in given:
            self.word(side, [key, str(side)], SIDE_CODES, "colour", "色")
        return {side: given[side] for side in SIDES if side in given}

    # Parts

    def read_board(self, state: CardOthelloState) -> None:
        rows = self.position.get("board")
        if rows is None:
            return
        if not isinstance(rows, list) or len(rows) != 8:
            number = len(rows) if isinstance(rows, list) else 0
            self.wrong(["board"], f"eight rows are expected, not {number}.", f"{number} 行あります（8 行必要です）。")
            return
        state.black = state.white = 0
        for row, text in enumerate(rows):
            if not isinstance(text, str) or len(text) != 8 or set(text) - set(".BW"):
                en = f"{text!r}: eight of . (empty), B (black), W (white) are expected."
                self.wrong(["board", row], en, f"{text!r}: .（空）B（黒）W（白）を 8 文字並べてください。")
                continue
            for column, sign in enumerate(text):
                if sign != ".":
                    state.put(BIT[8 * row + column], "BW".index(sign))

    def read_holdings(self, state: CardOthelloState) -> None:
        options = state.options
        for key in ("charge", "hand", "deck", "discard", "snares"):
            for side, value in self.by_side(key).items():
                holding = state.holding(SIDES.index(side))
                path: list[str | int] = [key, side]
                if key == "charge":
                    holding.charge = self.whole(value, path, 0, options.charge_cap)
                elif key == "snares":
                    holding.snares = self.whole(value, path, 0, 64)
                elif key == "hand":
                    holding.hand = self.cards(value, path, options.hand_limit)
                elif key == "deck":
                    holding.deck, holding.drawn = self.cards(value, path, MOST_CARDS), 0
                else:
                    holding.discard = self.cards(value, path, MOST_CARDS)
        for zone in ("offers", "made"):
            if zone in self.position:
                setattr(state, zone, self.cards(self.position[zone], [zone], MOST_CARDS))

    def read_turn(self, state: CardOthelloState) -> None:
        given = self.position
        if "turn" in given:
            state.seat = self.word(given["turn"], ["turn"], SIDE_CODES, "colour", "色")
        for key in ("started", "over", "card_used"):
            if not isinstance(given.get(key, False), bool):
                self.wrong([key], "true or false is expected.", "true か false で書いてください。")
        if given.get("pending") is not None:
            card = self.word(given["pending"], ["pending"], CARD_CODES, "type of card", "カード")
            state.pending = card
            if card in AT_ONCE:
                self.wrong(["pending"], f"{CARD_NAMES[card]} acts at once.", f"{CARD_NAMES[card]} は保留になりません。")
        state.card_used = self.flag("card_used") or state.pending != NO_CARD
        state.placements = self.whole(given.get("placements", 1), ["placements"], 0 if self.flag("over") else 1, 2)
        state.placed = self.whole(given.get("placed", 0), ["placed"], 0, 2)
        if state.placements == 2 and not state.card_used:
            en, ja = "a second placement needs card_used: true.", "2 回置くには card_used: true が必要です。"
            self.wrong(["placements"], en, ja)
        state.passes = self.whole(given.get("passes", 0), ["passes"], 0, 2 if self.flag("over") else 1)
        state.sacrificed = self.whole(given.get("sacrificed", 0), ["sacrificed"], 0, 2)
        picked = given.get("picked", [])
        if not isinstance(picked, list) or len(picked) > 1:
            self.wrong(["picked"], "a list of at most one cell is expected.", "マス 1 つまでのリストで書いてください。")
        elif picked:
            state.first = self.cell(picked[0], ["picked", 0])
            if (state.black | state.white) & BIT[state.first] == 0:
                self.wrong(["picked", 0], f"{picked[0]} is empty.", f"{picked[0]} に石がありません。")
        sprouts = given.get("sprouts", [])
        if not isinstance(sprouts, list):
            self.wrong(["sprouts"], "a list of cells is expected.", "マスのリストで書いてください。")
            sprouts = []
        for index, name in enumerate(sprouts):
            bit = BIT[self.cell(name, ["sprouts", index])]
            state.sprouts |= bit
            if (state.black | state.white) & bit == 0:
                self.wrong(["sprouts", index], f"{name} is empty.", f"{name} に石がありません。")

    def read_luck(self, state: CardOthelloState) -> None:
        luck = self.position["luck"]
        if not isinstance(luck, dict) or set(luck) != {"seed", "drawn"}:
            self.wrong(["luck"], "a mapping with seed and drawn is expected.", "seed と drawn を書いてください。")
            return
        seed = self.whole(seed_in(luck["seed"]), ["luck", "seed"], 0, (1 << SEED_BITS) - 1)
        state.luck = chacha(seed)
        state.luck.skip(self.whole(luck["drawn"], ["luck", "drawn"], 0, 1 << 40))

    def read_marks(self, state: CardOthelloState) -> None:
        given = self.position.get("marks", [])
        if not isinstance(given, list):
            self.wrong(["marks"], "a list of marks is expected.", "印のリストで書いてください。")
            return
        found: list[tuple[int, Mark]] = []
        for index, data in enumerate(given):
            before = len(self.problems)
            mark, seq = self.mark(state, data, ["marks", index])
            if len(self.problems) == before:
                self.check_beside(mark, [other for _, other in found], ["marks", index])
                found.append((seq, mark))
        ordered = sorted(found, key=lambda pair: pair[0])
        state.set_marks([Mark(m.kind, m.at, m.owner, m.left, seq, m.origin) for seq, (_, m) in enumerate(ordered, 1)])
        state.next_seq = len(found) + 1
        for seat, side in enumerate(SIDES):
            traps = sum(mark.kind == TRAP and mark.owner == seat for mark in state.marks)
            holding = state.holding(seat)
            if "snares" not in self.position:
                holding.snares = traps
            elif holding.snares < traps:
                self.wrong(["snares", side], f"{traps} traps are on the board.", f"罠が {traps} つ置かれています。")

    def mark(self, state: CardOthelloState, data: Any, path: list[str | int]) -> tuple[Mark, int]:
        """One mark and its number; marks without one come last, in the order of the file."""
        nothing = Mark(0, 0, 0, 0, 0)
        if not isinstance(data, dict) or not {"at", "kind", "owner"} <= set(data):
            self.wrong(path, "a mark has at, kind and owner.", "印には at・kind・owner が必要です。")
            return nothing, 0
        for key in data:
            if key not in MARK_KEYS:
                en, ja = did_you_mean(str(key), MARK_KEYS)
                self.wrong([*path, str(key)], f"no part of a mark.{en}", f"印にない項目です。{ja}")
        at = self.cell(data["at"], [*path, "at"])
        kind = self.word(data["kind"], [*path, "kind"], KIND_CODES, "kind of mark", "印")
        owner = self.word(data["owner"], [*path, "owner"], SIDE_CODES, "colour", "色")
        first = FIRST_LEFT[kind]
        left = first
        if "left" in data:
            high = 5 if kind == WORK else first
            left = self.whole(data["left"], [*path, "left"], min(1, high), high)
        seq = self.whole(data.get("seq", 1_000_000), [*path, "seq"], 0, 1_000_000)
        origin = self.cell(data["origin"], [*path, "origin"]) if "origin" in data else NOWHERE
        if (state.black | state.white) & BIT[at] == 0:
            self.wrong([*path, "at"], f"{data['at']} is empty.", f"{data['at']} に石がありません。")
        elif state.stones(owner) & BIT[at] == 0:
            en = f"the stone on {data['at']} is not {data['owner']}'s."
            self.wrong([*path, "owner"], en, f"{data['at']} の石は {data['owner']} の石ではありません。")
        if origin != NOWHERE and (kind != BREEDING or (state.black | state.white) & BIT[origin] == 0):
            en, ja = (
                "only a breeding mark has one, and a stone stands there.",
                "繁殖の印だけが、石のあるマスを指せます。",
            )
            self.wrong([*path, "origin"], en, ja)
        return Mark(kind, at, owner, left, 0, origin), seq

    def check_beside(self, mark: Mark, others: list[Mark], path: list[str | int]) -> None:
        """One mark a stone, and a guard over any but a bomb (CO-9.5); one stone at work a player (CO-10.20)."""
        kind = KIND_NAMES[mark.kind]
        for other in others:
            pair = {kind, KIND_NAMES[other.kind]}
            if other.at == mark.at and ("GUARD" not in pair or len(pair) == 1 or "TIME_BOMB" in pair):
                en = f"{NAMES[mark.at]} carries {KIND_NAMES[other.kind]} already."
                self.wrong([*path, "at"], en, f"{NAMES[mark.at]} にはすでに {KIND_NAMES[other.kind]} があります。")
            if mark.kind == WORK == other.kind and mark.owner == other.owner:
                self.wrong(path, "a player has one stone at work.", "出稼ぎは 1 人 1 つです。")

    def check_pending(self, state: CardOthelloState) -> None:
        """A pending card can be resolved, and the rest fits it."""
        card = state.pending
        busy = [key for key in ("pending", "card_used", "picked", "sacrificed", "offers") if self.position.get(key)]
        if busy and not self.flag("started") and not self.flag("over"):
            en = "that needs started: true; the turn has not begun."
            self.wrong([busy[0]], en, "started: true が必要です（手番が始まっていません）。")
        if state.first != NOWHERE and card != POSITION_SWAP_WILL:
            self.wrong(["picked"], "nothing has been picked yet.", "まだ何も選ばれていません。")
        if state.sacrificed and card != SACRIFICE_WILL:
            self.wrong(["sacrificed"], "no sacrifice is pending.", "生贄の選択中ではありません。")
        if (card == HEAVEN_BLESSING) != (len(state.offers) > 0):
            self.wrong(["offers"], "offers go with HEAVEN_BLESSING.", "offers は HEAVEN_BLESSING と組で書きます。")
        room = len(state.holding(state.seat).hand) < state.options.hand_limit
        if card == HEAVEN_BLESSING and not room:
            self.wrong(["hand"], "there is no room for a blessing.", "手札に空きがありません。")
        stuck = False
        if card == SELL_CARD_WILL:
            stuck = len(state.holding(state.seat).hand) == 0
        elif card != NO_CARD and PICKS[card] == PICKS_CELL:
            stuck = targets(state, card) == 0
        elif card != NO_CARD:
            stuck = not has_target(state, card)
        if stuck:
            self.wrong(["pending"], "there is nothing to pick.", "選べる対象がありません。")


SIDE_CODES: Final = {side: code for code, side in enumerate(SIDES)}
