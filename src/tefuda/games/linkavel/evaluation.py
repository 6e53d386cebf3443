"""The value of cards, powers and attacks in LinkaVel, for its CPU players."""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.games.linkavel.rules.codes import FIELD_SLOTS, HAND, LISTS, SLOTS
from tefuda.games.linkavel.rules.continuous import attacks_left, power
from tefuda.games.linkavel.rules.model import POWER_MODIFIER
from tefuda.games.linkavel.rules.state import LinkaVelState

WIN_VALUE: Final = 1_000_000
MONSTER_VALUE: Final = 300
"""Value of a monster on the field besides its power, which counts four tenths."""
HAND_CARD_VALUE: Final = 260
"""Value of a card in hand. The starter decks are balanced with this value: with 200 the players activate more permanent
magics, which makes `light` win two games of three."""
LARGE_HAND: Final = 8
"""With more cards in hand, each further one is worth little."""
MAGIC_VALUE: Final = 250
"""Value of a permanent magic on the field."""
STUCK_PENALTY: Final = 400
"""The value of being able to summon: an empty field without a level 1 monster in hand costs turns."""
LAST_STARTER_VALUE: Final = 1_000
"""Additional value of the only level 1 monster in hand while the field is empty."""


def lp_value(lp: i64) -> i64:
    """Return the value of LP. The last ones count most."""
    if lp <= 1500:
        return lp
    if lp <= 4000:
        return 1500 + (lp - 1500) * 6 // 10
    return 3000 + (lp - 4000) * 3 // 10


def hand_size_value(cards: i64) -> i64:
    if cards <= LARGE_HAND:
        return cards * HAND_CARD_VALUE
    return LARGE_HAND * HAND_CARD_VALUE + (cards - LARGE_HAND) * 30


def temporary_power(state: LinkaVelState, card: i64) -> i64:
    """Return the part of a monster's power that ends with this turn."""
    found: i64 = 0
    for modifier in state.modifiers:
        if modifier.card == card and modifier.kind == POWER_MODIFIER and modifier.expires == state.turn_number:
            found += modifier.amount
    return found


class Powers:
    """Powers of a player's monsters, strongest first, and of those that can still attack."""

    def __init__(self) -> None:
        self.first: i64 = -1
        self.second: i64 = -1
        self.third: i64 = -1
        self.count: i64 = 0
        self.total: i64 = 0
        self.ready_first: i64 = -1
        self.ready_second: i64 = -1
        self.ready_third: i64 = -1

    def read(self, state: LinkaVelState, seat: i64, fresh: bool) -> None:
        """Read the monsters of a player. With `fresh`, all can attack, as in a later turn."""
        self.first = self.second = self.third = -1
        self.ready_first = self.ready_second = self.ready_third = -1
        self.count = self.total = 0
        cells, first = state.zones.cells, state.zones.slots_at + FIELD_SLOTS * seat
        for at in range(first, first + SLOTS):
            card = i64(cells[at])
            if card == NO_CARD:
                continue
            strength = power(state, card)
            self.count += 1
            self.total += strength - temporary_power(state, card) if state.modifiers else strength
            if strength > self.first:
                self.third, self.second, self.first = self.second, self.first, strength
            elif strength > self.second:
                self.third, self.second = self.second, strength
            else:
                self.third = strength
            if fresh or attacks_left(state, card) > 0:
                if strength > self.ready_first:
                    self.ready_third, self.ready_second = self.ready_second, self.ready_first
                    self.ready_first = strength
                elif strength > self.ready_second:
                    self.ready_third, self.ready_second = self.ready_second, strength
                else:
                    self.ready_third = strength

    def ready(self, number: i64) -> i64:
        """Return the power of an attacker, the strongest first; -1 after the last one."""
        return self.ready_first if number == 0 else self.ready_second if number == 1 else self.ready_third

    def value(self) -> i64:
        return self.count * MONSTER_VALUE + self.total * 4 // 10


def attack_value(attackers: Powers, defenders: Powers, lp: i64) -> i64:
    """Return the value of attacks, each on the strongest monster it beats, the strongest attacker first."""
    first, second, third = defenders.first, defenders.second, defenders.third
    defender_count = defenders.count
    value: i64 = 0
    damage: i64 = 0
    for number in range(SLOTS):
        strength = attackers.ready(number)
        if strength < 0:
            break
        if defender_count == 0:
            damage += strength
            continue
        beaten: i64 = -1
        if 0 <= first < strength:
            beaten, first = first, -1
        elif 0 <= second < strength:
            beaten, second = second, -1
        elif 0 <= third < strength:
            beaten, third = third, -1
        if beaten >= 0:
            damage += strength - beaten
            value += MONSTER_VALUE + beaten * 4 // 10
            defender_count -= 1
    if damage >= lp:
        return WIN_VALUE // 10
    return value + lp_value(lp) - lp_value(lp - damage)


def starters(state: LinkaVelState, seat: i64) -> i64:
    """Return the number of level 1 monsters in a hand: they are summoned without a cost."""
    found: i64 = 0
    hand = LISTS * seat + HAND
    for at in range(state.zones.length(hand)):
        definition = state.card(state.zones.at(hand, at))
        if definition.is_monster and definition.level == 1:
            found += 1
    return found


def hand_card_value(state: LinkaVelState, card: i64) -> i64:
    """Return the value of holding a card."""
    definition = state.card(card)
    if not definition.is_monster:
        return 330
    value = definition.power // 4
    if definition.level == 1:
        seat = state.pool.owner(card)
        if state.is_in(card, HAND) and starters(state, seat) == 1 and state.monster_count(seat) == 0:
            value += LAST_STARTER_VALUE
        return value + 150
    # High levels are harder to summon.
    return value + (60 if definition.level <= 3 else -60) + 40 * len(definition.abilities)


def monster_value(state: LinkaVelState, card: i64) -> i64:
    """Return the value of a monster on the field for its owner."""
    return power(state, card) + 80 * len(state.card(card).abilities)
