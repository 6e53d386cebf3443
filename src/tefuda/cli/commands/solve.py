"""`tefuda solve`."""

import secrets
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from tefuda.cli.commands.puzzles import find_puzzle, included_puzzles
from tefuda.cli.console import (
    check_range,
    game_title,
    print_error,
    print_json,
    progress_bar,
    read_options,
    read_position,
    read_workers,
    stdout_console,
    stopped_message,
)
from tefuda.cli.language import say, t
from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.game import Game
from tefuda.core.options import did_you_mean
from tefuda.core.puzzle import Puzzle, read_puzzle
from tefuda.core.registry import find_game, game_ids
from tefuda.core.seed import format_seed, parse_seed
from tefuda.core.state import State
from tefuda.lab.runs.prove_deals import check_one_player, proof_summary, prove_deals
from tefuda.players.puzzle_maker import prove
from tefuda.solve import IMPOSSIBLE, SOLVED, Limits, proof_record, solve

MAX_DEALS = 1_000_000
PUZZLE_SUFFIXES = (".yaml", ".yml", ".json")


def _solve_puzzle(puzzle: Puzzle, limits: Limits, as_json: bool) -> int:
    """Prove a puzzle and show the number of shortest solutions and the difficulty."""
    found = {"puzzle": puzzle.id, **prove(puzzle.game, puzzle.game.at(puzzle.position), limits)}
    if as_json:
        print_json(found)
        return 0
    stdout_console().print(Text.assemble((say(puzzle.title), "bold"), f"  {say(puzzle.goal)}"))
    print(f"  {verdict_line(found)}")
    if found["line"]:
        print(f"  {', '.join(found['line'])}")
    if found["solutions"] is not None:
        measured = found["difficulty"]
        score, tier, fails = measured["score"], found["tier"], 100 * measured["fails"]
        print(
            t(
                f"  shortest solutions: {found['solutions']}; difficulty {score} (tier {tier}): "
                f"branching {measured['branching']}, a greedy player fails {fails:.0f} %",
                f"  最短解の数: {found['solutions']}。難度 {score}（段階 {tier}）: "
                f"分岐 {measured['branching']}、greedy の失敗率 {fails:.0f} %",
            )
        )
    print(f"  {found['nodes']:,} {t('nodes', 'ノード')}, {found['seconds']:.2f} s")
    return 0


def solve_deals(
    game_id: str,
    *,
    seed: str | None,
    seeds: str | None,
    position: Path | None,
    options: list[str],
    nodes: int,
    seconds: float | None,
    workers: int,
    as_json: bool,
) -> int:
    """Prove one deal, one position, many deals, or a puzzle given by id or file."""
    if game_id not in game_ids():
        known = [*game_ids(), *(path.stem for path in included_puzzles())]
        if Path(game_id).suffix in PUZZLE_SUFFIXES or game_id in known:
            if seed is not None or seeds is not None or position is not None or options:
                en, ja = "A puzzle already has a position and options.", "パズルでは局面やシードを指定できません。"
                raise invalid_input("exclusive", en, ja)
            check_range("--nodes", nodes, 1, 10**15)
            limits = Limits(nodes, 60.0 if seconds is None else seconds)
            return _solve_puzzle(read_puzzle(find_puzzle(game_id)), limits, as_json)
        en, ja = did_you_mean(game_id, known)
        listed = ", ".join(game_ids())
        raise invalid_input(
            "unknown",
            f"Unknown game or puzzle {game_id!r}. Games: {listed}.{en}",
            f"{game_id!r} というゲーム（{listed}）もパズルもありません。{ja}",
        )
    game = find_game(game_id)
    check_one_player(game)
    check_range("--nodes", nodes, 1, 10**15)
    if seconds is not None:
        check_range("--seconds", seconds, 0.001, 10**6)
    if sum(given is not None for given in (seed, seeds, position)) > 1:
        raise invalid_input(
            "exclusive",
            "Use only one of --seed, --seeds and --position.",
            "--seed、--seeds、--position はどれか一つだけ指定してください。",
        )
    given = read_options(game, options, [])
    if position is not None and given:
        en, ja = "Options are part of the position file.", "--position の局面では、設定は局面のファイルに書きます。"
        raise invalid_input("exclusive", en, ja)
    if seeds is not None:
        limits = Limits(nodes, 1.0 if seconds is None else seconds)
        numbers = read_range(seeds)
        return _solve_deals(game, given, numbers, limits, workers=read_workers(workers, len(numbers)), as_json=as_json)
    check_range("--workers", workers, 0, 1)
    limits = Limits(nodes, 30.0 if seconds is None else seconds)
    if position is not None:
        source = read_position(position)
        state = source.under([], lambda: game.at(source.data))
        return _solve_state(game, state, {"position": str(position)}, limits, as_json)
    number = secrets.randbelow(1_000_000) if seed is None else parse_seed(seed)
    return _solve_state(game, game.start(number, given), {"seed": format_seed(number)}, limits, as_json)


def read_range(text: str) -> list[int]:
    """Return the seeds of a range such as `1-1000`, or of a single number; raise `InvalidInput`."""
    first, dash, last = text.partition("-")
    if not first or (dash and not last):
        raise invalid_range(text)
    start = parse_seed(first)
    end = parse_seed(last) if dash else start
    if end >= start + MAX_DEALS:
        en, ja = f"{text!r} has more than {MAX_DEALS:,} deals.", f"{text!r} は {MAX_DEALS:,} 配札を超えています。"
        raise invalid_input("range", en, ja)
    if end < start:
        raise invalid_range(text)
    return list(range(start, end + 1))


def invalid_range(text: str) -> InvalidInput:
    en = f"Invalid range of seeds {text!r}. Use a range such as 1-1000."
    return invalid_input("range", en, f"{text!r} は範囲として読めません。1-1000 のように書いてください。")


def _solve_state(game: Game, state: State, source: dict[str, Any], limits: Limits, as_json: bool) -> int:
    console = Console(stderr=True)
    with console.status(game_title(game)) as status:

        def show(nodes: int, depth: int) -> None:
            status.update(t(f"{nodes:,} nodes, depth {depth}", f"{nodes:,} ノード、{depth} 手を探索中"))

        proof = solve(state, limits, show if console.is_terminal else None, game.win_score)
    found = {"game": game.id, **source, **proof_record(game, state, proof)}
    if as_json:
        print_json(found)
        return 0
    label = t("deal", "配札") if "seed" in source else t("position", "局面")
    stdout_console().print(Text.assemble((game_title(game), "bold"), f"  {label} {next(iter(source.values()))}"))
    print(f"  {verdict_line(found)}")
    if found["line"]:
        print(f"  {' '.join(found['line'])}")
    print(f"  {proof.nodes:,} {t('nodes', 'ノード')}, {proof.seconds:.2f} s")
    return 0


def verdict_line(found: dict[str, Any]) -> str:
    """Return a proof as one line."""
    verdict, plays, least = found["verdict"], found["plays"], found["at_least"]
    limit = t(f"limit: {found['limit']}", f"制限: {found['limit']}")
    if found["par"] is not None:
        return t(f"{verdict}: par {plays}, the fewest plays that win.", f"{verdict}: 最短 {plays} 手（パー）")
    if verdict == SOLVED:
        return t(
            f"{verdict} in {plays} plays; par is at least {least} ({limit}).",
            f"{verdict}: {plays} 手で勝ち。パーは {least} 手以上（{limit}）",
        )
    if verdict == IMPOSSIBLE:
        return t(f"{verdict}: no line wins.", f"{verdict}: 勝つ手順はない")
    return t(
        f"{verdict}: no win takes fewer than {least} plays ({limit}).",
        f"{verdict}: {least} 手未満の勝ちはない（{limit}）",
    )


def _solve_deals(
    game: Game, options: dict[str, Any], seeds: list[int], limits: Limits, *, workers: int, as_json: bool
) -> int:
    with progress_bar() as bar:
        task = bar.add_task(f"{game.id}: {t('proofs', '証明')}", total=len(seeds))
        proofs, complete = prove_deals(
            game, options, seeds, limits, workers=workers, progress=lambda _: bar.advance(task)
        )
    totals = proof_summary(proofs)
    if as_json:
        print_json(
            {
                "game": game.id,
                "options": options,
                "limits": {"nodes": limits.nodes, "seconds": limits.seconds},
                "summary": totals,
                "proofs": proofs,
                "complete": complete,
            }
        )
    else:
        for proof in proofs:
            effort = f"[{proof['nodes']:,} {t('nodes', 'ノード')}, {proof['seconds']:.2f} s]"
            print(f"{proof['seed']:>8}  {verdict_line(proof)}  {effort}")
        mean = f"{totals['mean_par']:.2f}" if totals["mean_par"] is not None else "-"
        counts = ", ".join(f"{verdict} {count}" for verdict, count in totals["verdicts"].items())
        proved = totals["proved_within_one_second"]
        print(
            t(
                f"{totals['deals']} deals: {counts}; proved within one second: {proved}; mean par {mean}.",
                f"{totals['deals']} 配札: {counts}。1 秒以内に証明完了: {proved}。パーの平均 {mean}",
            )
        )
    if not complete:
        print_error(stopped_message())
        return 130
    return 0
