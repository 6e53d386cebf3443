"""The players of a terminal game: people and computer players."""

from typing import Final

from tefuda.core.errors import invalid_input
from tefuda.core.events import SPECTATOR
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.players.names import make_player

HUMAN: Final = "human"
DEFAULT_OPPONENT: Final = "level:3"


class SeatPlayers:
    """A player for each seat: `human`, or the name of a computer player."""

    def __init__(self, players: list[str]) -> None:
        self.players = players
        self.people = [seat for seat, name in enumerate(players) if name == HUMAN]

    @property
    def spectating(self) -> bool:
        """Whether all seats have computer players."""
        return not self.people

    @property
    def shared(self) -> bool:
        """Whether several people share the keyboard."""
        return len(self.people) > 1

    def is_human(self, seat: int) -> bool:
        return seat in self.people

    def viewer(self, seat: int) -> int:
        """Return the seat whose view is shown while `seat` decides."""
        if len(self.people) == 1:
            return self.people[0]
        return SPECTATOR if self.spectating or seat == OVER else seat

    def choose(self, match: Match) -> str:
        """Return the action of the computer player to decide. It depends on deal and ply only, also after an undo."""
        seat = match.seat
        random = xoshiro(match.seed, 1 + seat + match.game.seats * (1 + match.ply))
        player = make_player(match.game, self.players[seat], random)
        return match.game.format(match.state(), player.choose(match.seat_of(seat)))


def seat_players(game: Game, named: list[str]) -> list[str]:
    """Return a player for each seat. One name is the opponent; the default opponent has a medium level."""
    if game.seats == 1:
        players = named or [HUMAN]
    elif not named:
        players = [HUMAN, *[DEFAULT_OPPONENT] * (game.seats - 1)]
    elif len(named) == 1:
        players = [HUMAN, *named * (game.seats - 1)]
    else:
        players = named
    if len(players) != game.seats:
        raise invalid_input(
            "players",
            f"{game.title.en} has {game.seats} seat(s), and {len(players)} players are named.",
            f"{game.title.ja}は {game.seats} 人用ですが、プレイヤーが {len(players)} 人指定されています。",
        )
    for name in players:
        if name != HUMAN:
            make_player(game, name, xoshiro(0, 1))
    return players
