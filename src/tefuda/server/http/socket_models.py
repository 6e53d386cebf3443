"""Socket messages that the server sends. The client's types are generated from them; tests check messages with them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from tefuda.server.http.models import ErrorBody, EventBody, GoalBody, LocalizedText, TableBody


class SocketModel(BaseModel):
    """A message or a part of one. Other fields are errors."""

    model_config = ConfigDict(extra="forbid")


class LogEntry(SocketModel):
    """An entry of a table's log. `ply` is the number of actions after it."""

    number: int
    kind: Literal[
        "play", "resign", "timeout", "abandon", "forfeit", "takeback", "takeback_request", "takeback_decline", "rematch"
    ]
    seat: int
    ply: int
    action: str | None
    events: list[EventBody]


class ClockState(SocketModel):
    """The milliseconds left by seat, and the seat whose clock runs."""

    left: list[int]
    running: int | None


class TableState(SocketModel):
    """The situation after the last entry.

    `plays` is the number of actions without the choices that belong to another play. `legal` and `prompt` are for the
    seat that decides. `takeback` is the seat that has requested a takeback. `can_take_back`
    tells whether the receiver has an action to take back.
    """

    number: int
    ply: int
    plays: int
    turn: int | None
    legal: list[str]
    prompt: LocalizedText | None
    goals: list[GoalBody]
    clock: ClockState | None
    status: Literal["open", "dealing", "playing", "over"]
    result: list[float] | None
    outcomes: list[float] | None
    ended: Literal["play", "resign", "timeout", "abandon", "forfeit"] | None
    takeback: int | None
    can_take_back: bool


class WelcomeMessage(TableState):
    """The first message. `entries` is null if the client must start from the view; `past` are events for its log."""

    type: Literal["welcome"]
    view: dict[str, Any]
    seat: int | None
    table: TableBody
    emotes: list[str]
    claim_seconds: int
    entries: list[LogEntry] | None
    past: list[EventBody]


class UpdateMessage(TableState):
    """New entries of the log. `view` is null if the client can fold their events; `digest` is that of the view.

    `past` has the events of the deal if the game has just started; otherwise it is null.
    """

    type: Literal["update"]
    entries: list[LogEntry]
    past: list[EventBody] | None
    view: dict[str, Any] | None
    digest: str


class ViewMessage(TableState):
    """The answer to a `view` request."""

    type: Literal["view"]
    view: dict[str, Any]


class AckMessage(SocketModel):
    """An entry was added."""

    type: Literal["ack"]
    id: str
    number: int


class RefusedMessage(ErrorBody):
    """A request was refused."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["refused"]
    id: str | None


class DescribedAction(SocketModel):
    """A legal action as a sentence."""

    action: str
    text: LocalizedText


class LegalAction(DescribedAction):
    """A legal action as a sentence.

    `preview` has the places that it would change, by the kind of change. `outcome` says what it would lead to.
    """

    preview: dict[str, list[str]]
    outcome: LocalizedText | None


class DescribedMessage(SocketModel):
    """The legal actions as sentences."""

    type: Literal["described"]
    id: str
    ply: int
    actions: list[LegalAction]


class ExplainedMessage(SocketModel):
    """Why an item cannot be used now; null if there is nothing to say."""

    type: Literal["explained"]
    id: str
    ply: int
    reason: ErrorBody | None


class HintAction(DescribedAction):
    """An action of a hint. `payoff` is null unless the game has payoffs."""

    chance: float
    payoff: float | None


class HintMessage(SocketModel):
    """A hint: actions, best first. `plays` is the number of plays to a proved win."""

    type: Literal["hint"]
    id: str
    ply: int
    actions: list[HintAction]
    proved: bool
    plays: int | None


class SeatsMessage(SocketModel):
    """A player joined."""

    type: Literal["seats"]
    table: TableBody


class PresenceMessage(SocketModel):
    """Connected seats, milliseconds since players left, and the number of spectators."""

    type: Literal["presence"]
    seats: list[bool]
    away: list[int | None]
    watchers: int


class EmoteMessage(SocketModel):
    """An emote of a player."""

    type: Literal["emote"]
    seat: int
    emote: str


class RematchMessage(SocketModel):
    """The new table of a rematch, and the seat of the viewer there."""

    type: Literal["rematch"]
    table: str
    seat: int | None


class ReloadMessage(SocketModel):
    """The server has other pages."""

    type: Literal["reload"]
    build: str
    protocol: int


class ByeMessage(SocketModel):
    """The server closes the socket."""

    type: Literal["bye"]
    code: str


class PongMessage(SocketModel):
    """The answer to a ping."""

    type: Literal["pong"]


ServerMessage = (
    WelcomeMessage
    | UpdateMessage
    | ViewMessage
    | AckMessage
    | RefusedMessage
    | DescribedMessage
    | ExplainedMessage
    | HintMessage
    | SeatsMessage
    | PresenceMessage
    | EmoteMessage
    | RematchMessage
    | ReloadMessage
    | ByeMessage
    | PongMessage
)
"""Any message of the server, by `type`."""
