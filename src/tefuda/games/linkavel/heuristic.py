"""CPU players of LinkaVel.

They try each action in a sampled state and evaluate the result. The true state is never read.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.abilities import Choice
from tefuda.cardlang.engine.zones import NO_CARD, has
from tefuda.core.player import Guide, Player, Seat, priors_from_values, squash
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.games.linkavel.evaluation import (
    MAGIC_VALUE,
    STUCK_PENALTY,
    WIN_VALUE,
    Powers,
    attack_value,
    hand_card_value,
    hand_size_value,
    lp_value,
    monster_value,
    starters,
)
from tefuda.games.linkavel.rules.codes import (
    AS_LISTED,
    ATTACK,
    END_TURN,
    FIELD,
    HAND,
    LISTS,
    MAGIC,
    MONSTERS,
    NO,
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
from tefuda.games.linkavel.rules.continuous import power
from tefuda.games.linkavel.rules.legal_actions import legal_actions, pick_action
from tefuda.games.linkavel.rules.state import LinkaVelState

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


def quick_answer(state: LinkaVelState, choice: Choice) -> i64:
    """Return an answer to a choice without trying the candidates."""
    if choice.op == "may":
        return YES
    if choice.op == "order":
        return AS_LISTED
    if choice.op == "mulligan":
        return YES if starters(state, choice.seat) == 0 else NO
    best: i64 = NO_CARD
    most: i64 = -WIN_VALUE
    for at in range(len(choice.candidates)):
        card: i64 = choice.candidates[at]
        if has(choice.picked, card):
            continue
        value = answer_value(state, choice, card)
        if value > most:
            most = value
            best = card
    if choice.up_to and most < 0:
        return PICK_DONE
    return pick_action(state, choice, best)


def answer_value(state: LinkaVelState, choice: Choice, card: i64) -> i64:
    """Return the value of a card as an answer."""
    op = choice.op
    own = state.pool.owner(card) == choice.seat
    if op == "discard" or op == "limit":
        return -hand_card_value(state, card)
    if op == "cost":
        return -monster_value(state, card)
    if choice.zone != FIELD and choice.zone != MONSTERS:
        return state.card(card).power + 10 if op == "summon" else hand_card_value(state, card)
    value: i64 = 700
    if state.card(card).is_monster:
        value = monster_value(state, card)
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

    @override
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
        self.ours = Powers()
        self.enemies = Powers()
        """Room for the powers of both players in an evaluation."""

    @override
    def begin(self, state: State) -> None:
        """Remember the turn. Searches evaluate positions at the start of the next turn."""
        assert isinstance(state, LinkaVelState)
        self.judge_turn = state.turn_number + 1

    @override
    def can_judge(self, state: State) -> bool:
        """Whether the next turn has begun. In the middle of a turn, later actions would be missing."""
        assert isinstance(state, LinkaVelState)
        return state.turn_number >= self.judge_turn and state.choice is None and state.phase == PHASE_MAIN1

    @override
    def chance(self, state: State, seat: i64) -> float:
        assert isinstance(state, LinkaVelState)
        # The turn player has the attacks, so the position is evaluated from that side.
        value = self.evaluate(state, state.turn)
        return squash(value if state.turn == seat else -value, LEAD_SCALE)

    @override
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
        candidates = self.candidate_actions(state)
        now = self.evaluate(state, me, state.phase != PHASE_BATTLE) + MIN_GAIN
        for action in actions:
            if action <= TO_MAIN2:
                values.append(now)
            elif has(candidates, action):
                values.append(self.value_after(state, action, me))
            else:
                values.append(now - POOR_ACTION_PENALTY)
        return priors_from_values(values, PRIOR_SCALE)

    @override
    def choose(self, state: State, random: Random) -> i64:
        assert isinstance(state, LinkaVelState)
        if state.choice is not None:
            return self.answer(state, state.choice)
        return self.decide(state)

    def evaluate(self, state: LinkaVelState, me: i64, attacking: bool = True) -> i64:
        """Return the value of a position for a player. Without `attacking`, attacks of this turn are not counted."""
        if state.seat == OVER:
            if state.outcome == OUTCOME_DRAW:
                return 0
            return WIN_VALUE if (state.outcome == WON_BY_ONE) == (me == 0) else -WIN_VALUE
        them = 1 - me
        value = lp_value(state.lp(me)) - lp_value(state.lp(them))
        value += hand_size_value(state.zone_size(me, HAND)) - hand_size_value(state.zone_size(them, HAND))
        value += (state.magic_count(me) - state.magic_count(them)) * MAGIC_VALUE
        before_battle = state.phase == PHASE_MAIN1 and state.turn_number > 1
        attacking = attacking and state.turn == me and (before_battle or state.phase == PHASE_BATTLE)
        ours, enemies = self.ours, self.enemies
        ours.read(state, me, not attacking)
        enemies.read(state, them, True)
        value += ours.value() - enemies.value()
        if ours.count == 0 and starters(state, me) == 0:
            value -= STUCK_PENALTY
        if enemies.count == 0 and starters(state, them) == 0:
            value += STUCK_PENALTY
        if attacking:
            value += attack_value(ours, enemies, state.lp(them)) * 9 // 10
        if state.turn == me and self.threat_weight > 0:
            value -= attack_value(enemies, ours, state.lp(me)) * self.threat_weight // 10
        return value

    def value_after(self, state: LinkaVelState, action: i64, me: i64) -> i64:
        """Return the value of the position after an action, with quick answers to choices."""
        world = state.clone()
        world.play(action)
        answers: i64 = 0
        while world.choice is not None and answers < MAX_ANSWERS:
            world.play(quick_answer(world, world.choice))
            answers += 1
        return self.evaluate(world, me)

    def answer(self, state: LinkaVelState, choice: Choice) -> i64:
        """Try the answers if there are few; otherwise take the quick answer."""
        op = choice.op
        if op == "order" or op == "discard" or op == "limit" or op == "cost" or op == "mulligan":
            return quick_answer(state, choice)
        actions = legal_actions(state)
        if len(actions) == 1:
            return actions[0]
        if len(actions) > MAX_TRIED_ANSWERS:
            return quick_answer(state, choice)
        best = actions[0]
        most: i64 = -2 * WIN_VALUE
        for at in range(len(actions)):
            action = actions[at]
            value = self.value_after(state, action, choice.seat)
            if value > most:
                most = value
                best = action
        return best

    def decide(self, state: LinkaVelState) -> i64:
        """Return the best action of a free decision, or go to the next phase if none gains enough."""
        me = state.turn
        candidates = self.candidate_actions(state)
        if len(candidates) == 0:
            return self.next_phase_action(state)
        # In battle the alternative is to leave the phase.
        now = self.evaluate(state, me, state.phase != PHASE_BATTLE)
        best: i64 = -1
        most = now + MIN_GAIN
        for at in range(len(candidates)):
            action = candidates[at]
            value = self.value_after(state, action, me)
            if action < USE:
                value += attack_bonus(state)
            if value > most:
                most = value
                best = action
        if best >= 0:
            return best
        return self.next_phase_action(state)

    def candidate_actions(self, state: LinkaVelState) -> vec[i64]:
        """Return the actions to try: each summon in its best slot, and attacks that could succeed."""
        actions = legal_actions(state)
        found = vec[i64](capacity=len(actions))
        for at in range(len(actions)):
            action = actions[at]
            if action <= TO_MAIN2 or (ATTACK <= action < USE and not self.is_candidate_attack(state, action)):
                continue
            if SUMMON <= action < MAGIC and len(found) > 0:
                before = found[len(found) - 1]
                if before >= SUMMON and (before - SUMMON) // SLOTS == (action - SUMMON) // SLOTS:
                    if self.slot_value(state, action) < self.slot_value(state, before):
                        found[len(found) - 1] = action
                    continue
            found = append(found, action)
        return found

    def slot_value(self, state: LinkaVelState, action: i64) -> i64:
        """Return the value of the monster in the slot of a summon, which would be part of the cost; -1 if empty."""
        card = state.monster(state.turn, (action - SUMMON) % SLOTS)
        if card == NO_CARD:
            return -1
        return monster_value(state, card)

    def is_candidate_attack(self, state: LinkaVelState, action: i64) -> bool:
        slot, target = (action - ATTACK) // 4, (action - ATTACK) % 4
        if target == SLOTS:
            return True
        attacker = state.monster(state.turn, slot)
        defender = state.monster(1 - state.turn, target)
        return power(state, attacker) + MAX_POWER_GAP >= power(state, defender)

    def next_phase_action(self, state: LinkaVelState) -> i64:
        """Return the action that leaves the phase: to battle with monsters, to main phase 2 with plays left."""
        me = state.turn
        if state.phase == PHASE_MAIN1 and state.turn_number > 1 and state.monster_count(me) > 0:
            return TO_BATTLE
        if state.phase == PHASE_BATTLE and (not state.has_summoned or self.has_magic_in_hand(state)):
            return TO_MAIN2
        return END_TURN

    def has_magic_in_hand(self, state: LinkaVelState) -> bool:
        hand = LISTS * state.turn + HAND
        for at in range(state.zones.length(hand)):
            if not state.card(state.zones.at(hand, at)).is_monster:
                return True
        return False
