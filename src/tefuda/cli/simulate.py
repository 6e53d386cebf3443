"""`tefuda simulate`."""

import time

from rich.text import Text

from tefuda.cli.console import (
    at_least_one,
    complain,
    game_title,
    out,
    percent,
    print_json,
    progress_bar,
    read_option_flags,
    stopped,
)
from tefuda.cli.language import t
from tefuda.core.registry import find_game
from tefuda.core.seed import parse_seed
from tefuda.lab.parallel import cores
from tefuda.lab.simulate import Job, simulate

FEW_GAMES = 50
"""So few are done before other processes have started."""


def simulate_games(
    game_id: str, players: list[str], games: int, seed: str, options: list[str], workers: int, as_json: bool
) -> int:
    """Play and count; 130 where Ctrl-C ended it early."""
    game = find_game(game_id)
    at_least_one("--games", games)
    if workers != 0:
        at_least_one("--workers", workers)
    job = Job(game_id, players, parse_seed(seed), read_option_flags(game, options))
    if workers == 0:
        workers = 1 if games <= FEW_GAMES else cores()
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
        **summary,
        "games_per_second": round(tally.games / seconds, 1),
        "workers": workers,
        "complete": complete,
    }
    if as_json:
        print_json(figures)
    else:
        console = out()
        console.print(Text.assemble((game_title(game), "bold"), f"  {', '.join(job.players)}"))
        low, high = percent(summary["low"]), percent(summary["high"])
        wins = f"{tally.wins[0]} / {tally.games} = {percent(summary['rate'])}"
        console.print(f"  {t('wins', '勝ち')}        {wins}  (95 %: {low} - {high})")
        if game.seats > 1:
            console.print(f"  {t('draws', '引き分け')}       {tally.draws}")
        if tally.unfinished:
            console.print(f"  {t('unfinished', '未決着')}  {tally.unfinished}")
        plays = summary["plays"]
        mean, median = t("mean", "平均"), t("median", "中央値")
        console.print(f"  {t('plays', '手数')}       {mean} {plays['mean']:.1f}, {median} {plays['median']:g}")
        console.print(f"  {t('speed', '速さ')}       {figures['games_per_second']:,.0f} {t('games a second', '局/秒')}")
    if not complete:
        complain(stopped())
        return 130
    return 0
