"""`tefuda simulate`."""

import time
from typing import Any

from rich.console import Console
from rich.text import Text

from tefuda.cardlang.workshop import find_workshop
from tefuda.cli.console import (
    GAMES_PER_WORKER,
    check_range,
    column,
    format_percent,
    game_title,
    print_error,
    print_json,
    progress_bar,
    read_options,
    read_workers,
    stdout_console,
    stopped_message,
)
from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.screen import wrap_text
from tefuda.core.errors import invalid_input
from tefuda.core.game import Game
from tefuda.core.random import SEED_BITS
from tefuda.core.registry import find_game
from tefuda.core.seed import game_seed, parse_seed
from tefuda.lab.runs.count_games import count_games
from tefuda.lab.stats.tally import Tally
from tefuda.lab.studies.forfeits import forfeit_sentence, forfeit_summary
from tefuda.lab.studies.simulation import Simulation
from tefuda.players.exec_player import allow_programs

MAX_GAMES = 10**12
LONGEST_NAME = 40
LABEL_WIDTH = 14
HEURISTIC = "heuristic"
MAX_CARDS = 12
"""Maximum number of cards in `won with`; --json has all of them."""


def simulate_games(
    game_id: str,
    *,
    players: list[str],
    games: int,
    seed: str,
    options: list[str],
    decks: list[str],
    workers: int,
    swap: bool,
    as_json: bool,
) -> int:
    """Play and count games; return 130 if Ctrl-C stopped it early."""
    game = find_game(game_id)
    check_range("--games", games, 1, MAX_GAMES)
    workers = read_workers(workers, games // GAMES_PER_WORKER)
    if swap and game.seats == 1:
        en, ja = "--swap requires a game with two or more seats.", "--swap は 2 人以上のゲームで使います。"
        raise invalid_input("swap", en, ja)
    first = parse_seed(seed)
    if game_seed(first, games) >> SEED_BITS:
        raise invalid_input("seed", "The seed is too large for so many games.", "そのシードではゲーム数が多すぎます。")
    chosen = read_options(game, options, decks)
    allow_programs(players)
    simulation = Simulation(game_id, players, first, chosen, swap)
    began = time.perf_counter()
    with progress_bar() as bar:
        task = bar.add_task(f"{game.id}: {', '.join(simulation.players)}", total=games)
        (tally,), complete = count_games(simulation, games, workers, lambda done: bar.update(task, completed=done))
    seconds = time.perf_counter() - began
    summary = tally.summary()
    forfeits = [
        forfeit_summary(name, reasons)
        for name, reasons in zip(simulation.players, tally.forfeits, strict=True)
        if reasons
    ]
    figures = {
        "game": game.id,
        "players": simulation.players,
        "seed": seed,
        "options": simulation.options,
        "swap": swap,
        **summary,
        **({"forfeits": forfeits} if forfeits else {}),
        "games_per_second": round(tally.games / seconds, 1),
        "workers": workers,
        "complete": complete,
    }
    if as_json:
        print_json(figures)
    else:
        console = stdout_console()
        console.print(Text(game_title(game), "bold"))
        rows = setup_rows(game, simulation)
        if tally.games:
            who = f"{counted_side(game, simulation)} " if game.seats > 1 else ""
            rows.append((t("wins", "勝ち"), f"{who}{format_wins(tally)}"))
            if game.seats > 1:
                rows.append((t("losses", "負け"), str(tally.games - tally.wins[0] - tally.draws - tally.unfinished)))
                rows.append((t("draws", "引き分け"), str(tally.draws)))
            if tally.unfinished or game.seats > 1:
                rows.append((t("unfinished", "未決着"), str(tally.unfinished)))
            rows += [(t("failed", "動作不良"), say(forfeit_sentence(found))) for found in forfeits]
            rows += payoff_rows(simulation, summary)
            rows += first_player_rows(summary)
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
        print_error(stopped_message())
        return 130
    return 0


def print_row(console: Console, label: str, value: str) -> None:
    """Print a label and its value; in a terminal long values wrap."""
    lines = wrap_text(value, console.width - LABEL_WIDTH - 3) if console.is_terminal else [value]
    for number, line in enumerate(lines):
        console.print(f"  {column('' if number else label, LABEL_WIDTH)}{line}")


def setup_rows(game: Game, simulation: Simulation) -> list[tuple[str, str]]:
    """Return the rows for players and decks."""
    names = [player_label(game, name) for name in simulation.players]
    swapped = t("; seats swapped in every other game", "（一戦ごとに席を交代）") if simulation.swap else ""
    rows = [(t("players", "プレイヤー"), f"{t(' against ', ' 対 ').join(names)}{swapped}")]
    decks = deck_names(game, simulation)
    if decks and all(len(deck) < LONGEST_NAME for deck in decks):
        rows.append((t("deck" if len(decks) == 1 else "decks", "デッキ"), t(" against ", " 対 ").join(decks)))
    return rows


def player_label(game: Game, name: str) -> str:
    """Return the name of a player; `heuristic` with the name that the game gives it."""
    own = game.players.names()
    return f"{name} ({own[-1]})" if name == HEURISTIC and own and HEURISTIC not in own else name


def deck_names(game: Game, simulation: Simulation) -> list[str]:
    """Return the decks by seat, with the defaults of the game."""
    options = game.read_options(simulation.options)
    return [str(value) for name, value in options.items() if name.split(".")[0] == "deck"]


def counted_side(game: Game, simulation: Simulation) -> str:
    """Return the side whose wins are shown: the first player, or its deck or seat if all players are equal."""
    decks = deck_names(game, simulation)
    if len(set(simulation.players)) > 1:
        return simulation.players[0]
    if len(set(decks)) > 1 and len(decks[0]) < LONGEST_NAME:
        return decks[0]
    return simulation.players[0] if simulation.swap else say(game.seat_titles[0])


def payoff_rows(simulation: Simulation, summary: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the rows for the mean payoff of each player."""
    rows = []
    for name, found in zip(simulation.players, summary.get("payoffs", []), strict=False):
        interval = t("95 %: {low:+.3f} to {high:+.3f}", "95 % 区間 {low:+.3f} ～ {high:+.3f}").format(**found)
        rows.append((t("mean payoff", "平均利得"), f"{name} {found['mean']:+.3f}  ({interval})"))
    return rows


def first_player_rows(summary: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the row for the win rate of the first player."""
    found = summary.get("first_player")
    if found is None:
        return []
    interval = format_interval(found["low"], found["high"])
    return [
        (
            t("first player", "先行勝率"),
            f"{found['wins']} / {found['games']} = {format_percent(found['rate'])}  ({interval})",
        )
    ]


def measured_rows(summary: dict[str, Any]) -> list[tuple[str, str]]:
    """Return a row for each measure of the game."""
    labels = {"turns": t("turns", "ターン数"), "refreshes": t("refreshes", "リフレッシュ")}
    rows = []
    for name, found in summary.get("measured", {}).items():
        value = t(
            "mean {mean:.3g}, median {median:g}, nine tenths within {nine_tenths:g}, most {most:g}",
            "平均 {mean:.3g}、中央値 {median:g}、9 割は {nine_tenths:g} 以内、最大 {most:g}",
        ).format(**found)
        if found["any"] < 1:
            share = format_percent(found["any"])
            value += t(f"; in {share} of the games", f"（{share} のゲームで発生）")
        rows.append((labels.get(name, name), value))
    return rows


def decided_rows(game: str, decided: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the rows for what decided the won games, with names of cards."""
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
            pattern = t(
                "mean {mean:.1f}, median {median:g}, most {most}", "平均 {mean:.1f}、中央値 {median:g}、最大 {most}"
            )
            value = pattern.format(**found)
        else:
            value = ", ".join(
                f"{names.get(item, item)} {100 * share:.0f} %" for item, share in list(found.items())[:MAX_CARDS]
            )
        rows.append((labels.get(name, name), value))
    return rows


def format_wins(tally: Tally) -> str:
    """Return the wins of the first player with the interval."""
    summary = tally.summary()
    interval = format_interval(summary["low"], summary["high"])
    return f"{tally.wins[0]} / {tally.games} = {format_percent(summary['rate'])}  ({interval})"


def format_interval(low: float, high: float) -> str:
    return t(
        f"95 %: {format_percent(low)} to {format_percent(high)}",
        f"95 % 区間 {format_percent(low)} ～ {format_percent(high)}",
    )
