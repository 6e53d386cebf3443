"""The cards of a game in their zones, as one block of bytes that a clone copies at once."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from tefuda.core.random import Random

NO_CARD: Final = 255
"""In place of a card number: no card."""

NO_CARDS: Final = vec[i64]()
"""An empty group of cards. Groups are never changed after they are built."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Zones:
    """Lists of cards, and slots for one card each. A card is a number; it is in one place at a time.

    Places are numbered: the lists first, then the slots. A list grows at its end, so the top card of a deck is the last
    one. Each card has a flag, and each slot some marks; both are cleared when the card leaves.

    The block holds the place of each card, the flags, the lengths of the lists, the slots, the marks, and the lists.
    """

    def __init__(self, cells: vec[u8], cards: i64, lists: i64, slots: i64, marks: i64, capacity: i64) -> None:
        self.cells = cells
        self.cards = cards
        self.lists = lists
        self.slots = slots
        self.marks = marks
        self.capacity = capacity
        self.lengths_at = 2 * cards
        self.slots_at = 2 * cards + lists
        self.marks_at = 2 * cards + lists + slots
        self.lists_at = 2 * cards + lists + slots + slots * marks

    def copy(self) -> "Zones":
        return Zones(self.cells[:], self.cards, self.lists, self.slots, self.marks, self.capacity)

    # Reading

    def place(self, card: i64) -> i64:
        """Return the place of a card: a list, or the number of lists plus a slot."""
        return i64(self.cells[card])

    def slot_of(self, card: i64) -> i64:
        """Return the slot of a card; negative if it is in a list."""
        return i64(self.cells[card]) - self.lists

    def length(self, place: i64) -> i64:
        return i64(self.cells[self.lengths_at + place])

    def first_cell(self, place: i64) -> i64:
        """Return the index of the cell with the first card of a list."""
        return self.lists_at + place * self.capacity

    def at(self, place: i64, index: i64) -> i64:
        """Return a card of a list."""
        return i64(self.cells[self.first_cell(place) + index])

    def in_slot(self, slot: i64) -> i64:
        """Return the card in a slot, or NO_CARD."""
        return i64(self.cells[self.slots_at + slot])

    def index(self, card: i64) -> i64:
        """Return the index of a card in its list."""
        cells = self.cells
        at = self.first_cell(i64(cells[card]))
        index: i64 = 0
        while i64(cells[at + index]) != card:
            index += 1
        return index

    def listed(self, place: i64) -> vec[i64]:
        """Return the cards of a list."""
        cells = self.cells
        first = self.first_cell(place)
        length = self.length(place)
        found = vec[i64](capacity=length)
        for at in range(first, first + length):
            found = append(found, i64(cells[at]))
        return found

    def from_top(self, place: i64) -> vec[i64]:
        """Return the cards of a list, the last one first, as a deck lies on the table."""
        at = self.length(place) - 1
        found = vec[i64](capacity=at + 1)
        while at >= 0:
            found = append(found, self.at(place, at))
            at -= 1
        return found

    def flag(self, card: i64) -> bool:
        return self.cells[self.cards + card] != 0

    def mark(self, slot: i64, number: i64) -> i64:
        """Return a mark of a slot."""
        return i64(self.cells[self.marks_at + slot * self.marks + number])

    # Changing

    def add(self, place: i64, card: i64) -> None:
        """Add a card at the end of a list."""
        cells = self.cells
        length = i64(cells[self.lengths_at + place])
        cells[self.first_cell(place) + length] = u8(card)
        cells[self.lengths_at + place] = u8(length + 1)
        cells[card] = u8(place)

    def insert_first(self, place: i64, card: i64) -> None:
        """Add a card at the start of a list."""
        self.add(place, card)
        cells = self.cells
        start = self.first_cell(place)
        at = start + self.length(place) - 1
        while at > start:
            cells[at] = cells[at - 1]
            at -= 1
        cells[start] = u8(card)

    def put(self, slot: i64, card: i64) -> None:
        """Put a card into an empty slot."""
        self.cells[self.slots_at + slot] = u8(card)
        self.cells[card] = u8(self.lists + slot)

    def remove(self, card: i64) -> None:
        """Take a card out of its place. It has to be added to another one."""
        cells = self.cells
        place = i64(cells[card])
        cells[self.cards + card] = 0
        if place >= self.lists:
            slot = place - self.lists
            cells[self.slots_at + slot] = NO_CARD
            first = self.marks_at + slot * self.marks
            for at in range(first, first + self.marks):
                cells[at] = 0
            return
        length = i64(cells[self.lengths_at + place]) - 1
        cells[self.lengths_at + place] = u8(length)
        at = self.first_cell(place)
        last = at + length
        while i64(cells[at]) != card:
            at += 1
        while at < last:
            cells[at] = cells[at + 1]
            at += 1

    def take_last(self, place: i64) -> None:
        """Take the last card out of a list."""
        self.cells[self.lengths_at + place] = u8(self.length(place) - 1)

    def draw(self, place: i64, to: i64, count: i64) -> None:
        """Move cards from the end of a list to the end of another one, the last card first."""
        cells = self.cells
        length, drawn = self.length(place), self.length(to)
        top = self.first_cell(place) + length - 1
        free = self.first_cell(to) + drawn
        for index in range(count):
            card = cells[top - index]
            cells[free + index] = card
            cells[i64(card)] = u8(to)
        cells[self.lengths_at + place] = u8(length - count)
        cells[self.lengths_at + to] = u8(drawn + count)

    def clear(self, place: i64) -> None:
        """Empty a list. Its cards have to be added to other ones."""
        self.cells[self.lengths_at + place] = 0

    def replace(self, place: i64, cards: vec[i64]) -> None:
        """Make these cards the content of a list."""
        cells = self.cells
        start = self.first_cell(place)
        for index in range(len(cards)):
            cells[start + index] = u8(cards[index])
            cells[cards[index]] = u8(place)
        cells[self.lengths_at + place] = u8(len(cards))

    def refill(self, place: i64, cards: vec[i64], first: i64, end: i64) -> None:
        """Make some of the cards, from `first` to before `end`, the content of a list: the first one is the last."""
        cells = self.cells
        at = self.first_cell(place)
        index = end
        while index > first:
            index -= 1
            cells[at] = u8(cards[index])
            cells[cards[index]] = u8(place)
            at += 1
        cells[self.lengths_at + place] = u8(end - first)

    def set_flag(self, card: i64, value: bool) -> None:
        self.cells[self.cards + card] = u8(1) if value else u8(0)

    def set_mark(self, slot: i64, number: i64, value: i64) -> None:
        self.cells[self.marks_at + slot * self.marks + number] = u8(value)

    def clear_marks(self) -> None:
        cells = self.cells
        for at in range(self.marks_at, self.lists_at):
            cells[at] = 0

    def shuffle(self, place: i64, random: Random) -> None:
        """Shuffle a list, from its end to its start (Fisher-Yates)."""
        cells = self.cells
        last = self.length(place) - 1
        end = self.first_cell(place) + last
        while last > 0:
            other = random.below(last + 1)
            card = cells[end - last]
            cells[end - last] = cells[end - other]
            cells[end - other] = card
            last -= 1


def empty_zones(cards: i64, capacity: i64, lists: i64, slots: i64 = 0, marks: i64 = 0) -> Zones:
    """Return zones without cards. A list has room for `capacity` cards."""
    size = 2 * cards + lists + slots + slots * marks + lists * capacity
    zones = Zones(vec[u8]([u8(0) for _ in range(size)]), cards, lists, slots, marks, capacity)
    cells = zones.cells
    for slot in range(slots):
        cells[zones.slots_at + slot] = NO_CARD
    return zones


def has(cards: vec[i64], card: i64) -> bool:
    """Return whether a group has a card."""
    for at in range(len(cards)):
        if cards[at] == card:
            return True
    return False


def one_card(card: i64) -> vec[i64]:
    """Return a group of one card."""
    return vec[i64]([card])


def sort_by_kind(cards: vec[i64], kinds: bytes) -> vec[i64]:
    """Return cards sorted by definition (stable). The group is sorted in place."""
    for at in range(1, len(cards)):
        card = cards[at]
        kind = kinds[card]
        place = at
        while place > 0 and kinds[cards[place - 1]] > kind:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card
    return cards


def sort_numbers(numbers: vec[i64]) -> None:
    """Sort numbers in place. They are few."""
    for at in range(1, len(numbers)):
        number = numbers[at]
        place = at
        while place > 0 and numbers[place - 1] > number:
            numbers[place] = numbers[place - 1]
            place -= 1
        numbers[place] = number


def take_at_random(cards: vec[i64], count: i64, random: Random) -> vec[i64]:
    """Return some of the cards, chosen at random, in the order of the draws."""
    left = list(cards)
    found = vec[i64]()
    while count > 0 and left:
        found = append(found, left.pop(random.below(len(left))))
        count -= 1
    return found
