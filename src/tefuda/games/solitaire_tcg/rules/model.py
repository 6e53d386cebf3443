"""What a card is to the rules, and the small things that lie on the table with it."""

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from tefuda.cardlang.tree import CardDefinition, Expr, Filter
from tefuda.cardlang.zone import ONE
from tefuda.games.solitaire_tcg.rules.codes import NOBODY, STATIC, TRIGGERS

if TYPE_CHECKING:
    from tefuda.games.solitaire_tcg.rules.table import Table


class Step:
    """One operation of an effect."""

    def __init__(self, op: str) -> None:
        self.op = op

    def run(self, table: "Table", card: i64) -> i64:
        """Do it for the card it stands on: DONE, FIZZLED, or ASKING with a choice open."""
        raise NotImplementedError

    def apply(self, table: "Table", card: i64, chosen: bytes) -> None:
        """Go on with what was chosen, in the order of its zone."""
        raise NotImplementedError


class Ability:
    """When, under which condition, and what."""

    def __init__(
        self, number: i64, when: i64, condition: Expr | None, priority: i64, once: bool, steps: list[Step]
    ) -> None:
        self.number = number
        """Its place among the abilities of its card."""
        self.when = when
        self.condition = condition
        self.priority = priority
        self.once = once
        self.steps = steps


class Card(CardDefinition):
    """One card of the catalogue."""

    def __init__(
        self,
        id: str,  # noqa: A002
        en: str,
        ja: str,
        type: str,  # noqa: A002
        tags: list[str],
        code: i64,
        atk: i64,
        hp: i64,
        hosts: list[str],
        unique: bool,
        abilities: list[Ability],
        facts: dict[str, Any],
    ) -> None:
        super().__init__(id, en, ja, type, tags, facts)
        self.code = code
        self.atk = atk
        self.hp = hp
        self.hosts = hosts
        self.unique = unique
        self.abilities = abilities
        self.when: list[list[Ability]] = [[] for _ in TRIGGERS]
        for ability in abilities:
            self.when[ability.when].append(ability)

    def can_carry(self, equip: "Card") -> bool:
        """Whether an equip may be attached to this: valid targets are types or tags (ST-11.1)."""
        for word in equip.hosts:
            if self.has_tag(word):
                return True
        return False


class Pool:
    """The cards of one game: what lies in it, each a number, and what each of those is."""

    def __init__(
        self,
        cards: list[Card],
        kinds: bytes,
        digest: bytes,
        ordered_grave: bool,
        ordered_hand: bool,
        static_harm: bool,
    ) -> None:
        self.cards = cards
        self.kinds = kinds
        """By the number of a card, which entry of `cards` it is; long enough to be a table for `translate`."""
        self.digest = digest
        self.strange: dict[str, Card] = {}
        """Cards that are not in the catalogue as they are here, by id: a position brought them along."""
        self.ordered_grave = ordered_grave
        self.ordered_hand = ordered_hand
        """Whether any card of the pool can tell one order of these zones from another."""
        self.hosts = [bytes([host.can_carry(card) for host in cards]) for card in cards]
        """By kind, which kinds can carry it: 1 for those."""
        self.static_harm = static_harm
        """Whether any static ability lowers hp."""
        self.has_static = False
        for card in cards:
            if card.when[STATIC]:
                self.has_static = True

    def card(self, number: i64) -> Card:
        return self.cards[self.kinds[number]]

    def matching(self, cards: bytes, filter_: Filter | None) -> bytes:
        """Those of some cards that a filter lets through."""
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
            if self.cards[self.kinds[number]].code == code:
                found += ONE[number]
        return found


class Status:
    """What has happened to a card on the table. Replaced, never changed."""

    def __init__(
        self,
        card: i64,
        host: i64 = NOBODY,
        used: i64 = 0,
        atk: i64 = 0,
        hp: i64 = 0,
        turn_atk: i64 = 0,
        turn_hp: i64 = 0,
        counters: dict[str, i64] | None = None,
    ) -> None:
        self.card = card
        self.host = host
        """Of an equip: what it is attached to."""
        self.used = used
        """Which activated abilities were used this turn, as bits."""
        self.atk = atk
        self.hp = hp
        """Changes that stay, and those until the end of the turn."""
        self.turn_atk = turn_atk
        self.turn_hp = turn_hp
        self.counters = counters
        """By name, only those that are not 0; None where there is none."""
        self.code = b""
        """All but card and host in bytes, once somebody has asked for it."""

    def copy(self) -> "Status":
        return Status(self.card, self.host, self.used, self.atk, self.hp, self.turn_atk, self.turn_hp, self.counters)

    def is_plain(self) -> bool:
        """Whether there is nothing to say."""
        return (
            self.host == NOBODY
            and self.used == 0
            and self.atk == 0
            and self.hp == 0
            and self.turn_atk == 0
            and self.turn_hp == 0
            and self.counters is None
        )


class Waiting:
    """An ability that was triggered and waits in the queue."""

    def __init__(self, card: i64, ability: Ability) -> None:
        self.card = card
        self.ability = ability


class Frame:
    """Something half-done: the steps of an ability, the on_play abilities of a card, a card on its way to the grave."""

    def __init__(self, kind: i64, card: i64, ability: Ability | None, at: i64) -> None:
        self.kind = kind
        self.card = card
        self.ability = ability
        self.at = at
        """The next step, or the next ability."""

    def copy(self) -> "Frame":
        return Frame(self.kind, self.card, self.ability, self.at)


class Choice:
    """A question to the player: so many of these cards. Replaced, never changed."""

    def __init__(self, op: str, card: i64, zone: i64, candidates: bytes, need: i64, picked: bytes = b"") -> None:
        self.op = op
        self.card = card
        """The card that asks."""
        self.zone = zone
        self.candidates = candidates
        """In the order of their zone."""
        self.need = need
        self.picked = picked
