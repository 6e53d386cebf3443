"""The CPU players of LinkaVel.

They read cards by what they do: each way to go on is tried in a world that could be, and what comes of it is valued.
What a seat cannot see is sampled; the true state is never looked at.
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
    BATTLE,
    DRAWN,
    ENOUGH,
    FIELD,
    MAGIC,
    MAIN1,
    MONSTERS,
    NOBODY,
    SLOTS,
    SUMMON,
    TO_BATTLE,
    TO_END,
    TO_MAIN2,
    USE,
    WON_BY_ONE,
    YES,
)
from tefuda.games.linkavel.rules.model import POWER, Choice
from tefuda.games.linkavel.rules.state import LinkaVelState

WON: Final = 1_000_000
MONSTER: Final = 300
"""What a monster on the field is worth beside its power, of which four tenths count."""
HELD: Final = 260
CROWDED: Final = 8
"""From so many cards in hand on, another is worth little."""
STAYING: Final = 250
"""A permanent magic on the field."""
ENOUGH_GAIN: Final = 40
"""Less than this is not worth a card, an effect or an attack."""
LONG_GAME: Final = 40
MOST_IMPATIENCE: Final = 900
MOST_ANSWERS: Final = 30
MOST_TRIES: Final = 12
REACH: Final = 1200
"""An attack on a monster that is stronger by more than this is not even thought about."""


ROLLOUT: Final = 0
"""Plays of a search's rollout, before the position is judged."""
PATIENCE: Final = 200
"""An action that looks worse by this is half as likely to be tried."""
HOPELESS: Final = 20_000
EVEN: Final = 2_000
"""A lead of this worth wins three games of four."""


class Level:
    """How well a player plays: it slips so many times in a hundred, and fears what the enemy can do, in tenths."""

    def __init__(self, slips: i64, fear: i64) -> None:
        self.slips = slips
        self.fear = fear


FEARFUL: Final = 6
LEVELS: Final = [Level(45, 0), Level(15, 0), Level(0, FEARFUL)]
NAMES: Final = ["novice", "adept", "heuristic"]


def lp_worth(lp: i64) -> i64:
    """What LP are worth: the last ones most."""
    if lp <= 1500:
        return lp
    if lp <= 4000:
        return 1500 + (lp - 1500) * 6 // 10
    return 3000 + (lp - 4000) * 3 // 10


def held_worth(cards: i64) -> i64:
    if cards <= CROWDED:
        return cards * HELD
    return CROWDED * HELD + (cards - CROWDED) * 30


def passing(state: LinkaVelState, card: i64) -> i64:
    """What of a monster's power ends with this turn."""
    found: i64 = 0
    for change in state.changes:
        if change.card == card and change.kind == POWER and change.expires == state.turn_number:
            found += change.amount
    return found


class Powers:
    """The powers of a player's monsters, strongest first, and of those that can still attack."""

    def __init__(self, state: LinkaVelState, seat: i64, fresh: bool) -> None:
        """`fresh`: all can attack, as in a turn to come."""
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
            if card == NOBODY:
                continue
            power = state.power(card)
            self.count += 1
            self.total += power - passing(state, card) if state.changes else power
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

    def worth(self) -> i64:
        return self.count * MONSTER + self.total * 4 // 10


def assault(attackers: Powers, defenders: Powers, lp: i64) -> i64:
    """What attacks would bring, the strongest first, each on the strongest monster that it beats; a win is a win."""
    left = [defenders.first, defenders.second, defenders.third]
    standing = defenders.count
    value: i64 = 0
    hurt: i64 = 0
    for power in (attackers.ready_first, attackers.ready_second, attackers.ready_third):
        if power < 0:
            break
        if standing == 0:
            hurt += power
            continue
        for at in range(SLOTS):
            if 0 <= left[at] < power:
                hurt += power - left[at]
                value += MONSTER + left[at] * 4 // 10
                left[at] = -1
                standing -= 1
                break
    if hurt >= lp:
        return WON // 10
    return value + lp_worth(lp) - lp_worth(lp - hurt)


def worth(state: LinkaVelState, me: i64, fear: i64, attacking: bool = True) -> i64:
    """What a position is worth to a player, as far as that player can see it; not `attacking`: no attack follows."""
    if state.seat == OVER:
        if state.outcome == DRAWN:
            return 0
        return WON if (state.outcome == WON_BY_ONE) == (me == 0) else -WON
    mine, theirs = state.side(me), state.side(1 - me)
    value = lp_worth(mine.lp) - lp_worth(theirs.lp)
    value += held_worth(len(mine.hand)) - held_worth(len(theirs.hand))
    for slot in range(SLOTS):
        if mine.magics[slot] != NOBODY:
            value += STAYING
        if theirs.magics[slot] != NOBODY:
            value -= STAYING
    ours = Powers(state, me, False)
    enemies = Powers(state, 1 - me, True)
    value += ours.worth() - enemies.worth()
    if state.turn == me:
        if attacking and (state.phase == BATTLE or (state.phase == MAIN1 and state.turn_number > 1)):
            value += assault(ours, enemies, theirs.lp) * 9 // 10
        if fear > 0:
            value -= assault(enemies, ours, mine.lp) * fear // 10
    return value


def keep_worth(state: LinkaVelState, card: i64) -> i64:
    """How gladly a card is held, found or kept."""
    definition = state.pool.card(card)
    if not definition.is_monster:
        return 330
    value = definition.power // 4
    if definition.level == 1:
        return value + 150
    # What nothing on the field or in the hand leads up to is worth less.
    return value + (60 if definition.level <= 3 else -60) + 40 * len(definition.abilities)


def cheap(state: LinkaVelState, card: i64) -> i64:
    """What a monster on the field is worth to its owner."""
    return state.power(card) + 80 * len(state.pool.card(card).abilities)


def quick_answer(state: LinkaVelState, choice: Choice) -> i64:
    """An answer to a question without trying them out."""
    if choice.op == "may":
        return YES
    if choice.op == "order":
        return AS_LISTED
    best: i64 = NOBODY
    most: i64 = -WON
    for at in range(len(choice.candidates)):
        card: i64 = choice.candidates[at]
        if index_of(choice.picked, card) >= 0:
            continue
        value = answer_worth(state, choice, card)
        if value > most:
            most = value
            best = card
    if choice.up_to and most < 0:
        return ENOUGH
    return state.pick_of(choice, best)


def answer_worth(state: LinkaVelState, choice: Choice, card: i64) -> i64:
    """How good a card is as an answer: to lose, to find, to hit."""
    op = choice.op
    own = state.pool.owner(card) == choice.seat
    if op == "discard" or op == "limit":
        return -keep_worth(state, card)
    if op == "cost":
        return -cheap(state, card)
    if choice.zone != FIELD and choice.zone != MONSTERS:
        return state.pool.card(card).power + 10 if op == "summon" else keep_worth(state, card)
    value = cheap(state, card) if state.pool.card(card).is_monster else 700
    if op == "power" or op == "protect" or op == "extra_attack":
        return value
    return -value if own else value


def impatience(state: LinkaVelState) -> i64:
    """Two who wait for each other would wait for ever: after many turns an attack is worth trying."""
    return max(0, min(MOST_IMPATIENCE, (state.turn_number - LONG_GAME) * 10))


class Heuristic(Player):
    """Does what comes out best in a world that could be; lower levels slip now and then."""

    def __init__(self, level: i64, random: Random) -> None:
        super().__init__()
        self.level = LEVELS[level]
        self.guide = LinkaVelGuide(self.level.fear)
        self.random = random

    def choose(self, seat: Seat) -> i64:
        if self.level.slips > 0 and self.random.below(100) < self.level.slips:
            return seat.random_action(self.random)
        return self.guide.choose(seat.sample(self.random), self.random)


class LinkaVelGuide(Guide):
    """Tries what can be done, and does what comes out best."""

    def __init__(self, fear: i64 = FEARFUL) -> None:
        super().__init__(ROLLOUT, alone=True)
        self.fear = fear
        self.until: i64 = 0

    def begin(self, state: State) -> None:
        """A search is over when this turn is; then every way to play it is judged at the same moment."""
        assert isinstance(state, LinkaVelState)
        self.until = state.turn_number + 1

    def can_judge(self, state: State) -> bool:
        """At the beginning of the next turn: in the middle of one, what is still to come would be missing."""
        assert isinstance(state, LinkaVelState)
        return state.turn_number >= self.until and state.choice is None and state.phase == MAIN1

    def chance(self, state: State, seat: i64) -> float:
        assert isinstance(state, LinkaVelState)
        # Whose turn it is has the attacks: the position is seen from there.
        value = worth(state, state.turn, self.fear)
        return squash(value if state.turn == seat else -value, EVEN)

    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        """What looks good right after it is tried first; the same summon into another slot hardly ever."""
        assert isinstance(state, LinkaVelState)
        choice = state.choice
        if len(actions) == 1 or (choice is not None and (choice.op == "order" or len(actions) > MOST_TRIES)):
            return None
        me = state.seat
        values: list[i64] = []
        if choice is not None:
            for action in actions:
                values.append(self.tried(state, action, me))
            return priors_from_values(values, PATIENCE)
        sensible = self.thinkable(state, actions)
        now = worth(state, me, self.fear, state.phase != BATTLE) + ENOUGH_GAIN
        for action in actions:
            if action <= TO_MAIN2:
                values.append(now)
            elif index_in(sensible, action):
                values.append(self.tried(state, action, me))
            else:
                values.append(now - HOPELESS)
        return priors_from_values(values, PATIENCE)

    def choose(self, state: State, random: Random) -> i64:
        assert isinstance(state, LinkaVelState)
        if state.choice is not None:
            return self.answer(state, state.choice)
        return self.decide(state)

    def tried(self, state: LinkaVelState, action: i64, me: i64) -> i64:
        """What a position is worth after an action, questions answered quickly."""
        world = state.clone()
        world.play(action)
        answers: i64 = 0
        while world.choice is not None and answers < MOST_ANSWERS:
            world.play(quick_answer(world, world.choice))
            answers += 1
        return worth(world, me, self.fear)

    def answer(self, state: LinkaVelState, choice: Choice) -> i64:
        """Few answers are tried; of many the quick one is taken."""
        op = choice.op
        if op == "order" or op == "discard" or op == "limit" or op == "cost":
            return quick_answer(state, choice)
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        if len(actions) > MOST_TRIES:
            return quick_answer(state, choice)
        best = actions[0]
        most: i64 = -2 * WON
        for action in actions:
            value = self.tried(state, action, choice.seat)
            if value > most:
                most = value
                best = action
        return best

    def decide(self, state: LinkaVelState) -> i64:
        """A free decision: the best way that is better than going on."""
        me = state.turn
        actions = state.actions()
        last = actions[len(actions) - 1]
        if len(actions) == 1:
            return last
        # In battle the other way is to leave it.
        now = worth(state, me, self.fear, state.phase != BATTLE)
        best: i64 = -1
        most = now + ENOUGH_GAIN
        for action in self.thinkable(state, actions):
            value = self.tried(state, action, me)
            if action < USE:
                value += impatience(state)
            if value > most:
                most = value
                best = action
        if best >= 0:
            return best
        return self.go_on(state, actions)

    def thinkable(self, state: LinkaVelState, actions: list[i64]) -> list[i64]:
        """What is worth a try: each card in the best slot for it, attacks that are not hopeless."""
        found: list[i64] = []
        for action in actions:
            if action <= TO_MAIN2 or (ATTACK <= action < USE and not self.is_thinkable(state, action)):
                continue
            if SUMMON <= action < MAGIC and found:
                before = found[len(found) - 1]
                if before >= SUMMON and (before - SUMMON) // SLOTS == (action - SUMMON) // SLOTS:
                    if self.slot_price(state, action) < self.slot_price(state, before):
                        found[len(found) - 1] = action
                    continue
            found.append(action)
        return found

    def slot_price(self, state: LinkaVelState, action: i64) -> i64:
        """What lies in the slot of a summon, and would be part of its cost."""
        card: i64 = state.side(state.turn).monsters[(action - SUMMON) % SLOTS]
        return -1 if card == NOBODY else cheap(state, card)

    def is_thinkable(self, state: LinkaVelState, action: i64) -> bool:
        slot, target = (action - ATTACK) // 4, (action - ATTACK) % 4
        if target == SLOTS:
            return True
        attacker: i64 = state.side(state.turn).monsters[slot]
        defender: i64 = state.side(1 - state.turn).monsters[target]
        return state.power(attacker) + REACH >= state.power(defender)

    def go_on(self, state: LinkaVelState, actions: list[i64]) -> i64:
        """The next phase: battle where somebody could attack, the second main phase where something is left to do."""
        me = state.turn
        if state.phase == MAIN1 and index_in(actions, TO_BATTLE):
            monsters = state.side(me).monsters
            for slot in range(SLOTS):
                if monsters[slot] != NOBODY:
                    return TO_BATTLE
        if state.phase == BATTLE and (not state.summoned or self.holds_magic(state)):
            return TO_MAIN2
        return TO_END

    def holds_magic(self, state: LinkaVelState) -> bool:
        hand = state.side(state.turn).hand
        for at in range(len(hand)):
            if not state.pool.card(hand[at]).is_monster:
                return True
        return False


def index_in(actions: list[i64], wanted: i64) -> bool:
    for action in actions:
        if action == wanted:
            return True
    return False
