"""Suggested actions as lines of text."""

from typing import Final

from tefuda.cli.console import format_estimate
from tefuda.cli.language import language, t
from tefuda.cli.terminal.screen import Screen
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.players.advice import Advice, advise, reliable_advice

MAX_HINTS: Final = 3


def hint_lines(match: Match, screen: Screen, player: str) -> list[str]:
    """Return suggestions of a player for the seat to decide. The player sees only what this seat sees.

    Raise `InvalidInput` if there is no such player.
    """
    found = advise(match.game, match.seat_of(match.seat), player, xoshiro(match.ply, 1))
    sentences = [_sentence(match, screen, advice) for advice in reliable_advice(found)[:MAX_HINTS]]
    best = [t(f"Hint: {sentence}.", f"ヒント: {sentence}") for sentence in sentences[:1]]
    return best + [t(f"  or: {sentence}.", f"　次点: {sentence}") for sentence in sentences[1:]]


def _sentence(match: Match, screen: Screen, advice: Advice) -> str:
    game = match.game
    notation = game.format(match.state(), advice.action)
    sentence = match.describe(notation, language())
    if game.seats == 1:
        typed = screen.shortest_input(match.view(match.seat), notation)
        sentence = t(f"{typed}, {sentence}", f"{typed}（{sentence}）")
    if advice.chance is None:
        return sentence
    rate = format_estimate(game, advice)
    if game.has_payoffs:
        return sentence + t(f" (expected payoff {rate})", f"　期待利得 {rate}")
    return sentence + t(f" (wins {rate})", f"　勝率 {rate}")
