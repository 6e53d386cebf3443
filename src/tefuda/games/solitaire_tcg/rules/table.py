"""The table of Solitaire TCG: everything that can happen to a card."""

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE
from tefuda.core.random import ChaCha
from tefuda.games.solitaire_tcg.rules.codes import (
    ARTIFACT,
    AT_TOP,
    BOARD,
    DECK,
    FIELD,
    FIELD_CARD,
    GRAVE,
    HAND,
    LEAVING,
    LOST,
    MONSTER,
    ON_DESTROY,
    ON_DISCARD,
    ON_DRAW,
    ON_ENTER,
    ON_FIELD_SET,
    RUNNING,
    SHUFFLED,
    STATIC,
    WON,
)
from tefuda.games.solitaire_tcg.rules.model import Ability, Card, Frame, Pool
from tefuda.games.solitaire_tcg.rules.zones import BURIAL, PLAYS, Rules, Zones


class Table(Zones):
    """The zones, and the ways in which cards move through them."""

    def __init__(self, rules: Rules, pool: Pool, luck: ChaCha) -> None:
        super().__init__(rules, pool, luck)

    # What happens to cards

    def relocate(self, card: i64, zone: i64, to: i64, by: str, reveals: bool = False) -> None:
        """Move a card, told as `by`. One that leaves the table loses what it had there, and its equips (ST-11.3)."""
        self.shift(card, zone, to, by, reveals)
        if (zone == BOARD or zone == FIELD) and to != BOARD and to != FIELD:
            self.strip(card)

    def strip(self, card: i64) -> None:
        """Forget the status of a card that has left the table, and destroy what was attached to it."""
        if not self.statuses:
            return
        self.statuses = [status for status in self.statuses if status.card != card]
        for equip in self.equips_of(card):
            self.destroy_one(equip)

    def draw_cards(self, count: i64) -> None:
        """From the top of the deck to the hand, as many as there are; a drawn card may trigger itself (ST-8.1)."""
        for _ in range(min(count, len(self.deck))):
            card: i64 = self.deck[0]
            self.relocate(card, DECK, HAND, "draw", True)
            self.trigger(card, ON_DRAW)

    def mill_cards(self, count: i64) -> None:
        for _ in range(min(count, len(self.deck))):
            self.relocate(self.deck[0], DECK, GRAVE, "mill", True)

    def discard_cards(self, cards: bytes, reveals: bool) -> None:
        for card in cards:
            self.relocate(card, HAND, GRAVE, "discard", reveals)
            self.trigger(card, ON_DISCARD)

    def destroy_cards(self, cards: bytes) -> None:
        """All at once: one that a host took along is not destroyed again."""
        for card in cards:
            self.destroy_one(card)

    def destroy_one(self, card: i64) -> None:
        zone = BOARD if card in self.board else FIELD
        if zone == FIELD and card not in self.field:
            return
        # Its own on_destroy comes before those of what falls with it.
        self.shift(card, zone, GRAVE, "destroy")
        self.trigger(card, ON_DESTROY)
        self.strip(card)

    def arrive(self, card: i64, zone: i64, by: str) -> None:
        """Put a card on the board from another zone: its on_enter is queued at once (ST-4.2)."""
        if zone != BOARD:
            self.relocate(card, zone, BOARD, by)
            self.trigger(card, ON_ENTER)

    def attach(self, equip: i64, host: i64, by: str) -> None:
        """Attach an equip to a host; it arrives on the board where it was elsewhere."""
        self.arrive(equip, self.where(equip), by)
        self.changed(equip).host = host
        if self.log is not None:
            self.tell("attach", {"card": self.name(equip), "host": self.name(host)})

    def put_field(self, card: i64, zone: i64, by: str, plays: bool) -> None:
        """Place a field: the overwrite procedure (ST-7.1), up to what is then left to do."""
        old = b""
        if self.pool.card(card).unique:
            for other in self.field:
                if self.pool.card(other).unique:
                    old = ONE[other]
        if old:
            self.shift(old[0], FIELD, LEAVING, "overwritten")
        self.relocate(card, zone, FIELD, by)
        self.trigger(card, ON_ENTER)
        for other in self.board + self.field:
            if other != card:
                self.trigger(other, ON_FIELD_SET)
        if old:
            self.strip(old[0])
        if not plays:
            if old:
                self.bury(old[0])
            return
        if old:
            self.push(Frame(BURIAL, old[0], None, 0))
        self.push(Frame(PLAYS, card, None, 0))

    def bury(self, card: i64) -> None:
        """A replaced field goes to the grave, and its on_destroy joins the tail (ST-7.1)."""
        self.new_tick()
        self.relocate(card, LEAVING, GRAVE, "destroy")
        self.trigger(card, ON_DESTROY)

    def push(self, frame: Frame) -> None:
        if not self.frames:
            self.frames = []
        self.frames.append(frame)

    def goes_to(self, card: i64, zone: i64) -> bool:
        """Whether a card may be moved to a zone: the board takes monsters and artifacts, the field fields."""
        code = self.pool.card(card).code
        if zone == BOARD:
            return code == MONSTER or code == ARTIFACT
        return zone != FIELD or code == FIELD_CARD

    def send(self, cards: bytes, zone: i64, to: i64, by: str, position: i64, reveals: bool = False) -> None:
        """Move cards as `move` and `search` do (ST-8.11)."""
        if to == DECK:
            self.send_to_deck(cards, zone, by, position)
            return
        for card in cards:
            if not self.goes_to(card, to) or card not in self.zone(zone):
                continue
            if to == BOARD:
                self.arrive(card, zone, by)
            elif to == FIELD:
                self.put_field(card, zone, by, False)
            else:
                self.relocate(card, zone, to, by, reveals)

    def send_to_deck(self, cards: bytes, zone: i64, by: str, position: i64) -> None:
        for card in cards:
            if card not in self.zone(zone):
                continue
            self.relocate(card, zone, DECK, by)
            if position == AT_TOP:
                self.deck = ONE[card] + self.deck[:-1]
                self.known_top += 1
                self.known_bottom -= 1
                self.tell("on_top", {"card": self.pool.card(card).id})
        if position == SHUFFLED:
            self.shuffle_deck()

    # Luck

    def shuffle_deck(self) -> None:
        """After somebody looked through the deck: nothing of its order is known. Not in a puzzle (ST-12.4)."""
        if self.rules.puzzle:
            return
        cards = list(self.deck)
        self.random().shuffle(cards)
        self.deck = bytes(cards)
        self.known_top = 0
        self.known_bottom = 0
        self.tell("shuffle", {})

    def random(self) -> ChaCha:
        """The game's luck, to draw from: copied first where clones share it."""
        if not self.own_luck:
            self.luck = self.luck.copy()
            self.own_luck = True
        return self.luck

    def pick_randomly(self, cards: bytes, count: i64) -> bytes:
        """So many of some cards by luck, in their order; in a puzzle the first ones (ST-12.4)."""
        if self.rules.puzzle or len(cards) <= count:
            return cards[:count]
        left = list(cards)
        self.random().shuffle(left)
        chosen = bytes(left[:count])
        found = b""
        for card in cards:
            if card in chosen:
                found += ONE[card]
        return found

    # Ends

    def finish(self, won: bool, card: i64) -> None:
        """The first win or loss that is reached decides (ST-2.8)."""
        if self.outcome == RUNNING:
            self.outcome = WON if won else LOST
            self.reason = self.pool.card(card).id
            if self.log is not None:
                self.tell("win" if won else "lose", {"card": self.name(card)})

    def fizzle(self, card: i64, op: str, reason: str) -> None:
        """Told, so that a player sees why a chain stopped; nothing raises (ST-6.1)."""
        if self.log is not None:
            self.tell("fizzle", {"card": self.name(card), "op": op, "reason": reason})

    def tell_nothing(self, card: i64, op: str) -> None:
        """A step that does what it can, and could do nothing (ST-6.9)."""
        if self.log is not None:
            self.tell("nothing", {"card": self.name(card), "op": op})

    def statics(self, card: i64) -> list[Ability]:
        definition: Card = self.pool.card(card)
        return definition.when[STATIC]
