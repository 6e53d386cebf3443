"""Invariants of LinkaVel, and random games until every card, effect and refusal has occurred."""

from collections.abc import Iterable
from typing import Any

from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.core.events import Event
from tefuda.core.player import Player, Seat
from tefuda.core.random import Random, xoshiro
from tefuda.core.state import OVER
from tefuda.games.linkavel import ability_demo
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.game import GAME
from tefuda.games.linkavel.rules.codes import ACTION_COUNT, CARD_ZONES, FIELD_SLOTS, HAND, MARKS, SLOTS
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.players.names import make_player

DECKS = list(LIBRARY.decks)
PAIRS = [{"deck.one": one, "deck.two": two} for one in DECKS for two in DECKS]
REFUSALS = {
    "attacked",
    "choose",
    "condition",
    "cost",
    "direct",
    "empty",
    "first",
    "illegal",
    "no_choice",
    "no_effect",
    "no_room",
    "no_slot",
    "not_held",
    "nothing",
    "over",
    "phase",
    "slot",
    "summoned",
    "timing",
    "used",
    "verb",
}
"""The code of every refusal."""


class InvariantChecker:
    """Checks the invariants of one game after every action."""

    def __init__(self, state: LinkaVelState) -> None:
        self.cards = GAME.invariant(state)
        self.size = len(self.cards)
        self.turn = state.turn_number
        self.refreshes = state.refresh_count
        self.check(state)

    def check(self, state: LinkaVelState) -> None:
        found: list[int] = []
        for seat in range(2):
            assert state.lp(seat) >= 0, "LP below 0"
            own = [card for zone in range(len(CARD_ZONES)) for card in state.zone(seat, zone)]
            assert all(state.pool.owner(card) == seat for card in own), "a card is on the wrong side"
            found += own
            for card in own:
                assert not state.zones.flag(card) or state.is_in(card, HAND), "a shown card is not in the hand"
            for slot in range(SLOTS):
                monster, magic = state.monster(seat, slot), state.magic(seat, slot)
                assert monster == NO_CARD or state.card(monster).is_monster, "a magic among the monsters"
                assert magic == NO_CARD or not state.card(magic).is_monster, "a monster among the magics"
        assert len(found) == len(set(found)) == self.size, "a card is in two zones or lost"
        assert GAME.invariant(state) == self.cards, "a card was lost or added"
        for slot in range(2 * FIELD_SLOTS):
            marks = [state.zones.mark(slot, mark) for mark in range(MARKS)]
            assert state.zones.in_slot(slot) != NO_CARD or not any(marks), "marks of an empty slot"
        kept = (state.field_triggers, state.field_phases, state.field_effects)
        copy = state.clone()
        copy.read_field()
        assert kept == (copy.field_triggers, copy.field_phases, copy.field_effects), "the triggers on the field"
        for change in state.modifiers:
            assert state.is_on_field(change.card), "a change off the field"
        self.check_refreshes(state)
        if state.seat != OVER and state.choice is None:
            assert not state.batch, "a free decision while triggers are pending"
            assert not state.frames, "a free decision while something resolves"
            assert state.phase in (1, 2, 3), "a free decision in the wrong phase"
            for seat in range(2):
                assert state.lp(seat) > 0, "the game continues at 0 LP"

    def check_refreshes(self, state: LinkaVelState) -> None:
        """Check LV-7.4: at most one refresh per player and turn."""
        if state.turn_number != self.turn:
            # Refreshes at the end of the last turn and in this one cannot be distinguished.
            assert state.refresh_count - self.refreshes <= 4, "too many refreshes"
            self.turn, self.refreshes = state.turn_number, state.refresh_count - sum(self.refreshed(state))
        assert state.refresh_count - self.refreshes <= 2, "too many refreshes"
        assert state.refresh_count - self.refreshes >= sum(self.refreshed(state)), "a refresh was not counted"

    def refreshed(self, state: LinkaVelState) -> list[bool]:
        return [state.has_refreshed(seat) for seat in range(2)]


def play_checked_game(state: LinkaVelState, players: list[Player], most: int = 5000) -> int:
    """Play a game with checks after every action. Return the number of actions, or -1 at `most`."""
    checker = InvariantChecker(state)
    seats = [Seat(GAME, state, seat) for seat in range(2)]
    plays = 0
    while state.seat != OVER:
        if plays == most:
            return -1
        state.play(players[state.seat].choose(seats[state.seat]))
        checker.check(state)
        plays += 1
    return plays


def play_heuristic_games(numbers: Iterable[int]) -> list[int]:
    """Play checked games between heuristics with all pairs of decks in turn. Return their lengths."""
    found = []
    for number in numbers:
        state = GAME.start(number, PAIRS[number % len(PAIRS)])
        players = [make_player(GAME, "heuristic", xoshiro(number, 1 + seat)) for seat in range(2)]
        found.append(play_checked_game(state, players))
    return found


class CoverageGames:
    """Plays until every card was played, every effect has resolved and every refusal was given."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.cards = LIBRARY.bundled
        self.played: set[str] = set()
        self.resolved: set[str] = set()
        self.refused: set[str] = set()
        self.games = 0

    @property
    def missing(self) -> set[str]:
        effects = {
            f"{card.id}:{number}"
            for card in self.cards.values()
            for number, ability in enumerate(card.parsed["abilities"])
            if ability.when not in ("play", "continuous")
        }
        return (set(self.cards) - self.played) | (effects - self.resolved) | (REFUSALS - self.refused)

    def run(self, most: int) -> None:
        """Play games with decks of all cards, then demo positions for the rare effects."""
        while self.missing and self.games < most:
            random = xoshiro(self.seed, 10 + self.games)
            options = {
                "deck.one": self.deck(random),
                "deck.two": self.deck(random),
                "lp": 5000 + 1000 * (self.games % 3),
            }
            state = GAME.start(self.seed * 1_000_003 + self.games, options)
            assert isinstance(state, LinkaVelState)
            self.play(state, random, 400)
            self.games += 1
        for name in sorted(self.missing):
            card = self.cards.get(name.partition(":")[0])
            seed = 0
            while card is not None and name in self.missing and seed < 300:
                table = ability_demo.demo_position(card, dict(self.cards), seed)
                self.play(GAME.at(table, seed), xoshiro(seed, 3), 40)
                seed += 1

    def deck(self, random: Random) -> str:
        """Return a deck of thirty cards, three copies each, that prefers cards not played yet."""
        wanted = sorted({name.partition(":")[0] for name in self.missing} & set(self.cards))
        names = wanted if random.below(3) else []
        others = sorted(self.cards)
        random.shuffle(names)
        random.shuffle(others)
        small = [name for name in others if self.cards[name].level == 1][:5]
        chosen = list(dict.fromkeys([*names[:5], *small, *others]))[:10]
        return " ".join(f"{name}*3" for name in chosen)

    def play(self, state: LinkaVelState, random: Random, most: int) -> None:
        """Play one checked game, mostly by the heuristic, and record what occurs."""
        checker = InvariantChecker(state)
        players = [make_player(GAME, name, random) for name in ("random", "heuristic")]
        plays = 0
        while state.seat != OVER and plays < most:
            self.note_refusals(state, random)
            log: list[Event] = []
            state.log = log
            player = players[0 if random.below(4) == 0 else 1]
            state.play(player.choose(Seat(GAME, state, state.seat)))
            state.log = None
            checker.check(state)
            self.note_events(log)
            plays += 1
        self.note_refusals(state, random)

    def note_refusals(self, state: LinkaVelState, random: Random) -> None:
        for _ in range(12):
            action = random.below(ACTION_COUNT)
            if not state.is_legal(action):
                reason = GAME.texts.why_illegal(state, action)
                assert reason.en, "a refusal without an English message"
                assert reason.ja, "a refusal without a Japanese message"
                self.refused.add(reason.code)

    def note_events(self, log: list[Event]) -> None:
        for event in log:
            data: dict[str, Any] = event.data
            if event.kind in ("summon", "special_summon", "magic"):
                self.played.add(data["card"])
            if event.kind in ("resolve", "use"):
                self.resolved.add(f"{data['card']}:{data['ability']}")
