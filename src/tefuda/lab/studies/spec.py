"""Spec: the settings of a study as plain data, from the command line or a file."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tefuda.cardlang.deck_files import read_deck
from tefuda.cardlang.field_types import Problems, short_repr
from tefuda.cardlang.workshop import Workshop, find_workshop
from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.game import Game
from tefuda.core.options import did_you_mean
from tefuda.core.random import SEED_BITS, xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import game_seed, parse_seed
from tefuda.core.text import LANGUAGES
from tefuda.lab.studies.card_variants import changed_cards
from tefuda.players.names import make_player
from tefuda.players.search import SearchPlayer

KEYS = ["kind", "game", "players", "decks", "options", "vary", "games", "seed", "stop", "language"]
MADE_WITH = "made_with"
"""Key for the provenance that a run adds to its spec; ignored in other specs."""

MAX_GAMES = 10**9
MAX_DEALS = 10**15
"""More than all cells of a study have together."""

MAX_VALUES = 200
"""Maximum number of values of one option in a sweep."""

CARD_PREFIX = "card:"
"""Prefix of a varied number on a card."""

RANGE = re.compile(r"(-?[0-9]{1,12})-(-?[0-9]{1,12})(?::([0-9]{1,12}))?")
NUMBER = re.compile(r"-?[0-9]{1,18}")


class Spec:
    """The settings, each valid by itself. The kind of study checks the combination."""

    def __init__(self, kind: str, game: str) -> None:
        self.kind = kind
        self.game = game
        self.players: list[str] = []
        self.decks: list[str] = []
        """As values of the game's option: an id, or a whole deck on one line."""
        self.deck_names: list[str] = []
        self.options: dict[str, Any] = {}
        self.vary: dict[str, list[int | str]] = {}
        self.games = 1000
        self.seed = "1"
        self.stop = True
        """Whether it may stop early when the result is clear."""
        self.language = "en"

    def data(self) -> dict[str, Any]:
        """Return the spec in plain JSON types; `read_spec` is the inverse."""
        decks = [
            value if name == value else {"name": name, "cards": value}
            for name, value in zip(self.deck_names, self.decks, strict=True)
        ]
        return {
            "kind": self.kind,
            "game": self.game,
            "players": self.players,
            "decks": decks,
            "options": self.options,
            "vary": self.vary,
            "games": self.games,
            "seed": self.seed,
            "stop": self.stop,
            "language": self.language,
        }


def read_spec(data: Any, kinds: list[str]) -> Spec:
    """Parse a spec; raise `InvalidInput` with all problems."""
    problems = Problems()
    if not isinstance(data, dict):
        problems.add([], "not_a_mapping", "a study must be a mapping.", "実験は キー: 値 の形で書きます。")
        raise InvalidInput(problems.items)
    _check_keys(problems, data)
    kind = _kind(problems, data, kinds)
    game = _game(problems, data)
    spec = Spec(kind, "" if game is None else game.id)
    spec.games = _games(problems, data)
    spec.seed = _seed(problems, data)
    spec.stop = _stop(problems, data)
    spec.language = _language(problems, data)
    if game is not None:
        spec.players = _players(problems, game, data)
        before = len(problems.items)
        spec.options = _options(problems, game, data)
        spec.vary = _vary(problems, game, data, spec.options)
        _decks(problems, game, data, spec, len(problems.items) == before and not spec.vary)
    if problems.items:
        raise InvalidInput(problems.items)
    return spec


def _check_keys(problems: Problems, data: dict[str, Any]) -> None:
    """Report unknown keys."""
    for key in data:
        if key not in [*KEYS, MADE_WITH]:
            en, ja = did_you_mean(key[:40], KEYS)
            problems.suggested += [[name] for name in KEYS if f" {name}?" in en]
            listed = ", ".join(KEYS)
            problems.add(
                [key], "key_unknown", f"unknown key. Keys: {listed}.{en}", f"使えないキーです（{listed}）。{ja}"
            )


def _text(problems: Problems, data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    if key not in data:
        problems.add_missing([], key)
    elif not isinstance(value, str):
        problems.add(
            [key], "kind", f"must be a text, not {short_repr(value)}.", f"単語で書いてください（{short_repr(value)}）。"
        )
    else:
        return value
    return ""


def _kind(problems: Problems, data: dict[str, Any], kinds: list[str]) -> str:
    kind = _text(problems, data, "kind")
    if kind and kind not in kinds:
        en, ja = did_you_mean(kind, kinds)
        listed = ", ".join(kinds)
        problems.add(
            ["kind"],
            "unknown_kind",
            f"Unknown study {kind[:40]!r}. Studies: {listed}.{en}",
            f"{kind[:40]!r} という実験はありません（{listed}）。{ja}",
        )
    return kind


def _game(problems: Problems, data: dict[str, Any]) -> Game | None:
    name = _text(problems, data, "game")
    if not name:
        return None
    try:
        return find_game(name)
    except InvalidInput as failure:
        problems.items += [problem.under(["game"]) for problem in failure.problems]
        return None


def _games(problems: Problems, data: dict[str, Any]) -> int:
    games = data.get("games", 1000)
    if isinstance(games, int) and not isinstance(games, bool) and 1 <= games <= MAX_GAMES:
        return games
    span = f"1-{MAX_GAMES:,}"
    problems.add(
        ["games"], "range", f"must be a number from {span}, not {short_repr(games)}.", f"ゲーム数は {span} です。"
    )
    return 1


def _seed(problems: Problems, data: dict[str, Any]) -> str:
    value = data.get("seed", "1")
    if isinstance(value, float):
        # YAML has already turned 7.120 into 7.12.
        en, ja = "a seed with a dot needs quotes: '7.120'.", "点のあるシードは引用符で囲んでください: '7.120'"
        problems.add(["seed"], "seed", en, ja)
        return "1"
    seed = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else short_repr(value)
    try:
        if game_seed(parse_seed(seed), MAX_DEALS) >> SEED_BITS:
            problems.add(["seed"], "seed", "is too large for so many games.", "このシードではゲーム数が多すぎます。")
    except InvalidInput as failure:
        problems.items += [problem.under(["seed"]) for problem in failure.problems]
    return seed


def _stop(problems: Problems, data: dict[str, Any]) -> bool:
    stop = data.get("stop", True)
    if not isinstance(stop, bool):
        problems.add(["stop"], "kind", "must be true or false.", "true か false で書いてください。")
    return stop is not False


def _language(problems: Problems, data: dict[str, Any]) -> str:
    language = data.get("language", "en")
    if language in LANGUAGES:
        return str(language)
    known = ", ".join(LANGUAGES)
    en, ja = (
        f"Unknown language {short_repr(language)}. Languages: {known}.",
        f"言語 {short_repr(language)} は使えません（{known}）。",
    )
    problems.add(["language"], "language", en, ja)
    return "en"


def _list(data: dict[str, Any], key: str) -> list[Any]:
    """Return a list; a single value is a list of one."""
    value = data.get(key)
    return value if isinstance(value, list) else [] if value is None else [value]


def _players(problems: Problems, game: Game, data: dict[str, Any]) -> list[str]:
    found = []
    for number, name in enumerate(_list(data, "players")):
        path: list[str | int] = ["players", number] if isinstance(data["players"], list) else ["players"]
        if not isinstance(name, str):
            problems.add(
                path, "kind", f"must be the name of a player, not {short_repr(name)}.", "名前で書いてください。"
            )
            continue
        try:
            player = make_player(game, name, xoshiro(0, 1))
            if isinstance(player, SearchPlayer) and player.budget.seconds > 0:
                en = f"{name} has a time limit, so its games are not reproducible. Use a count, such as mcts:1000."
                ja = f"{name} は時間で考えるため結果を再現できません。mcts:1000 のように回数で指定してください。"
                problems.add(path, "timed", en, ja)
            found.append(name)
        except InvalidInput as failure:
            problems.items += [problem.under(path) for problem in failure.problems]
    return found


def deck_options(game: Game) -> list[str]:
    """Return the deck options of a game, by seat."""
    return [option.name for option in game.options if option.name.split(".")[0] == "deck"]


def _decks(problems: Problems, game: Game, data: dict[str, Any], spec: Spec, limited: bool) -> None:
    """Read the decks. With `limited`, files are checked against the options; `Study.check` checks every cell."""
    decks = _list(data, "decks")
    if not decks:
        return
    if len(deck_options(game)) != game.seats:
        en, ja = f"{game.title.en} has no decks.", f"{game.title.ja}にデッキはありません。"
        problems.add(["decks"], "no_decks", en, ja)
        return
    workshop = find_workshop(game.id)
    limits = workshop.deck_limits(spec.options) if limited else (0, 0)
    for number, deck in enumerate(decks):
        path: list[str | int] = ["decks", number] if isinstance(data["decks"], list) else ["decks"]
        try:
            name, value = _deck(workshop, game, deck, limits)
            spec.deck_names.append(name)
            spec.decks.append(value)
        except InvalidInput as failure:
            problems.items += [problem.under(path) for problem in failure.problems]


def _deck(workshop: Workshop, game: Game, deck: Any, limits: tuple[int, int]) -> tuple[str, str]:
    """Return name and value of a deck, given by id, by file, or as a list of cards."""
    if isinstance(deck, dict) and set(deck) == {"name", "cards"}:
        return str(deck["name"]), str(deck["cards"])
    name = str(deck)
    if name not in workshop.decks() and Path(name).suffix in (".yaml", ".yml", ".json"):
        found = read_deck(Path(name), workshop.cards(), *limits)
        return found.id, workshop.deck_value(found)
    option = next(option for option in game.options if option.name == deck_options(game)[0])
    wrong = option.check(deck)
    if wrong is not None:
        raise InvalidInput([Problem([], wrong)])
    return name, name


def _options(problems: Problems, game: Game, data: dict[str, Any]) -> dict[str, Any]:
    options = data.get("options", {})
    if not isinstance(options, dict):
        problems.add(["options"], "kind", "must be a mapping of options.", "設定は 名前: 値 で書いてください。")
        return {}
    try:
        game.option_values(options)
    except InvalidInput as failure:
        problems.items += [problem.under(["options"]) for problem in failure.problems]
    return dict(options)


def _vary(
    problems: Problems, game: Game, data: dict[str, Any], options: Mapping[str, Any]
) -> dict[str, list[int | str]]:
    vary = data.get("vary", {})
    if not isinstance(vary, dict):
        problems.add(["vary"], "kind", "must be a mapping of options to values.", "設定名: 値 で書いてください。")
        return {}
    found = {}
    for name, given in vary.items():
        try:
            found[name] = _values(game, name, given)
        except InvalidInput as failure:
            problems.items += [problem.under(["vary", name]) for problem in failure.problems]
        if name in options:
            en, ja = f"{name} is already set as an option.", f"{name} はすでに固定の設定にあります。"
            problems.add(["vary", name], "option_twice", en, ja)
    return found


def _values(game: Game, name: str, given: Any) -> list[int | str]:
    """Return the values of a varied option; raise `InvalidInput`."""
    if name.startswith(CARD_PREFIX):
        found = expand_values(given, False)
        for value in found:
            changed_cards(game.id, {name.removeprefix(CARD_PREFIX): value})
        return found
    option = next((option for option in game.options if option.name == name), None)
    if option is None:
        names = [option.name for option in game.options]
        en, ja = did_you_mean(name, names)
        raise invalid_input("option_unknown", f"no such option.{en}", f"そのような設定はありません。{ja}")
    values = expand_values(given, isinstance(option.default, str))
    problems = [Problem([], wrong) for wrong in (option.check(value) for value in values) if wrong is not None]
    if problems:
        raise InvalidInput(problems[:1])
    return values


def expand_values(given: Any, words: bool) -> list[int | str]:
    """Expand `6-10`, `8-20:4`, `6,8,10`, `rank,suit` or a list of these; raise `InvalidInput`."""
    items = given if isinstance(given, list) else [item.strip() for item in str(given).split(",")]
    found: list[int | str] = []
    for item in items:
        # YAML reads `on` and `off` as booleans.
        text = ("on" if item else "off") if isinstance(item, bool) else str(item)
        span = None if words else RANGE.fullmatch(text)
        if span is not None:
            low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
            if low > high or step == 0:
                raise _invalid_range(text)
            found += range(low, high + 1, step)[: MAX_VALUES + 1]
        elif not text or (not words and ("-" in text[1:] or ":" in text) and not NUMBER.fullmatch(text)):
            raise _invalid_range(text)
        else:
            found.append(int(text) if NUMBER.fullmatch(text) and not words else text)
    if not found:
        raise invalid_input("no_values", "at least one value is required.", "値がありません。")
    if len(found) > MAX_VALUES:
        raise invalid_input(
            "too_many", f"at most {MAX_VALUES} values are allowed.", f"値が {MAX_VALUES} 個を超えています。"
        )
    for place, value in enumerate(found):
        if value in found[:place]:
            raise invalid_input("value_twice", f"{value} occurs twice.", f"{value} が二度あります。")
    return found


def _invalid_range(text: str) -> InvalidInput:
    examples, value = "6-10, 8-20:4, 6,8,10", repr(text[:40])
    en = f"invalid range {value}. Use {examples}."
    return invalid_input("bad_range", en, f"{value} は読めません（例: {examples}）。")
