"""`tefuda simulate`."""

import time
from typing import Any

from rich.console import Console
from rich.text import Text

from tefuda.cardlang.workshop import find_workshop
from tefuda.cli.console import (
    column,
    complain,
    deck_options,
    game_title,
    in_range,
    out,
    percent,
    print_json,
    progress_bar,
    read_option_flags,
    read_workers,
    stopped,
)
from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.screen import wrapped
from tefuda.core.errors import invalid_input
from tefuda.core.game import Game
from tefuda.core.random import SEED_BITS
from tefuda.core.registry import find_game
from tefuda.core.seed import game_seed, parse_seed
from tefuda.lab.runs.simulate import Job, Tally, simulate

FEW_GAMES = 50
"""For each so many another process is worth starting; a run of fewer is done before one has started, mostly."""

MOST_GAMES = 10**12
MOST_NAME = 40
LABEL = 14
HEURISTIC = "heuristic"
MOST_NAMED = 12
"""Of what took part in wins, so many are named; --json has them all."""


def simulate_games(
    game_id: str,
    players: list[str],
    games: int,
    seed: str,
    options: list[str],
    decks: list[str],
    workers: int,
    swap: bool,
    as_json: bool,
) -> int:
    """Play and count; 130 where Ctrl-C ended it early."""
    game = find_game(game_id)
    in_range("--games", games, 1, MOST_GAMES)
    workers = read_workers(workers, games // FEW_GAMES)
    if swap and game.seats == 1:
        en, ja = "--swap is for games of two and more.", "--swap は 2 人以上のゲームで使います。"
        raise invalid_input("swap", en, ja)
    first = parse_seed(seed)
    if game_seed(first, games) >> SEED_BITS:
        raise invalid_input(
            "seed", "That seed leaves no room for so many games.", "そのシードではゲーム数が多すぎます。"
        )
    chosen = deck_options(game, read_option_flags(game, options), decks)
    job = Job(game_id, players, first, chosen, swap)
    began = time.perf_counter()
    with progress_bar() as bar:
        task = bar.add_task(f"{game.id}: {', '.join(job.players)}", total=games)
        tally, complete = simulate(job, games, workers, lambda tally: bar.update(task, completed=tally.games))
    seconds = time.perf_counter() - began
    summary = tally.summary()
    figures = {
        "game": game.id,
        "players": job.players,
        "seed": seed,
        "options": job.options,
        "swap": swap,
        **summary,
        "games_per_second": round(tally.games / seconds, 1),
        "workers": workers,
        "complete": complete,
    }
    if as_json:
        print_json(figures)
    else:
        console = out()
        console.print(Text(game_title(game), "bold"))
        rows = setup_rows(game, job)
        if tally.games:
            who = f"{first_one(game, job)} " if game.seats > 1 else ""
            rows.append((t("wins", "勝ち"), f"{who}{wins_line(tally)}"))
            if game.seats > 1:
                rows.append((t("losses", "負け"), str(tally.games - tally.wins[0] - tally.draws - tally.unfinished)))
                rows.append((t("draws", "引き分け"), str(tally.draws)))
            if tally.unfinished or game.seats > 1:
                rows.append((t("unfinished", "未決着"), str(tally.unfinished)))
            rows += payoff_rows(job, summary)
            rows += opening_rows(summary)
            plays = summary["plays"]
            rows.append(
                (t("plays", "手数"), t("mean {:.1f}, median {:g}", "平均 {:.1f}、中央値 {:g}").format(*plays.values()))
            )
            rows += measured_rows(summary)
            rows += decided_rows(game.id, summary.get("decided", {}))
            rows.append((t("speed", "速さ"), f"{figures['games_per_second']:,.0f} {t('games a second', 'ゲーム/秒')}"))
        for label, value in rows:
            print_row(console, label, value)
    if not complete:
        complain(stopped())
        return 130
    return 0


def print_row(console: Console, label: str, value: str) -> None:
    """A label and its value; in a terminal a long value goes on below its first line."""
    lines = wrapped(value, console.width - LABEL - 3) if console.is_terminal else [value]
    for number, line in enumerate(lines):
        console.print(f"  {column('' if number else label, LABEL)}{line}")


def setup_rows(game: Game, job: Job) -> list[tuple[str, str]]:
    """Who played with which decks."""
    names = [player_label(game, name) for name in job.players]
    swapped = t("; seats swapped in every other game", "（一戦ごとに席を交代）") if job.swap else ""
    rows = [(t("players", "プレイヤー"), f"{t(' against ', ' 対 ').join(names)}{swapped}")]
    decks = deck_names(game, job)
    if decks and all(len(deck) < MOST_NAME for deck in decks):
        rows.append((t("deck" if len(decks) == 1 else "decks", "デッキ"), t(" against ", " 対 ").join(decks)))
    return rows


def player_label(game: Game, name: str) -> str:
    """A player's name; of a game's best rule of thumb, the name that the game gives it too."""
    own = game.players.names()
    return f"{name} ({own[-1]})" if name == HEURISTIC and own and HEURISTIC not in own else name


def deck_names(game: Game, job: Job) -> list[str]:
    """The decks by seat, as the options name them; those that the game begins with where none are given."""
    options = game.read_options(job.options)
    return [str(value) for name, value in options.items() if name.split(".")[0] == "deck"]


def first_one(game: Game, job: Job) -> str:
    """Whose wins are counted: the first player, by name; by deck or by seat where the players are the same."""
    decks = deck_names(game, job)
    if len(set(job.players)) > 1:
        return job.players[0]
    if len(set(decks)) > 1 and len(decks[0]) < MOST_NAME:
        return decks[0]
    return job.players[0] if job.swap else say(game.seat_titles[0])


def payoff_rows(job: Job, summary: dict[str, Any]) -> list[tuple[str, str]]:
    """The mean payoff of each player, in a game with payoffs."""
    rows = []
    for name, found in zip(job.players, summary.get("payoffs", []), strict=False):
        interval = t("95 %: {low:+.3f} to {high:+.3f}", "95 % 区間 {low:+.3f} ～ {high:+.3f}").format(**found)
        rows.append((t("mean payoff", "平均利得"), f"{name} {found['mean']:+.3f}  ({interval})"))
    return rows


def opening_rows(summary: dict[str, Any]) -> list[tuple[str, str]]:
    """How often whoever went first has won."""
    found = summary.get("first_player")
    if found is None:
        return []
    interval = interval_of(found["low"], found["high"])
    return [
        (t("first player", "先行勝率"), f"{found['wins']} / {found['games']} = {percent(found['rate'])}  ({interval})")
    ]


def measured_rows(summary: dict[str, Any]) -> list[tuple[str, str]]:
    """What the games were like: each measure with its spread."""
    labels = {"turns": t("turns", "ターン数"), "refreshes": t("refreshes", "リフレッシュ")}
    rows = []
    for name, found in summary.get("measured", {}).items():
        value = t(
            "mean {mean:.3g}, median {median:g}, nine tenths within {nine_tenths:g}, most {most:g}",
            "平均 {mean:.3g}、中央値 {median:g}、9 割は {nine_tenths:g} 以内、最大 {most:g}",
        ).format(**found)
        if found["any"] < 1:
            share = percent(found["any"])
            value += t(f"; in {share} of the games", f"（{share} のゲームで発生）")
        rows.append((labels.get(name, name), value))
    return rows


def decided_rows(game: str, decided: dict[str, Any]) -> list[tuple[str, str]]:
    """What decided the games that were won, cards by their names."""
    names = {card.id: card.name(language()) for card in find_workshop(game).cards().values()} if decided else {}
    labels = {
        "turns": t("turns used", "使ったターン"),
        "chain": t("chain", "連鎖"),
        "cards": t("won with", "勝った手順"),
    }
    rows = []
    for name in sorted(decided, key=lambda name: list(labels).index(name) if name in labels else len(labels)):
        found = decided[name]
        if "median" in found:
            said = t(
                "mean {mean:.1f}, median {median:g}, most {most}", "平均 {mean:.1f}、中央値 {median:g}、最大 {most}"
            )
            value = said.format(**found)
        else:
            value = ", ".join(
                f"{names.get(item, item)} {100 * share:.0f} %" for item, share in list(found.items())[:MOST_NAMED]
            )
        rows.append((labels.get(name, name), value))
    return rows


def wins_line(tally: Tally) -> str:
    """How many were won by the first one named, with the interval."""
    summary = tally.summary()
    interval = interval_of(summary["low"], summary["high"])
    return f"{tally.wins[0]} / {tally.games} = {percent(summary['rate'])}  ({interval})"


def interval_of(low: float, high: float) -> str:
    return t(f"95 %: {percent(low)} to {percent(high)}", f"95 % 区間 {percent(low)} ～ {percent(high)}")
