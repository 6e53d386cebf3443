"""`tefuda learn`: the tutorial of a game in the terminal."""

from tefuda.cli.commands.play import choose_game
from tefuda.cli.terminal.tutorial_session import TutorialSession
from tefuda.core.errors import invalid_input
from tefuda.core.registry import find_game
from tefuda.core.tutorial import find_tutorial


def learn_game(game_id: str, plain: bool) -> int:
    """Run the tutorial of a game until it is complete or the player leaves."""
    game = find_game(game_id or choose_game())
    tutorial = find_tutorial(game)
    if tutorial is None:
        title = game.title
        raise invalid_input(
            "no_tutorial", f"{title.en} has no tutorial.", f"{title.ja}にはチュートリアルがありません。"
        )
    return TutorialSession(tutorial, plain).run()
