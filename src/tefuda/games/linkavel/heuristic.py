"""CPU players of LinkaVel.

They try each action in a sampled state and evaluate the result. The true state is never read.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.cardlang.zone import index_of
from tefuda.core.player import Guide, Player, Seat, priors_from_values, squash
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.games.linkavel.rules.codes import (
    AS_LISTED,
    ATTACK,
    END_TURN,
    FIELD,
    MAGIC,
    MONSTERS,
    NO_CARD,
    OUTCOME_DRAW,
    PHASE_BATTLE,
    PHASE_MAIN1,
    PICK_DONE,
    SLOTS,
    SUMMON,
    TO_BATTLE,
    TO_MAIN2,
    USE,
    WON_BY_ONE,
    YES,
)
from tefuda.games.linkavel.rules.model import POWER_MODIFIER, Choice
from tefuda.games.linkavel.rules.state import LinkaVelState

WIN_VALUE: Final = 1_000_000
MONSTER_VALUE: Final = 300
"""Value of a monster on the field besides its power, which counts four tenths."""
HAND_CARD_VALUE: Final = 260
LARGE_HAND: Final = 8
"""With more cards in hand, each further one is worth little."""
MAGIC_VALUE: Final = 250
"""Value of a permanent magic on the field."""
MIN_GAIN: Final = 40
"""Minimum gain for using a card, an effect or an attack."""
LONG_GAME_TURN: Final = 40
MAX_ATTACK_BONUS: Final = 900
MAX_ANSWERS: Final = 30
MAX_TRIED_ANSWERS: Final = 12
MAX_POWER_GAP: Final = 1200
"""Attacks on monsters that are stronger by more than this are not tried."""


ROLLOUT_LENGTH: Final = 0
"""Number of plays in a rollout before the position is evaluated."""
PRIOR_SCALE: Final = 200
"""An action that is worse by this amount is half as likely to be tried."""
POOR_ACTION_PENALTY: Final = 20_000
LEAD_SCALE: Final = 2_000
"""A lead of this value wins three games of four."""


class Level:
    """A playing strength: mistakes in percent, and the weight of the opponent's threats in tenths."""

    def __init__(self, slips: i64, threat_weight: i64) -> None:
        self.mistake_percent = slips
        self.threat_weight = threat_weight


FULL_THREAT_WEIGHT: Final = 6
LEVELS: Final = [Level(45, 0), Level(15, 0), Level(0, FULL_THREAT_WEIGHT)]
LEVEL_NAMES: Final = ["novice", "adept", "heuristic"]


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

    def __init__(self, state: LinkaVelState, seat: i64, fresh: bool) -> None:
        """With `fresh`, all monsters can attack, as in a later turn."""
        self.first: i64 = -1
        self.second: i64 = -1
        self.third: i64 = -1
        self.count: i64 = 0
        self.total: i64 = 0
        self.ready_first: i64 = -1
        self.ready_second: i64 = -1
        self.ready_third: i64 = -1
        monsters = state.side(seat).monsters
        for slot in range(SLOTS):
            card: i64 = monsters[slot]
            if card == NO_CARD:
                continue
            power = state.power(card)
            self.count += 1
            self.total += power - temporary_power(state, card) if state.modifiers else power
            if power > self.first:
                self.third, self.second, self.first = self.second, self.first, power
            elif power > self.second:
                self.third, self.second = self.second, power
            else:
                self.third = power
            if fresh or state.attacks_left(card) > 0:
                if power > self.ready_first:
                    self.ready_third, self.ready_second = self.ready_second, self.ready_first
                    self.ready_first = power
                elif power > self.ready_second:
                    self.ready_third, self.ready_second = self.ready_second, power
                else:
                    self.ready_third = power

    def value(self) -> i64:
        return self.count * MONSTER_VALUE + self.total * 4 // 10


def attack_value(attackers: Powers, defenders: Powers, lp: i64) -> i64:
    """Return the value of attacks, each on the strongest monster it beats, the strongest attacker first."""
    left = [defenders.first, defenders.second, defenders.third]
    defender_count = defenders.count
    value: i64 = 0
    damage: i64 = 0
    for power in (attackers.ready_first, attackers.ready_second, attackers.ready_third):
        if power < 0:
            break
        if defender_count == 0:
            damage += power
            continue
        for at in range(SLOTS):
            if 0 <= left[at] < power:
                damage += power - left[at]
                value += MONSTER_VALUE + left[at] * 4 // 10
                left[at] = -1
                defender_count -= 1
                break
    if damage >= lp:
        return WIN_VALUE // 10
    return value + lp_value(lp) - lp_value(lp - damage)


def evaluate(state: LinkaVelState, me: i64, threat_weight: i64, attacking: bool = True) -> i64:
    """Return the value of a position for a player. Without `attacking`, attacks of this turn are not counted."""
    if state.seat == OVER:
        if state.outcome == OUTCOME_DRAW:
            return 0
        return WIN_VALUE if (state.outcome == WON_BY_ONE) == (me == 0) else -WIN_VALUE
    mine, theirs = state.side(me), state.side(1 - me)
    value = lp_value(mine.lp) - lp_value(theirs.lp)
    value += hand_size_value(len(mine.hand)) - hand_size_value(len(theirs.hand))
    for slot in range(SLOTS):
        if mine.magics[slot] != NO_CARD:
            value += MAGIC_VALUE
        if theirs.magics[slot] != NO_CARD:
            value -= MAGIC_VALUE
    ours = Powers(state, me, False)
    enemies = Powers(state, 1 - me, True)
    value += ours.value() - enemies.value()
    if state.turn == me:
        if attacking and (state.phase == PHASE_BATTLE or (state.phase == PHASE_MAIN1 and state.turn_number > 1)):
            value += attack_value(ours, enemies, theirs.lp) * 9 // 10
        if threat_weight > 0:
            value -= attack_value(enemies, ours, mine.lp) * threat_weight // 10
    return value


def hand_card_value(state: LinkaVelState, card: i64) -> i64:
    """Return the value of holding a card."""
    definition = state.pool.card(card)
    if not definition.is_monster:
        return 330
    value = definition.power // 4
    if definition.level == 1:
        return value + 150
    # High levels are harder to summon.
    return value + (60 if definition.level <= 3 else -60) + 40 * len(definition.abilities)


def monster_value(state: LinkaVelState, card: i64) -> i64:
    """Return the value of a monster on the field for its owner."""
    return state.power(card) + 80 * len(state.pool.card(card).abilities)


def quick_answer(state: LinkaVelState, choice: Choice) -> i64:
    """Return an answer to a choice without trying the candidates."""
    if choice.op == "may":
        return YES
    if choice.op == "order":
        return AS_LISTED
    best: i64 = NO_CARD
    most: i64 = -WIN_VALUE
    for at in range(len(choice.candidates)):
        card: i64 = choice.candidates[at]
        if index_of(choice.picked, card) >= 0:
            continue
        value = answer_value(state, choice, card)
        if value > most:
            most = value
            best = card
    if choice.up_to and most < 0:
        return PICK_DONE
    return state.pick_action(choice, best)


def answer_value(state: LinkaVelState, choice: Choice, card: i64) -> i64:
    """Return the value of a card as an answer."""
    op = choice.op
    own = state.pool.owner(card) == choice.seat
    if op == "discard" or op == "limit":
        return -hand_card_value(state, card)
    if op == "cost":
        return -monster_value(state, card)
    if choice.zone != FIELD and choice.zone != MONSTERS:
        return state.pool.card(card).power + 10 if op == "summon" else hand_card_value(state, card)
    value = monster_value(state, card) if state.pool.card(card).is_monster else 700
    if op == "power" or op == "protect" or op == "extra_attack":
        return value
    return -value if own else value


def attack_bonus(state: LinkaVelState) -> i64:
    """Return the bonus for attacks in long games: two players who wait would never finish."""
    return max(0, min(MAX_ATTACK_BONUS, (state.turn_number - LONG_GAME_TURN) * 10))


class Heuristic(Player):
    """Plays the best action in a sampled state. Lower levels make mistakes."""

    def __init__(self, level: i64, random: Random) -> None:
        super().__init__()
        self.level = LEVELS[level]
        self.guide = LinkaVelGuide(self.level.threat_weight)
        self.random = random

    def choose(self, seat: Seat) -> i64:
        if self.level.mistake_percent > 0 and self.random.below(100) < self.level.mistake_percent:
            return seat.random_action(self.random)
        return self.guide.choose(seat.sample(self.random), self.random)


class LinkaVelGuide(Guide):
    """Tries the candidate actions and plays the best one."""

    def __init__(self, threat_weight: i64 = FULL_THREAT_WEIGHT) -> None:
        super().__init__(ROLLOUT_LENGTH, alone=True)
        self.threat_weight = threat_weight
        self.judge_turn: i64 = 0

    def begin(self, state: State) -> None:
        """Remember the turn. Searches evaluate positions at the start of the next turn."""
        assert isinstance(state, LinkaVelState)
        self.judge_turn = state.turn_number + 1

    def can_judge(self, state: State) -> bool:
        """Whether the next turn has begun. In the middle of a turn, later actions would be missing."""
        assert isinstance(state, LinkaVelState)
        return state.turn_number >= self.judge_turn and state.choice is None and state.phase == PHASE_MAIN1

    def chance(self, state: State, seat: i64) -> float:
        assert isinstance(state, LinkaVelState)
        # The turn player has the attacks, so the position is evaluated from that side.
        value = evaluate(state, state.turn, self.threat_weight)
        return squash(value if state.turn == seat else -value, LEAD_SCALE)

    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        """Return priors by the value after each action. Summons into other slots get a low prior."""
        assert isinstance(state, LinkaVelState)
        choice = state.choice
        if len(actions) == 1 or (choice is not None and (choice.op == "order" or len(actions) > MAX_TRIED_ANSWERS)):
            return None
        me = state.seat
        values: list[i64] = []
        if choice is not None:
            for action in actions:
                values.append(self.value_after(state, action, me))
            return priors_from_values(values, PRIOR_SCALE)
        candidates = self.candidate_actions(state, actions)
        now = evaluate(state, me, self.threat_weight, state.phase != PHASE_BATTLE) + MIN_GAIN
        for action in actions:
            if action <= TO_MAIN2:
                values.append(now)
            elif contains(candidates, action):
                values.append(self.value_after(state, action, me))
            else:
                values.append(now - POOR_ACTION_PENALTY)
        return priors_from_values(values, PRIOR_SCALE)

    def choose(self, state: State, random: Random) -> i64:
        assert isinstance(state, LinkaVelState)
        if state.choice is not None:
            return self.answer(state, state.choice)
        return self.decide(state)

    def value_after(self, state: LinkaVelState, action: i64, me: i64) -> i64:
        """Return the value of the position after an action, with quick answers to choices."""
        world = state.clone()
        world.play(action)
        answers: i64 = 0
        while world.choice is not None and answers < MAX_ANSWERS:
            world.play(quick_answer(world, world.choice))
            answers += 1
        return evaluate(world, me, self.threat_weight)

    def answer(self, state: LinkaVelState, choice: Choice) -> i64:
        """Try the answers if there are few; otherwise take the quick answer."""
        op = choice.op
        if op == "order" or op == "discard" or op == "limit" or op == "cost":
            return quick_answer(state, choice)
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        if len(actions) > MAX_TRIED_ANSWERS:
            return quick_answer(state, choice)
        best = actions[0]
        most: i64 = -2 * WIN_VALUE
        for action in actions:
            value = self.value_after(state, action, choice.seat)
            if value > most:
                most = value
                best = action
        return best

    def decide(self, state: LinkaVelState) -> i64:
        """Return the best action of a free decision, or go to the next phase if none gains enough."""
        me = state.turn
        actions = state.actions()
        last = actions[len(actions) - 1]
        if len(actions) == 1:
            return last
        # In battle the alternative is to leave the phase.
        now = evaluate(state, me, self.threat_weight, state.phase != PHASE_BATTLE)
        best: i64 = -1
        most = now + MIN_GAIN
        for action in self.candidate_actions(state, actions):
            value = self.value_after(state, action, me)
            if action < USE:
                value += attack_bonus(state)
            if value > most:
                most = value
                best = action
        if best >= 0:
            return best
        return self.next_phase_action(state, actions)

    def candidate_actions(self, state: LinkaVelState, actions: list[i64]) -> list[i64]:
        """Return the actions to try: each summon in its best slot, and attacks that could succeed."""
        found: list[i64] = []
        for action in actions:
            if action <= TO_MAIN2 or (ATTACK <= action < USE and not self.is_candidate_attack(state, action)):
                continue
            if SUMMON <= action < MAGIC and found:
                before = found[len(found) - 1]
                if before >= SUMMON and (before - SUMMON) // SLOTS == (action - SUMMON) // SLOTS:
                    if self.slot_value(state, action) < self.slot_value(state, before):
                        found[len(found) - 1] = action
                    continue
            found.append(action)
        return found

    def slot_value(self, state: LinkaVelState, action: i64) -> i64:
        """Return the value of the monster in the slot of a summon, which would be part of the cost; -1 if empty."""
        card: i64 = state.side(state.turn).monsters[(action - SUMMON) % SLOTS]
        return -1 if card == NO_CARD else monster_value(state, card)

    def is_candidate_attack(self, state: LinkaVelState, action: i64) -> bool:
        slot, target = (action - ATTACK) // 4, (action - ATTACK) % 4
        if target == SLOTS:
            return True
        attacker: i64 = state.side(state.turn).monsters[slot]
        defender: i64 = state.side(1 - state.turn).monsters[target]
        return state.power(attacker) + MAX_POWER_GAP >= state.power(defender)

    def next_phase_action(self, state: LinkaVelState, actions: list[i64]) -> i64:
        """Return the action that leaves the phase: to battle with monsters, to main phase 2 with plays left."""
        me = state.turn
        if state.phase == PHASE_MAIN1 and contains(actions, TO_BATTLE):
            monsters = state.side(me).monsters
            for slot in range(SLOTS):
                if monsters[slot] != NO_CARD:
                    return TO_BATTLE
        if state.phase == PHASE_BATTLE and (not state.has_summoned or self.has_magic_in_hand(state)):
            return TO_MAIN2
        return END_TURN

    def has_magic_in_hand(self, state: LinkaVelState) -> bool:
        hand = state.side(state.turn).hand
        for at in range(len(hand)):
            if not state.pool.card(hand[at]).is_monster:
                return True
        return False


def contains(actions: list[i64], wanted: i64) -> bool:
    for action in actions:
        if action == wanted:
            return True
    return False
