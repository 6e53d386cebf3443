"""The CPU players of LinkaVel: they play well, read cards by what they do, and play fair."""

from typing import Any

import pytest
from linkavel_checks import PAIRS
from sample_size import sample_size

from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.games.linkavel.game import GAME
from tefuda.games.linkavel.heuristic import LEVEL_NAMES
from tefuda.lab.runs.count_games import count_games
from tefuda.lab.studies.deck_matchups import DeckMatchups, MatchupTable
from tefuda.lab.studies.simulation import Simulation
from tefuda.players.names import make_player
from tefuda.testing import check_same_in_worlds

BODY = {"type": "normal_monster", "attribute": "neutral", "level": 1}


def monster(name: str, power: int, **more: Any) -> dict[str, Any]:
    return {"id": name, "name": name, **BODY, "power": power, **more}


def magic(name: str, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "name": name, "type": "normal_magic", "abilities": [{"when": "play", "effect": list(steps)}]}


CARDS = [
    monster("t_small", 500),
    monster("t_middle", 1000),
    monster("t_big", 2000),
    monster("t_lord", 2500, level=2, cost={"count": 1, "level": 1}),
    magic("t_kill", {"op": "destroy"}),
    magic("t_burn", {"op": "damage", "amount": 800}),
    magic("t_hurt_me", {"op": "damage", "amount": 800, "side": "own"}),
    magic("t_boost", {"op": "power", "amount": 700}),
    magic("t_draw", {"op": "draw", "count": 3}),
]


def chosen(seat_of: str = "one", **position: Any) -> list[str]:
    """What the heuristic does in a position until its turn ends, in notation."""
    state = GAME.at({"turn_number": 5, "turn": seat_of, "cards": CARDS, **position}, seed=1)
    seat = state.seat
    found: list[str] = []
    player = make_player(GAME, "heuristic", xoshiro(1, 1))
    while state.seat == seat and len(found) < 20:
        action = player.choose(Seat(GAME, state, seat))
        found.append(GAME.format(state, action))
        state.play(action)
        if found[-1] == "end":
            break
    return found


def test_a_win_is_taken() -> None:
    played = chosen(one={"monsters": ["t_middle"]}, two={"lp": 900, "hand": []})
    assert played == ["battle", "attack 1>lp"]


def test_burning_wins_where_nothing_else_does() -> None:
    played = chosen(one={"hand": ["t_burn", "t_small"]}, two={"lp": 800, "monsters": ["t_big"]})
    assert played[0] == "magic t_burn"


def test_a_stronger_monster_is_not_attacked() -> None:
    played = chosen(one={"monsters": ["t_small"]}, two={"monsters": ["t_big"]})
    assert "attack 1>1" not in played


def test_a_weaker_monster_is_attacked() -> None:
    assert "attack 1>2" in chosen(one={"monsters": ["t_middle"]}, two={"monsters": ["t_big", "t_small"]})


def test_the_way_is_cleared_before_the_attack() -> None:
    played = chosen(one={"hand": ["t_kill"], "monsters": ["t_middle"]}, two={"lp": 1000, "monsters": ["t_big"]})
    assert played == ["magic t_kill", "battle", "attack 1>lp"]


def test_a_boost_is_played_before_the_battle_it_wins() -> None:
    played = chosen(
        one={"hand": ["t_boost"], "monsters": ["t_middle"]},
        two={"monsters": [{"card": "t_big", "changes": [{"power": -500}]}]},
    )
    assert played[:3] == ["magic t_boost", "battle", "attack 1>1"]


def test_a_boost_is_held_back_where_it_wins_nothing() -> None:
    played = chosen(one={"hand": ["t_boost"], "monsters": ["t_small"]}, two={"monsters": ["t_big"]})
    assert "magic t_boost" not in played


def test_a_card_that_only_hurts_is_not_played() -> None:
    assert "magic t_hurt_me" not in chosen(one={"hand": ["t_hurt_me"]}, two={"monsters": ["t_small"]})


def test_cards_are_drawn_and_monsters_summoned() -> None:
    played = chosen(one={"hand": ["t_draw", "t_small"], "deck": ["t_middle"] * 9}, two={"hand": []})
    assert "magic t_draw" in played
    assert any(text.startswith("summon") for text in played)


def test_the_cheapest_monster_pays() -> None:
    played = chosen(one={"hand": ["t_lord"], "monsters": ["t_middle", "t_small", "t_big"]}, two={"monsters": ["t_big"]})
    state_after = [text for text in played if text.startswith(("summon", "pick"))]
    assert state_after in (["summon t_lord@2"], ["summon t_lord@2", "pick m2"])


def test_heuristic_beats_random() -> None:
    """At least 95 of 100, every deal twice with seats and decks swapped."""
    games = sample_size(100) // 2 * 2
    lost = 0
    for number in range(games):
        job = Simulation(
            "linkavel", ["heuristic", "random"], 7 + number // 2, PAIRS[number // 2 % len(PAIRS)], swap=True
        )
        tally = job.tally(number % 2, 1)
        lost += tally.wins[0] != 1
    assert lost <= games * 5 // 100


@pytest.mark.parametrize("place", range(len(LEVEL_NAMES)))
def test_levels_are_ordered(place: int) -> None:
    """Each level wins clearly more than half of its games against the one below; equals would not."""
    weaker = ["random", *LEVEL_NAMES][place]
    games = sample_size(160) // 2 * 2
    job = Simulation("linkavel", [LEVEL_NAMES[place], weaker], 3, {"deck.one": "grass", "deck.two": "dark"}, swap=True)
    tally = job.tally(0, games)
    assert tally.wins[0] >= games * (58 if games > 50 else 50) // 100


def test_nobody_learns_what_they_may_not_know() -> None:
    """LV-15.1, LV-15.2, LV-15.6: positions of played games in 8 worlds each, the choices of the CPU included."""
    looked = 0
    game = 0
    while looked < sample_size(400):
        state = GAME.start(game, PAIRS[(7 * game) % len(PAIRS)])
        random = xoshiro(game, 1)
        players = [make_player(GAME, name, random) for name in ("heuristic", "random")]
        plies = 0
        while state.seat != OVER and looked < sample_size(400):
            if plies % 4 == game % 4 or state.choice is not None:
                for viewer in range(2):
                    check_same_in_worlds(GAME, state, viewer, 8, ["heuristic", "novice"], seed=looked)
                looked += 1
            state.play(players[plies % 2].choose(Seat(GAME, state, state.seat)))
            plies += 1
        game += 1


def test_a_table_of_decks_counts_both_sides() -> None:
    games_each = sample_size(48) + sample_size(48) % 2
    study = DeckMatchups("linkavel", ["fire", "dark", "light"], "heuristic", 1, {})
    tallies, complete = count_games(study, games_each, 1)
    assert complete
    table = MatchupTable(study, tallies)
    for one in range(3):
        for two in range(3):
            won, games = table.score(one, two)
            lost, _ = table.score(two, one)
            assert won + lost == games
    # Every deal is played twice with the seats swapped: against itself a deck wins exactly half.
    assert all(table.score(one, one)[0] * 2 == table.score(one, one)[1] for one in range(3))
    figures = table.figures()
    assert figures["rates"][0][1] + figures["rates"][1][0] == pytest.approx(1)
    assert figures["games"] == 6 * games_each
