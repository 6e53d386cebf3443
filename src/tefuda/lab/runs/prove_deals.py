"""Proofs for many deals of a one-player game."""

from collections.abc import Callable, Mapping
from typing import Any

from tefuda.core.errors import invalid_input
from tefuda.core.game import Game
from tefuda.core.registry import find_game
from tefuda.core.seed import format_seed
from tefuda.lab.runs.parallel import fan_out
from tefuda.solve import IMPOSSIBLE, SOLVED, UNKNOWN, Limits, proof_record, solve


def check_one_player(game: Game) -> None:
    """Raise `InvalidInput` if the game has more than one seat."""
    if game.seats != 1:
        en, ja = f"{game.title.en} is not a one-player game.", f"{game.title.ja}は一人用のゲームではありません。"
        raise invalid_input("seats", en, ja)


def prove_deal(game_id: str, options: Mapping[str, Any], seed: int, nodes: int, seconds: float) -> dict[str, Any]:
    """Return the proof for one deal."""
    game = find_game(game_id)
    state = game.start(seed, options)
    proof = solve(state, Limits(nodes, seconds), win_score=game.win_score)
    return {"seed": format_seed(seed), **proof_record(game, state, proof)}


def prove_deals(
    game: Game,
    options: Mapping[str, Any],
    seeds: list[int],
    limits: Limits,
    *,
    workers: int,
    progress: Callable[[dict[str, Any]], None] | None = None,
) -> tuple[list[dict[str, Any]], bool]:
    """Return the proofs for many deals in the order of the seeds, and False if Ctrl-C stopped it early."""
    check_one_player(game)
    game.read_options(options)
    results = fan_out(prove_deal, ((game.id, options, seed, limits.nodes, limits.seconds) for seed in seeds), workers)
    order = {format_seed(seed): place for place, seed in enumerate(seeds)}
    found: list[dict[str, Any]] = []
    complete = True
    try:
        for result in results:
            found.append(result)
            if progress is not None:
                progress(result)
    except KeyboardInterrupt:
        results.close()
        complete = False
    return sorted(found, key=lambda result: order[result["seed"]]), complete


def proof_summary(proofs: list[dict[str, Any]]) -> dict[str, Any]:
    """Return counts of verdicts and the mean par."""
    pars = [proof["par"] for proof in proofs if proof["par"] is not None]
    counts = {
        verdict: sum(proof["verdict"] == verdict for proof in proofs) for verdict in (SOLVED, IMPOSSIBLE, UNKNOWN)
    }
    return {
        "deals": len(proofs),
        "verdicts": counts,
        "proved_within_one_second": sum(proof["limit"] is None and proof["seconds"] <= 1 for proof in proofs),
        "with_par": len(pars),
        "mean_par": sum(pars) / len(pars) if pars else None,
    }
