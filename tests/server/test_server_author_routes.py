"""Checks of custom decks and cards."""

from pathlib import Path
from typing import Any

import pytest
from command_process import RunCommand
from server_process import RunningServer

from tefuda.cardlang.deck_files import read_deck
from tefuda.cardlang.workshop import find_workshop

GAMES = ["linkavel", "solitaire-tcg"]


def shipped_deck(game: str) -> dict[str, Any]:
    deck = next(iter(find_workshop(game).decks().values()))
    assert deck.plan is not None
    return {
        "id": deck.id,
        "name": {"en": deck.name.en, "ja": deck.name.ja},
        "plan": {"en": deck.plan.en, "ja": deck.plan.ja},
        "cards": deck.cards,
    }


@pytest.mark.parametrize("game", GAMES)
def test_deck_file_round_trip(server: RunningServer, game: str, tmp_path: Path) -> None:
    """The exported file is valid on the command line and is read back as the same deck."""
    deck = {**shipped_deck(game), "id": "on", "name": {"en": "yes: #1 *x*", "ja": "「はい」: & {続き}"}}
    found = server.post(f"/api/games/{game}/decks/check", deck)
    assert found["problems"] == []
    path = tmp_path / "deck.yaml"
    path.write_text(found["yaml"], encoding="utf-8")
    workshop = find_workshop(game)
    same = read_deck(path, workshop.cards(), workshop.deck_size, workshop.copies)
    assert (same.id, same.cards) == (deck["id"], deck["cards"])
    assert (same.name.en, same.name.ja) == (deck["name"]["en"], deck["name"]["ja"])
    assert server.post(f"/api/games/{game}/decks/read", {"yaml": found["yaml"]}) == {"deck": deck, "problems": []}
    option = "deck" if game == "solitaire-tcg" else "deck.one"
    seats = ["me"] if game == "solitaire-tcg" else ["me", {"cpu": 1}]
    assert server.post("/api/tables", {"game": game, "seats": seats, "options": {option: found["option"]}})


@pytest.mark.parametrize("game", GAMES)
def test_deck_check_matches_command_line(server: RunningServer, game: str, tmp_path: Path, run: RunCommand) -> None:
    good = shipped_deck(game)
    first = next(iter(good["cards"]))
    expected = []
    changes: list[dict[str, Any]] = [
        {"cards": {**good["cards"], first: good["cards"][first] + 5}},
        {"cards": {**good["cards"], "no_such_card": 1}},
        {"cards": {**good["cards"], first: 0}},
        {"cards": {}},
        {"id": "Has Spaces"},
        {"name": {"en": "", "ja": "x" * 200}},
        {"plan": {"en": "<script>alert(1)</script>", "ja": "\u0007"}},
    ]
    for number, change in enumerate(changes):
        found = server.post(f"/api/games/{game}/decks/check", {**good, **change})
        path = tmp_path / f"{number}.yaml"
        path.write_text(found["yaml"], encoding="utf-8")
        lines = [f"{path}:{one['line']}:{one['column']}: {one['path']}: {one['en']}" for one in found["problems"]]
        assert lines
        assert all(one["ja"] and one["code"] for one in found["problems"])
        expected += lines
    done = run("decks", "check", "--game", game, str(tmp_path))
    assert [line for line in done.stderr.splitlines() if str(tmp_path) in line] == expected


def test_incomplete_deck_is_read_but_invalid_deck_is_not(server: RunningServer) -> None:
    address = "/api/games/linkavel/decks/read"
    few = server.post(address, {"yaml": "id: few\nname: Few\ncards:\n  rockfall: 1\n"})
    assert few == {
        "deck": {"id": "few", "name": {"en": "Few", "ja": "Few"}, "plan": None, "cards": {"rockfall": 1}},
        "problems": [],
    }
    wrong = server.post(address, {"yaml": "id: few\nname: Few\ncards:\n  rockfal: 1\n  rockfall: 0\n"})
    assert wrong["deck"] is None
    assert [(one["line"], one["column"], one["path"]) for one in wrong["problems"]] == [
        (4, 3, "cards.rockfal"),
        (5, 3, "cards.rockfall"),
    ]
    assert "rockfall" in wrong["problems"][0]["en"]


def test_games_without_card_files_have_no_author_routes(server: RunningServer) -> None:
    body = {"yaml": "id: x"}
    assert server.post("/api/games/catalyst/decks/read", body, 404)["code"] == "no_workshop"
    assert server.post("/api/games/chess/decks/read", body, 404)["code"] == "unknown_game"


SPELL = """
- id: my_spell
  name: { en: "<script>alert(1)</script>", ja: 自作の呪文 }
  type: spell
  tags: [echo]
  abilities:
    - when: on_play
      effect:
        - { op: set_field, card: my_field }
- id: my_field
  name: { en: My Meadow, ja: 私の草原 }
  type: field
  field: { unique: true }
"""
BEAST = """
id: my_beast
name: { en: My Beast, ja: 私の獣 }
type: effect_monster
faction: ember
attribute: fire
level: 1
power: 900
abilities:
  - when: on_summon
    effect:
      - { op: damage, amount: 200 }
"""


def test_valid_cards_have_demo_positions(server: RunningServer) -> None:
    found = server.post("/api/games/solitaire-tcg/cards/check", {"yaml": SPELL})
    assert found["problems"] == []
    spell, field = found["cards"]
    assert spell["name"] == {"en": "<script>alert(1)</script>", "ja": "自作の呪文"}
    assert "My Meadow" in spell["text"]["en"]
    assert "私の草原" in spell["abilities"][0]["ja"]
    assert field["facts"]["type"] == "field"
    again = server.post("/api/games/solitaire-tcg/cards/check", {"yaml": spell["yaml"]})
    assert [problem["code"] for problem in again["problems"]] == ["unknown_card"], "the meadow is not a shipped card"
    ability, whole = found["tries"]
    assert (ability["card"], ability["ability"], ability["text"]) == ("my_spell", 0, spell["abilities"][0])
    assert (whole["card"], whole["ability"]) == ("my_field", None)
    for one in (ability, whole):
        table, (token,) = server.table("solitaire-tcg", ["me"], **{"from": {"position": one["position"]}})
        with server.at(table, token) as client:
            assert f"play {one['card']}" in client.now["legal"]


@pytest.mark.parametrize("game", GAMES)
def test_shipped_cards_and_starters_are_valid(server: RunningServer, game: str) -> None:
    workshop = find_workshop(game)
    gallery = {card["id"]: card for card in server.get(f"/api/games/{game}/cards")}
    for name in list(workshop.cards())[::25]:
        text = server.get(f"/api/games/{game}/cards/{name}/yaml")["yaml"]
        found = server.post(f"/api/games/{game}/cards/check", {"yaml": text})
        assert found["problems"] == []
        (card,) = found["cards"]
        assert {key: card[key] for key in ("id", "name", "text", "facts")} == gallery[name]
        assert card["yaml"] == text
        assert len(found["tries"]) == max(1, len(card["abilities"]))
    for type_ in workshop.types():
        begun = {}
        for language in ("en", "ja"):
            begun[language] = server.get(f"/api/games/{game}/cards/starter?type={type_}&language={language}")["yaml"]
            found = server.post(f"/api/games/{game}/cards/check", {"yaml": begun[language]})
            assert (found["problems"], found["cards"][0]["facts"]["type"]) == ([], type_)
        assert begun["en"] != begun["ja"]
    assert server.get(f"/api/games/{game}/cards/starter?type=dragon", 404)["code"] == "no_type"
    assert server.get(f"/api/games/{game}/cards/dragon/yaml", 404)["code"] == "no_card"


def test_card_problems_have_line_and_path(server: RunningServer) -> None:
    text = BEAST.lstrip().replace("fire", "fier").replace("amount: 200", "amount: many")
    found = server.post("/api/games/linkavel/cards/check", {"yaml": text})
    assert (found["cards"], found["tries"]) == ([], [])
    places = [(one["line"], one["path"], one["code"]) for one in found["problems"]]
    assert places == [(5, "attribute", "word"), (11, "abilities[0].effect[0].amount", "expression")]
    assert "fire" in found["problems"][0]["en"]
    assert found["problems"][0]["en"] != found["problems"][0]["ja"]
    for broken, code in [("a: [1", "syntax"), ("", "no_cards"), ("&a [*a]", "aliases"), ("- - - x", "not_a_mapping")]:
        found = server.post("/api/games/linkavel/cards/check", {"yaml": broken})
        assert [one["code"] for one in found["problems"]] == [code]
        assert found["problems"][0]["line"] >= 1


DRAWS = "{ op: draw, count: 99 }"
BOMBS = {
    "aliases": "a: &a [x, x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]",
    "nesting": "[" * 5000,
    "mappings": "{a: " * 5000,
    "anchors": "&a " * 5000,
    "large": "- id: x\n" * 20_000,
    "values": "[" + "0," * 49_990 + "]",
    "keys": "{" + ",".join(f"k{number}" for number in range(14_000)) + "}",
    "number": "id: x\npower: " + "9" * 90_000,
    "exponent": "id: x\nlevel: 1e999999",
    "sexagesimal": "id: x\nlevel: " + "59:" * 20_000 + "59",
    "date": "id: 2001-01-01\nname: !!python/object/apply:os.system [ls]",
    "binary": "id: !!binary " + "A" * 60_000,
    "merge": "<<: {<<: {<<: {id: x}}}",
    "half": 'id: "\\ud800"',
    "control": "id: \x07\x00",
    "long word": "id: " + "a" * 90_000,
    "power": SPELL.replace("effect:", 'condition: "hand.count ** 9 ** 9 ** 9 > 1"\n      effect:'),
    "parentheses": SPELL.replace("effect:", f'condition: "{"(" * 20_000}1{")" * 20_000} > 0"\n      effect:'),
    "minus": SPELL.replace("effect:", f'condition: "{"-" * 40_000}1 > 0"\n      effect:'),
    "and": SPELL.replace("effect:", f'condition: "{"1 > 0 and " * 9_000}1 > 0"\n      effect:'),
    "not": SPELL.replace("effect:", f'condition: "{"not " * 20_000}1 > 0"\n      effect:'),
    "product": SPELL.replace("effect:", f'condition: "{"999999999 * " * 7_000}1 > 0"\n      effect:'),
    "many cards": "\n".join(f"- {{id: c{number}, name: N{number}, type: spell}}" for number in range(2_400)),
    "same names": "\n".join("- {id: x, name: N, type: spell}" for _ in range(2_800)),
    "steps": SPELL.replace(
        "- { op: set_field", f"{'- { op: draw }' + chr(10) + '        '}" * 2000 + "- { op: set_field"
    ),
    "draws": SPELL.replace("{ op: set_field, card: my_field }", DRAWS),
    "abilities": "id: x\nname: X\ntype: spell\nabilities: [" + "{when: on_play, effect: [{op: draw}]}," * 2000 + "]",
    "loop": SPELL.replace("on_play", "on_draw").replace("{ op: set_field, card: my_field }", "{ op: draw, count: 3 }"),
}


@pytest.mark.parametrize("game", GAMES)
def test_hostile_files_are_refused_quickly(server: RunningServer, game: str) -> None:
    """The response lists problems, and other requests are not delayed."""
    logged = server.log.read_text().count("a job took too long")
    for name, bomb in BOMBS.items():
        for work in ("cards/check", "decks/read"):
            answer = server.http.post(f"/api/games/{game}/{work}", json={"yaml": bomb})
            assert answer.status_code == 200, (name, answer.text[:300])
            found = answer.json()
            if work == "decks/read":
                assert found["deck"] is None
                assert found["problems"], name
            else:
                assert found["problems"] or found["cards"], name
            assert len(found["problems"]) <= 200
            for problem in found["problems"]:
                assert problem["en"], name
                assert problem["ja"], name
                assert len(problem["en"]) < 1000, name
    assert server.log.read_text().count("a job took too long") == logged
    assert "Traceback" not in server.log.read_text()
    too_much = server.http.post(f"/api/games/{game}/cards/check", json={"yaml": "x" * 1_000_000})
    assert too_much.status_code == 413
    assert too_much.json()["code"] == "too_large"


def test_join_with_deck(server: RunningServer) -> None:
    """The deck is used for the seat of the joining player, and both clients are notified."""
    game = next(game for game in server.get("/api/games")["games"] if game["id"] == "linkavel")
    decks = {deck["id"]: deck for deck in game["decks"]}
    own = server.post("/api/games/linkavel/decks/check", {**decks["dark"], "id": "mine"})["option"]
    made = server.post("/api/tables", {"game": "linkavel", "seats": ["me", "open"]})
    table, token = made["table"]["id"], made["seats"][0]["token"]
    for deck, code in [("no_such_deck", "deck"), ("rockfall*3", "deck_size"), ("rockfall*30", "copies")]:
        refusal = server.post(f"/api/tables/{table}/seats", {"deck": deck}, 422)
        assert refusal["code"] == code
        assert refusal["en"] != refusal["ja"]
    assert server.get(f"/api/tables/{table}")["status"] == "open"
    with server.at(table, token) as one:
        joined = server.post(f"/api/tables/{table}/seats", {"name": "Ben", "deck": own})
        assert joined["table"]["options"] == {"deck.two": own}
        assert joined["table"]["status"] == "playing"
        assert one.until("seats")["table"]["options"] == {"deck.two": own}
        begun = one.until("update")
        assert begun["turn"] is not None
        with server.at(table, joined["seats"][0]["token"]) as two:
            assert set(two.now["view"]["hand"]) <= set(decks["dark"]["cards"])
            one.ask("resign")
    replay = server.get(f"/api/tables/{table}/replay")
    assert server.post("/api/replays", replay)["verdict"]["kind"] == "EXACT"
    other, _ = server.table("card-othello", ["me", "open"])
    assert server.post(f"/api/tables/{other}/seats", {"deck": "dark"}, 422)["code"] == "no_deck"


@pytest.mark.parametrize("game", GAMES)
def test_card_with_the_id_of_an_included_card_is_named(server: RunningServer, game: str) -> None:
    """The card is valid and replaces the included one at its table. The answer says so, as the command line does."""
    workshop = find_workshop(game)
    card = next(iter(workshop.cards().values()))
    found = server.post(f"/api/games/{game}/cards/check", {"yaml": workshop.to_yaml(card)})
    assert found["problems"] == []
    (note,) = found["notes"]
    assert (note["line"], note["column"], note["path"], note["code"]) == (1, 1, "id", "replaces")
    assert note["en"] == f"{card.id} replaces the included card {card.en}."
    assert card.ja in note["ja"]
    text = workshop.to_yaml(card).replace(card.id, "new_id").replace(card.en, "New").replace(card.ja, "新")
    assert server.post(f"/api/games/{game}/cards/check", {"yaml": text})["notes"] == []
