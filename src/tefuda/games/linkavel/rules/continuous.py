"""Continuous effects and power (LV-9.19, LV-14). Effects are computed, never stored.

Continuous effects read powers without continuous effects (LV-14.2): `base` is true there.
"""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import UNLIMITED
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.games.linkavel.rules.codes import ATTACKS_MARK, EXTRA_MARK, FIELD, FIELD_SLOTS, SELF, WHILE, WILDCARD
from tefuda.games.linkavel.rules.model import (
    ATTACK_EFFECT,
    END_EFFECT,
    POWER_EFFECT,
    POWER_MODIFIER,
    PROTECT_EFFECT,
    PROTECTION,
    REDUCE_EFFECT,
    USED_PROTECTION,
    Ability,
    CardFilter,
    ContinuousEffect,
    Modifier,
    TargetSpec,
    concerns_side,
)
from tefuda.games.linkavel.rules.table import Table


def power(table: Table, card: i64, base: bool = False) -> i64:
    """Return the power of a monster: printed power, modifiers and continuous effects (LV-14.1)."""
    found = table.pool.definitions[card].power
    if table.modifiers:
        for modifier in table.modifiers:
            if modifier.card == card and modifier.kind == POWER_MODIFIER:
                found += modifier.amount
    if not base and table.field_effects & POWER_EFFECT != 0 and table.zones.slot_of(card) >= 0:
        cells, first = table.zones.cells, table.zones.slots_at
        for at in range(first, first + 2 * FIELD_SLOTS):
            source = i64(cells[at])
            if source != NO_CARD and table.pool.definitions[source].effects & POWER_EFFECT != 0:
                found += power_from(table, source, card)
    if found < 0 and table.rules.power_floor:
        return 0
    return found


def power_from(table: Table, source: i64, card: i64) -> i64:
    """Return the power that the continuous effects of one card give another."""
    found: i64 = 0
    for ability in table.pool.definitions[source].continuous:
        if not table.condition_holds(ability, source, True):
            continue
        for effect in ability.effects:
            if effect.kind == POWER_EFFECT and affects(table, effect, source, card):
                assert effect.amount is not None
                found += effect.amount.value(table, source, True)
    return found


def power_sources(table: Table, card: i64) -> list[dict[str, Any]]:
    """Return the continuous effects that change a monster's power, with amounts."""
    found: list[dict[str, Any]] = []
    for slot in range(2 * FIELD_SLOTS):
        source = table.zones.in_slot(slot)
        if source != NO_CARD and table.pool.definitions[source].effects & POWER_EFFECT != 0:
            amount = power_from(table, source, card)
            if amount != 0:
                found.append({"card": table.name(source), "amount": amount})
    return found


def affects(table: Table, effect: ContinuousEffect, source: i64, card: i64) -> bool:
    """Whether a continuous effect of `source` affects a monster."""
    targets = effect.targets
    if targets is None or not table.pool.definitions[card].is_monster:
        return False
    if targets.target == SELF:
        return card == source
    if not concerns_side(targets.side, table.pool.owner(source), table.pool.owner(card)):
        return False
    return matches(table, targets.filter, card, source, True)


def matches(table: Table, filter_: CardFilter | None, card: i64, source: i64, base: bool = False) -> bool:
    """Whether a card matches a filter of `source`. On the field the current power counts (LV-12.9)."""
    if filter_ is None:
        return True
    found = table.pool.definitions[card]
    if not filter_.matches(found) or (filter_.other and card == source):
        return False
    if not filter_.needs_power:
        return True
    now = power(table, card, base)
    if now < filter_.low_power or now > filter_.high_power:
        return False
    return not filter_.weakened or now < found.power


def matching(table: Table, cards: vec[i64], filter_: CardFilter | None, source: i64) -> vec[i64]:
    """Return the cards that match a filter."""
    if filter_ is None:
        return cards
    found = vec[i64]()
    for at in range(len(cards)):
        if matches(table, filter_, cards[at], source):
            found = append(found, cards[at])
    return found


def attacks_left(table: Table, card: i64) -> i64:
    """Return one attack per turn plus extra attacks, minus attacks made (LV-8.1, LV-8.10)."""
    zones = table.zones
    slot = zones.slot_of(card)
    allowed = 1 + zones.mark(slot, EXTRA_MARK) - zones.mark(slot, ATTACKS_MARK)
    if table.field_effects & ATTACK_EFFECT != 0:
        for other in range(2 * FIELD_SLOTS):
            source = zones.in_slot(other)
            if source == NO_CARD or table.pool.definitions[source].effects & ATTACK_EFFECT == 0:
                continue
            for ability in table.pool.definitions[source].continuous:
                for effect in ability.effects:
                    if effect.kind != ATTACK_EFFECT or not table.condition_holds(ability, source, True):
                        continue
                    if affects(table, effect, source, card):
                        allowed += effect.number
    return allowed


def battle_damage(table: Table, seat: i64, monster: i64, amount: i64) -> i64:
    """Return battle damage after reductions (LV-11.7). `monster` is the player's; none in a direct attack."""
    if amount <= 0 or table.field_effects & REDUCE_EFFECT == 0:
        return amount
    for slot in range(FIELD_SLOTS * seat, FIELD_SLOTS * seat + FIELD_SLOTS):
        source = table.zones.in_slot(slot)
        if source == NO_CARD:
            continue
        for ability in table.pool.definitions[source].continuous:
            for effect in ability.effects:
                if effect.kind != REDUCE_EFFECT or not table.condition_holds(ability, source, True):
                    continue
                if effect.targets is not None and reduces_damage(table, effect.targets, source, monster):
                    assert effect.amount is not None
                    amount -= max(0, effect.amount.value(table, source, True))
    return amount


def reduces_damage(table: Table, targets: TargetSpec, source: i64, monster: i64) -> bool:
    """Whether a reduction applies to a battle of this monster."""
    if targets.target == SELF:
        return source == monster
    return monster != NO_CARD and matches(table, targets.filter, monster, source, True)


def use_protection(table: Table, card: i64, by: i64) -> bool:
    """Use one protection: the card's own, a modifier, or another card's (LV-14.4). Return whether one applied."""
    continuous = table.field_effects & PROTECT_EFFECT != 0
    if continuous and use_continuous_protection(table, card, card, by):
        return True
    for modifier in table.modifiers:
        if modifier.kind == PROTECTION and modifier.card == card and protects_from(modifier.amount, by):
            if modifier.once:
                table.modifiers = [other for other in table.modifiers if other is not modifier]
            log_protected(table, card, modifier.source)
            return True
    if continuous:
        seat = table.pool.owner(card)
        for near in (seat, 1 - seat):
            others = table.zone(near, FIELD)
            for at in range(len(others)):
                other: i64 = others[at]
                if other != card and use_continuous_protection(table, other, card, by):
                    return True
    return False


def protects_from(cause: i64, by: i64) -> bool:
    return cause == WILDCARD or cause == by


def use_continuous_protection(table: Table, source: i64, card: i64, by: i64) -> bool:
    """Use a continuous protection of `source` for a card. Return whether one applied."""
    for ability in table.pool.definitions[source].continuous:
        if ability.limit != UNLIMITED and table.is_limit_used(source, ability):
            continue
        if not table.condition_holds(ability, source, True):
            continue
        for effect in ability.effects:
            if (
                effect.kind == PROTECT_EFFECT
                and protects_from(effect.number, by)
                and affects(table, effect, source, card)
                and not (effect.once and has_used_protection(table, source, ability, card))
            ):
                if effect.once:
                    mark = Modifier(USED_PROTECTION, card, source, ability.number, WHILE, table.turn_number)
                    table.modifiers = [*table.modifiers, mark]
                table.use_limit(source, ability)
                log_protected(table, card, source)
                return True
    return False


def has_used_protection(table: Table, source: i64, ability: Ability, card: i64) -> bool:
    """Whether a card has used a once-per-turn protection of `source` this turn (LV-14.6)."""
    for modifier in table.modifiers:
        if modifier.kind != USED_PROTECTION or modifier.card != card:
            continue
        if modifier.source == source and modifier.amount == ability.number:
            return True
    return False


def log_protected(table: Table, card: i64, source: i64) -> None:
    if table.log is not None:
        table.log_event("saved", {"card": table.name(card), "at": table.slot_name(card), "by": table.name(source)})


def check_continuous_wins(table: Table) -> None:
    """Check continuous effects that win or lose the game (LV-1.4)."""
    for slot in range(2 * FIELD_SLOTS):
        card = table.zones.in_slot(slot)
        if card == NO_CARD or table.pool.definitions[card].effects & END_EFFECT == 0:
            continue
        for ability in table.pool.definitions[card].continuous:
            for effect in ability.effects:
                if effect.kind == END_EFFECT and table.condition_holds(ability, card, True):
                    owner = table.pool.owner(card)
                    add_winner(table, owner if effect.number == 1 else 1 - owner, table.name(card))


def add_winner(table: Table, seat: i64, reason: str) -> None:
    """Record that a player meets a winning condition."""
    table.winners |= 1 + seat
    if not table.reason:
        table.reason = reason
