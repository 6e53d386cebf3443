"""Result and par of a finished game as lines of text."""

from typing import Final

from tefuda.cli.language import language, say, t
from tefuda.core.match import Match
from tefuda.players.exec_player import PlayerFailed
from tefuda.solve import IMPOSSIBLE, SOLVED, Limits, solve

PAR_SECONDS: Final = 2.0


def result_lines(match: Match, viewer: int) -> list[str]:
    """Return the last line of the log, and the payoffs if the game has them."""
    lines = [match.event_text(event, language()) for event in match.events_for(viewer, match.ply)]
    found = [line for line in lines if line][-1:]
    scores = match.result()
    if match.game.has_payoffs and scores is not None:
        paid = [f"{say(match.game.seat_titles[seat])} {score:+g}" for seat, score in enumerate(scores)]
        found.append(t(f"Payoffs: {', '.join(paid)}.", f"利得: {'、'.join(paid)}"))
    return found


def failure_text(match: Match, failure: PlayerFailed) -> str:
    """Return that the seat to decide has lost, and why."""
    why = failure.text(language())
    if match.game.seats == 1:
        return t(f"The game is lost. {why}", f"負けになりました。{why}")
    title = say(match.game.seat_titles[match.seat])
    return t(f"{title} loses. {why}", f"{title}の負けです。{why}")


def plays_text(match: Match) -> str:
    noun = "play" if match.plays == 1 else "plays"
    return t(f"You took {match.plays} {noun}.", f"{match.plays} 手でプレイしました。")


def par_text(match: Match) -> str:
    """Return what the solver proves about the deal; empty if it finds nothing in time."""
    proof = solve(match.state(0), Limits(seconds=PAR_SECONDS), win_score=match.game.win_score)
    if proof.par is not None:
        return t(f" Par for this deal is {proof.par}.", f"この配札の最短手数は {proof.par} 手です。")
    if proof.verdict == SOLVED:
        fewest = proof.plays
        return t(f" This deal can be won in {fewest}.", f"この配札は {fewest} 手で勝てます。")
    if proof.verdict == IMPOSSIBLE:
        return t(" This deal cannot be won.", "この配札に勝つ手順はありません。")
    return ""
