"""Changes of the table: moving, drawing, destroying and attaching cards."""

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE
from tefuda.core.random import ChaCha
from tefuda.games.solitaire_tcg.rules.codes import (
    ARTIFACT,
    AT_TOP,
    BOARD,
    CONTINUOUS,
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
    WON,
)
from tefuda.games.solitaire_tcg.rules.model import Ability, Card, Frame, Pool
from tefuda.games.solitaire_tcg.rules.zones import FRAME_BURIAL, FRAME_PLAY, Rules, Zones


class Table(Zones):
    """The zones with everything that can happen in them."""

    def __init__(self, rules: Rules, pool: Pool, rng: ChaCha) -> None:
        super().__init__(rules, pool, rng)

    # Moving cards

    def move_card(self, card: i64, zone: i64, to: i64, by: str, reveals: bool = False) -> None:
        """Move a card and log it as `by`. A card that leaves play loses its status and its equips (ST-11.3)."""
        self.transfer(card, zone, to, by, reveals)
        if (zone == BOARD or zone == FIELD) and to != BOARD and to != FIELD:
            self.clear_status(card)

    def clear_status(self, card: i64) -> None:
        """Remove the status of a card that has left play, and destroy its equips."""
        if not self.statuses:
            return
        self.statuses = [status for status in self.statuses if status.card != card]
        for equip in self.equips_of(card):
            self.destroy_one(equip)

    def draw_cards(self, count: i64) -> None:
        """Draw cards while the deck has any. A drawn card may trigger (ST-8.1)."""
        for _ in range(min(count, len(self.deck))):
            card: i64 = self.deck[0]
            self.move_card(card, DECK, HAND, "draw", True)
            self.trigger(card, ON_DRAW)

    def mill_cards(self, count: i64) -> None:
        for _ in range(min(count, len(self.deck))):
            self.move_card(self.deck[0], DECK, GRAVE, "mill", True)

    def discard_cards(self, cards: bytes, reveals: bool) -> None:
        for card in cards:
            self.move_card(card, HAND, GRAVE, "discard", reveals)
            self.trigger(card, ON_DISCARD)

    def destroy_cards(self, cards: bytes) -> None:
        """Destroy cards together. An equip that was destroyed with its host is not destroyed again."""
        for card in cards:
            self.destroy_one(card)

    def destroy_one(self, card: i64) -> None:
        zone = BOARD if card in self.board else FIELD
        if zone == FIELD and card not in self.field:
            return
        # Its own on_destroy comes before those of its equips.
        self.transfer(card, zone, GRAVE, "destroy")
        self.trigger(card, ON_DESTROY)
        self.clear_status(card)

    def enter_board(self, card: i64, zone: i64, by: str) -> None:
        """Put a card on the board from another zone and queue its on_enter (ST-4.2)."""
        if zone != BOARD:
            self.move_card(card, zone, BOARD, by)
            self.trigger(card, ON_ENTER)

    def attach(self, equip: i64, host: i64, by: str) -> None:
        """Attach an equip to a host. It enters the board if it was elsewhere."""
        self.enter_board(equip, self.zone_of(equip), by)
        self.editable_status(equip).host = host
        if self.log is not None:
            self.log_event("attach", {"card": self.name(equip), "host": self.name(host)})

    def place_field(self, card: i64, zone: i64, by: str, plays: bool) -> None:
        """Place a field: the overwrite procedure up to the remaining stack entries (ST-7.1)."""
        old = b""
        if self.pool.card(card).unique:
            for other in self.field:
                if self.pool.card(other).unique:
                    old = ONE[other]
        if old:
            self.transfer(old[0], FIELD, LEAVING, "overwritten")
        self.move_card(card, zone, FIELD, by)
        self.trigger(card, ON_ENTER)
        for other in self.board + self.field:
            if other != card:
                self.trigger(other, ON_FIELD_SET)
        if old:
            self.clear_status(old[0])
        if not plays:
            if old:
                self.bury_field(old[0])
            return
        if old:
            self.push(Frame(FRAME_BURIAL, old[0], None, 0))
        self.push(Frame(FRAME_PLAY, card, None, 0))

    def bury_field(self, card: i64) -> None:
        """Put a replaced field into the grave and queue its on_destroy (ST-7.1)."""
        self.start_tick()
        self.move_card(card, LEAVING, GRAVE, "destroy")
        self.trigger(card, ON_DESTROY)

    def push(self, frame: Frame) -> None:
        if not self.frames:
            self.frames = []
        self.frames.append(frame)

    def can_go_to(self, card: i64, zone: i64) -> bool:
        """Whether a card can be moved to a zone: monsters and artifacts to the board, fields to the field (ST-8.11)."""
        code = self.pool.card(card).type_code
        if zone == BOARD:
            return code == MONSTER or code == ARTIFACT
        return zone != FIELD or code == FIELD_CARD

    def move_cards(self, cards: bytes, zone: i64, to: i64, by: str, position: i64, reveals: bool = False) -> None:
        """Move cards as `move` and `search` do (ST-8.11)."""
        if to == DECK:
            self.move_to_deck(cards, zone, by, position)
            return
        for card in cards:
            if not self.can_go_to(card, to) or card not in self.zone(zone):
                continue
            if to == BOARD:
                self.enter_board(card, zone, by)
            elif to == FIELD:
                self.place_field(card, zone, by, False)
            else:
                self.move_card(card, zone, to, by, reveals)

    def move_to_deck(self, cards: bytes, zone: i64, by: str, position: i64) -> None:
        for card in cards:
            if card not in self.zone(zone):
                continue
            self.move_card(card, zone, DECK, by)
            if position == AT_TOP:
                self.deck = ONE[card] + self.deck[:-1]
                self.known_top += 1
                self.known_bottom -= 1
                self.log_event("on_top", {"card": self.pool.card(card).id})
        if position == SHUFFLED:
            self.shuffle_deck()

    # Randomness

    def shuffle_deck(self) -> None:
        """Shuffle the deck after it was searched, except in a puzzle (ST-8.6, ST-12.4)."""
        if self.rules.puzzle:
            return
        cards = list(self.deck)
        self.own_rng().shuffle(cards)
        self.deck = bytes(cards)
        self.known_top = 0
        self.known_bottom = 0
        self.log_event("shuffle", {})

    def own_rng(self) -> ChaCha:
        """Return the random number generator, after copying it if it is shared."""
        if not self.owns_rng:
            self.rng = self.rng.copy()
            self.owns_rng = True
        return self.rng

    def pick_at_random(self, cards: bytes, count: i64) -> bytes:
        """Return random cards in the order of their zone; in a puzzle the first ones (ST-12.4)."""
        if self.rules.puzzle or len(cards) <= count:
            return cards[:count]
        left = list(cards)
        self.own_rng().shuffle(left)
        chosen = bytes(left[:count])
        found = b""
        for card in cards:
            if card in chosen:
                found += ONE[card]
        return found

    # End of the game

    def end_game(self, won: bool, card: i64) -> None:
        """End the game. The first win or loss decides (ST-2.8)."""
        if self.outcome == RUNNING:
            self.outcome = WON if won else LOST
            self.reason = self.pool.card(card).id
            if self.log is not None:
                self.log_event("win" if won else "lose", {"card": self.name(card)})

    def fizzle(self, card: i64, op: str, reason: str) -> None:
        """Log a fizzle with its reason (ST-6.1)."""
        if self.log is not None:
            self.log_event("fizzle", {"card": self.name(card), "op": op, "reason": reason})

    def log_no_effect(self, card: i64, op: str) -> None:
        """Log a step that could do nothing (ST-6.9)."""
        if self.log is not None:
            self.log_event("nothing", {"card": self.name(card), "op": op})

    def continuous_abilities(self, card: i64) -> list[Ability]:
        definition: Card = self.pool.card(card)
        return definition.abilities_on[CONTINUOUS]
