"""Card study: the value of each card, from many games of one player against itself.

With several decks every pair plays each deal twice with the seats swapped. Cards are compared within a deck only, so
that a strong deck does not make its cards look strong. A deck against itself plays every deal once, since the swapped
game would be the same.
"""

from typing import Any, ClassVar, Final

from typing_extensions import override

from tefuda.core.cards import CardRecord
from tefuda.core.errors import invalid_input
from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.lab.charts.report import Report
from tefuda.lab.runs.rows import Row
from tefuda.lab.stats.card_values import EXPOSURES, IN_DECK, RANKING_EXPOSURE, Observation, card_impacts, exposure_bits
from tefuda.lab.stats.multiple_testing import holm
from tefuda.lab.studies.card_report import card_report
from tefuda.lab.studies.experiment_cells import CELL_OFFSET, Cell, Contestant, Part, make_part, round_robin_cells
from tefuda.lab.studies.price_check import compare_with_average
from tefuda.lab.studies.spec import Spec, deck_options
from tefuda.lab.studies.study import RecordedStudy
from tefuda.lab.studies.summary import common_figures

DIGITS: Final = "0123456789abcdefghijklmnopqrstuv"
"""One digit for each combination of `IN_DECK` and the exposure bits."""
MAX_DECKS: Final = 12
MAX_NAME_LENGTH: Final = 30
"""A deck given as a list of cards is too long for a label."""


class CardStudy(RecordedStudy):
    """The impact of each card. A row keeps one digit for each of `card_ids` and seat."""

    kind: ClassVar[str] = "cards"

    def __init__(self, spec: Spec) -> None:
        spec.players = spec.players or ["heuristic"]
        self.card_ids: list[str] = []
        """Ids of all cards in decks."""
        super().__init__(spec)

    @override
    def records_events(self) -> bool:
        return True

    @override
    def make_cells(self) -> list[Cell]:
        self._check_spec()
        self.contestants = self._decks()
        sides, seats = self.contestants, self.game.seats
        names = [side.label for side in sides]
        if seats == 1:
            parts = [self._part(sides, [side]) for side in range(len(sides))]
            return [Cell("all", names, parts, self.spec.games)]
        if len(sides) == 1:
            return [Cell(names[0], names, [self._part(sides, [0] * seats)], self.spec.games)]
        return round_robin_cells(self.game, self.spec, sides)

    def _part(self, sides: list[Contestant], order: list[int]) -> Part:
        return make_part(self.game, sides, order, self.spec.options)

    def _check_spec(self) -> None:
        self.check_single_setting()
        spec = self.spec
        if len(spec.players) > 1:
            en = "Name one player. It plays both sides, so that only the cards differ."
            ja = "プレイヤーは一つだけ指定してください（同じプレイヤー同士で対戦し、カードの差だけを見ます）。"
            raise invalid_input("players", en, ja, "players")
        if len(set(spec.decks)) < len(spec.decks):
            en, ja = "A deck is named twice.", "同じデッキが二度指定されています。"
            raise invalid_input("twice", en, ja, "decks")
        if len(spec.decks) > MAX_DECKS:
            en, ja = f"At most {MAX_DECKS} decks are allowed.", f"一度に調べられるデッキは {MAX_DECKS} 個までです。"
            raise invalid_input("decks", en, ja, "decks")

    def _decks(self) -> list[Contestant]:
        """Return the given decks, or the default decks; a game without decks has one contestant."""
        spec, player = self.spec, self.spec.players[0]
        if spec.decks:
            named = zip(spec.deck_names, spec.decks, strict=True)
            return [Contestant(name, player, deck) for name, deck in named]
        values = self.game.option_values(spec.options)
        found: dict[str, Contestant] = {}
        for number, option in enumerate(deck_options(self.game), 1):
            deck = str(values[option])
            name = deck if len(deck) <= MAX_NAME_LENGTH else f"deck {number}"
            found.setdefault(deck, Contestant(name, player, deck))
        return list(found.values()) or [Contestant(player, player, None)]

    @override
    def check(self) -> None:
        """Check the cells, and that the game has cards."""
        super().check()
        listed: set[str] = set()
        for cell in self.cells:
            for part in cell.parts:
                events: list[Event] = []
                self.game.start(0, part.options, events)
                records = self.game.measures.card_records(events)
                if records is None:
                    title = self.game.title
                    en = f"{title.en} has no cards to measure."
                    raise invalid_input(
                        "no_cards", en, f"{title.ja}には、一枚ずつ調べられるカードがありません。", "game"
                    )
                listed.update(card for record in records for card in record.deck)
        if not listed:
            en, ja = "With these options the game has no cards.", "この設定ではカードを使いません。"
            raise invalid_input("no_cards", en, ja, "options")
        self.card_ids = sorted(listed)

    @override
    def extra(self, game: Game, events: list[Event], scores: list[float] | None) -> dict[str, Any]:
        kept: dict[str, Any] = {"cards": []}
        others: list[dict[str, int]] = []
        for record in game.measures.card_records(events) or []:
            bits = exposure_bits(record)
            kept["cards"].append("".join(DIGITS[bits.pop(card, 0)] for card in self.card_ids))
            others.append(bits)
        # Created cards are not in a deck.
        return {**kept, "others": others} if any(others) else kept

    def observations(self, rows: list[list[Row]]) -> dict[str, list[Observation]]:
        """Return cards and results by deck. An unfinished game is lost with one seat, ignored with two."""
        found: dict[str, list[Observation]] = {side.label: [] for side in self.contestants}
        for number, cell in enumerate(self.cells):
            for row in rows[number]:
                deal, place = divmod(row.number, len(cell.parts))
                scores = row.scores or ([0.0] if self.game.seats == 1 else [])
                for seat, won in enumerate(scores):
                    name = cell.names[cell.parts[place].sides[seat]]
                    found[name].append(Observation(won, self.record(row, seat), number * CELL_OFFSET + deal))
        return found

    def record(self, row: Row, seat: int) -> CardRecord:
        """Return the cards of a seat from a row."""
        bits = {card: DIGITS.index(digit) for card, digit in zip(self.card_ids, row.extra["cards"][seat], strict=True)}
        if "others" in row.extra:
            bits.update(row.extra["others"][seat])
        ways = [[card for card, had in bits.items() if had & 1 << way] for way in range(len(EXPOSURES))]
        return CardRecord([card for card, had in bits.items() if had & IN_DECK], *ways)

    @override
    def figures(self, rows: list[list[Row]]) -> dict[str, Any]:
        decks = {name: card_impacts(observations) for name, observations in self.observations(rows).items()}
        for way in EXPOSURES:
            compared = [
                card[way] for deck in decks.values() for card in deck["cards"].values() if card[way]["p"] is not None
            ]
            for card, adjusted in zip(compared, holm([card["p"] for card in compared]), strict=True):
                card["adjusted"] = adjusted
        seen = sorted({card for deck in decks.values() for card in deck["cards"]})
        names, costs = card_names(self.game), self.costs()
        for deck in decks.values() if costs else ():
            priced = {card: ways[RANKING_EXPOSURE] for card, ways in deck["cards"].items() if card in costs}
            deck["against_average"] = compare_with_average(priced)
        return {
            "listed": self.card_ids,
            "names": {card: names.get(card, {"en": card, "ja": card}) for card in seen},
            "costs": {card: costs[card] for card in seen if card in costs},
            "decks": decks,
            **common_figures(self.cells[0], [row for found in rows for row in found]),
        }

    def costs(self) -> dict[str, int]:
        """Return the costs of cards from the options `cost.CARD` of the game."""
        values = self.game.option_values(self.spec.options)
        return {name.removeprefix("cost."): value for name, value in values.items() if name.startswith("cost.")}

    @override
    def report(self, figures: dict[str, Any], rows: list[list[Row]]) -> Report:
        return card_report(self.spec, self.game, figures)


def card_names(game: Game) -> dict[str, dict[str, str]]:
    """Return the names of cards by id, in both languages."""
    return {card.id: {"en": card.name.en, "ja": card.name.ja} for card in game.texts.cards()}
