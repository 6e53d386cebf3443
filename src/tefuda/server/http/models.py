"""Requests and responses. /api/openapi.json is generated from them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr
from pydantic.json_schema import SkipJsonSchema

TableId = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_-]{16}$")]
Ply = Annotated[StrictInt, Field(ge=0, le=1_000_000)]
Token = Annotated[StrictStr, Field(max_length=100)]
Name = Annotated[StrictStr, Field(max_length=100)]
Sha256 = Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$")]
"""Hexadecimal digits of a SHA-256 digest, or of 256 random bits."""
ShortText = Annotated[StrictStr, Field(max_length=60)]
DeckOptionValue = Annotated[StrictStr, Field(max_length=2000)]
Options = dict[ShortText, StrictInt | DeckOptionValue]


class StrictModel(BaseModel):
    """A request. Unknown fields are errors."""

    model_config = ConfigDict(extra="forbid")


class LocalizedText(BaseModel):
    """A text in both languages."""

    en: str
    ja: str


class ErrorBody(BaseModel):
    """An error."""

    code: str
    en: str
    ja: str


class OptionBody(BaseModel):
    """An option of a game: a number from `low` to `high`, one of the `choices` with its label, or a text."""

    name: str
    label: LocalizedText
    default: int | str
    quick_start: int | str
    low: int | None
    high: int | None
    choices: list[str] | None
    choice_labels: list[LocalizedText] | None


class DeckBody(BaseModel):
    """A deck that ships. Options whose names begin with `deck` accept its id."""

    id: str
    name: LocalizedText
    plan: LocalizedText | None
    cards: dict[str, int]


class GameBody(BaseModel):
    """A game. `coin_toss`: the first seat is random. `labels` are the words for keys and values of views and events."""

    id: str
    title: LocalizedText
    blurb: LocalizedText | None
    picture: str | None
    rules: bool
    tutorial: bool
    how_to_play: bool
    seats: int
    seat_titles: list[LocalizedText]
    coin_toss: bool
    min_score: float
    max_score: float
    information: str
    cards: bool
    labels: dict[str, LocalizedText]
    options: list[OptionBody]
    levels: int
    bots: list[str]
    daily: bool
    decks: list[DeckBody]


class GamesBody(BaseModel):
    """All games of the server."""

    build: str
    protocol: int
    games: list[GameBody]


class CardBody(BaseModel):
    """A card."""

    id: str
    name: LocalizedText
    text: LocalizedText
    facts: dict[str, Any]


class RulesBody(BaseModel):
    """A rulebook."""

    title: str
    html: str


class ClockBody(StrictModel):
    """A clock: initial seconds, and seconds added for each action."""

    initial: Annotated[StrictInt, Field(ge=1, le=86_400)]
    increment: Annotated[StrictInt, Field(ge=0, le=3600)] = 0


class SeatBody(BaseModel):
    """A seat and its player. A CPU has a level, or the name of a bot.

    `commitment` is the SHA-256 digest of the player's contribution to the seed; null for players without one.
    `contribution` is public with the seed.
    """

    kind: Literal["human", "open", "cpu"]
    name: str | None
    level: int | None
    title: LocalizedText
    commitment: str | None
    contribution: str | None


class PuzzleBody(BaseModel):
    """A puzzle. Numbers that were not proved are null."""

    id: str
    title: LocalizedText
    goal: LocalizedText
    tier: int | None
    par: int | None
    solutions: int | None


class TableBody(BaseModel):
    """The public data of a table.

    `commitment` is null while a seat is open, `seed` and `secret` before the end. `secret` is also null if no player
    contributed to the seed. `first` is the seat that begins; it is null before the start and if the game starts from a
    position.
    """

    id: str
    game: str
    options: dict[str, Any]
    status: Literal["open", "dealing", "playing", "over"]
    seats: list[SeatBody]
    practice: bool
    public: bool
    quick: bool
    clock: ClockBody | None
    commitment: str | None
    seed: str | None
    secret: str | None
    created: int
    updated: int
    number: int
    ply: int
    first: int | None
    turn: int | None
    result: list[float] | None
    outcomes: list[float] | None
    ended: Literal["play", "resign", "timeout", "abandon", "forfeit"] | None
    rematch: str | None
    daily: str | None
    puzzle: PuzzleBody | None


class TokenBody(BaseModel):
    """A seat and its token. The token is sent only once."""

    seat: int
    token: str


class SeatedBody(BaseModel):
    """A table and the client's seats."""

    table: TableBody
    seats: list[TokenBody]


class CpuSeat(StrictModel):
    """A CPU seat with its level."""

    cpu: Annotated[StrictInt, Field(ge=1, le=6)]


class BotSeat(StrictModel):
    """A CPU seat with a bot of the server, one of `bots` of its game."""

    bot: ShortText


class SameDeal(StrictModel):
    """The deal of a finished table."""

    same_as: TableId


class SeedDeal(StrictModel):
    """The deal of a seed."""

    seed: Annotated[StrictStr, Field(max_length=130)]


class FromTable(StrictModel):
    """The position of a finished table after some actions."""

    table: TableId
    ply: Ply


class FromReplay(StrictModel):
    """The position of a replay after some actions."""

    replay: dict[str, Any]
    ply: Ply


class FromPuzzle(StrictModel):
    """A puzzle that ships."""

    puzzle: ShortText


class FromPosition(StrictModel):
    """A custom position, with custom cards under `cards`."""

    position: dict[str, Any]


class FromCustomCards(StrictModel):
    """A deal with custom cards (YAML). The decks in `options` may contain them."""

    custom: StrictStr
    options: Options = {}


class NewTable(StrictModel):
    """A request for a new table."""

    game: ShortText
    options: Options = {}
    seats: Annotated[list[Literal["me", "open"] | CpuSeat | BotSeat], Field(min_length=1, max_length=8)]
    name: Name | None = None
    commitment: Sha256 | None = None
    public: bool = False
    practice: bool = False
    clock: ClockBody | None = None
    deal: Literal["daily"] | SameDeal | SeedDeal | None = None
    from_: Annotated[
        FromTable | FromReplay | FromPuzzle | FromPosition | FromCustomCards | None, Field(alias="from")
    ] = None


class QuickMatch(StrictModel):
    """A request for a quick match. `deck` is allowed if the game has a deck for each seat."""

    game: ShortText
    name: Name | None = None
    commitment: Sha256 | None = None
    deck: DeckOptionValue | None = None


class TakeSeat(StrictModel):
    """A request for a seat. `deck` is allowed if the game has a deck for each seat."""

    name: Name | None = None
    commitment: Sha256 | None = None
    seat: Annotated[StrictInt, Field(ge=0, le=7)] | None = None
    deck: DeckOptionValue | None = None


class CancelTable(StrictModel):
    """A request to cancel a table that has not started, with the token of one of its seats."""

    token: Token


class RevealContribution(StrictModel):
    """The contribution of a seat to the seed."""

    token: Token
    contribution: Sha256


class ReplayBody(BaseModel):
    """A replay file."""

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
    """The result of verifying a replay."""

    kind: Literal["EXACT", "DIVERGED", "UNVERIFIED"]
    ply: int
    en: str
    ja: str


class ParBody(BaseModel):
    """A proof about a deal. `par` is the number of plays of the shortest win, `fewest` that of the best line found."""

    verdict: Literal["SOLVED", "IMPOSSIBLE", "UNKNOWN"]
    par: int | None
    fewest: int | None


class ChancePointBody(BaseModel):
    """The chance to win after `ply` actions. `seat` decides there; it is null at the end."""

    ply: int
    seat: int | None
    chance: float


class TurningPointBody(BaseModel):
    """An action that changed a chance: the ply after it and the seat that played it.

    `retry` is the ply of the last decision before it of the seat whose chance it is.
    """

    ply: int
    seat: int
    text: LocalizedText
    before: float
    after: float
    retry: int | None


class ChancesBody(BaseModel):
    """The chances of a seat over a game, and the actions that changed them most."""

    seat: int
    points: list[ChancePointBody]
    turning_points: list[TurningPointBody]


class EventBody(BaseModel):
    """An event as its viewer may see it, with the fields of its game. Events of the log have a text and a channel."""

    model_config = ConfigDict(extra="allow")

    kind: str
    text: LocalizedText | SkipJsonSchema[None] = None
    channel: str | SkipJsonSchema[None] = None


class GoalPartBody(BaseModel):
    """A part of a win condition, with its present value in words."""

    text: LocalizedText
    met: bool


class GoalBody(BaseModel):
    """A way to win: the card that has it, and the parts of its condition."""

    card: str
    parts: list[GoalPartBody]


class LessonActionBody(BaseModel):
    """A legal action as a sentence.

    `preview` has the places that it would change, by the kind of change. `outcome` says what it would lead to.
    """

    action: str
    text: LocalizedText
    preview: dict[str, list[str]]
    outcome: LocalizedText | None


class LessonPlayBody(LessonActionBody):
    """An action that fulfils the task of a lesson, the events up to the next lesson, and the view after them."""

    events: list[EventBody]
    view: dict[str, Any]
    goals: list[GoalBody]


class LessonBody(BaseModel):
    """A lesson. Without a task it is only read."""

    text: LocalizedText
    task: LocalizedText | None
    hint: LocalizedText | None
    result: LocalizedText | None
    view: dict[str, Any]
    legal: list[str]
    prompt: LocalizedText | None
    goals: list[GoalBody]
    actions: list[LessonActionBody]
    plays: list[LessonPlayBody]


class IdeaBody(BaseModel):
    """One of the most important ideas of a game. `picture` has the signs that the game's screen draws."""

    title: LocalizedText
    text: LocalizedText
    picture: list[str]


class HowToPlayBody(BaseModel):
    """An introduction to a game on one screen: its goal, the steps of a turn and its most important ideas."""

    goal: LocalizedText
    turn: list[LocalizedText]
    ideas: list[IdeaBody]


class TutorialBody(BaseModel):
    """A guided first game for the first seat."""

    title: LocalizedText
    lessons: list[LessonBody]


class FrameBody(BaseModel):
    """One step of a replay."""

    ply: int
    seat: int | None
    action: str | None
    text: LocalizedText | None
    events: list[EventBody]
    view: dict[str, Any]
    goals: list[GoalBody]


class FramesBody(BaseModel):
    """A replay, step by step."""

    verdict: VerdictBody
    frames: list[FrameBody]
