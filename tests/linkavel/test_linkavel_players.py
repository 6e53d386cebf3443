"""LinkaVel's CPU players: good play, order of strength, and no use of hidden information."""

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
from tefuda.players.advice import advise
from tefuda.players.names import make_player
from tefuda.testing import check_same_in_worlds

BODY = {"type": "normal_monster", "attribute": "neutral", "level": 1}


def monster(name: str, power: int, **more: Any) -> dict[str, Any]:
    return {"id": name, "name": name, **BODY, "power": power, **more}


def magic(name: str, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "name": name, "type": "normal_magic", "abilities": [{"when": "play", "effect": list(steps)}]}


DECK = ["anvil_lynx", "furnace_ox", "second_shift", "brand_gladiator"] * 3
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


def heuristic_actions(seat_of: str = "one", **position: Any) -> list[str]:
    """Return the actions of the heuristic in a position until its turn ends."""
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


def test_winning_attack_is_played() -> None:
    played = heuristic_actions(one={"monsters": ["t_middle"]}, two={"lp": 900, "hand": []})
    assert played == ["battle", "attack 1>lp"]


def test_burn_magic_wins() -> None:
    played = heuristic_actions(one={"hand": ["t_burn", "t_small"]}, two={"lp": 800, "monsters": ["t_big"]})
    assert played[0] == "magic t_burn"


def test_stronger_monster_is_not_attacked() -> None:
    played = heuristic_actions(one={"monsters": ["t_small"]}, two={"monsters": ["t_big"]})
    assert "attack 1>1" not in played


def test_weaker_monster_is_attacked() -> None:
    assert "attack 1>2" in heuristic_actions(one={"monsters": ["t_middle"]}, two={"monsters": ["t_big", "t_small"]})


def test_blocker_is_destroyed_before_the_attack() -> None:
    played = heuristic_actions(
        one={"hand": ["t_kill"], "monsters": ["t_middle"]}, two={"lp": 1000, "monsters": ["t_big"]}
    )
    assert played == ["magic t_kill", "battle", "attack 1>lp"]


def test_boost_is_played_before_a_winning_battle() -> None:
    played = heuristic_actions(
        one={"hand": ["t_boost"], "monsters": ["t_middle"]},
        two={"monsters": [{"card": "t_big", "changes": [{"power": -500}]}]},
    )
    assert played[:3] == ["magic t_boost", "battle", "attack 1>1"]


def test_useless_boost_is_kept() -> None:
    played = heuristic_actions(one={"hand": ["t_boost"], "monsters": ["t_small"]}, two={"monsters": ["t_big"]})
    assert "magic t_boost" not in played


def test_harmful_card_is_not_played() -> None:
    assert "magic t_hurt_me" not in heuristic_actions(one={"hand": ["t_hurt_me"]}, two={"monsters": ["t_small"]})


def test_cards_are_drawn_and_monsters_summoned() -> None:
    played = heuristic_actions(one={"hand": ["t_draw", "t_small"], "deck": ["t_middle"] * 9}, two={"hand": []})
    assert "magic t_draw" in played
    assert any(text.startswith("summon") for text in played)


def test_weakest_monster_pays_the_cost() -> None:
    played = heuristic_actions(
        one={"hand": ["t_lord"], "monsters": ["t_middle", "t_small", "t_big"]}, two={"monsters": ["t_big"]}
    )
    state_after = [text for text in played if text.startswith(("summon", "pick"))]
    assert state_after in (["summon t_lord@2"], ["summon t_lord@2", "pick m2"])


def test_heuristic_beats_random() -> None:
    """At least 95 of 100 games, every deal twice with seats and decks swapped."""
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
def test_levels_are_ordered_by_strength(place: int) -> None:
    """Each level wins clearly more than half of its games against the level below."""
    weaker = ["random", *LEVEL_NAMES][place]
    games = sample_size(160) // 2 * 2
    job = Simulation("linkavel", [LEVEL_NAMES[place], weaker], 3, {"deck.one": "grass", "deck.two": "dark"}, swap=True)
    tally = job.tally(0, games)
    assert tally.wins[0] >= games * (58 if games > 50 else 50) // 100


def test_hidden_information_stays_hidden() -> None:
    """LV-15.1, LV-15.2, LV-15.6: views and CPU choices agree in 8 worlds per position."""
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
                    check_same_in_worlds(GAME, state, viewer, 8, players=["heuristic", "novice"], seed=looked)
                looked += 1
            state.play(players[plies % 2].choose(Seat(GAME, state, state.seat)))
            plies += 1
        game += 1


def test_deck_table_counts_both_sides() -> None:
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
    # Every deal is played twice with swapped seats: a deck wins exactly half against itself.
    assert all(table.score(one, one)[0] * 2 == table.score(one, one)[1] for one in range(3))
    figures = table.figures()
    assert figures["rates"][0][1] + figures["rates"][1][0] == pytest.approx(1)
    assert figures["games"] == 6 * games_each


@pytest.mark.parametrize("name", ["heuristic", "level:6"])
@pytest.mark.parametrize("starter", ["anvil_lynx", "kindling_dancer"])
def test_last_level_1_monster_is_not_discarded(name: str, starter: str) -> None:
    """Without it, an empty field stays empty until another one is drawn."""
    position = {
        "turn_number": 4,
        "phase": "end",
        "options": {"hand_limit": 4},
        "one": {"hand": [starter, "furnace_ox", "furnace_ox", "second_shift", "brand_gladiator"], "deck": DECK},
        "two": {"hand": ["anvil_lynx"] * 3, "deck": DECK, "monsters": ["anvil_lynx"]},
    }
    for seed in range(4):
        state = GAME.at(position, seed)
        action = make_player(GAME, name, xoshiro(seed, 3)).choose(Seat(GAME, state, 0))
        assert GAME.format(state, action) != f"pick {starter}"


@pytest.mark.parametrize(("card", "answer"), [("anvil_lynx", "no"), ("furnace_ox", "yes")])
@pytest.mark.parametrize("name", ["heuristic", "level:6"])
def test_mulligan_of_a_hand_without_level_1_monsters(name: str, card: str, answer: str) -> None:
    """A hand that cannot begin is exchanged; with level 1 monsters it is kept."""
    rest = "furnace_ox" if answer == "no" else "anvil_lynx"
    state = GAME.at(
        {
            "turn_number": 1,
            "phase": "draw",
            "flow": "enter",
            "next_phase": "draw",
            "choice": {"seat": "one", "op": "mulligan", "zone": "field"},
            "options": {"mulligan": "on"},
            "one": {"hand": [card] * 6, "deck": [rest] * 24},
            "two": {"hand": ["anvil_lynx"] * 6, "deck": DECK},
        },
        seed=1,
    )
    assert GAME.format(state, make_player(GAME, name, xoshiro(1, 3)).choose(Seat(GAME, state, 0))) == answer


def test_hint_plays_free_cards() -> None:
    """With a free summon and a free magic in hand, the hint is not to end the turn."""
    hand = ["motheaten_knight", "cobweb_countess", "ashen_valet", "black_edged_letter", "larder_imp"]
    position = {
        "turn_number": 2,
        "one": {"hand": [*hand, "the_empty_throne"], "deck": ["hollow_footman", "sweeping_maid", "larder_imp"] * 4},
        "two": {"hand": ["wayside_squire"] * 6, "deck": ["porter_mule"] * 12, "monsters": ["map_peddler"]},
    }
    state = GAME.at(position, 1)
    best = advise(GAME, Seat(GAME, state, 0), "", xoshiro(1, 1))[0]
    assert GAME.format(state, best.action).startswith(("summon larder_imp", "magic black_edged_letter"))
