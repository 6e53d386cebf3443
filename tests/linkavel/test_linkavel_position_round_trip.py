"""LinkaVel positions survive writing and reading; changed positions are read or refused."""

from copy import deepcopy
from typing import Any

from sample_size import sample_size

import tefuda
from tefuda.core.errors import InvalidPosition
from tefuda.core.random import Xoshiro, xoshiro
from tefuda.core.state import OVER, State
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.position_reader import KEYS, SIDE_KEYS

Data = dict[str, Any]
GAME = tefuda.game("linkavel")


def game_of(seed: int) -> State:
    names = list(LIBRARY.decks)
    return GAME.start(seed, {"deck.one": names[seed % len(names)], "deck.two": names[seed // 2 % len(names)]})


def random_positions(seed: int, most: int) -> list[Data]:
    """Return positions of a random game."""
    state = game_of(seed)
    random = xoshiro(seed, 3)
    found: list[Data] = []
    while state.seat != OVER and len(found) < most:
        found.append(GAME.position(state))
        state.play(state.random_action(random))
    return found


def test_position_round_trip() -> None:
    """LV-16.7, LV-16.8, LV-16.9: at any point of a game, which then continues identically."""
    asked: set[str] = set()
    keys: set[str] = set()
    for seed in range(sample_size(80)):
        state = game_of(seed)
        random = xoshiro(seed, 3)
        for _ in range(250):
            position = GAME.position(state)
            again = GAME.at(position)
            assert again.encode() == state.encode(), position
            assert GAME.position(again) == position
            keys |= {*position, *position["one"], *position["two"]}
            asked |= {position["choice"]["op"]} if "choice" in position else set()
            if state.seat == OVER:
                break
            action = state.random_action(random)
            state.play(action)
            again.play(action)
            assert again.encode() == state.encode(), position
    assert {"cost", "may", "discard", "search", "summon", "destroy", "power"} <= asked
    assert {"doing", "choice", "shown", "refreshed", "refreshes", "result", "reason", "luck"} <= keys


def test_round_trip_of_a_game_that_ended_during_an_attack() -> None:
    """LV-16.7: an attack effect takes the last LP before powers are compared."""
    lancer = {"turn": "two", "turn_number": 2, "phase": "battle", "two": {"monsters": ["blueflame_lancer"]}}
    state = GAME.at({**lancer, "one": {"lp": 200, "monsters": ["tinder_rat"]}})
    state.play(GAME.parse(state, "attack 1>1"))
    assert state.seat == OVER
    assert GAME.at(GAME.position(state)).encode() == state.encode()


EVERYTHING: Data = {
    "turn": "two",
    "turn_number": 8,
    "phase": "battle",
    "summoned": True,
    "one": {
        "lp": 1200,
        "hand": ["anvil_lynx", "spark_imp"],
        "deck": ["spark_imp", "anvil_lynx"],
        "trash": ["shower_of_sparks"],
        "monsters": [
            None,
            {
                "card": "spark_imp",
                "attacks": 1,
                "extra": 2,
                "used": [0],
                "changes": [
                    {"power": -300, "duration": "while", "expires": 0, "by": "two.magics[2]"},
                    {"protect": "any", "once": True, "duration": "next_turn", "expires": 9, "by": "one.monsters[1]"},
                    {"protect": "battle", "once": False, "duration": "turn", "expires": 8, "by": "one.trash[0]"},
                    {"power": 100, "duration": "permanent", "expires": 0, "by": "two.deck[0]"},
                ],
            },
            "anvil_lynx",
        ],
        "magics": [None, None, None],
        "shown": [1],
        "refreshed": True,
        "spent": ["spark_imp:0"],
    },
    "two": {
        "lp": 0xFFFF,
        "hand": [],
        "deck": ["spark_imp"],
        "trash": [],
        "monsters": [None, None, None],
        "magics": [None, None, "the_great_forge"],
    },
    "refreshes": 3,
    "luck": {"seed": 77, "drawn": 5},
    "options": {"lp": 4000, "hand_limit": 7, "opening_hand": 5, "power_floor": "off"},
}


def test_round_trip_of_every_key() -> None:
    """LV-16.7, LV-16.8, LV-16.9, LV-16.11."""
    assert GAME.position(GAME.at(EVERYTHING)) == EVERYTHING


def test_round_trip_of_an_ended_attack() -> None:
    """LV-8.5: the position of a cancelled attack."""
    waiting = {"card": "one.monsters[0]", "ability": 0, "about": "one.trash[0]"}
    half_done = {
        "turn_number": 4,
        "phase": "battle",
        "one": {"monsters": ["spark_imp"], "trash": ["anvil_lynx"]},
        "two": {"monsters": ["anvil_lynx"]},
        "flow": "compare",
        "batch": [waiting, waiting],
        "attack": {"by": "one.trash[0]", "on": "two.monsters[0]", "broken": True},
        "choice": {"seat": "one", "op": "order", "zone": "field", "count": 1},
    }
    written = GAME.position(GAME.at(half_done))
    assert written["attack"] == half_done["attack"]
    assert written["batch"] == half_done["batch"]
    assert GAME.position(GAME.at(written)) == written


def test_round_trip_within_a_step_of_both_players() -> None:
    """LV-11.11: both discard, the turn player first."""
    play = {"when": "play", "effect": [{"op": "discard", "side": "both"}]}
    card = {"id": "a", "name": "A", "type": "normal_magic", "abilities": [play]}
    hand = ["anvil_lynx", "spark_imp"]
    state = GAME.at({"one": {"hand": ["a", *hand]}, "two": {"hand": hand}, "cards": [card]})
    for action in ("magic a", "pick anvil_lynx"):
        state.play(GAME.parse(state, action))
    position = GAME.position(state)
    assert position["doing"][-1]["part"] == 1
    assert position["choice"]["seat"] == "two"
    again = GAME.at(position)
    assert again.encode() == state.encode()
    again.play(GAME.parse(again, "pick spark_imp"))
    assert [GAME.position(again)[seat]["hand"] for seat in ("one", "two")] == [["spark_imp"], ["anvil_lynx"]]


VALUES: list[Any] = [
    *[None, True, False, 0, 1, 2, 3, -1, 99, 1 << 40, 1.5, "", "x", [], {}],
    *[
        "one",
        "two",
        "draw",
        "battle",
        "end",
        "after",
        "leave",
        "inside",
        "pass_on",
        "steps",
        "spends",
        "trash",
        "while",
    ],
    *["one.hand[0]", "two.monsters[0]", "one.monsters[1]", "two.magics[0]", "spark_imp", "may", "order", "summon"],
]


def paths_in(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all values in a position."""
    items: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [found for key, item in items for found in [(*path, key), *paths_in(item, (*path, key))]]


def changed_position(position: Data, random: Xoshiro) -> Data:
    """Return the position with a value replaced, removed or added."""
    position = deepcopy(position)
    listed = paths_in(position)
    half_done = [path for path in listed if path[0] not in ("one", "two", "luck")]
    listed = half_done if random.below(2) else listed
    *path, last = listed[random.below(len(listed))]
    holder: Any = position
    for key in path:
        holder = holder[key]
    kind = random.below(4)
    if kind < 2:
        holder[last] = VALUES[random.below(len(VALUES))]
    elif kind == 2:
        del holder[last]
    elif isinstance(holder, dict):
        keys = [*KEYS, *SIDE_KEYS]
        holder[keys[random.below(len(keys))]] = VALUES[random.below(len(VALUES))]
    else:
        holder.append(VALUES[random.below(len(VALUES))])
    return position


def test_changed_position_is_read_or_refused() -> None:
    """The only errors are lists of problems; a position that is read can be written and has legal actions."""
    random = xoshiro(1611, 1)
    positions = [position for seed in range(6) for position in random_positions(seed, 120)]
    positions += [position for position in positions if "choice" in position or "doing" in position]
    read = 0
    tries = sample_size(6000)
    for _ in range(tries):
        position = changed_position(positions[random.below(len(positions))], random)
        try:
            state = GAME.at(position)
        except InvalidPosition:
            continue
        read += 1
        written = GAME.position(state)
        assert GAME.position(GAME.at(written)) == written, position
        assert state.seat == OVER or state.actions(), position
    assert tries // 20 < read < tries // 2
