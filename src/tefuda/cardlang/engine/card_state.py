"""The state of a card game: cards in zones, and a stack of effects that pauses when a player must choose."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from tefuda.cardlang.engine.abilities import (
    FRAME_PLAY,
    FRAME_STEPS,
    STEP_CHOICE,
    STEP_DONE,
    STEP_SKIPPED,
    STEP_STOPPED,
    Ability,
    Choice,
    Frame,
    PendingTrigger,
)
from tefuda.cardlang.engine.zones import NO_CARD, Zones
from tefuda.core.events import EVERYONE, Event
from tefuda.core.random import ChaCha
from tefuda.core.state import State

RUNNING: Final = 0
"""The outcome of a game that goes on. Games have their own codes for the others."""

NO_FRAMES: Final[list[Frame]] = []
NO_TRIGGERS: Final[list[PendingTrigger]] = []
"""Shared empty lists. `push` and `queue` replace them."""


@mypyc_attr(allow_interpreted_subclasses=True)
class CardState(State):
    """The cards of a game and the effects being resolved.

    An action runs until a player must decide. Unfinished effects are on a stack of frames. When the stack is empty, the
    game continues with `proceed`: the next trigger, or the next part of the turn.
    """

    def __init__(self, zones: Zones, rng: ChaCha) -> None:
        super().__init__()
        self.zones = zones
        self.frames = NO_FRAMES
        """The resolution stack, top last."""
        self.choice: Choice | None = None
        self.pending = NO_TRIGGERS
        """The triggers that wait for the stack to be empty, in order."""
        self.resolved_count: i64 = 0
        """Number of effects that were resolved since the last free decision, for the guard."""
        self.outcome: i64 = RUNNING
        self.reason = ""
        self.rng = rng
        self.owns_rng = False

    def copy_resolution(self, copy: "CardState") -> None:
        """Copy the parts of this class to a new state."""
        copy.seat = self.seat
        if self.frames:
            copy.frames = [frame.copy() for frame in self.frames]
        copy.choice = self.choice
        if self.pending:
            copy.pending = self.pending[:]
        copy.resolved_count = self.resolved_count
        copy.outcome = self.outcome
        copy.reason = self.reason
        # The generator is shared now. The next state that draws makes its own copy.
        self.owns_rng = False

    # What a game adds

    def proceed(self) -> bool:
        """Continue when the stack is empty. Return False if a player has a free decision."""
        raise NotImplementedError

    def end_frame(self, frame: Frame) -> None:
        """Run a frame of a kind that only this game has; it was removed from the stack."""
        raise NotImplementedError

    def play_ability(self, card: i64, index: i64) -> Ability | None:
        """Return an ability that resolves when the card is played; None after the last one."""
        raise NotImplementedError

    def start_play_ability(self, card: i64, ability: Ability) -> bool:
        """Return whether an ability of a played card resolves now."""
        raise NotImplementedError

    def check_state(self) -> None:
        """Check winning conditions and other consequences after an operation."""
        raise NotImplementedError

    def name(self, card: i64) -> str:
        """Return the name of a card in events."""
        raise NotImplementedError

    # Resolving

    def run(self) -> None:
        """Continue until a player must decide or the game is over."""
        while self.outcome == RUNNING and self.choice is None:
            frames = self.frames
            if frames:
                self.advance(frames[-1])
            elif not self.proceed():
                self.resolved_count = 0
                break

    def push(self, frame: Frame) -> None:
        """Put a frame on the stack."""
        if self.frames is NO_FRAMES:
            self.frames = [frame]
        else:
            self.frames.append(frame)

    def pop(self) -> None:
        """Take the top frame off the stack."""
        if len(self.frames) == 1:
            self.frames = NO_FRAMES
        else:
            self.frames.pop()

    def queue(self, trigger: PendingTrigger, first: i64 = 0) -> i64:
        """Add a trigger to those that wait, and return its place. From `first` on, lower priority comes first."""
        at: i64 = len(self.pending)
        if at == 0:
            self.pending = [trigger]
            return 0
        while at > first and self.pending[at - 1].ability.priority > trigger.ability.priority:
            at -= 1
        self.pending.insert(at, trigger)
        return at

    def resolve(self, trigger: PendingTrigger) -> None:
        """Count a trigger for the guard and put its steps on the stack."""
        self.resolved_count += 1
        self.push(Frame(FRAME_STEPS, trigger.card, trigger.ability, trigger.subject))

    def advance(self, frame: Frame) -> None:
        """Run one step of the top of the stack."""
        if frame.kind == FRAME_STEPS:
            self.next_step(frame)
        elif frame.kind == FRAME_PLAY:
            self.next_play_ability(frame)
        else:
            self.pop()
            self.end_frame(frame)
            self.check_state()

    def next_step(self, frame: Frame) -> None:
        ability = frame.ability
        assert ability is not None
        if frame.at == len(ability.steps):
            self.pop()
            return
        result = ability.steps[frame.at].run(self, frame)
        if result == STEP_STOPPED:
            self.pop()
        elif result != STEP_CHOICE:
            self.finish_step(frame, result)

    def finish_step(self, frame: Frame, result: i64) -> None:
        """Finish a part of a step: advance, and check the consequences."""
        ability = frame.ability
        assert ability is not None
        if result != STEP_SKIPPED:
            frame.acted = result == STEP_DONE or (frame.part > 0 and frame.acted)
        frame.part += 1
        if frame.part >= ability.steps[frame.at].part_count():
            frame.part = 0
            frame.at += 1
        self.check_state()

    def next_play_ability(self, frame: Frame) -> None:
        """Start the next ability of a played card."""
        ability = self.play_ability(frame.card, frame.at)
        if ability is None:
            self.pop()
            return
        frame.at += 1
        if self.start_play_ability(frame.card, ability):
            self.push(Frame(FRAME_STEPS, frame.card, ability, NO_CARD))

    def take_choice(self, chosen: vec[i64]) -> None:
        """Close the choice of a step and continue it with the chosen cards."""
        self.choice = None
        frame = self.frames[len(self.frames) - 1]
        assert frame.ability is not None
        self.finish_step(frame, frame.ability.steps[frame.at].apply(self, frame, chosen))

    def condition_holds(self, ability: Ability, card: i64, base: bool = False) -> bool:
        """Return whether the condition of an ability is true. See `Expr.value` for `base`."""
        return ability.condition is None or ability.condition.value(self, card, base) != 0

    def is_limit_used(self, card: i64, ability: Ability) -> bool:
        """Return whether the limit of an ability is used up."""
        raise NotImplementedError

    def is_available(self, card: i64, ability: Ability) -> bool:
        """Return whether the limit and the condition of an ability allow it."""
        return not self.is_limit_used(card, ability) and self.condition_holds(ability, card)

    # Events and random numbers

    def log_event(
        self,
        kind: str,
        data: dict[str, Any],
        owner: i64 = EVERYONE,
        secret: dict[str, Any] | None = None,
        reveals: bool = False,
    ) -> None:
        if self.log is not None:
            self.log.append(Event(kind, data, owner, secret, reveals))

    def own_rng(self) -> ChaCha:
        """Return the random number generator, after copying it if it is shared."""
        if not self.owns_rng:
            self.rng = self.rng.copy()
            self.owns_rng = True
        return self.rng

    def rng_bytes(self) -> bytes:
        """Return the random number generator as bytes, for encodings."""
        return int(self.rng.seed()).to_bytes(32, "little") + int(self.rng.drawn()).to_bytes(8, "little")
