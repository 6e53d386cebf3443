"""Triggers: abilities that an event triggers join the next batch (LV-9)."""

from mypy_extensions import i64

from tefuda.games.linkavel.rules.codes import (
    BOTH,
    NO_CARD,
    ON_DRAW,
    ON_PHASE,
    OWN,
    RUNNING,
    SEATS,
    WILDCARD,
)
from tefuda.games.linkavel.rules.model import Ability, PendingTrigger
from tefuda.games.linkavel.rules.zones import Zones


class Triggers(Zones):
    """The zones, with the abilities that events trigger."""

    def trigger(
        self,
        when: i64,
        subject: i64,
        seat: i64,
        field_cards: bytes,
        by: i64 = WILDCARD,
        origin: i64 = WILDCARD,
        cause: i64 = WILDCARD,
    ) -> None:
        """Queue the abilities that an event triggers.

        The abilities of the card itself come first, then those of the cards on the field in order (LV-9.5).
        """
        pool = self.pool
        if pool.has_self_trigger[when] and subject != NO_CARD:
            for ability in pool.card(subject).abilities_on[when]:
                if not ability.about_others and matches_event(ability, by, origin, cause):
                    self.queue_trigger(subject, ability, subject)
        if not pool.has_other_trigger[when]:
            return
        for at in range(len(field_cards)):
            card: i64 = field_cards[at]
            for ability in pool.card(card).abilities_on[when]:
                if card == subject or not ability.about_others or not matches_event(ability, by, origin, cause):
                    continue
                if not concerns_side(ability.side, pool.owner(card), seat):
                    continue
                # The drawn card is hidden, so filters are not applied to it.
                shown = NO_CARD if when == ON_DRAW else subject
                if shown == NO_CARD or self.matches(ability.filter, shown, card):
                    self.queue_trigger(card, ability, shown)

    def trigger_player(self, when: i64, seat: i64) -> None:
        """Queue the abilities that an event of a player triggers."""
        if not self.pool.has_other_trigger[when]:
            return
        field_cards = self.field_cards()
        for at in range(len(field_cards)):
            card: i64 = field_cards[at]
            for ability in self.pool.card(card).abilities_on[when]:
                if concerns_side(ability.side, self.pool.owner(card), seat):
                    self.queue_trigger(card, ability, NO_CARD)

    def trigger_phase(self, at_end: bool) -> None:
        """Queue the abilities that the start or end of the phase triggers."""
        if not self.pool.has_other_trigger[ON_PHASE]:
            return
        field_cards = self.field_cards()
        for at in range(len(field_cards)):
            card: i64 = field_cards[at]
            for ability in self.pool.card(card).abilities_on[ON_PHASE]:
                fits = ability.phase == self.phase and ability.at_end == at_end
                if fits and concerns_side(ability.side, self.pool.owner(card), self.turn):
                    self.queue_trigger(card, ability, NO_CARD)

    def queue_trigger(self, card: i64, ability: Ability, subject: i64) -> None:
        """Add an ability to the next batch if its condition and limit allow it (LV-9.8)."""
        if self.outcome != RUNNING or self.is_limit_used(card, ability) or not self.condition_holds(ability, card):
            return
        if self.log is not None:
            self.log_event("triggered", {"card": self.name(card), "seat": SEATS[self.pool.owner(card)]})
        self.pending = [*self.pending, PendingTrigger(card, ability, subject)]


def matches_event(ability: Ability, by: i64, origin: i64, cause: i64) -> bool:
    """Whether an event matches the summon kind, cause and origin of an ability."""
    if ability.by != WILDCARD and ability.by != by:
        return False
    if ability.origin != WILDCARD and ability.origin != origin:
        return False
    return ability.cause == WILDCARD or ability.cause == cause


def concerns_side(side: i64, owner: i64, seat: i64) -> bool:
    """Whether an event of a seat matches the side of an ability."""
    return side == BOTH or (seat == owner) == (side == OWN)
