"""Invalid LinkaVel positions are refused with all problems; valid ones round-trip."""

from copy import deepcopy
from typing import Any

import pytest

import tefuda
from tefuda.core.errors import InvalidPosition
from tefuda.core.random import SEED_BITS
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.rules.state import LinkaVelState

Data = dict[str, Any]
GAME = tefuda.game("linkavel")
TABLE: Data = {"one": {"monsters": ["spark_imp"], "hand": ["anvil_lynx"]}}
SIDE = "a mapping of lp, hand, deck, trash, monsters, magics, shown, refreshed, spent is expected."
MANY = "more than 200 cards, or too many different ones."
FLAG = "true or false is expected."
LIST = "a list is expected."
EFFECT = "write an effect as card:0."
ABILITY = "the card has no such ability."
FITS = "does not match the effect being resolved."
NO_DECK = "(dark, fire, grass, light, neutral, water; or a list like anvil_lynx*3 spark_imp*2)."
ONES_OWN = {"id": "a", "type": "normal_monster", "attribute": "fire", "level": 1, "power": 1}

WRONG: list[tuple[Data, list[str]]] = [
    ({"trun": "one"}, ["trun: unknown key. Did you mean turn?"]),
    (
        {"turn": "three", "turn_number": 0, "phase": "main", "summoned": 1, "refreshes": -1},
        [
            "turn: one of one, two is expected.",
            "turn_number: a whole number from 1 to 1000000 is expected.",
            "phase: one of draw, main1, battle, main2, end is expected.",
            f"summoned: {FLAG}",
            "refreshes: a whole number from 0 to 1000000 is expected.",
        ],
    ),
    ({"one": 5}, [f"one: {SIDE}"]),
    ({"one": {"life": 3}}, ["one.life: unknown key."]),
    (
        {"one": {"lp": -1, "refreshed": "no"}},
        ["one.lp: a whole number from 0 to 1000000000000 is expected.", f"one.refreshed: {FLAG}"],
    ),
    (
        {"one": {"lp": "many", "hand": []}, "two": {"lp": True}},
        [
            "one.lp: a whole number from 0 to 1000000000000 is expected.",
            "two.lp: a whole number from 0 to 1000000000000 is expected.",
        ],
    ),
    (
        {"one": {"hand": 5, "deck": {}, "monsters": "x"}},
        [f"one.hand: {LIST}", f"one.deck: {LIST}", f"one.monsters: {LIST}"],
    ),
    (
        {"one": {"hand": ["anvil_linx", 7, None, ["anvil_lynx"]]}},
        [
            "one.hand[0]: unknown card 'anvil_linx'. Did you mean anvil_lynx?",
            "one.hand[1]: unknown card '7'.",
            "one.hand[2]: unknown card 'None'.",
            "one.hand[3]: unknown card \"['anvil_lynx']\". Did you mean anvil_lynx?",
        ],
    ),
    (
        {"one": {"hand": [{"card": "anvil_lynx"}]}},
        ["one.hand[0]: unknown card \"{'card': 'anvil_lynx'}\". Did you mean anvil_lynx?"],
    ),
    (
        {"one": {"monsters": [None] * 4, "magics": [None] * 4}},
        ["one.monsters: there are 3 slots.", "one.magics: there are 3 slots."],
    ),
    (
        {"one": {"monsters": ["shower_of_sparks"], "magics": [None, "anvil_lynx"]}},
        [
            "one.monsters[0]: a normal_magic cannot be in this zone.",
            "one.magics[1]: a normal_monster cannot be in this zone.",
        ],
    ),
    (
        {"one": {"monsters": [{"card": "qqqqq"}, {"attack": 1}]}},
        [
            "one.monsters[0]: unknown card 'qqqqq'.",
            "one.monsters[1].attack: unknown key. Did you mean attacks?",
            "one.monsters[1]: unknown card 'None'.",
        ],
    ),
    (
        {"one": {"monsters": [{"card": "anvil_lynx", "attakcs": 1}]}},
        ["one.monsters[0].attakcs: unknown key. Did you mean attacks?"],
    ),
    (
        {"one": {"monsters": [{"card": "anvil_lynx", "attacks": 100, "extra": -1, "used": 0}]}},
        [
            "one.monsters[0].attacks: a whole number from 0 to 99 is expected.",
            "one.monsters[0].extra: a whole number from 0 to 99 is expected.",
            f"one.monsters[0].used: {LIST}",
        ],
    ),
    (
        {"one": {"monsters": [{"card": "spark_imp", "used": [1]}]}},
        ["one.monsters[0].used: a whole number from 0 to 0 is expected."],
    ),
    ({"one": {"monsters": [{"card": "anvil_lynx", "changes": {"power": 3}}]}}, [f"one.monsters[0].changes: {LIST}"]),
    (
        {"one": {"monsters": [{"card": "anvil_lynx", "changes": [{"pwoer": 3}]}]}},
        ["one.monsters[0].changes[0]: a mapping of power, protect, used, duration, expires, by, once is expected."],
    ),
    (
        {
            "one": {
                "monsters": [
                    {"card": "anvil_lynx", "changes": [{"power": "x", "duration": "long", "expires": -1, "once": 1}]}
                ]
            }
        },
        [
            "one.monsters[0].changes[0].duration: one of turn, next_turn, while, permanent is expected.",
            "one.monsters[0].changes[0].expires: a whole number from 0 to 1000000 is expected.",
            f"one.monsters[0].changes[0].once: {FLAG}",
            "one.monsters[0].changes[0].power: a whole number from -1000000 to 1000000 is expected.",
        ],
    ),
    (
        {"one": {"monsters": [{"card": "anvil_lynx", "changes": [{"protect": "all", "by": "one.magics[0]"}]}]}},
        [
            "one.monsters[0].changes[0].by: there is no card at 'one.magics[0]'.",
            "one.monsters[0].changes[0].protect: one of any, battle, effect is expected.",
        ],
    ),
    ({"one": {"hand": ["anvil_lynx"], "shown": [1]}}, ["one.shown: a whole number from 0 to 0 is expected."]),
    ({"one": {"hand": ["anvil_lynx"], "shown": "all"}}, [f"one.shown: {LIST}"]),
    (
        {"one": {"hand": ["spark_imp"], "spent": ["spark_imp", "spark_imp:1", "nobody:0", 7]}},
        [f"one.spent[0]: {EFFECT}", f"one.spent[1]: {EFFECT}", f"one.spent[2]: {EFFECT}", f"one.spent[3]: {EFFECT}"],
    ),
    ({"one": {"hand": ["anvil_lynx"] * 201}}, [f": {MANY}"]),
    ({"one": {"deck": sorted(LIBRARY.bundled)[:129]}}, [f": {MANY}"]),
    (
        {**TABLE, "flow": "away", "next_phase": "night", "ended": 1, "listed": "x", "ordered": None, "resolved": 1001},
        [
            "flow: one of open, compare, after, leave, enter, inside, pass_on is expected.",
            "next_phase: one of draw, main1, battle, main2, end is expected.",
            f"ended: {FLAG}",
            f"listed: {FLAG}",
            f"ordered: {FLAG}",
            "resolved: a whole number from 0 to 1000 is expected.",
        ],
    ),
    ({**TABLE, "batch": {}, "pending": 5, "doing": "x"}, [f"batch: {LIST}", f"pending: {LIST}", f"doing: {LIST}"]),
    (
        {
            **TABLE,
            "batch": [5, {"card": "one.monsters[0]", "ability": 1}],
            "pending": [{"card": "one.hand[9]", "ability": 0}],
        },
        [
            "batch[0]: a mapping of card, ability, about is expected.",
            "batch[0].card: there is no card at 'None'.",
            f"batch[0].ability: {ABILITY}",
            f"batch[1].ability: {ABILITY}",
            "pending[0].card: there is no card at 'one.hand[9]'.",
            f"pending[0].ability: {ABILITY}",
        ],
    ),
    (
        {**TABLE, "pending": [{"card": "one.monsters[0]", "ability": True, "about": "three.hand[0]"}]},
        [f"pending[0].ability: {ABILITY}", "pending[0].about: there is no card at 'three.hand[0]'."],
    ),
    (
        {**TABLE, "doing": [{"what": "waits", "card": "one.monsters[0]"}]},
        ["doing[0].what: one of steps, plays, spends is expected.", f"doing[0].ability: {ABILITY}"],
    ),
    (
        {**TABLE, "doing": [{"what": "steps", "card": "one.monsters[1]", "ability": 0}]},
        ["doing[0].card: there is no card at 'one.monsters[1]'."],
    ),
    (
        {**TABLE, "doing": [{"what": "steps", "card": "one.monsters[0]", "ability": 0, "at": 9, "part": 2, "did": 1}]},
        [
            "doing[0].at: a whole number from 0 to 1 is expected.",
            "doing[0].part: a whole number from 0 to 1 is expected.",
            f"doing[0].did: {FLAG}",
        ],
    ),
    (
        {**TABLE, "attack": "one.monsters[0]"},
        ["attack: a mapping of by, on, broken is expected.", "attack.by: there is no card at 'None'."],
    ),
    (
        {**TABLE, "attack": {"by": "one.monsters[2]", "on": "two.field[0]", "broken": 0}},
        [
            "attack.by: there is no card at 'one.monsters[2]'.",
            "attack.on: there is no card at 'two.field[0]'.",
            f"attack.broken: {FLAG}",
        ],
    ),
    (
        {**TABLE, "choice": {"seat": "me", "op": "may", "zone": "air", "from": 5, "count": 0, "up_to": 1, "slot": 3}},
        [
            "choice.seat: one of one, two is expected.",
            "choice.zone: one of hand, deck, trash, monsters, magics, field, deck_or_trash is expected.",
            f"choice.from: {LIST}",
            "choice.count: a whole number from 1 to 60 is expected.",
            f"choice.up_to: {FLAG}",
            "choice.slot: a whole number from 0 to 2 is expected.",
            f"choice: {FITS}",
        ],
    ),
    ({**TABLE, "choice": {"seat": "one", "op": "may", "zone": "hand"}}, [f"choice: {FITS}"]),
    (
        {
            **TABLE,
            "choice": {"seat": "one", "op": "order", "zone": "hand"},
            "batch": [{"card": "one.monsters[0]", "ability": 0}],
        },
        [f"choice: {FITS}"],
    ),
    ({**TABLE, "choice": {"seat": "one", "op": "cost", "zone": "monsters", "from": []}}, [f"choice: {FITS}"]),
    (
        {**TABLE, "choice": {"seat": "one", "op": "destroy", "zone": "monsters", "from": ["one.monsters[0]"]}},
        [f"choice: {FITS}"],
    ),
    (
        {
            **TABLE,
            "choice": {
                "seat": "one",
                "op": "limit",
                "zone": "hand",
                "from": ["one.hand[0]"],
                "picked": ["one.hand[0]"],
            },
        },
        [f"choice: {FITS}"],
    ),
    (
        {**TABLE, "luck": {"seed": -1, "drawn": "x"}},
        [
            f"luck.seed: a whole number from 0 to {(1 << SEED_BITS) - 1} is expected.",
            "luck.drawn: a whole number from 0 to 1099511627776 is expected.",
        ],
    ),
    ({**TABLE, "luck": 7}, ["luck: a mapping of seed, drawn is expected."]),
    ({**TABLE, "cards": 7}, [f"cards: {LIST}"]),
    (
        {**TABLE, "cards": [{"id": "a", "name": "A", "type": "normal_monster"}]},
        [
            "cards[0]: a monster needs 'attribute'.",
            "cards[0]: a monster needs 'level'.",
            "cards[0]: a monster needs 'power'.",
        ],
    ),
    (
        {**TABLE, "cards": [{**ONES_OWN, "name": LIBRARY.bundled["anvil_lynx"].en}]},
        ["cards[0].name: anvil_lynx has the same name."],
    ),
    ({"options": 5}, ["options: a mapping of options is expected."]),
    (
        {"options": {"lp": 0, "hand_limt": 3}},
        [
            "options.lp: 0 is not a whole number from 1 to 100000.",
            "options.hand_limt: no such option. Did you mean hand_limit?",
        ],
    ),
    ({"options": {"deck.one": "fier"}}, [f"options.deck.one: unknown deck 'fier' {NO_DECK} Did you mean fire?"]),
]


def problems_of(position: Data) -> list[str]:
    """Return the problems of a position as `path: message`; each needs a Japanese message."""
    with pytest.raises(InvalidPosition) as failure:
        GAME.at(position)
    for problem in failure.value.problems:
        assert problem.message.ja not in ("", problem.message.en)
    return [f"{problem.where()}: {problem.message.en}" for problem in failure.value.problems]


@pytest.mark.parametrize(("position", "expected"), WRONG, ids=[words[0][:60] for _, words in WRONG])
def test_problems_of_a_position_are_reported(position: Data, expected: list[str]) -> None:
    """LV-16.7 to LV-16.11."""
    before = deepcopy(position)
    assert problems_of(position) == expected
    assert position == before


def at(position: Data) -> LinkaVelState:
    state = GAME.at(position)
    assert isinstance(state, LinkaVelState)
    return state


def test_missing_keys_take_defaults() -> None:
    """LV-16.7, LV-16.8, LV-16.9."""
    written = GAME.position(at({"one": {"hand": ["anvil_lynx"]}}))
    assert (written["turn"], written["turn_number"], written["phase"], written["summoned"]) == (
        "one",
        1,
        "main1",
        False,
    )
    empty = {"deck": [], "trash": [], "monsters": [None] * 3, "magics": [None] * 3}
    assert written["one"] == {"lp": 5000, "hand": ["anvil_lynx"], **empty}
    assert written["two"] == {"lp": 5000, "hand": [], **empty}
    opening = GAME.position(at({"one": {"lp": 700}, "options": {"opening_hand": 4}}))
    assert opening["one"]["lp"] == 700
    assert [len(opening[seat]["hand"]) for seat in ("one", "two")] == [4, 4]
    change = {"card": "anvil_lynx", "changes": [{"power": 300}, {"protect": "effect", "duration": "turn"}]}
    (slot, _, _) = GAME.position(at({"turn_number": 6, "two": {"monsters": [change]}}))["two"]["monsters"]
    first = {"power": 300, "duration": "permanent", "expires": 0, "by": "two.monsters[0]"}
    second = {"protect": "effect", "once": False, "duration": "turn", "expires": 6, "by": "two.monsters[0]"}
    assert slot == {"card": "anvil_lynx", "changes": [first, second]}


@pytest.mark.parametrize(("turn", "expires"), [("one", 7), ("two", 8)])
def test_next_turn_duration_expires_correctly(turn: str, expires: int) -> None:
    """LV-12.10, LV-16.9: the opponent's current turn is not the next one."""
    change = {"card": "anvil_lynx", "changes": [{"power": 300, "duration": "next_turn"}]}
    written = GAME.position(at({"turn": turn, "turn_number": 6, "one": {"monsters": [change]}}))
    assert written["one"]["monsters"][0]["changes"][0]["expires"] == expires


def test_position_with_its_own_card() -> None:
    """LV-16.10."""
    card = {**ONES_OWN, "name": "Mine"}
    written = GAME.position(at({"one": {"monsters": ["a"]}, "cards": [card]}))
    assert written["cards"] == [card]
    assert GAME.position(at(written)) == written
    assert "a" not in LIBRARY.cards()
    assert problems_of({"one": {"monsters": ["a"]}}) == ["one.monsters[0]: unknown card 'a'."]


MAKES = {"monsters": ["spark_imp", "spark_imp"], "hand": ["slag_brute"]}
COST = {"seat": "one", "op": "cost", "card": "one.hand[0]", "zone": "monsters", "slot": 2}
GONE = {"used": 0, "by": "one.trash[0]"}
INCONSISTENT: list[tuple[Data, str]] = [
    ({**TABLE, "flow": "compare"}, "a comparison without an attack"),
    (
        {"one": {"hand": ["anvil_lynx"], "shown": [0, 0]}},
        "a card shown twice",
    ),
    ({"one": {"hand": [], "shown": [0]}}, "shown cards with an empty hand"),
    (
        {"turn": "two", "one": MAKES, "choice": {**COST, "from": ["one.monsters[0]", "one.monsters[1]"]}},
        "a cost paid outside the player's own turn",
    ),
    (
        {"turn": "one", "one": MAKES, "choice": {**COST, "from": ["one.monsters[0]", "one.monsters[0]"], "count": 2}},
        "a card that can be picked twice",
    ),
    ({**TABLE, "result": ""}, "an invalid result"),
    ({"one": {"monsters": [{"card": "anvil_lynx", "used": [0]}]}}, "a used ability of a card without abilities"),
    (
        {"one": {"monsters": [{"card": "anvil_lynx", "changes": [{"power": 1, "protect": "any"}]}]}},
        "a change with both power and protection",
    ),
    (
        {"one": {"monsters": [{"card": "anvil_lynx", "changes": [{"used": 0}]}]}},
        "a used protection of a card without abilities",
    ),
    (
        {"one": {"trash": ["the_great_forge"], "monsters": [{"card": "anvil_lynx", "changes": [GONE]}]}},
        "a used protection of a card off the field",
    ),
]


@pytest.mark.parametrize(
    "position", [position for position, _ in INCONSISTENT], ids=[reason for _, reason in INCONSISTENT]
)
def test_inconsistent_position_is_refused(position: Data) -> None:
    assert problems_of(position)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ({"one": 5, "two": {"hand": []}}, [f"one: {SIDE}"]),
        ({**TABLE, "result": "x"}, ["result: one of one, two, draw is expected."]),
    ],
)
def test_problem_is_reported_once(position: Data, expected: list[str]) -> None:
    assert problems_of(position) == expected
