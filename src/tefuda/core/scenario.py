"""Scenarios: rulings in executable form, read from YAML files."""

from pathlib import Path
from typing import Any, Final

from tefuda.core.errors import InvalidInput, Problem, TefudaError
from tefuda.core.events import SPECTATOR, Event
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.options import did_you_mean
from tefuda.core.registry import find_game
from tefuda.core.source import Source, read_file
from tefuda.core.text import Message

KEYS: Final = [
    "name",
    "rule",
    "game",
    "options",
    "start",
    "seed",
    "seeds",
    "legal",
    "illegal",
    "play",
    "expect",
    "view",
    "events",
    "result",
]
LISTS: Final = ["legal", "illegal", "play"]
MOST_SEEDS: Final = 100_000


class Scenario:
    """One ruling: a position, actions, and what must hold after them."""

    def __init__(self, source: Source, index: int, data: dict[str, Any], game: Game) -> None:
        self.source = source
        self.index = index
        self.data = data
        self.game = game
        self.name: str = data["name"]

    @property
    def rules(self) -> list[str]:
        """The clauses that the scenario proves."""
        rule = self.data.get("rule", [])
        return [rule] if isinstance(rule, str) else list(rule)

    @property
    def seeds(self) -> list[int]:
        """The seeds that the scenario runs with."""
        first: int = self.data.get("seed", 0)
        return list(range(first, first + self.data.get("seeds", 1)))

    @property
    def where(self) -> str:
        """`file:line`."""
        place = self.source.place([self.index])
        return f"{self.source.name}:{place.line}" if place is not None else self.source.name


def difference(path: list[str | int], en: str, ja: str) -> Problem:
    """Return the problem that something differs from the scenario."""
    return Problem(path, Message("differs", en, ja))


def read_scenarios(path: Path) -> list[Scenario]:
    """Return the scenarios of a file; raises `InvalidFile` with all problems of form."""
    source = read_file(path)
    problems: list[Problem] = []
    scenarios: list[Scenario] = []
    if not isinstance(source.data, list):
        en, ja = "a list of scenarios is expected.", "シナリオのリストではありません。"
        raise source.invalid([Problem([], Message("not_scenarios", en, ja))])
    for index, data in enumerate(source.data):
        found = check_form(data)
        game: Game | None = None
        if not found:
            try:
                game = find_game(data["game"])
                found = check_start(game, data)
            except InvalidInput as failure:
                found = [problem.under(["game"]) for problem in failure.problems]
        problems += [problem.under([index]) for problem in found]
        if not found and game is not None:
            scenarios.append(Scenario(source, index, data, game))
    if problems:
        raise source.invalid(problems)
    return scenarios


def check_form(data: Any) -> list[Problem]:
    """Return the problems with the form of one scenario."""
    if not isinstance(data, dict):
        return [Problem([], Message("not_a_mapping", "a scenario is a mapping.", "シナリオはマッピングで書きます。"))]
    problems: list[Problem] = []

    def wrong(path: list[str | int], en: str, ja: str) -> None:
        problems.append(Problem(path, Message("scenario", en, ja)))

    for key, value in data.items():
        if key not in KEYS:
            en, ja = did_you_mean(key, KEYS)
            wrong([key], f"no key of a scenario.{en}", f"シナリオにないキーです。{ja}")
        elif key in LISTS and not _texts(value):
            wrong([key], "a list of texts is expected.", "文字列のリストで書いてください。")
        elif key == "events" and not _events(value):
            wrong([key], "a list of kinds of events is expected.", "イベントの種類のリストで書いてください。")
        elif key == "rule" and not (isinstance(value, str) or _texts(value)):
            wrong([key], "a clause, or a list of clauses, is expected.", "条項、または条項のリストで書いてください。")
        elif key in ("start", "options", "expect", "view") and not isinstance(value, dict):
            wrong([key], "a mapping is expected.", "マッピングで書いてください。")
        elif key == "seed" and not (isinstance(value, int) and value >= 0):
            wrong([key], "a whole number from 0 is expected.", "0 以上の整数で書いてください。")
        elif key == "seeds" and not (isinstance(value, int) and 1 <= value <= MOST_SEEDS):
            wrong(
                [key], f"a number from 1 to {MOST_SEEDS} is expected.", f"1 から {MOST_SEEDS} の整数で書いてください。"
            )
        elif key == "result" and not (isinstance(value, list) and all(isinstance(v, int | float) for v in value)):
            wrong([key], "a list of scores is expected.", "得点のリストで書いてください。")
    for key in ("name", "game"):
        if not isinstance(data.get(key), str):
            wrong([], f"{key!r} is missing.", f"{key!r} がありません。")
    if "options" in data and "start" in data:
        wrong(["options"], "with a start, options go inside it.", "start があるときは、その中に書いてください。")
    return problems


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _events(value: Any) -> bool:
    """Return the problems with a list of expected events: kinds, or mappings of one kind to some of its data."""
    return isinstance(value, list) and all(
        isinstance(item, str)
        or (isinstance(item, dict) and len(item) == 1 and all(isinstance(data, dict) for data in item.values()))
        for item in value
    )


def check_start(game: Game, data: dict[str, Any]) -> list[Problem]:
    """Return the problems with the start, options and seats of a scenario."""
    problems: list[Problem] = []
    key = "start" if "start" in data else "options"
    try:
        begin(game, data, data.get("seed", 0))
    except InvalidInput as failure:
        problems += [problem.under([key]) for problem in failure.problems]
    for name in data.get("view", {}):
        if name not in [*game.seat_names, "spectator"]:
            en, ja = did_you_mean(name, [*game.seat_names, "spectator"])
            problems.append(Problem(["view", name], Message("seat", f"no seat.{en}", f"席の名前ではありません。{ja}")))
    return problems


def begin(game: Game, data: dict[str, Any], seed: int) -> Match:
    """Return the match at the start of a scenario."""
    return Match(game, seed, data.get("options"), data.get("start"))


def run(scenario: Scenario) -> list[Problem]:
    """Play a scenario with all its seeds. Return the differences of the first seed that has some."""
    for seed in scenario.seeds:
        problems = run_once(scenario, seed)
        if problems:
            if len(scenario.seeds) > 1:
                problems.append(
                    Problem(problems[-1].path, Message("seed", f"with seed {seed}.", f"シード {seed} のとき。"))
                )
            return [problem.under([scenario.index]) for problem in problems]
    return []


def run_once(scenario: Scenario, seed: int) -> list[Problem]:
    """Play a scenario once. Return all differences."""
    data = scenario.data
    match = begin(scenario.game, data, seed)
    problems: list[Problem] = []

    def differs(path: list[str | int], en: str, ja: str) -> None:
        problems.append(difference(path, en, ja))

    legal = match.legal(match.seat)
    for index, action in enumerate(data.get("legal", [])):
        if action not in legal:
            differs(["legal", index], f"{action} is not legal.", f"{action} は選べません。")
    for index, action in enumerate(data.get("illegal", [])):
        if action in legal:
            differs(["illegal", index], f"{action} is legal.", f"{action} が選べてしまいます。")
    for index, action in enumerate(data.get("play", [])):
        try:
            match.play(match.seat, match.ply, action)
        except TefudaError as error:
            differs(
                ["play", index],
                f"{action} was refused: {error.text('en')}",
                f"{action} は拒否されました: {error.text('ja')}",
            )
            return problems
    if "expect" in data:
        compare(data["expect"], match.game.position(match.state()), ["expect"], problems)
    for name, expected in data.get("view", {}).items():
        seat = SPECTATOR if name == "spectator" else match.game.seat_names.index(name)
        compare(expected, match.view(seat), ["view", name], problems)
    if "result" in data and match.result() != data["result"]:
        differs(["result"], f"is {match.result()}.", f"{match.result()} になりました。")
    problems += compare_events(data.get("events", []), match)
    return problems


def compare(expected: Any, found: Any, path: list[str | int], problems: list[Problem]) -> None:
    """Compare expected data with found data. Mappings may hold more; everything else must be equal."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key in found:
                compare(value, found[key], [*path, key], problems)
            else:
                en, ja = did_you_mean(key, list(found))
                problems.append(difference([*path, key], f"is not there.{en}", f"ありません。{ja}"))
    elif expected != found:
        wanted, got = _short(expected), _short(found)
        problems.append(difference(path, f"expected {wanted}, found {got}.", f"{wanted} のはずが {got} です。"))


def _short(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return f"[{', '.join(value)}]"
    return str(value)


def compare_events(expected: list[Any], match: Match) -> list[Problem]:
    """Compare the expected events, in this order, with those of the actions. Other events may come between.

    An event is named by its kind, or by its kind and part of what it says: `react: {by: auto}`.
    """
    first = 1 if match.ply else 0
    events = [event for ply in range(first, match.ply + 1) for event in match.events(ply)]
    at = 0
    for index, item in enumerate(expected):
        kind, data = (item, {}) if isinstance(item, str) else next(iter(item.items()))
        while at < len(events) and not _is_event(events[at], kind, data):
            at += 1
        if at == len(events):
            listed = ", ".join(event.kind for event in events)
            wanted = kind if not data else f"{kind} {data}"
            en, ja = f"{wanted} does not follow; events were: {listed}.", f"{wanted} が続きません。実際: {listed}"
            return [difference(["events", index], en, ja)]
        at += 1
    return []


def _is_event(event: Event, kind: str, data: dict[str, Any]) -> bool:
    known = {**event.data, **(event.secret or {})}
    return event.kind == kind and all(key in known and known[key] == value for key, value in data.items())
