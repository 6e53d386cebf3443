"""Cards, abilities and the small objects of a game."""

from typing import TYPE_CHECKING, Any, Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine import abilities as engine
from tefuda.cardlang.engine.abilities import PER_TURN, STEP_DONE, UNLIMITED, Frame
from tefuda.cardlang.engine.card_facts import CardFacts
from tefuda.cardlang.engine.zones import NO_CARD, Zones
from tefuda.cardlang.tree import CardDefinition, Expr, Filter
from tefuda.games.solitaire_tcg.rules.codes import ACTIVATED, CONTINUOUS, MAX_ABILITIES, TRIGGERS

if TYPE_CHECKING:
    from tefuda.cardlang.engine.card_state import CardState
    from tefuda.games.solitaire_tcg.rules.table import Table

BITS: Final = vec[i64]([i64(2**number) for number in range(MAX_ABILITIES)])


class Rules:
    """The options of a game."""

    def __init__(self, puzzle: bool, opening_hand: i64, turn_draw: i64, max_turns: i64, guard: i64) -> None:
        self.puzzle = puzzle
        self.opening_hand = opening_hand
        self.turn_draw = turn_draw
        self.max_turns = max_turns
        self.guard = guard


class Step(engine.Step):
    """One operation of an effect of Solitaire TCG. Each one starts a tick (ST-5.3)."""

    def __init__(self, op: str, atk: i64 = 0, hp: i64 = 0, ends_game: bool = False) -> None:
        super().__init__(op)
        self.atk = atk
        self.hp = hp
        """What the step changes."""
        self.ends_game = ends_game

    @override
    def run(self, state: "CardState", frame: Frame) -> i64:
        table = cast("Table", state)
        table.start_tick()
        return self.perform(table, frame.card)

    @override
    def apply(self, state: "CardState", frame: Frame, chosen: vec[i64]) -> i64:
        self.take(cast("Table", state), frame.card, chosen)
        return STEP_DONE

    def perform(self, table: "Table", card: i64) -> i64:
        """Run the step for its card. Return its result; STEP_CHOICE with an open choice."""
        raise NotImplementedError

    def take(self, table: "Table", card: i64, chosen: vec[i64]) -> None:
        """Continue with the chosen cards, in the order of their zone."""
        raise NotImplementedError

    def affects(self, table: "Table", source: i64, card: i64) -> bool:
        """Whether the step, in a continuous ability of `source`, changes a monster on the board (ST-11.8)."""
        return False


class Ability(engine.Ability):
    """An ability of Solitaire TCG."""

    def __init__(
        self, number: i64, when: i64, condition: Expr | None, priority: i64, once: bool, operations: list[Step]
    ) -> None:
        limit = PER_TURN if once and when == ACTIVATED else UNLIMITED
        super().__init__(number, when, list(operations), condition, False, limit, priority)
        self.operations = operations
        """The steps, with the methods of Solitaire TCG."""


class Card(CardDefinition):
    """A card definition."""

    def __init__(
        self,
        id: str,  # noqa: A002
        en: str,
        ja: str,
        type: str,  # noqa: A002
        tags: list[str],
        type_code: i64,
        atk: i64,
        hp: i64,
        hosts: list[str],
        unique: bool,
        abilities: list[Ability],
        parsed: dict[str, Any],
    ) -> None:
        super().__init__(id, en, ja, type, tags, parsed)
        self.type_code = type_code
        self.atk = atk
        self.hp = hp
        self.hosts = hosts
        self.unique = unique
        self.abilities = abilities
        self.abilities_on: list[list[Ability]] = [[] for _ in TRIGGERS]
        self.triggers: i64 = 0
        """The triggers of its abilities, as bits."""
        for ability in abilities:
            self.abilities_on[ability.when].append(ability)
            self.triggers |= BITS[ability.when]
        self.continuous = self.abilities_on[CONTINUOUS]
        lasting = [step for ability in self.continuous for step in ability.operations]
        self.changes_atk = any(step.atk != 0 for step in lasting)
        self.changes_hp = any(step.hp != 0 for step in lasting)
        self.lowers_hp = any(step.hp < 0 for step in lasting)
        self.ends_game = any(step.ends_game for step in lasting)
        """What its continuous abilities do."""

    def can_carry(self, equip: "Card") -> bool:
        """Whether an equip can be attached to this card (ST-11.1)."""
        for word in equip.hosts:
            if self.has_tag(word):
                return True
        return False


class Pool:
    """The cards of one game. A card is a number with a definition."""

    def __init__(
        self,
        cards: list[Card],
        kinds: bytes,
        digest: bytes,
        zones: Zones,
        grave_order_matters: bool,
        hand_order_matters: bool,
    ) -> None:
        self.cards = cards
        """The definitions, each once."""
        self.kinds = kinds
        """Index in `cards` by card number, padded for `bytes.translate`."""
        self.digest = digest
        self.zones = zones
        """The zones without cards."""
        self.definitions = [cards[kinds[number]] for number in range(zones.cards)]
        self.custom_cards: dict[str, Card] = {}
        """Cards that differ from the catalogue, by id. A position defined them."""
        self.facts: list[CardFacts] = []
        """The facts of the definitions as numbers, for observations."""
        self.counter_names: list[str] = []
        """The counters that observations have."""
        self.grave_order_matters = grave_order_matters
        self.hand_order_matters = hand_order_matters
        """Whether the order of these zones matters to a card of the pool."""
        self.hosts = [bytes([host.can_carry(card) for host in cards]) for card in cards]
        """By kind of equip: 1 for each kind that can be its host."""
        self.changes_atk = any(card.changes_atk for card in cards)
        self.changes_hp = any(card.changes_hp for card in cards)
        self.lowers_hp = any(card.lowers_hp for card in cards)
        self.ends_game = any(card.ends_game for card in cards)
        """What the continuous abilities of the cards do."""

    def card(self, number: i64) -> Card:
        return self.definitions[number]

    def matching(self, cards: vec[i64], filter_: Filter | None) -> vec[i64]:
        """Return the cards that match a filter."""
        if filter_ is None:
            return cards
        found = vec[i64]()
        for at in range(len(cards)):
            if filter_.matches(self.definitions[cards[at]]):
                found = append(found, cards[at])
        return found

    def of_type(self, cards: vec[i64], code: i64) -> vec[i64]:
        found = vec[i64]()
        for at in range(len(cards)):
            if self.definitions[cards[at]].type_code == code:
                found = append(found, cards[at])
        return found


class Status:
    """The status of a card in play. Immutable."""

    def __init__(self, card: i64) -> None:
        self.card = card
        self.host: i64 = NO_CARD
        """For an equip: its host."""
        self.used: i64 = 0
        """Activated abilities used this turn, as bits."""
        self.atk: i64 = 0
        self.hp: i64 = 0
        self.turn_atk: i64 = 0
        self.turn_hp: i64 = 0
        """Permanent changes, and changes until the end of the turn."""
        self.counters: dict[str, i64] | None = None
        """Counters by name, without zeros; None if there are none."""
        self.encoded = b""
        """Cached bytes of everything except card and host."""

    def copy(self) -> "Status":
        copy = Status(self.card)
        copy.host = self.host
        copy.used = self.used
        copy.atk, copy.hp = self.atk, self.hp
        copy.turn_atk, copy.turn_hp = self.turn_atk, self.turn_hp
        copy.counters = self.counters
        return copy

    def is_empty(self) -> bool:
        """Whether the status has only default values."""
        changed = self.used | self.atk | self.hp | self.turn_atk | self.turn_hp
        return changed == 0 and self.host == NO_CARD and self.counters is None
