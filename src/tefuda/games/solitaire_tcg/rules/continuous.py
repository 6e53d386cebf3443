"""Stats and continuous abilities: computed from the cards in play (ST-11)."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tefuda.cardlang.engine.zones import NO_CARDS
from tefuda.games.solitaire_tcg.rules.codes import BOARD, FIELD, MONSTER
from tefuda.games.solitaire_tcg.rules.table import Table


def atk(table: Table, card: i64, base: bool = False) -> i64:
    """Return the attack of a card. See `Expr.value` for `base`."""
    return max(0, table.pool.definitions[card].atk + stat_change(table, card, True, base))


def hp(table: Table, card: i64, base: bool = False) -> i64:
    return table.pool.definitions[card].hp + stat_change(table, card, False, base)


def stat_change(table: Table, card: i64, of_atk: bool, base: bool = False) -> i64:
    """Return the difference from the printed stat: changes of the card, and continuous abilities without `base`."""
    change: i64 = 0
    status = table.status(card)
    if status is not None:
        change = status.atk + status.turn_atk if of_atk else status.hp + status.turn_hp
    continues = table.pool.changes_atk if of_atk else table.pool.changes_hp
    if base or not continues or table.zones.place(card) != BOARD:
        return change
    if table.pool.definitions[card].type_code == MONSTER:
        change += continuous_change(table, card, of_atk)
    return change


def continuous_change(table: Table, card: i64, of_atk: bool) -> i64:
    """Return the change from continuous abilities. They read stats without continuous changes (ST-11.8)."""
    zones, definitions = table.zones, table.pool.definitions
    change: i64 = 0
    for zone in range(BOARD, FIELD + 1):
        for at in range(zones.length(zone)):
            source = zones.at(zone, at)
            definition = definitions[source]
            if not (definition.changes_atk if of_atk else definition.changes_hp):
                continue
            for ability in definition.continuous:
                if table.condition_holds(ability, source, True):
                    for step in ability.operations:
                        if step.affects(table, source, card):
                            change += step.atk if of_atk else step.hp
    return change


def monsters_to_destroy(table: Table) -> vec[i64]:
    """Return monsters whose hp were lowered to 0 or less. A printed 0 alone does not destroy (ST-11.6)."""
    if not has_lowered_hp(table):
        return NO_CARDS
    zones, pool = table.zones, table.pool
    found = vec[i64]()
    for at in range(zones.length(BOARD)):
        card = zones.at(BOARD, at)
        if pool.definitions[card].type_code == MONSTER:
            change = stat_change(table, card, False)
            if change < 0 and pool.definitions[card].hp + change <= 0:
                found = append(found, card)
    return found


def has_lowered_hp(table: Table) -> bool:
    """Whether anything lowers hp. This test avoids computing most stats."""
    for status in table.statuses:
        if status.hp + status.turn_hp < 0:
            return True
    if table.pool.lowers_hp:
        for zone in range(BOARD, FIELD + 1):
            for at in range(table.size(zone)):
                if table.pool.definitions[table.zones.at(zone, at)].lowers_hp:
                    return True
    return False


def check_continuous_ends(table: Table) -> None:
    """End the game if a continuous ability says so (ST-11.7)."""
    if not table.pool.ends_game:
        return
    zones, definitions = table.zones, table.pool.definitions
    for zone in range(BOARD, FIELD + 1):
        for at in range(zones.length(zone)):
            card = zones.at(zone, at)
            if not definitions[card].ends_game:
                continue
            for ability in definitions[card].continuous:
                if table.condition_holds(ability, card):
                    for step in ability.operations:
                        if step.ends_game:
                            step.perform(table, card)


# Logged stats


def stats_to_log(table: Table, card: i64) -> dict[str, Any]:
    """Return the stats of a monster for an event, and remember that they are logged."""
    stats: dict[str, Any] = {"atk": atk(table, card), "hp": hp(table, card)}
    table.logged_stats[card] = stats
    return stats


def start_logging_stats(table: Table) -> None:
    """Remember the stats of the monsters before an action."""
    table.logged_stats = {}
    for card in table.pool.of_type(table.zone(BOARD), MONSTER):
        stats_to_log(table, card)


def log_stats(table: Table) -> None:
    """Log the stats that have changed since they were last logged."""
    for card in table.pool.of_type(table.zone(BOARD), MONSTER):
        before = table.logged_stats.get(card)
        stats = stats_to_log(table, card)
        if stats != before:
            table.log_event("stats", {"card": table.name(card), "stats": stats})
