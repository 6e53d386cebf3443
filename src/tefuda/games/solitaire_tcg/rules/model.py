"""Cards, abilities and the small objects of a game."""

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from tefuda.cardlang.tree import CardDefinition, Expr, Filter
from tefuda.cardlang.zone import ONE
from tefuda.games.solitaire_tcg.rules.codes import CONTINUOUS, NO_CARD, TRIGGERS

if TYPE_CHECKING:
    from tefuda.games.solitaire_tcg.rules.table import Table


class Step:
    """One operation of an effect."""

    def __init__(self, op: str) -> None:
        self.op = op

    def run(self, table: "Table", card: i64) -> i64:
        """Run the step for its card. Return STEP_DONE, STEP_FIZZLED, or STEP_CHOICE with an open choice."""
        raise NotImplementedError

    def apply(self, table: "Table", card: i64, chosen: bytes) -> None:
        """Continue with the chosen cards, in the order of their zone."""
        raise NotImplementedError


class Ability:
    """An ability: trigger, condition and steps."""

    def __init__(
        self, number: i64, when: i64, condition: Expr | None, priority: i64, once: bool, steps: list[Step]
    ) -> None:
        self.number = number
        """Index among the abilities of its card."""
        self.when = when
        self.condition = condition
        self.priority = priority
        self.once = once
        self.steps = steps


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
        for ability in abilities:
            self.abilities_on[ability.when].append(ability)

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
        grave_order_matters: bool,
        hand_order_matters: bool,
        can_lose_hp: bool,
    ) -> None:
        self.cards = cards
        self.kinds = kinds
        """Index in `cards` by card number, padded for `bytes.translate`."""
        self.digest = digest
        self.custom_cards: dict[str, Card] = {}
        """Cards that differ from the catalogue, by id. A position defined them."""
        self.grave_order_matters = grave_order_matters
        self.hand_order_matters = hand_order_matters
        """Whether the order of these zones matters to a card of the pool."""
        self.hosts = [bytes([host.can_carry(card) for host in cards]) for card in cards]
        """By kind of equip: 1 for each kind that can be its host."""
        self.can_lose_hp = can_lose_hp
        """Whether a continuous ability lowers hp."""
        self.has_continuous = False
        for card in cards:
            if card.abilities_on[CONTINUOUS]:
                self.has_continuous = True

    def card(self, number: i64) -> Card:
        return self.cards[self.kinds[number]]

    def matching(self, cards: bytes, filter_: Filter | None) -> bytes:
        """Return the cards that match a filter."""
        if filter_ is None:
            return cards
        found = b""
        for at in range(len(cards)):
            number: i64 = cards[at]
            if filter_.matches(self.cards[self.kinds[number]]):
                found += ONE[number]
        return found

    def of_type(self, cards: bytes, code: i64) -> bytes:
        found = b""
        for at in range(len(cards)):
            number: i64 = cards[at]
            if self.cards[self.kinds[number]].type_code == code:
                found += ONE[number]
        return found


class Status:
    """The status of a card in play. Immutable."""

    def __init__(
        self,
        card: i64,
        host: i64 = NO_CARD,
        used: i64 = 0,
        atk: i64 = 0,
        hp: i64 = 0,
        turn_atk: i64 = 0,
        turn_hp: i64 = 0,
        counters: dict[str, i64] | None = None,
    ) -> None:
        self.card = card
        self.host = host
        """For an equip: its host."""
        self.used = used
        """Activated abilities used this turn, as bits."""
        self.atk = atk
        self.hp = hp
        """Permanent changes, and changes until the end of the turn."""
        self.turn_atk = turn_atk
        self.turn_hp = turn_hp
        self.counters = counters
        """Counters by name, without zeros; None if there are none."""
        self.encoded = b""
        """Cached bytes of everything except card and host."""

    def copy(self) -> "Status":
        return Status(self.card, self.host, self.used, self.atk, self.hp, self.turn_atk, self.turn_hp, self.counters)

    def is_empty(self) -> bool:
        """Whether the status has only default values."""
        return (
            self.host == NO_CARD
            and self.used == 0
            and self.atk == 0
            and self.hp == 0
            and self.turn_atk == 0
            and self.turn_hp == 0
            and self.counters is None
        )


class PendingTrigger:
    """A triggered ability in the queue."""

    def __init__(self, card: i64, ability: Ability) -> None:
        self.card = card
        self.ability = ability


class Frame:
    """An entry of the resolution stack: steps of an ability, on_play abilities, or a card for the grave."""

    def __init__(self, kind: i64, card: i64, ability: Ability | None, at: i64) -> None:
        self.kind = kind
        self.card = card
        self.ability = ability
        self.at = at
        """The next step or ability."""

    def copy(self) -> "Frame":
        return Frame(self.kind, self.card, self.ability, self.at)


class Choice:
    """An open choice of the player. Immutable."""

    def __init__(self, op: str, card: i64, zone: i64, candidates: bytes, need: i64, picked: bytes = b"") -> None:
        self.op = op
        self.card = card
        """The card whose effect needs the choice."""
        self.zone = zone
        self.candidates = candidates
        """In the order of their zone."""
        self.need = need
        self.picked = picked
