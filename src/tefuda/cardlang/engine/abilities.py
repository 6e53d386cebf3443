"""Abilities, their steps, and the small objects that resolve them."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from tefuda.cardlang.engine.zones import NO_CARD, NO_CARDS
from tefuda.cardlang.tree import Expr

if TYPE_CHECKING:
    from tefuda.cardlang.engine.card_state import CardState

STEP_NOTHING: Final = 0
STEP_DONE: Final = 1
STEP_CHOICE: Final = 2
STEP_STOPPED: Final = 3
STEP_SKIPPED: Final = 4
"""Results of a step: nothing happened, done, a choice is open, the rest is cancelled, only a check."""

UNLIMITED: Final = 0
PER_TURN: Final = 1
PER_GAME: Final = 2
"""How often an ability can be used."""

FRAME_STEPS: Final = 0
FRAME_PLAY: Final = 1
"""Kinds of stack entries that all games have: the steps of an ability, the abilities of a card that is played."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One operation of an effect."""

    def __init__(self, op: str) -> None:
        self.op = op

    def part_count(self) -> i64:
        """Return the number of parts: two if both players have to choose."""
        return 1

    def run(self, state: "CardState", frame: "Frame") -> i64:
        """Run the step. Return its result; STEP_CHOICE with an open choice."""
        raise NotImplementedError

    def apply(self, state: "CardState", frame: "Frame", chosen: vec[i64]) -> i64:
        """Continue with the chosen cards. Return the result."""
        raise NotImplementedError


class Ability:
    """An ability: trigger, condition and steps."""

    def __init__(
        self,
        number: i64,
        when: i64,
        steps: list[Step],
        condition: Expr | None = None,
        optional: bool = False,
        limit: i64 = UNLIMITED,
        priority: i64 = 0,
    ) -> None:
        self.number = number
        """Index among the abilities of its card."""
        self.when = when
        """The code of the trigger."""
        self.steps = steps
        self.condition = condition
        self.optional = optional
        self.limit = limit
        self.priority = priority
        """The order of triggers that happen together: the lowest comes first."""


@mypyc_attr(acyclic=True, free_list_len=1)
class PendingTrigger:
    """A triggered ability in the queue, with the card that triggered it."""

    def __init__(self, card: i64, ability: Ability, subject: i64) -> None:
        self.card = card
        self.ability = ability
        self.subject = subject


@mypyc_attr(acyclic=True, free_list_len=1)
class Frame:
    """An entry of the resolution stack."""

    def __init__(self, kind: i64, card: i64, ability: Ability | None, subject: i64 = NO_CARD) -> None:
        self.kind = kind
        self.card = card
        self.ability = ability
        self.subject = subject
        """The card that triggered the ability."""
        self.at: i64 = 0
        """The next step or ability."""
        self.part: i64 = 0
        self.acted = False
        """Whether the last step did something."""

    def copy(self) -> "Frame":
        copy = Frame(self.kind, self.card, self.ability, self.subject)
        copy.at = self.at
        copy.part = self.part
        copy.acted = self.acted
        return copy


@mypyc_attr(acyclic=True, free_list_len=1)
class Choice:
    """An open choice of a player. Immutable."""

    def __init__(
        self,
        seat: i64,
        op: str,
        card: i64,
        zone: i64,
        candidates: vec[i64],
        count: i64,
        up_to: bool = False,
        slot: i64 = 0,
    ) -> None:
        self.seat = seat
        self.op = op
        self.card = card
        """The card whose effect needs the choice."""
        self.zone = zone
        self.candidates = candidates
        self.count = count
        """The number of cards to choose. There may be fewer candidates."""
        self.up_to = up_to
        self.picked = NO_CARDS
        self.slot = slot
        """The slot that a played card goes to after the choice."""

    def need(self) -> i64:
        return min(self.count, len(self.candidates))

    def with_picked(self, picked: vec[i64]) -> "Choice":
        """Return the choice with these cards picked."""
        seat, op, card = self.seat, self.op, self.card
        copy = Choice(seat, op, card, self.zone, self.candidates, self.count, self.up_to, self.slot)
        copy.picked = picked
        return copy
