"""What continuous effects come to: power, protections, attacks, damage, ends of games; computed, never stored."""

from typing import Any

from mypy_extensions import i64

from tefuda.games.linkavel.rules.codes import ANYHOW, NOBODY, SELF
from tefuda.games.linkavel.rules.model import Ability
from tefuda.games.linkavel.rules.steps import Ends, ExtraAttack, Power, Protect, ReduceDamage
from tefuda.games.linkavel.rules.table import Table


class Standing(Table):
    """The table with what holds on it."""

    def continuous_power(self, card: i64) -> i64:
        """Continuous effects read powers without continuous effects, so that there are no circles."""
        found: i64 = 0
        sources = self.lasting()
        if not sources:
            return found
        self.flat = True
        for at in range(len(sources)):
            source: i64 = sources[at]
            found += self.power_from(source, card)
        self.flat = False
        return found

    def power_from(self, source: i64, card: i64) -> i64:
        """What the continuous effects of one card give to the power of another."""
        found: i64 = 0
        for ability in self.continuous(source):
            if not self.holds(ability, source):
                continue
            for step in ability.steps:
                if isinstance(step, Power) and step.aim.covers(self, source, card):
                    found += step.amount.value(self, source)
        return found

    def power_sources(self, card: i64) -> list[dict[str, Any]]:
        """Which continuous effects change a monster's power, and by how much."""
        found: list[dict[str, Any]] = []
        sources = self.lasting()
        self.flat = True
        for at in range(len(sources)):
            source: i64 = sources[at]
            amount = self.power_from(source, card)
            if amount != 0:
                found.append({"card": self.name(source), "amount": amount})
        self.flat = False
        return found

    def shields(self, ability: Ability, source: i64, card: i64, by: i64) -> bool:
        for step in ability.steps:
            if not isinstance(step, Protect) or (step.by != ANYHOW and step.by != by):
                continue
            if step.aim.covers(self, source, card):
                return True
        return False

    def look_at_ends(self) -> None:
        """Continuous effects that win or lose the game."""
        sources = self.lasting()
        self.flat = True
        for at in range(len(sources)):
            card: i64 = sources[at]
            for ability in self.continuous(card):
                for step in ability.steps:
                    if isinstance(step, Ends) and self.holds(ability, card):
                        owner = self.pool.owner(card)
                        self.claim(owner if step.wins else 1 - owner, self.name(card))
        self.flat = False

    def attacks_left(self, card: i64) -> i64:
        """One attack a turn, and what effects allow beyond it."""
        allowed: i64 = 1
        status = self.status(card)
        if status is not None:
            allowed += status.extra - status.attacks
        if self.pool.has_extra:
            self.flat = True
            sources = self.lasting()
            for at in range(len(sources)):
                source: i64 = sources[at]
                for ability in self.continuous(source):
                    for step in ability.steps:
                        if not isinstance(step, ExtraAttack) or not self.holds(ability, source):
                            continue
                        if step.aim.covers(self, source, card):
                            allowed += step.times
            self.flat = False
        return allowed

    def battle_damage(self, seat: i64, monster: i64, amount: i64) -> i64:
        """What is left of battle damage to a player, whose monster battles; in a direct attack none does."""
        if amount <= 0 or not self.pool.has_armour:
            return amount
        self.flat = True
        sources = self.lasting()
        for at in range(len(sources)):
            source: i64 = sources[at]
            if self.pool.owner(source) != seat:
                continue
            for ability in self.continuous(source):
                for step in ability.steps:
                    if not isinstance(step, ReduceDamage) or not self.holds(ability, source):
                        continue
                    if self.lowers(step, source, monster):
                        amount -= max(0, step.amount.value(self, source))
        self.flat = False
        return amount

    def lowers(self, step: ReduceDamage, source: i64, monster: i64) -> bool:
        """Whether a reduction is about this battle: of this monster, or of those that fit."""
        if step.aim.target == SELF:
            return source == monster
        return monster != NOBODY and self.fits(step.aim.query, monster, source)
