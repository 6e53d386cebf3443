"""Suggested actions as lines of text, in steps for games that have them."""

from typing import Final

from tefuda.cli.console import format_estimate
from tefuda.cli.language import language, t
from tefuda.cli.terminal.puzzle_stars import MAX_STARS
from tefuda.cli.terminal.screen import Screen
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.players.advice import Advice, advise, reliable_advice

MAX_HINTS: Final = 3
ACTION_HINT: Final = len(MAX_STARS) - 1


class Hints:
    """The hints of a game. If they come in steps, each request for the same position says more."""

    def __init__(self) -> None:
        self.level = 0
        """The most detailed hint so far: 0 without one, then direction, card and action."""
        self._asked: tuple[list[str], str] = ([], "")
        self._advice: list[Advice] = []
        self._step = 0

    def lines(self, match: Match, screen: Screen, player: str, *, stars: bool) -> list[str]:
        """Return suggestions of a player for the seat to decide, and with `stars` what they cost.

        The player sees only what this seat sees. Raise `InvalidInput` if there is no such player.
        """
        asked = (list(match.actions), player)
        if asked != self._asked or not self._advice:
            found = advise(match.game, match.seat_of(match.seat), player, xoshiro(match.ply, 1))
            self._asked, self._advice, self._step = asked, reliable_advice(found)[:MAX_HINTS], 0
        best = self._advice[0]
        if best.chance == 0.0 and best.visits == 0:
            en, ja = "this position can no longer be won (proved).", "ここからは、もう勝てません（証明済み）"
            return [t(f"Hint: {en}", f"ヒント: {ja}")]
        steps = screen.hint_steps(match.game.format(match.state(), best.action), language())
        self._step = min(self._step + 1, ACTION_HINT) if steps else ACTION_HINT
        self.level = max(self.level, self._step)
        if self._step == ACTION_HINT:
            lines = self._action_lines(match, screen)
        else:
            step = steps[self._step - 1] + _estimate(match, best)
            lines = [t(f"Hint: {step}.", f"ヒント: {step}"), self._more_line(stars)]
        if stars:
            left = _star_count(self.level)
            lines.append(t(f"After this hint, at most {left}.", f"このヒントで、{left}になります。"))
        return lines

    def _more_line(self, stars: bool) -> str:
        """Return how to see more, and with `stars` what it costs."""
        what = [t("the card", "カード"), t("the action", "行動")][self._step - 1]
        left = _star_count(max(self.level, self._step + 1))
        cost = t(f" (at most {left})", f"（{left}）") if stars else ""
        return t(f"Type hint again for {what}{cost}.", f"もう一度 hint で{what}を表示します{cost}。")

    def _action_lines(self, match: Match, screen: Screen) -> list[str]:
        sentences = [_sentence(match, screen, advice) for advice in self._advice]
        best = [t(f"Hint: {sentence}.", f"ヒント: {sentence}") for sentence in sentences[:1]]
        return best + [t(f"  or: {sentence}.", f"　次点: {sentence}") for sentence in sentences[1:]]


def _star_count(level: int) -> str:
    """Return the most stars after a hint, in words."""
    most = MAX_STARS[level]
    return t(f"{most} star{'' if most == 1 else 's'}", f"星は最大 {most} つ")


def _sentence(match: Match, screen: Screen, advice: Advice) -> str:
    game = match.game
    notation = game.format(match.state(), advice.action)
    sentence = match.describe(notation, language())
    if game.seats == 1:
        typed = screen.shortest_input(match.view(match.seat), notation)
        sentence = t(f"{typed}, {sentence}", f"{typed}（{sentence}）")
    return sentence + _estimate(match, advice)


def _estimate(match: Match, advice: Advice) -> str:
    """Return the chance to win or the expected payoff in parentheses; empty if it is unknown."""
    if advice.chance is None:
        return ""
    rate = format_estimate(match.game, advice)
    if match.game.has_payoffs:
        return t(f" (expected payoff {rate})", f"　期待利得 {rate}")
    return t(f" (wins {rate})", f"　勝率 {rate}")
