"""Continuous effects: power, protection, extra attacks, damage reduction, winning (LV-9.19). Computed, never stored."""

from typing import Any

from mypy_extensions import i64

from tefuda.games.linkavel.rules.codes import NO_CARD, SELF, WILDCARD
from tefuda.games.linkavel.rules.model import Ability
from tefuda.games.linkavel.rules.steps import EndGame, ExtraAttack, Power, Protect, ReduceDamage
from tefuda.games.linkavel.rules.table import Table


class Continuous(Table):
    """The table with its continuous effects."""

    def continuous_power(self, card: i64) -> i64:
        """Return the power from continuous effects. They read powers without continuous effects (LV-14.2)."""
        found: i64 = 0
        sources = self.continuous_sources()
        if not sources:
            return found
        self.without_continuous = True
        for at in range(len(sources)):
            source: i64 = sources[at]
            found += self.power_from(source, card)
        self.without_continuous = False
        return found

    def power_from(self, source: i64, card: i64) -> i64:
        """Return the power that the continuous effects of one card give another."""
        found: i64 = 0
        for ability in self.continuous_abilities(source):
            if not self.condition_holds(ability, source):
                continue
            for step in ability.steps:
                if isinstance(step, Power) and step.targets.affects(self, source, card):
                    found += step.amount.value(self, source)
        return found

    def power_sources(self, card: i64) -> list[dict[str, Any]]:
        """Return the continuous effects that change a monster's power, with amounts."""
        found: list[dict[str, Any]] = []
        sources = self.continuous_sources()
        self.without_continuous = True
        for at in range(len(sources)):
            source: i64 = sources[at]
            amount = self.power_from(source, card)
            if amount != 0:
                found.append({"card": self.name(source), "amount": amount})
        self.without_continuous = False
        return found

    def protects_card(self, ability: Ability, source: i64, card: i64, by: i64) -> bool:
        for step in ability.steps:
            if not isinstance(step, Protect) or (step.by != WILDCARD and step.by != by):
                continue
            if step.targets.affects(self, source, card):
                return True
        return False

    def check_continuous_wins(self) -> None:
        """Check continuous effects that win or lose the game (LV-1.4)."""
        sources = self.continuous_sources()
        self.without_continuous = True
        for at in range(len(sources)):
            card: i64 = sources[at]
            for ability in self.continuous_abilities(card):
                for step in ability.steps:
                    if isinstance(step, EndGame) and self.condition_holds(ability, card):
                        owner = self.pool.owner(card)
                        self.add_winner(owner if step.wins else 1 - owner, self.name(card))
        self.without_continuous = False

    def attacks_left(self, card: i64) -> i64:
        """Return one attack per turn plus extra attacks, minus attacks made (LV-8.1, LV-8.10)."""
        allowed: i64 = 1
        status = self.status(card)
        if status is not None:
            allowed += status.extra - status.attacks
        if self.pool.has_extra_attacks:
            self.without_continuous = True
            sources = self.continuous_sources()
            for at in range(len(sources)):
                source: i64 = sources[at]
                for ability in self.continuous_abilities(source):
                    for step in ability.steps:
                        if not isinstance(step, ExtraAttack) or not self.condition_holds(ability, source):
                            continue
                        if step.targets.affects(self, source, card):
                            allowed += step.times
            self.without_continuous = False
        return allowed

    def battle_damage(self, seat: i64, monster: i64, amount: i64) -> i64:
        """Return battle damage after reductions (LV-11.7). `monster` is the player's; none in a direct attack."""
        if amount <= 0 or not self.pool.has_damage_reduction:
            return amount
        self.without_continuous = True
        sources = self.continuous_sources()
        for at in range(len(sources)):
            source: i64 = sources[at]
            if self.pool.owner(source) != seat:
                continue
            for ability in self.continuous_abilities(source):
                for step in ability.steps:
                    if not isinstance(step, ReduceDamage) or not self.condition_holds(ability, source):
                        continue
                    if self.reduces_damage(step, source, monster):
                        amount -= max(0, step.amount.value(self, source))
        self.without_continuous = False
        return amount

    def reduces_damage(self, step: ReduceDamage, source: i64, monster: i64) -> bool:
        """Whether a reduction applies to a battle of this monster."""
        if step.targets.target == SELF:
            return source == monster
        return monster != NO_CARD and self.matches(step.targets.filter, monster, source)
