"""The game class of Catalyst Reaction."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from typing_extensions import override

from tefuda.core.errors import Problem
from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.core.game_parts import Players, Texts
from tefuda.core.observation import ObservationSpace
from tefuda.core.options import Option
from tefuda.core.player import Guide, GuidedPlayer, Player
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.core.text import Message
from tefuda.games.catalyst import labels, notation, observation, position, text, view
from tefuda.games.catalyst.heuristic import PairingGuide, ShortestGuide
from tefuda.games.catalyst.notation import PACK_SIZE
from tefuda.games.catalyst.rules import MAX_PACKS, NO_CAP, REACT_OPTIONS, CatalystOptions, CatalystState, initial_state

OPTIONS = [
    Option("field_size", 8, Message("field_size", "field size at the start", "開始時の場の枚数"), low=3, high=20),
    Option("hand_size", 3, Message("hand_size", "hand size", "手札の枚数"), low=1, high=10),
    Option(
        "react",
        "both",
        Message("react", "matches that react", "反応の条件"),
        choices=["both", "rank", "suit"],
        choice_labels=[
            Message("both", "rank or suit", "数字かマーク"),
            Message("rank", "rank only", "数字のみ"),
            Message("suit", "suit only", "マークのみ"),
        ],
    ),
    Option("decks", 1, Message("decks", "number of packs", "使うトランプの組数"), low=1, high=MAX_PACKS),
    Option(
        "field_cap",
        NO_CAP,
        Message(
            "field_cap",
            "maximum field size; a longer field loses (0: no limit)",
            "場の枚数の上限。超えると負け（0 は上限なし）",
        ),
        low=NO_CAP,
        high=PACK_SIZE * MAX_PACKS,
    ),
]
PICTURE = Path(__file__).parent / "picture.svg"
TUTORIALS = Path(__file__).parent / "tutorials"


class CatalystTexts(Texts):
    """The texts of Catalyst Reaction."""

    @override
    def describe(self, state: State, action: int, language: str) -> str:
        assert isinstance(state, CatalystState)
        return text.describe(state, action, language)

    @override
    def why_illegal(self, state: State, action: int) -> Message:
        assert isinstance(state, CatalystState)
        return text.why_illegal(state, action)

    @override
    def event_text(self, event: dict[str, Any], language: str, state: State | None = None) -> str:
        return text.event_text(event, language)

    @override
    def labels(self) -> dict[str, Message]:
        return labels.labels()

    @override
    def blurb(self) -> Message:
        return Message(
            "blurb",
            "A solitaire in an alchemist's workshop: clear the row by threes of a rank or a suit.",
            "錬金術師の工房の一人遊び。触媒を置き、数字かマークが3枚揃えば場から消える。",
        )

    @override
    def picture(self) -> str:
        return PICTURE.read_text("utf-8")

    @override
    def tutorial(self) -> str:
        return (TUTORIALS / "first-game.yaml").read_text("utf-8")

    @override
    def how_to_play(self) -> str:
        return (TUTORIALS / "how-to-play.yaml").read_text("utf-8")


class CatalystPlayers(Players):
    """The players of Catalyst Reaction."""

    @override
    def names(self) -> list[str]:
        return ["shortest", "pairing"]

    @override
    def make(self, name: str, random: Random) -> Player:
        return GuidedPlayer(ShortestGuide() if name == "shortest" else PairingGuide(), random)

    @override
    def guide(self) -> Guide:
        return PairingGuide()

    @override
    def levels(self) -> list[str]:
        return ["random", "shortest", "pairing", "mcts:10,rollout=0", "ismcts:30", "ismcts:300"]

    @override
    def hint_margin(self) -> float:
        # Most rows can be cleared later, so the search does not mind how long they get. Players do.
        return 0.05

    @override
    def hint_player(self) -> str:
        return "ismcts:500"


class Catalyst(Game):
    """Clear the row of cards by threes of one rank or one suit."""

    def __init__(self) -> None:
        super().__init__(
            "catalyst",
            Message("title", "Catalyst Reaction", "カタリスト・リアクション"),
            rules_version=1,
            seat_names=["player"],
            seat_titles=[Message("player", "Player", "プレイヤー")],
            information="hidden",
            options=OPTIONS,
        )
        self.texts = CatalystTexts(self)
        self.players = CatalystPlayers(self)
        self._rulebook = self._options(None)

    def _options(self, given: Mapping[str, Any] | None) -> CatalystOptions:
        values = self.read_options(given)
        react = REACT_OPTIONS.index(values["react"])
        return CatalystOptions(values["field_size"], values["hand_size"], react, values["decks"], values["field_cap"])

    @override
    def check_options(self, values: dict[str, Any]) -> list[Problem]:
        if values["field_cap"] == NO_CAP or values["field_cap"] >= values["field_size"]:
            return []
        en, ja = "must be 0 or at least field_size.", "0 か field_size 以上の値にしてください。"
        return [Problem(["field_cap"], Message("field_cap", en, ja))]

    @override
    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        """Return the number of actions. An action is 52 x place + card; the field is never longer than the deck."""
        return PACK_SIZE * PACK_SIZE * self._options(options).decks

    @override
    def observation_space(self, options: Mapping[str, Any] | None = None) -> ObservationSpace:
        read = self._options(options)
        return observation.observation_space(int(read.hand_size), int(read.decks))

    @override
    def start(
        self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None
    ) -> CatalystState:
        state = initial_state(self._options(options) if options else self._rulebook, seed, log)
        state.log = None
        return state

    @override
    def at(self, position_: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> CatalystState:
        return position.read_position(position_, self._options(self.position_options(position_)), seed, log)

    @override
    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, CatalystState)
        written = position.write_position(state)
        o = state.options
        values = {
            "field_size": o.field_size,
            "hand_size": o.hand_size,
            "react": REACT_OPTIONS[o.react],
            "decks": o.decks,
            "field_cap": o.field_cap,
        }
        changed = self.changed_options(values)
        return {**written, "options": changed} if changed else written

    @override
    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, CatalystState)
        return view.view(state)

    @override
    def fold(self, view_: dict[str, Any], event: dict[str, Any]) -> None:
        view.fold(view_, event)

    @override
    def invariant(self, state: State) -> list[str]:
        """Return all cards: field, hand, deck and removed cards (CR-1.3)."""
        assert isinstance(state, CatalystState)
        zones = position.write_position(state)
        return sorted(card for cards in zones.values() for card in cards)

    @override
    def format(self, state: State, action: int) -> str:
        return notation.format_action(action)

    @override
    def parse(self, state: State, text: str) -> int:
        return notation.parse_action(text)


GAME = Catalyst()
