"""What requests and answers look like for those who solve puzzles, build decks, write cards and set positions."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictInt, StrictStr

from tefuda.server.http.models import Both, CardBody, DeckBody, Options, PuzzleBody, Strict, Word


class DailyPuzzleBody(BaseModel):
    """The puzzle of a UTC day, by its id."""

    date: str
    game: str
    puzzle: str


class BothGiven(Strict):
    """A text in both languages."""

    en: Annotated[StrictStr, Field(max_length=2000)]
    ja: Annotated[StrictStr, Field(max_length=2000)]


class Titles(Strict):
    """What something is called."""

    en: Annotated[StrictStr, Field(min_length=1, max_length=100)]
    ja: Annotated[StrictStr, Field(min_length=1, max_length=100)]


class DeckGiven(Strict):
    """A deck that somebody builds, right or wrong."""

    id: Word
    name: BothGiven
    plan: BothGiven | None = None
    cards: Annotated[dict[Word, Annotated[StrictInt, Field(ge=-1_000_000, le=1_000_000)]], Field(max_length=1000)]


class TextGiven(Strict):
    """A text by an author. Its length is limited elsewhere."""

    yaml: StrictStr


class ProblemBody(BaseModel):
    """What is wrong with a text, and where: counted from 1, null where the text has no such place."""

    line: int | None
    column: int | None
    path: str
    code: str
    en: str
    ja: str


class CheckedDeckBody(BaseModel):
    """A deck's file, how an option takes it, and what is wrong with it."""

    yaml: str
    option: str
    problems: list[ProblemBody]


class ReadDeckBody(BaseModel):
    """The deck in a file; null where something is wrong."""

    deck: DeckBody | None
    problems: list[ProblemBody]


class CheckedCardBody(CardBody):
    """A card that somebody writes, with what each ability says, and its file."""

    abilities: list[Both]
    yaml: str


class TryBody(BaseModel):
    """A position at which an ability can be tried, or a card that has none."""

    card: str
    ability: int | None
    text: Both
    position: dict[str, Any]


class CheckedCardsBody(BaseModel):
    """Cards that somebody writes: those that are right, what is wrong with the others, and where to try them."""

    cards: list[CheckedCardBody]
    problems: list[ProblemBody]
    tries: list[TryBody]


class YamlBody(BaseModel):
    """A card as its file."""

    yaml: str


class PositionText(Strict):
    """A text that is a position, a puzzle or a replay; a position does not say of which game."""

    text: StrictStr
    game: Word | None = None
    ply: Annotated[StrictInt, Field(ge=0, le=1_000_000)] | None = None
    """Of a replay: after how many actions its position is wanted."""


class ReadPositionBody(BaseModel):
    """What a text is; null where something is wrong with it."""

    kind: Literal["position", "puzzle", "replay"] | None
    game: str | None
    position: dict[str, Any] | None
    view: dict[str, Any] | None
    seat: int | None
    puzzle: PuzzleBody | None
    problems: list[ProblemBody]


class PositionGiven(Strict):
    """A position of a game."""

    game: Word
    position: dict[str, Any]


class PuzzleGiven(PositionGiven):
    """A position to make a puzzle of."""

    title: Titles


class StepBody(BaseModel):
    """An action, and what it says."""

    action: str
    text: Both


class ProofBody(BaseModel):
    """What was proved: `par` is the fewest plays that win, `at_least` what no win takes fewer than."""

    verdict: Literal["SOLVED", "IMPOSSIBLE", "UNKNOWN"]
    par: int | None
    at_least: int | None
    line: list[StepBody]
    nodes: int
    seconds: float


class MadePuzzleBody(BaseModel):
    """A puzzle, and its file."""

    puzzle: PuzzleBody
    yaml: str


class TrialsGiven(Strict):
    """Games of one, played by a level."""

    options: Annotated[Options, Field(default_factory=dict)]
    level: Annotated[StrictInt, Field(ge=1, le=6)]
    first: Annotated[StrictInt, Field(ge=0, le=2**53)]
    count: Annotated[StrictInt, Field(ge=1, le=100_000)]


class TrialsBody(BaseModel):
    """As many as there was time for."""

    played: int
    won: int
