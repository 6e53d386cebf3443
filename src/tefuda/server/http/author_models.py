"""Requests and responses for puzzles, decks, cards and positions."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictInt, StrictStr

from tefuda.server.http.models import CardBody, DeckBody, LocalizedText, Options, PuzzleBody, ShortText, StrictModel


class DailyPuzzleBody(BaseModel):
    """The puzzle of a UTC day."""

    date: str
    game: str
    puzzle: str


class LocalizedTextInput(StrictModel):
    """A text in both languages."""

    en: Annotated[StrictStr, Field(max_length=2000)]
    ja: Annotated[StrictStr, Field(max_length=2000)]


class Titles(StrictModel):
    """A title in both languages."""

    en: Annotated[StrictStr, Field(min_length=1, max_length=100)]
    ja: Annotated[StrictStr, Field(min_length=1, max_length=100)]


class DeckInput(StrictModel):
    """A deck to check."""

    id: ShortText
    name: LocalizedTextInput
    plan: LocalizedTextInput | None = None
    cards: Annotated[dict[ShortText, Annotated[StrictInt, Field(ge=-1_000_000, le=1_000_000)]], Field(max_length=1000)]
    custom: StrictStr = ""
    """Custom cards that the deck may contain (YAML)."""


class YamlInput(StrictModel):
    """A YAML text. Its size is checked when it is parsed."""

    yaml: StrictStr


class ProblemBody(BaseModel):
    """A problem of a text. Line and column count from 1 and are null if unknown."""

    line: int | None
    column: int | None
    path: str
    code: str
    en: str
    ja: str


class CheckedDeckBody(BaseModel):
    """The file of a deck, its value as an option, and its problems."""

    yaml: str
    option: str
    problems: list[ProblemBody]


class ReadDeckBody(BaseModel):
    """The deck in a file; null if it has problems."""

    deck: DeckBody | None
    problems: list[ProblemBody]


class CheckedCardBody(CardBody):
    """A checked card with the texts of its abilities and its file."""

    abilities: list[LocalizedText]
    yaml: str


class DemoBody(BaseModel):
    """A position that demonstrates an ability, or a card without abilities."""

    card: str
    ability: int | None
    text: LocalizedText
    position: dict[str, Any]


class CheckedCardsBody(BaseModel):
    """Valid cards, problems of the others, notes about cards that replace an included one, and demo positions."""

    cards: list[CheckedCardBody]
    problems: list[ProblemBody]
    notes: list[ProblemBody]
    tries: list[DemoBody]


class YamlBody(BaseModel):
    """A card file."""

    yaml: str


class PositionText(StrictModel):
    """A text with a position, a puzzle or a replay. `game` is required for a position."""

    text: StrictStr
    game: ShortText | None = None
    ply: Annotated[StrictInt, Field(ge=0, le=1_000_000)] | None = None
    """The number of actions after which to take the position of a replay."""


class ReadPositionBody(BaseModel):
    """The content of a text; null if it has problems."""

    kind: Literal["position", "puzzle", "replay"] | None
    game: str | None
    position: dict[str, Any] | None
    view: dict[str, Any] | None
    seat: int | None
    puzzle: PuzzleBody | None
    problems: list[ProblemBody]


class PositionInput(StrictModel):
    """A position of a game."""

    game: ShortText
    position: dict[str, Any]


class PuzzleInput(PositionInput):
    """A position to make a puzzle from."""

    title: Titles


class StepBody(BaseModel):
    """An action and its text."""

    action: str
    text: LocalizedText


class ProofBody(BaseModel):
    """A proof. `par` is the number of plays of the shortest win, `plays` that of `line`, `at_least` a lower bound."""

    verdict: Literal["SOLVED", "IMPOSSIBLE", "UNKNOWN"]
    par: int | None
    plays: int | None
    at_least: int | None
    line: list[StepBody]
    nodes: int
    seconds: float


class NewPuzzleBody(BaseModel):
    """A new puzzle and its file."""

    puzzle: PuzzleBody
    yaml: str


class TrialsInput(StrictModel):
    """Deals of a one-player game for a CPU level."""

    options: Annotated[Options, Field(default_factory=dict)]
    level: Annotated[StrictInt, Field(ge=1, le=6)]
    first: Annotated[StrictInt, Field(ge=0, le=2**53)]
    count: Annotated[StrictInt, Field(ge=1, le=100_000)]


class TrialsBody(BaseModel):
    """The numbers of deals played within the time limit and won."""

    played: int
    won: int
