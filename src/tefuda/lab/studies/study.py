"""Study: a question about a game, as the games to be played for it and the figures made of them.

A kind of study is a class: it says which cells there are, what else is kept of a game, when a cell has had enough, and
what the rows come to. Everything around it (processes, folders, going on after a stop) is the same for all kinds.
"""

import hashlib
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import tefuda
from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.core.playout import play_out
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import game_seed, parse_seed
from tefuda.core.state import OVER
from tefuda.core.text import Message
from tefuda.lab.charts.report import Report
from tefuda.lab.runs.rows import Row
from tefuda.lab.studies.card_variants import variant
from tefuda.lab.studies.spec import Spec, deck_options
from tefuda.players.names import make_player

MODEL = re.compile(r"policy[:=]([^,]+)")
APART = 10**9
"""How far apart the deals of two cells lie that must not share any."""


class Contestant:
    """A player with a deck, as far as the game has some."""

    def __init__(self, label: str, player: str, deck: str | None) -> None:
        self.label = label
        self.player = player
        self.deck = deck


class Part:
    """One of the games that are played of every deal: who sits where."""

    def __init__(self, players: list[str], options: dict[str, Any], sides: list[int]) -> None:
        self.players = players
        self.options = options
        self.sides = sides
        """The contestant of the cell that sits at each seat."""


class Cell:
    """Games that are counted together: so many deals, each played in every part."""

    def __init__(self, label: str, names: list[str], parts: list[Part], deals: int, offset: int = 0) -> None:
        self.label = label
        self.names = names
        """The contestants of the cell."""
        self.parts = parts
        self.deals = deals
        self.offset = offset
        """Cells with the same offset share their deals."""
        self.changes: dict[str, int | str] = {}
        """Numbers of cards that are other ones here."""


class Study:
    """A question, ready to be played. Plain data, so that it can be sent to other processes."""

    kind: ClassVar[str]
    tells_events: ClassVar[bool] = False
    """Whether `extra` wants to hear everything that happened."""

    def __init__(self, spec: Spec) -> None:
        """Raises `InvalidInput`, with key paths of the spec, where the wishes do not go together."""
        self.spec = spec
        self.seed = parse_seed(spec.seed)
        self.contestants = contestants(spec)
        self.cells = self.make_cells()
        self.check()
        self.made_with = self.ground()

    @cached_property
    def game(self) -> Game:
        return find_game(self.spec.game)

    def __getstate__(self) -> dict[str, Any]:
        """Every process finds the game itself."""
        return {name: value for name, value in self.__dict__.items() if name != "game"}

    def make_cells(self) -> list[Cell]:
        """What is to be played; raises `InvalidInput`."""
        raise NotImplementedError

    def check_setting(self) -> None:
        """For studies of one set of options, in games of one or two."""
        if self.spec.vary:
            en, ja = "This looks at one set of options; a sweep varies some.", "設定の変更は sweep で行います。"
            raise invalid_input("vary", en, ja, "vary")
        if self.game.seats > 2:
            en, ja = "Only games of one or two can be measured so.", "調べられるのは一人用か二人用のゲームです。"
            raise invalid_input("seats", en, ja, "game")

    def all_pairs(self, sides: list[Contestant]) -> list[Cell]:
        """Everybody against everybody, each deal twice with the seats swapped."""
        cells: list[Cell] = []
        for one in range(len(sides)):
            for two in range(one + 1, len(sides)):
                pair = [sides[one], sides[two]]
                names = [side.label for side in pair]
                parts = [seated(self.game, pair, order, self.spec.options) for order in ([0, 1], [1, 0])]
                deals = (self.spec.games + 1) // 2
                cells.append(Cell(" - ".join(names), names, parts, deals, len(cells) * APART))
        return cells

    def looks(self, cell: Cell) -> list[int]:
        """After how many deals it is asked whether a cell has had enough, the last number being all of them."""
        return [cell.deals]

    def enough(self, cell: Cell, rows: list[Row]) -> bool:
        """Whether these rows, those of all deals up to a look, leave nothing to be learned."""
        return False

    def extra(self, game: Game, events: list[Event], scores: list[float] | None) -> dict[str, Any]:
        """What else is kept of a game, as plain data. Without `tells_events` there are no events."""
        return {}

    def figures(self, rows: list[list[Row]]) -> dict[str, Any]:
        """What came out, in plain JSON types; the rows by cell, in order."""
        raise NotImplementedError

    def report(self, figures: dict[str, Any], rows: list[list[Row]]) -> Report:
        """The same for people."""
        raise NotImplementedError

    def check(self) -> None:
        """Whether every cell can be played; raises `InvalidInput` with the keys of the spec that are to blame."""
        problems: dict[str, Problem] = {}
        for cell in self.cells:
            try:
                with self.cards_of(cell):
                    for part in cell.parts:
                        self.game.read_options(part.options)
            except InvalidInput as failure:
                for problem in failure.problems:
                    found = self.blamed(problem, cell)
                    problems.setdefault(found.text("en"), found)
        if problems:
            raise InvalidInput(list(problems.values()))

    def blamed(self, problem: Problem, cell: Cell) -> Problem:
        """A problem of a cell's options, put at the key of the spec that it comes from."""
        name = problem.where()
        key = name.split(".")[0]
        if name in self.spec.vary:
            return problem.under(["vary"])
        if key == "deck" and self.spec.decks and name not in self.spec.options:
            return Problem(["decks"], problem.message)
        if name in self.spec.options or not self.spec.vary:
            return problem.under(["options"])
        en, ja = f"{cell.label}: {problem.text('en')}", f"{cell.label}: {problem.text('ja')}"
        return Problem(["vary"], Message(problem.message.code, en, ja))

    def cards_of(self, cell: Cell) -> AbstractContextManager[None]:
        """While this context lasts, the cards are those of the cell."""
        return variant(self.spec.game, cell.changes) if cell.changes else nullcontext()

    def ground(self) -> dict[str, Any]:
        """What the numbers stand on besides the spec: games with other rules or cards do not go together."""
        game = self.game
        pinned: dict[str, str] = {}
        seen = []
        for options in (part.options for cell in self.cells for part in cell.parts):
            if options not in seen:
                seen.append(options)
                pinned.update(game.card_digests(game.start(0, options)))
        cards = hashlib.sha256(json.dumps(pinned, sort_keys=True).encode()).hexdigest() if pinned else ""
        return {
            "tefuda": tefuda.__version__,
            "rules_version": game.rules_version,
            "cards": cards,
            "models": models(self.spec.players),
        }

    def play(self, number: int, first: int, count: int) -> tuple[int, list[Row], float]:
        """Play some deals of a cell, here and now: the cell, a row for each game, and the seconds it took."""
        began = time.perf_counter()
        cell = self.cells[number]
        game = self.game
        rows = []
        with self._alone(), self.cards_of(cell):
            for deal in range(first, first + count):
                seed = game_seed(self.seed, cell.offset + deal)
                for place, part in enumerate(cell.parts):
                    rows.append(self.play_one(game, part, seed, number, deal * len(cell.parts) + place))
        return number, rows, time.perf_counter() - began

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While this lasts, nobody else changes cards here; raises `InvalidInput` where they are not those of the run.

        Cards in use are those of a whole process, and a worker of a cluster may have several threads.
        """
        known = json.dumps([self.spec.data(), self.made_with])
        with _PLAYING:
            if known not in _SEEN:
                differences(self.made_with, self.ground(), WORKER)
                _SEEN.add(known)
            yield

    def play_one(self, game: Game, part: Part, seed: int, cell: int, number: int) -> Row:
        """One game.

        A player's luck comes from the deal and the seat: where two of one name swap seats, the same game is played
        again with the sides exchanged, so that a match of a player against itself ends level, exactly.
        """
        players = [make_player(game, name, xoshiro(seed, 1 + seat)) for seat, name in enumerate(part.players)]
        events: list[Event] = []
        state = game.start(seed, part.options, events if self.tells_events else None)
        opener = game.measures.first_seat(state)
        if opener < 0:
            opener = max(0, state.seat)
        state.log = events if self.tells_events else None
        plays = play_out(game, state, players, game.most_plays)
        finished = state.seat == OVER
        scores = state.scores() if finished else None
        measured = game.measures.figures(state) if finished else {}
        extra = {**self.extra(game, events, scores), **payoffs_of(game, scores)}
        return Row(cell, number, scores and game.points(scores), opener, plays, measured, extra)


_PLAYING = threading.Lock()
_SEEN: set[str] = set()
"""The studies whose ground this process has made sure of."""

HERE = Message("here", "this program", "このプログラム")
WORKER = Message("worker", "a worker", "ワーカー")


def differences(then: dict[str, Any], now: dict[str, Any], whose: Message) -> None:
    """Raises `InvalidInput` where games made on one ground cannot be counted together with games made on the other."""
    words = {
        "tefuda": ("Tefuda", "Tefuda "),
        "rules_version": ("rules version", "ルールのバージョン "),
        "cards": ("cards", "カード "),
        "models": ("models", "モデル "),
    }
    problems = []
    for key, (en, ja) in words.items():
        one, two = str(then.get(key, "?"))[:12], str(now[key])[:12]
        if then.get(key) != now[key]:
            message = Message(
                "other_ground",
                f"The run was begun with {en} {one or '-'}, and {whose.en} has {two or '-'}: they do not go together.",
                f"この実験の{ja}{one or '-'} に対し、{whose.ja}は {two or '-'} です。混ぜて集計できません。",
            )
            problems.append(Problem([], message))
    if problems:
        raise InvalidInput(problems)


def models(players: list[str]) -> str:
    """A digest of the model files that players are named with; empty where there are none."""
    digest = hashlib.sha256()
    names = [name for player in players for name in MODEL.findall(player)]
    for name in names:
        digest.update(Path(name).read_bytes() if Path(name).is_file() else name.encode())
    return digest.hexdigest() if names else ""


def contestants(spec: Spec) -> list[Contestant]:
    """Every player with every deck, by what they differ in; who is named twice is told apart by a number."""
    players = spec.players or ["random"]
    decks: list[tuple[str, str | None]] = [*zip(spec.deck_names, spec.decks, strict=True)] or [("", None)]
    found: list[Contestant] = []
    for player in players:
        for name, deck in decks:
            label = name if len(players) == 1 and len(decks) > 1 else player
            if len(players) > 1 and len(decks) > 1:
                label = f"{player} / {name}"
            again = sum(other.label.split(" #")[0] == label for other in found)
            found.append(Contestant(f"{label} #{again + 1}" if again else label, player, deck))
    return found


def seated(game: Game, sides: list[Contestant], order: list[int], options: dict[str, Any]) -> Part:
    """A part with these contestants at the seats, in this order, each with the own deck.

    Other options belong to the seats: who swaps seats swaps them too, so that they favour nobody.
    """
    names = deck_options(game)
    decks = {name: sides[side].deck for name, side in zip(names, order, strict=False) if sides[side].deck is not None}
    return Part([sides[side].player for side in order], {**options, **decks}, order)


def payoffs_of(game: Game, scores: list[float] | None) -> dict[str, Any]:
    """What a row keeps of the scores of a game with payoffs, by seat; nothing where they are wins and losses."""
    return {"payoffs": scores} if game.has_payoffs and scores is not None else {}


def score_of(cell: Cell, row: Row, side: int) -> float | None:
    """What a contestant of a cell scored in a game; None where it was not finished, or without it."""
    sides = cell.parts[row.number % len(cell.parts)].sides
    if row.scores is None or side not in sides:
        return None
    return row.scores[sides.index(side)]
