"""Continuous protections of each monster of a group: whole games, texts, views, positions."""

from linkavel_card_files import PERMANENT, card_with_ability, read_card
from linkavel_random_cards import Data, random_position
from sample_size import sample_size

from tefuda.cardlang.card_text import card_text
from tefuda.cli.terminal.screens.linkavel import LinkaVelScreen
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.games.linkavel.game import GAME
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.testing import check_random_play, check_secrets

IMP: Data = {"id": "t_imp", "name": "Imp", "type": "normal_monster", "attribute": "fire", "level": 1, "power": 1000}
GUARD: Data = {
    "id": "t_guard",
    "name": "Guard",
    "type": "permanent_magic",
    "abilities": [{"when": "continuous", "effect": [{"op": "protect", "target": "all", "from": "any", "once": True}]}],
}
BOLT: Data = {
    "id": "t_bolt",
    "name": "Bolt",
    "type": "normal_magic",
    "abilities": [{"when": "play", "effect": [{"op": "destroy", "target": "all", "side": "own"}]}],
}
POSITION: Data = {
    "cards": [IMP, GUARD, BOLT],
    "one": {"hand": ["t_bolt"], "monsters": ["t_imp"], "magics": ["t_guard"]},
}


def text_of(step: str, language: str) -> str:
    card = read_card(card_with_ability("continuous", step, facts=PERMANENT))
    return card_text(card_schema(), card, language)[0]


def test_games_with_random_protections_keep_the_contract() -> None:
    """LV-14.6: events, views, positions and hidden information."""
    random = xoshiro(146, 1)
    used = 0
    for seed in range(sample_size(20)):
        position = random_position(random, with_magics=True)
        check_random_play(GAME, seed, position=position)
        used += count_used_protections(position, seed)
    assert used > sample_size(20)
    check_secrets(GAME, 1, worlds=2, players=["random"], position=random_position(random, with_magics=True))


def count_used_protections(position: Data, seed: int) -> int:
    """Return the number of views in a random game in which a monster has used a protection."""
    state, random, found = GAME.at(position, seed), xoshiro(seed, 2), 0
    for _ in range(60):
        if state.seat < 0:
            break
        state.play(state.random_action(random))
        view = GAME.view(state, 0)
        found += any(thing and "saved_by" in thing for seat in ("one", "two") for thing in view[seat]["monsters"])
    return found


def test_text_names_each_monster() -> None:
    step = "{op: protect, target: all, filter: {attribute: fire, other: true}, once: true}"
    assert text_of(step, "en") == (
        "[Continuous] The first time each of your other fire monsters would be destroyed by battle each turn, it is not"
        " destroyed."
    )
    assert text_of(step, "ja") == (
        "【永続】自分のほかの火属性モンスターは、それぞれ1ターンに1回だけバトルでは破壊されない。"
    )
    both = "{op: protect, target: all, side: both, from: any, once: true}"
    assert "each of the monsters on the field would be destroyed each turn" in text_of(both, "en")


def test_used_protection_is_visible_to_both_players() -> None:
    """LV-14.6: the view names the card, until the turn ends."""
    match = Match(GAME, 1, position=POSITION)
    match.play(0, 0, "magic t_bolt")
    for viewer in (0, 1):
        assert match.view(viewer)["one"]["monsters"][0]["saved_by"] == ["t_guard"]
        (told,) = [event for event in match.events_for(viewer, 1) if event["kind"] == "status"]
        assert told["set"] == {"saved_by": ["t_guard"]}
    match.play(0, 1, "end")
    assert "saved_by" not in match.view(0)["one"]["monsters"][0]


def test_terminal_explains_a_used_protection() -> None:
    view, screen = GAME.view(GAME.at({"one": {"monsters": ["anvil_lynx"]}}, 1), 0), LinkaVelScreen()
    view["one"]["monsters"][0]["saved_by"] = ["the_great_forge"]
    assert "Used The Great Forge's protection this turn." in screen.about(view, "m1", "en")
    assert "このターン大いなる熾火炉の保護を使用" in screen.about(view, "m1", "ja")


def test_position_of_a_used_protection() -> None:
    """LV-16.9."""
    match = Match(GAME, 1, position=POSITION)
    match.play(0, 0, "magic t_bolt")
    written = GAME.position(match.state())
    used = {"used": 0, "duration": "while", "expires": 1, "by": "one.magics[0]"}
    assert written["one"]["monsters"][0] == {"card": "t_imp", "changes": [used]}
    assert GAME.position(GAME.at(written, 1)) == written
