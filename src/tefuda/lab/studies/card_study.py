"""Cards: what each card is worth, read off many games of one player against itself.

With several decks every pair of them plays, each deal twice with the seats swapped, and the cards of a deck are
compared with each other only: a strong deck does not make its cards look strong. A deck against itself plays every
deal once: with the seats swapped it would be the very same game.
"""

from typing import Any, ClassVar, Final

from tefuda.core.cards import CardRecord
from tefuda.core.errors import invalid_input
from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.lab.charts.report import Report
from tefuda.lab.runs.rows import Row
from tefuda.lab.stats.card_values import IN_DECK, RANKED, WAYS, Observation, bits_of, impact
from tefuda.lab.stats.multiple_testing import holm
from tefuda.lab.studies.card_report import card_report
from tefuda.lab.studies.price_check import against_average
from tefuda.lab.studies.spec import Spec, deck_options
from tefuda.lab.studies.study import APART, Cell, Contestant, Part, Study, seated
from tefuda.lab.studies.summary import common

DIGITS: Final = "0123456789abcdefghijklmnopqrstuv"
"""One for every way in which a seat may have had a card: `IN_DECK` and the bits below it."""
NOT_THERE: Final = "0"
MOST_DECKS: Final = 12
LONGEST_NAME: Final = 30
"""A deck that is written out card by card is too long to be called by that."""


class Cards(Study):
    """The impact of each card. A row keeps what its seats had of the study's `listed` cards, a digit for each."""

    kind: ClassVar[str] = "cards"
    tells_events: ClassVar[bool] = True

    def __init__(self, spec: Spec) -> None:
        spec.players = spec.players or ["heuristic"]
        self.listed: list[str] = []
        """All cards that decks have, by id."""
        super().__init__(spec)

    def make_cells(self) -> list[Cell]:
        self._check_wishes()
        self.contestants = self._decks()
        sides, seats = self.contestants, self.game.seats
        names = [side.label for side in sides]
        if seats == 1:
            parts = [self._part(sides, [side]) for side in range(len(sides))]
            return [Cell("all", names, parts, self.spec.games)]
        if len(sides) == 1:
            return [Cell(names[0], names, [self._part(sides, [0] * seats)], self.spec.games)]
        return self.all_pairs(sides)

    def _part(self, sides: list[Contestant], order: list[int]) -> Part:
        return seated(self.game, sides, order, self.spec.options)

    def _check_wishes(self) -> None:
        self.check_setting()
        spec = self.spec
        if len(spec.players) > 1:
            en = "Name one player: it plays both sides, so that the cards make the difference."
            ja = "プレイヤーは一つだけ指定してください（同じプレイヤー同士で対戦し、カードの差だけを見ます）。"
            raise invalid_input("players", en, ja, "players")
        if len(set(spec.decks)) < len(spec.decks):
            en, ja = "A deck is named twice.", "同じデッキが二度指定されています。"
            raise invalid_input("twice", en, ja, "decks")
        if len(spec.decks) > MOST_DECKS:
            en, ja = f"At most {MOST_DECKS} decks at once.", f"一度に調べられるデッキは {MOST_DECKS} 個までです。"
            raise invalid_input("decks", en, ja, "decks")

    def _decks(self) -> list[Contestant]:
        """The decks named; else those that the game begins with; a game without decks is one contestant."""
        spec, player = self.spec, self.spec.players[0]
        if spec.decks:
            named = zip(spec.deck_names, spec.decks, strict=True)
            return [Contestant(name, player, deck) for name, deck in named]
        values = self.game.read_options(spec.options)
        found: dict[str, Contestant] = {}
        for number, option in enumerate(deck_options(self.game), 1):
            deck = str(values[option])
            name = deck if len(deck) <= LONGEST_NAME else f"deck {number}"
            found.setdefault(deck, Contestant(name, player, deck))
        return list(found.values()) or [Contestant(player, player, None)]

    def check(self) -> None:
        """As everywhere; and there must be cards."""
        super().check()
        listed: set[str] = set()
        for cell in self.cells:
            for part in cell.parts:
                told: list[Event] = []
                self.game.start(0, part.options, told)
                records = self.game.measures.card_records(told)
                if records is None:
                    title = self.game.title
                    en = f"{title.en} has no cards that could be measured one by one."
                    raise invalid_input(
                        "no_cards", en, f"{title.ja}には、一枚ずつ調べられるカードがありません。", "game"
                    )
                listed.update(card for record in records for card in record.deck)
        if not listed:
            en, ja = "With these options the game is played without cards.", "この設定ではカードを使いません。"
            raise invalid_input("no_cards", en, ja, "options")
        self.listed = sorted(listed)

    def extra(self, game: Game, events: list[Event], scores: list[float] | None) -> dict[str, Any]:
        kept: dict[str, Any] = {"cards": []}
        others: list[dict[str, int]] = []
        for record in game.measures.card_records(events) or []:
            bits = bits_of(record)
            kept["cards"].append("".join(DIGITS[bits.pop(card, 0)] for card in self.listed))
            others.append(bits)
        # What came into a hand from nowhere is in no deck.
        return {**kept, "others": others} if any(others) else kept

    def observations(self, rows: list[list[Row]]) -> dict[str, list[Observation]]:
        """What every seat had and won, by deck. Alone, an unfinished game is not won; for two it tells nothing."""
        found: dict[str, list[Observation]] = {side.label: [] for side in self.contestants}
        for number, cell in enumerate(self.cells):
            for row in rows[number]:
                deal, place = divmod(row.number, len(cell.parts))
                scores = row.scores or ([0.0] if self.game.seats == 1 else [])
                for seat, won in enumerate(scores):
                    name = cell.names[cell.parts[place].sides[seat]]
                    found[name].append(Observation(won, self.record(row, seat), number * APART + deal))
        return found

    def record(self, row: Row, seat: int) -> CardRecord:
        """What a seat had, of what a row keeps."""
        bits = {card: DIGITS.index(digit) for card, digit in zip(self.listed, row.extra["cards"][seat], strict=True)}
        if "others" in row.extra:
            bits.update(row.extra["others"][seat])
        ways = [[card for card, had in bits.items() if had & 1 << way] for way in range(len(WAYS))]
        return CardRecord([card for card, had in bits.items() if had & IN_DECK], *ways)

    def figures(self, rows: list[list[Row]]) -> dict[str, Any]:
        decks = {name: impact(observations) for name, observations in self.observations(rows).items()}
        for way in WAYS:
            told = [
                card[way] for deck in decks.values() for card in deck["cards"].values() if card[way]["p"] is not None
            ]
            for card, adjusted in zip(told, holm([card["p"] for card in told]), strict=True):
                card["adjusted"] = adjusted
        seen = sorted({card for deck in decks.values() for card in deck["cards"]})
        names, costs = card_names(self.game), self.costs()
        for deck in decks.values() if costs else ():
            priced = {card: ways[RANKED] for card, ways in deck["cards"].items() if card in costs}
            deck["against_average"] = against_average(priced)
        return {
            "listed": self.listed,
            "names": {card: names.get(card, {"en": card, "ja": card}) for card in seen},
            "costs": {card: costs[card] for card in seen if card in costs},
            "decks": decks,
            **common(self.cells[0], [row for found in rows for row in found]),
        }

    def costs(self) -> dict[str, int]:
        """What cards cost, where that is an option of the game: `cost.CARD`."""
        values = self.game.read_options(self.spec.options)
        return {name.removeprefix("cost."): value for name, value in values.items() if name.startswith("cost.")}

    def report(self, figures: dict[str, Any], rows: list[list[Row]]) -> Report:
        return card_report(self.spec, self.game, figures)


def card_names(game: Game) -> dict[str, dict[str, str]]:
    """What cards are called, by id, in both languages."""
    return {card.id: {"en": card.name.en, "ja": card.name.ja} for card in game.texts.cards()}
