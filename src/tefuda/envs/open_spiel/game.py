"""SpielGame and SpielState: a game of Tefuda as a game of OpenSpiel."""

import functools
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import pyspiel
from typing_extensions import override

from tefuda.core.errors import IllegalAction, Problem, invalid_input
from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.core.random import xoshiro
from tefuda.core.seed import format_seed, game_seed
from tefuda.core.state import OVER, State
from tefuda.envs.game_vector import refusal
from tefuda.envs.open_spiel.moment import NO_DEAL, Moment, begin
from tefuda.envs.open_spiel.observer import SeatObserver

DEFAULT_DEALS: Final = 1000
"""The deals of a game that does not list them all."""
MAX_DEALS: Final = 1_000_000
PARAMETERS: Final = {"seed": 0, "deals": 0}
"""The parameters that every game has besides its options, with their defaults."""
SAMPLER_BITS: Final = 32
"""The bits that are taken from each number of a probability sampler."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options. Its first node is chance, which deals; afterwards everything is determined.

    The deals are those of `Game.deals` if the game lists them. Otherwise deal `n` is the game with the seed `s.n`.
    Every game has its own subclass (`game_class`).
    """

    rules: Game

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Define the game. Parameters are the options of the game, `seed` and `deals`; raises `InvalidInput`."""
        given = dict(parameters or {})
        rules = self.rules
        self.seed = read_number(rules, "seed", given.pop("seed", 0), 2**31 - 1)
        deals = read_number(rules, "deals", given.pop("deals", 0), MAX_DEALS)
        self.options = rules.changed_options(rules.read_options(given))
        self.positions = [] if deals else rules.deals(self.options)
        """All deals as positions; empty if deals come from seeds."""
        self.deals = len(self.positions) or deals or DEFAULT_DEALS
        self.actions = rules.action_count(self.options)
        self._openings: dict[int, Moment] = {}
        """The beginnings that are needed again and again."""
        self.outcomes = [(deal, 1.0 / self.deals) for deal in range(self.deals)]
        changed = {**self.options, **{name: value for name, value in (("seed", self.seed), ("deals", deals)) if value}}
        super().__init__(self._game_type(), self._game_info(), changed)

    def _game_type(self) -> Any:
        rules, facts = self.rules, pyspiel.GameType
        fixed = self.deals == 1
        is_open = rules.information == "perfect" or (fixed and self.opening(0).state.is_open())
        has_numbers = rules.observation_space(self.options) is not None
        utility = facts.Utility.GENERAL_SUM
        if rules.constant_sum:
            utility = facts.Utility.CONSTANT_SUM if self._utility_sum() else facts.Utility.ZERO_SUM
        return facts(
            short_name=spiel_name(rules),
            long_name=rules.title.en,
            dynamics=facts.Dynamics.SEQUENTIAL,
            chance_mode=facts.ChanceMode.DETERMINISTIC if fixed else facts.ChanceMode.EXPLICIT_STOCHASTIC,
            information=facts.Information.PERFECT_INFORMATION if is_open else facts.Information.IMPERFECT_INFORMATION,
            utility=utility,
            reward_model=facts.RewardModel.TERMINAL,
            max_num_players=rules.seats,
            min_num_players=rules.seats,
            provides_information_state_string=True,
            provides_information_state_tensor=has_numbers,
            provides_observation_string=True,
            provides_observation_tensor=has_numbers,
            parameter_specification={**{option.name: option.default for option in rules.options}, **PARAMETERS},
        )

    def _game_info(self) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions,
            max_chance_outcomes=0 if self.deals == 1 else self.deals,
            num_players=self.rules.seats,
            min_utility=self.utility(self.rules.min_score),
            max_utility=self.utility(self.rules.max_score),
            utility_sum=self._utility_sum() if self.rules.constant_sum else None,
            max_game_length=self.rules.max_plays,
        )

    def _utility_sum(self) -> float:
        ends = self.utility(self.rules.min_score) + self.utility(self.rules.max_score)
        return ends * self.rules.seats / 2

    def utility(self, score: float) -> float:
        """Return a score as OpenSpiel counts it: a payoff as it is, otherwise 1 for a win and -1 for a loss."""
        return score if self.rules.has_payoffs else 2.0 * self.rules.share(score) - 1.0

    def deal_seed(self, deal: int) -> int:
        """Return the seed of a deal that is not listed."""
        return game_seed(self.seed, deal)

    def deal_text(self, deal: int) -> str:
        """Return a deal as text: its position, or its seed."""
        if deal == NO_DEAL:
            return "a sampled state"
        return position_text(self.positions[deal]) if self.positions else f"seed {format_seed(self.deal_seed(deal))}"

    def opening(self, deal: int) -> Moment:
        """Return the beginning of a deal."""
        if deal in self._openings:
            return self._openings[deal].copy()
        events: list[Event] = []
        if self.positions:
            state = self.rules.at(self.positions[deal], log=events)
        else:
            state = self.rules.start(self.deal_seed(deal), self.options, events)
        made = begin(self.rules, state, deal, events)
        if self.positions or self.deals == 1:
            self._openings[deal] = made.copy()
        return made

    @override
    def new_initial_state(self) -> "SpielState":
        """Return the state before the deal. With a single deal it is dealt already."""
        return SpielState(self)

    def state_at(self, state: State) -> "SpielState":
        """Return a state of OpenSpiel for any state of the game. Its history is empty, and seats remember no past."""
        return self.state_of(begin(self.rules, state.clone()))

    def state_of(self, moment: Moment) -> "SpielState":
        """Return a state without a history."""
        made = self.new_initial_state()
        made.moment = moment
        return made

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver | None:
        """Return an observer of what single seats see; None for other kinds of observation."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"{self.rules.id}: observers take no parameters: {params}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SeatObserver(self, kind.perfect_recall)

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (spiel_name(self.rules), self.get_parameters())


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. Cloning and serializing keep `moment`, its only attribute."""

    moment: Moment | None
    """The state of Tefuda with its past; None before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = game.opening(0) if game.deals == 1 else None

    def game(self) -> SpielGame:
        """Return the game of this state."""
        game: SpielGame = self.get_game()
        return game

    @override
    def current_player(self) -> int:
        """Return the seat to decide, or what OpenSpiel has for chance and the end."""
        if self.moment is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.moment.state.seat)

    @override
    def is_terminal(self) -> bool:
        """Return whether the game is over, or has reached `Game.max_plays`."""
        moment = self.moment
        return moment is not None and (moment.state.seat == OVER or moment.plays >= self.game().rules.max_plays)

    @override
    def returns(self) -> list[float]:
        """Return the result by seat. An unfinished game has the middle of the range, or 0 before `max_plays`."""
        game, moment = self.game(), self.moment
        if moment is None or not self.is_terminal():
            return [0.0] * game.rules.seats
        if moment.state.seat != OVER:
            return [game.utility(game.rules.score_at(0.5))] * game.rules.seats
        return [game.utility(score) for score in moment.state.scores()]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.moment is not None
        return sorted(self.moment.state.actions())

    @override
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, equally likely."""
        assert self.moment is None
        return self.game().outcomes

    def _apply_action(self, action: int) -> None:
        game, moment = self.game(), self.moment
        if moment is None:
            if not 0 <= action < game.deals:
                raise illegal_deal(game, action)
            self.moment = game.opening(action)
            return
        if action < 0 or self.is_terminal() or not moment.state.is_legal(action):
            where = f"{game.rules.id}, {game.deal_text(moment.deal)}"
            raise IllegalAction([Problem([], refusal(where, game.rules, moment.state, action, game.actions))])
        moment.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game, moment = self.game(), self.moment
        if player == pyspiel.PlayerId.CHANCE:
            return game.deal_text(action)
        return str(action) if moment is None else game.rules.format(moment.state, action)

    @override
    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a random state that a seat cannot distinguish from this one.

        If the game lists its deals, it is a state of another deal after the same history. Otherwise it comes from
        `State.resample`: it has no history, and the other seats remember nothing from before.
        """
        game, moment = self.game(), self.moment
        if moment is None:
            return game.new_initial_state()
        if game.positions and moment.deal >= 0:
            same = self._same_deals(player)
            return same[min(int(sampler() * len(same)), len(same) - 1)]
        seed = 0
        for _ in range(4):
            seed = seed << SAMPLER_BITS | min(int(sampler() * 2**SAMPLER_BITS), 2**SAMPLER_BITS - 1)
        world = moment.state.resample(player, xoshiro(seed, 1))
        return game.state_of(moment.resample(game.rules, player, world))

    def _same_deals(self, player: int) -> list["SpielState"]:
        """Return this moment of every deal that a seat cannot distinguish from this one."""
        game, moment = self.game(), self.moment
        assert moment is not None
        first, now = game.opening(moment.deal).digest(player), moment.digest(player)
        found = []
        for deal in range(game.deals):
            if game.opening(deal).digest(player) == first:
                other = game.new_initial_state()
                for action in [deal, *self.history()[1:]] if game.deals > 1 else self.history():
                    if action not in other.legal_actions():
                        break
                    other.apply_action(action)
                else:
                    if other.moment is not None and other.moment.digest(player) == now:
                        found.append(other)
        return found

    @override
    def __str__(self) -> str:
        """Return the full position as JSON; `deal` before the deal."""
        if self.moment is None:
            return "deal"
        return position_text(self.game().rules.position(self.moment.state))


def spiel_name(game: Game) -> str:
    """Return the name of a game in OpenSpiel."""
    return f"tefuda_{game.id.replace('-', '_')}"


def position_text(position: dict[str, Any]) -> str:
    """Return a position in one line. Seeds in it may exceed 64 bits, which `orjson` refuses."""
    return json.dumps(position, ensure_ascii=False)


def load_game(name: str, parameters: dict[str, Any]) -> SpielGame:
    """Return a game of a pickle. Importing this package has registered it."""
    game: SpielGame = pyspiel.load_game(name, parameters)
    return game


def read_number(game: Game, name: str, value: Any, high: int) -> int:
    """Return a parameter that is a whole number; raises `InvalidInput`."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= high:
        return value
    raise invalid_input(
        "spiel_parameter",
        f"{game.id}: {name} {value!r} is not a whole number from 0 to {high}.",
        f"{game.id}: {name} {value!r} は使えません（0 から {high} の整数）。",
    )


def illegal_deal(game: SpielGame, deal: int) -> Exception:
    return invalid_input(
        "spiel_deal",
        f"{game.rules.id}: there is no deal {deal}. Use 0 to {game.deals - 1}.",
        f"{game.rules.id}: 配り {deal} はありません（0 から {game.deals - 1}）。",
    )


@functools.cache
def game_class(game: Game) -> type[SpielGame]:
    """Return the class of a game."""
    return type(f"{type(game).__name__}SpielGame", (SpielGame,), {"rules": game, "__doc__": game.title.en})


def register(game: Game) -> str:
    """Register a game with OpenSpiel and return its name there. Installed games are registered already."""
    clashing = [option.name for option in game.options if option.name in PARAMETERS]
    if clashing:
        raise ValueError(f"{game.id}: an option cannot be called {clashing[0]} in OpenSpiel")
    made = game_class(game)
    kind = made().get_type()
    # OpenSpiel releases what is registered after Python has ended. That is safe for a class only: it refers to itself,
    # so it is never freed.
    pyspiel.register_game(kind, made)
    return str(kind.short_name)
