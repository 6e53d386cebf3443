"""What requests and answers look like; the description at /api/openapi.json is made from this."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

TableId = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_-]{16}$")]
Ply = Annotated[StrictInt, Field(ge=0, le=1_000_000)]
Name = Annotated[StrictStr, Field(max_length=100)]
Word = Annotated[StrictStr, Field(max_length=60)]
Options = dict[Word, StrictInt | Annotated[StrictStr, Field(max_length=2000)]]


class Strict(BaseModel):
    """A request: what it does not know is refused."""

    model_config = ConfigDict(extra="forbid")


class Both(BaseModel):
    """A text in both languages."""

    en: str
    ja: str


class RefusalBody(BaseModel):
    """Why something was refused."""

    code: str
    en: str
    ja: str


class OptionBody(BaseModel):
    """A rule that can be changed: a number from `low` to `high`, or one of the `choices`, or a text."""

    name: str
    label: Both
    default: int | str
    low: int | None
    high: int | None
    choices: list[str] | None


class DeckBody(BaseModel):
    """A deck that ships; an option whose name begins with `deck` takes its id."""

    id: str
    name: Both
    plan: Both | None
    cards: dict[str, int]


class GameBody(BaseModel):
    """A game."""

    id: str
    title: Both
    blurb: Both | None
    picture: str | None
    rules: bool
    seats: int
    seat_titles: list[Both]
    min_score: float
    max_score: float
    information: str
    options: list[OptionBody]
    levels: int
    daily: bool
    decks: list[DeckBody]


class GamesBody(BaseModel):
    """All games here."""

    build: str
    protocol: int
    games: list[GameBody]


class CardBody(BaseModel):
    """A card as it is printed."""

    id: str
    name: Both
    text: Both
    facts: dict[str, Any]


class RulesBody(BaseModel):
    """A rulebook."""

    title: str
    html: str


class ClockBody(Strict):
    """Seconds to begin with, and seconds for each action."""

    initial: Annotated[StrictInt, Field(ge=1, le=86_400)]
    increment: Annotated[StrictInt, Field(ge=0, le=3600)] = 0


class SeatBody(BaseModel):
    """Who sits at a seat."""

    kind: Literal["human", "open", "cpu"]
    name: str | None
    level: int | None
    title: Both


class PuzzleBody(BaseModel):
    """A puzzle; what was not proved is null."""

    id: str
    title: Both
    goal: Both
    tier: int | None
    par: int | None
    solutions: int | None


class TableBody(BaseModel):
    """A table, as everybody may know it."""

    id: str
    game: str
    options: dict[str, Any]
    status: Literal["open", "playing", "over"]
    seats: list[SeatBody]
    practice: bool
    public: bool
    clock: ClockBody | None
    commitment: str
    created: int
    number: int
    ply: int
    turn: int | None
    result: list[float] | None
    outcomes: list[float] | None
    ended: Literal["play", "resign", "timeout"] | None
    rematch: str | None
    daily: str | None
    puzzle: PuzzleBody | None


class TokenBody(BaseModel):
    """A seat, and the token that opens it: told once, here."""

    seat: int
    token: str


class SeatedBody(BaseModel):
    """A table and the seats that one has there."""

    table: TableBody
    seats: list[TokenBody]


class CpuSeat(Strict):
    """A seat for the CPU, by its level."""

    cpu: Annotated[StrictInt, Field(ge=1, le=6)]


class SameAs(Strict):
    """The deal of a finished table."""

    same_as: TableId


class Seeded(Strict):
    """The deal of a seed."""

    seed: Annotated[StrictStr, Field(max_length=130)]


class FromTable(Strict):
    """The position of a finished table after some actions."""

    table: TableId
    ply: Ply


class FromReplay(Strict):
    """The position of a replay after some actions."""

    replay: dict[str, Any]
    ply: Ply


class FromPuzzle(Strict):
    """A puzzle that ships."""

    puzzle: Word


class FromPosition(Strict):
    """A custom position, with custom cards under `cards`."""

    position: dict[str, Any]


class NewTable(Strict):
    """What a new table should be."""

    game: Word
    options: Options = {}
    seats: Annotated[list[Literal["me", "open"] | CpuSeat], Field(min_length=1, max_length=8)]
    name: Name | None = None
    public: bool = False
    practice: bool = False
    clock: ClockBody | None = None
    deal: Literal["daily"] | SameAs | Seeded | None = None
    from_: Annotated[FromTable | FromReplay | FromPuzzle | FromPosition | None, Field(alias="from")] = None


class Quick(Strict):
    """A game with whoever comes."""

    game: Word
    name: Name | None = None


class Sit(Strict):
    """Take a seat, with a deck where the game has one for each seat."""

    name: Name | None = None
    seat: Annotated[StrictInt, Field(ge=0, le=7)] | None = None
    deck: Annotated[StrictStr, Field(max_length=2000)] | None = None


class ReplayBody(BaseModel):
    """A replay file: everything that a game is played again from, and what it must come to."""

    format: str
    game: str
    rules_version: int
    generator: str
    seed: str
    options: dict[str, Any]
    start: dict[str, Any] | None
    cards: dict[str, str]
    actions: list[str]
    fingerprints: dict[str, str]
    result: list[float] | None
    practice: bool
    undone: int
    digest: str


class VerdictBody(BaseModel):
    """What a replay is worth."""

    kind: Literal["EXACT", "DIVERGED", "UNVERIFIED"]
    ply: int
    en: str
    ja: str


class ParBody(BaseModel):
    """What was proved about a deal; `par` is the fewest plays that win, `fewest` those of the best line found."""

    verdict: Literal["SOLVED", "IMPOSSIBLE", "UNKNOWN"]
    par: int | None
    fewest: int | None


class FrameBody(BaseModel):
    """One step of a replay."""

    ply: int
    seat: int | None
    action: str | None
    text: Both | None
    events: list[dict[str, Any]]
    view: dict[str, Any]


class FramesBody(BaseModel):
    """A replay, step by step."""

    verdict: VerdictBody
    frames: list[FrameBody]
