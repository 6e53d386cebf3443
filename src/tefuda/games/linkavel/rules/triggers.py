"""Who notices what happens: abilities that are triggered join the next batch (section 9)."""

from mypy_extensions import i64

from tefuda.games.linkavel.rules.codes import (
    ANYHOW,
    BOTH,
    NOBODY,
    ON_DRAW,
    ON_PHASE,
    OWN,
    RUNNING,
    SEATS,
)
from tefuda.games.linkavel.rules.model import Ability, Waiting
from tefuda.games.linkavel.rules.zones import Field


class Noticing(Field):
    """The field, and the abilities that look at it."""

    def notice(
        self,
        when: i64,
        subject: i64,
        seat: i64,
        present: bytes,
        way: i64 = ANYHOW,
        origin: i64 = ANYHOW,
        cause: i64 = ANYHOW,
    ) -> None:
        """Something happened to a card, or to a player: the abilities that it triggers wait.

        The card's own come first, then those of the cards that were on the field, in their order.
        """
        pool = self.pool
        if pool.speaks[when] and subject != NOBODY:
            for ability in pool.card(subject).when[when]:
                if not ability.other and is_so(ability, way, origin, cause):
                    self.await_turn(subject, ability, subject)
        if not pool.hears[when]:
            return
        for at in range(len(present)):
            card: i64 = present[at]
            for ability in pool.card(card).when[when]:
                if card == subject or not ability.other or not is_so(ability, way, origin, cause):
                    continue
                if not concerns(ability.side, pool.owner(card), seat):
                    continue
                # Which card was drawn is nobody's business, so nothing may ask.
                shown = NOBODY if when == ON_DRAW else subject
                if shown == NOBODY or self.fits(ability.query, shown, card):
                    self.await_turn(card, ability, shown)

    def notice_player(self, when: i64, seat: i64) -> None:
        """Something happened to a player."""
        if not self.pool.hears[when]:
            return
        present = self.present()
        for at in range(len(present)):
            card: i64 = present[at]
            for ability in self.pool.card(card).when[when]:
                if concerns(ability.side, self.pool.owner(card), seat):
                    self.await_turn(card, ability, NOBODY)

    def notice_phase(self, at_end: bool) -> None:
        """The present phase begins or ends."""
        if not self.pool.hears[ON_PHASE]:
            return
        present = self.present()
        for at in range(len(present)):
            card: i64 = present[at]
            for ability in self.pool.card(card).when[ON_PHASE]:
                fits = ability.phase == self.phase and ability.at_end == at_end
                if fits and concerns(ability.side, self.pool.owner(card), self.turn):
                    self.await_turn(card, ability, NOBODY)

    def await_turn(self, card: i64, ability: Ability, subject: i64) -> None:
        """A triggered ability joins the next batch, if its condition and its limit let it."""
        if self.outcome != RUNNING or self.is_spent(card, ability) or not self.holds(ability, card):
            return
        if self.log is not None:
            self.tell("triggered", {"card": self.name(card), "seat": SEATS[self.pool.owner(card)]})
        self.pending = [*self.pending, Waiting(card, ability, subject)]


def is_so(ability: Ability, way: i64, origin: i64, cause: i64) -> bool:
    """Whether an ability that names a way, an origin or a cause means this one."""
    if ability.way != ANYHOW and ability.way != way:
        return False
    if ability.origin != ANYHOW and ability.origin != origin:
        return False
    return ability.cause == ANYHOW or ability.cause == cause


def concerns(side: i64, owner: i64, seat: i64) -> bool:
    """Whether something that happens to a seat concerns an ability that looks at one side."""
    return side == BOTH or (seat == owner) == (side == OWN)
