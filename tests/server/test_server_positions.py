"""Positions that somebody wrote: tables made from them, with cards that are known there and nowhere else."""

import json
import threading
from typing import Any

import yaml
from serving import Client, Running

from tefuda.cardlang.workshop import find_workshop
from tefuda.core.match import Match
from tefuda.core.registry import find_game
from tefuda.core.seed import parse_seed
from tefuda.lab.studies.simulation import Simulation
from tefuda.server.puzzles import puzzles_of
from tefuda.solve import IMPOSSIBLE, SOLVED, Limits, solve

BEAST = {
    "id": "my_beast",
    "name": {"en": "My Beast", "ja": "私の獣"},
    "type": "effect_monster",
    "faction": "ember",
    "attribute": "fire",
    "level": 1,
    "power": 900,
    "abilities": [{"when": "on_summon", "effect": [{"op": "damage", "amount": 200}]}],
}
HAND = {"hand": ["my_beast"], "deck": ["rockfall"] * 20, "monsters": [], "magics": [], "trash": []}
FIELD: dict[str, Any] = {"turn": "one", "turn_number": 3, "one": HAND, "two": {**HAND, "hand": []}, "cards": [BEAST]}


def spell(name: str) -> dict[str, Any]:
    """A spell of somebody's own that wins, and a game in which it is all there is."""
    card = {
        "id": "my_spell",
        "name": {"en": name, "ja": f"{name}の書"},
        "type": "spell",
        "abilities": [{"when": "on_play", "effect": [{"op": "draw"}]}],
    }
    return {"hand": ["my_spell"] * 4, "deck": ["my_spell"] * 6, "cards": [card], "options": {"mode": "puzzle"}}


def lines(said: dict[str, Any], language: str) -> str:
    told = [event for entry in said["entries"] for event in entry["events"]]
    return " ".join(event["text"][language] for event in told if "text" in event)


def played(one: Client, action: str) -> dict[str, Any]:
    number = one.now["number"]
    assert one.play(action)["type"] == "ack"
    return one.moved(number + 1)


def test_cards_of_ones_own_have_their_names_wherever_they_are_told_of(server: Running) -> None:
    table, tokens = server.table("linkavel", ["me", "me"], **{"from": {"position": FIELD}})
    told = server.get(f"/api/tables/{table}")
    assert told["practice"]
    assert told["puzzle"] is None
    (card,) = server.get(f"/api/tables/{table}/cards")
    assert (card["id"], card["name"], card["facts"]["power"]) == ("my_beast", BEAST["name"], 900)
    with server.at(table, tokens[0]) as one:
        summon = next(action for action in one.now["legal"] if "my_beast" in action)
        described = {action["action"]: action["text"] for action in one.ask("describe")["actions"]}
        assert "My Beast" in described[summon]["en"]
        assert "私の獣" in described[summon]["ja"]
        hint = one.ask("hint")
        assert "My Beast" in " ".join(action["text"]["en"] for action in hint["actions"])
        now = played(one, summon)
        assert "My Beast" in lines(now, "en")
        assert "《私の獣》" in lines(now, "ja")
        refusal = one.play(summon)
        assert refusal["type"] == "refused"
        one.ask("takeback")
        one.moved(2)
        played(one, summon)
        one.ask("resign")
    replay = server.get(f"/api/tables/{table}/replay")
    frames = server.post("/api/replays", replay)
    assert frames["verdict"]["kind"] == "EXACT"
    assert "My Beast" in frames["frames"][1]["text"]["en"]
    assert "《私の獣》" in " ".join(event["text"]["ja"] for event in frames["frames"][1]["events"] if "text" in event)
    branch, _ = server.table("linkavel", ["me", "me"], **{"from": {"table": table, "ply": 1}})
    assert [card["id"] for card in server.get(f"/api/tables/{branch}/cards")] == ["my_beast"]


def test_a_cpu_plays_with_cards_of_somebodys_own_and_a_rematch_keeps_them(server: Running) -> None:
    start = {**FIELD, "turn": "two", "two": HAND, "one": {**HAND, "hand": []}}
    table, (token,) = server.table("linkavel", ["me", {"cpu": 4}], **{"from": {"position": start}})
    # The CPU may have played before anybody sits down: all entries from the first on.
    with server.at(table, token, have=0) as one:
        told = lines(one.now, "en")
        while one.now["turn"] != 0:
            told += lines(one.moved(one.now["number"] + 1), "en")
        assert "My Beast" in told
        one.ask("resign")
        one.ask("rematch")
        again = one.until("rematch")["table"]
    assert [card["name"]["en"] for card in server.get(f"/api/tables/{again}/cards")] == ["My Beast"]


def test_cards_of_ones_own_are_known_at_no_other_table(server: Running) -> None:
    """Many tables at once, each with a card of the same id and another name: each tells of its own only."""
    gallery = server.get("/api/games/solitaire-tcg/cards")
    heard: dict[str, str] = {}

    def play(name: str) -> None:
        table, (token,) = server.table("solitaire-tcg", ["me"], **{"from": {"position": spell(name)}})
        with server.at(table, token) as one:
            for _ in range(4):
                described = one.ask("describe")["actions"]
                now = played(one, "play my_spell")
                heard[name] = heard.get(name, "") + lines(now, "en") + lines(now, "ja") + str(described)

    names = [f"Tome{number}." for number in range(6)]
    threads = [threading.Thread(target=play, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in names:
        assert name in heard[name]
        assert not [other for other in names if other != name and other in heard[name]]
    assert server.get("/api/games/solitaire-tcg/cards") == gallery
    position = {key: value for key, value in spell("x").items() if key != "cards"}
    body = {"game": "solitaire-tcg", "seats": ["me"], "from": {"position": position}}
    assert "my_spell" in server.post("/api/tables", body, 422)["en"], "it is not there without being brought along"
    assert "my_spell" not in find_workshop("solitaire-tcg").cards()


def test_what_is_told_of_one_match_leaves_nothing_behind() -> None:
    game = find_game("solitaire-tcg")
    matches = {name: Match(game, position=spell(name)) for name in ("Tome1", "Tome2")}
    for match in matches.values():
        match.play(0, 0, "play my_spell")
    for _ in range(2):
        for name, match in matches.items():
            (event,) = [event for event in match.events_for(0) if event["kind"] == "play"]
            assert name in match.event_text(event, "en")
            assert name not in game.texts.event_text(event, "en"), "without its match nobody knows the card"


def test_what_is_no_position_makes_no_table(server: Running) -> None:
    def refusal(position: Any, game: str = "solitaire-tcg", status: int = 422, **more: Any) -> dict[str, Any]:
        body = {"game": game, "seats": ["me"], "from": {"position": position}, **more}
        found: dict[str, Any] = server.post("/api/tables", body, status)
        assert found["en"] != found["ja"]
        return found

    assert "hnad" in refusal({"hnad": []})["en"]
    assert refusal({"hand": ["spl_001"] * 300})["code"] == "position"
    assert refusal({"hand": ["no_such_card"] * 5000})["code"] == "position"
    assert refusal({"cards": [{"id": "x"}], "hand": []})["code"] == "key_missing"
    assert refusal({"hand": [], "cards": [{"id": "x", "name": "y" * 200_000, "type": "spell"}]})["code"] == "too_large"
    assert refusal({"hand": []}, options={"max_turns": 3})["code"] == "exclusive"
    assert refusal({"hand": []}, seats=["open"])["code"] == "nobody"
    assert refusal({"hand": [], "luck": {"seed": 10**100}})["code"] == "position"
    body = {"game": "linkavel", "seats": ["me", "open"], "from": {"position": FIELD}}
    assert server.post("/api/tables", body, 422)["code"] == "known_cards"
    for text in (
        '{"hand": [NaN]}',
        '{"hand": ["\\ud800"]}',
        '{"hand": ' + "[" * 900 + "]" * 900 + "}",
        '{"options": {"max_turns": 1' + "0" * 4000 + "}}",
    ):
        answer = server.http.post(
            "/api/tables",
            content='{"game": "solitaire-tcg", "seats": ["me"], "from": {"position": ' + text + "}}",
            headers={"content-type": "application/json"},
        )
        assert answer.status_code in (400, 422), answer.text
        assert answer.json()["ja"]


# Texts, proofs and puzzles


def puzzle_text(name: str) -> str:
    return next(path for path in find_workshop("solitaire-tcg").puzzles() if path.stem == name).read_text("utf-8")


def read(server: Running, text: str, game: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = server.post("/api/positions", {"text": text, "game": game})
    return found


def test_a_text_is_a_position_a_puzzle_or_a_replay(server: Running) -> None:
    text = puzzle_text("one-mark-short")
    data = yaml.safe_load(text)
    found = read(server, text)
    assert (found["kind"], found["game"], found["position"]) == ("puzzle", "solitaire-tcg", data["position"])
    assert (found["puzzle"]["title"], found["puzzle"]["par"]) == (data["title"], data["par"])
    for written in (yaml.safe_dump(data["position"]), json.dumps(data["position"])):
        found = read(server, written, "solitaire-tcg")
        assert (found["kind"], found["position"], found["problems"]) == ("position", data["position"], [])
    assert read(server, json.dumps(FIELD), "linkavel")["kind"] == "position"

    table, (token,) = server.table("catalyst", ["me"], options={"field_size": 3}, deal={"seed": "7"})
    with server.at(table, token) as one:
        one.ask("resign")
    replay = server.get(f"/api/tables/{table}/replay")
    found = read(server, json.dumps(replay, indent=1), "linkavel")
    assert (found["kind"], found["game"], found["position"]) == ("replay", "catalyst", None)
    damaged = read(server, json.dumps({**replay, "seed": "8"}))
    assert (damaged["kind"], damaged["problems"][0]["code"]) == (None, "digest")


def test_a_position_with_luck_survives_a_browser(server: Running) -> None:
    """Whose numbers are doubles: the seed of 256 bits is told as text, and taken back as text."""
    table, (token,) = server.table("solitaire-tcg", ["me"])
    with server.at(table, token) as one:
        one.play(one.now["legal"][0])
        one.ask("resign")
    replay = server.get(f"/api/tables/{table}/replay")
    told = server.post("/api/positions", {"text": json.dumps(replay), "ply": 1})["position"]
    assert int(told["luck"]["seed"]) > 1 << 60
    as_read = json.loads(json.dumps(told), parse_int=lambda digits: int(float(digits)))
    server.post("/api/positions/proof", {"game": "solitaire-tcg", "position": as_read})
    again, (other,) = server.table("solitaire-tcg", ["me"], **{"from": {"position": as_read}})
    with server.at(again, other) as two:
        match = Match(find_game("solitaire-tcg"), parse_seed(replay["seed"]))
        match.play(0, 0, replay["actions"][0])
        assert two.now["view"] == match.view(0)


def test_half_a_character_is_refused(server: Running) -> None:
    body = b'{"yaml": "\\ud800"}'
    for path in ("games/linkavel/cards/check", "games/linkavel/decks/read"):
        answer = server.http.post(f"/api/{path}", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (200, 422), answer.text
        assert answer.status_code == 422 or answer.json()["problems"]


def test_what_is_wrong_with_a_text_is_told_at_its_place(server: Running) -> None:
    def first(text: str, game: str | None = "solitaire-tcg") -> tuple[Any, ...]:
        found = read(server, text, game)
        assert (found["kind"], found["position"], found["puzzle"]) == (None, None, None)
        problem = found["problems"][0]
        assert problem["en"] != problem["ja"]
        return problem["line"], problem["path"], problem["code"]

    assert first("hand: [spl_001]\ndekc: []") == (2, "dekc", "position")
    assert first("hand:\n  - spl_001\n  - nothing") == (3, "hand[1]", "position")
    assert first("cards:\n  - id: x\n    name: X\n    type: dragon\nhand: []") == (4, "cards[0].type", "word")
    assert first("game: solitaire-tcg\nposition: {}") == (1, "", "puzzle")
    assert first(puzzle_text("one-mark-short").replace("hand: [", "hand: [zzz, "))[2] == "position"
    assert first("game: nim\nposition: {}\ntitle: {en: x, ja: x}\ngoal: {en: x, ja: x}")[2] == "unknown_game"
    assert first("hand: []", None)[2] == "game"
    for nonsense in ("", "hello", "[1, 2]", "3"):
        assert first(nonsense)[2] == "not_a_position"
    for bomb in ("[" * 4000, "a: &a [x]\nb: [*a]", "hand: [" + "zzz," * 30_000 + "]", "x" * 300_000):
        assert first(bomb)[2] in ("too_deep", "aliases", "position", "too_large", "not_a_position")
    assert first('{"format": "tefuda-replay/1", "game": NaN}')[2] is not None
    assert server.post("/api/positions", {"text": "hand: []", "game": "chess"}, 404)["code"] == "unknown_game"


def prove(server: Running, position: Any, status: int = 200, game: str = "solitaire-tcg") -> dict[str, Any]:
    found: dict[str, Any] = server.post("/api/positions/proof", {"game": game, "position": position}, status)
    return found


def test_a_proof_is_the_solvers(server: Running) -> None:
    game = find_game("solitaire-tcg")
    for name in ("files-herself-last", "ten-names-remaining"):
        puzzle = puzzles_of("solitaire-tcg")[name]
        found = prove(server, puzzle.position)
        own = solve(game.at(puzzle.position), Limits())
        assert (found["verdict"], found["par"], found["nodes"]) == (SOLVED, puzzle.par, own.nodes)
        state = game.at(puzzle.position)
        for step in found["line"]:
            action = game.parse(state, step["action"])
            assert step["text"] == {language: game.texts.describe(state, action, language) for language in ("en", "ja")}
            state.play(action)
        assert state.scores()[0] == 1.0
    lost = game.at(puzzles_of("solitaire-tcg")["files-herself-last"].position)
    lost.play(game.parse(lost, "play spl_026"))
    found = prove(server, game.position(lost))
    assert (found["verdict"], found["par"], found["at_least"], found["line"]) == (IMPOSSIBLE, None, None, [])
    assert prove(server, {}, 422, "card-othello")["code"] == "seats"
    assert prove(server, {"hand": ["nothing"]}, 422)["code"] == "position"
    over = {**game.position(lost), "result": "win", "reason": "spl_026"}
    assert prove(server, over, 422)["code"] == "game_over"


def test_a_proof_that_would_take_hours_is_broken_off(server: Running) -> None:
    """Everything in one hand: unknown is an answer too, and the line names what there is."""
    names = [name for name in find_workshop("solitaire-tcg").cards() if name.startswith(("spl", "mon"))]
    deep = {"hand": names[:40], "deck": names[40:] * 2, "options": {"mode": "puzzle"}}
    found = prove(server, deep)
    assert found["verdict"] in ("UNKNOWN", "SOLVED")
    assert found["par"] is None
    made = {"game": "solitaire-tcg", "position": deep, "title": {"en": "x", "ja": "x"}}
    assert server.post("/api/positions/puzzle", made, 422)["code"] in ("not_proved", "impossible")


def test_a_position_becomes_a_puzzle_with_what_is_proved(server: Running) -> None:
    """A puzzle that ships, made anew from its position, says the same as its file, and is read back."""
    puzzle = puzzles_of("solitaire-tcg")["files-herself-last"]
    body = {"game": "solitaire-tcg", "position": puzzle.position, "title": {"en": "<b>Again</b>!", "ja": "もう一度"}}
    made = server.post("/api/positions/puzzle", body)
    told = made["puzzle"]
    assert (told["id"], told["title"]) == ("b-again-b", body["title"])
    assert (told["par"], told["solutions"], told["tier"]) == (puzzle.par, puzzle.solutions, puzzle.tier)
    assert told["goal"] == puzzle.data["goal"]
    again = read(server, made["yaml"])
    assert (again["kind"], again["puzzle"], again["position"]) == ("puzzle", told, puzzle.position)

    def refusal(position: Any, game: str = "solitaire-tcg") -> str:
        asked = {"game": game, "position": position, "title": {"en": "x", "ja": "x"}}
        code: str = server.post("/api/positions/puzzle", asked, 404 if game == "catalyst" else 422)["code"]
        return code

    lost = puzzle.game.at(puzzle.position)
    lost.play(puzzle.game.parse(lost, "play spl_026"))
    assert refusal(puzzle.game.position(lost)) == "impossible"
    assert refusal({"hand": ["spl_001"], "deck": ["spl_002"] * 9}) == "not_open"
    assert refusal(FIELD, "linkavel") == "seats"
    assert refusal({}, "catalyst") == "no_workshop"
    assert refusal({"hand": "x" * 150_000}) == "too_large"


def test_trials_are_the_games_that_a_level_plays(server: Running) -> None:
    options = {"deck": "lamplight"}
    found = server.post("/api/games/solitaire-tcg/trials", {"options": options, "level": 2, "first": 1000, "count": 12})
    # As many as there was time for; and they are the games 1000 to 1011 of `tefuda simulate --seed 1`.
    assert 1 <= found["played"] <= 12
    tally = Simulation("solitaire-tcg", ["level:2"], 1, options).tally(1000, found["played"])
    assert found["won"] == tally.wins[0]
    many = server.post("/api/games/solitaire-tcg/trials", {"level": 2, "first": 0, "count": 100_000})
    assert 0 < many["played"] < 100_000
    ask = {"level": 2, "first": 0, "count": 1}
    assert server.post("/api/games/solitaire-tcg/trials", {**ask, "options": {"deck": "x"}}, 422)["code"] == "deck"
    assert server.post("/api/games/linkavel/trials", ask, 422)["code"] == "seats"
    assert server.post("/api/games/solitaire-tcg/trials", {**ask, "level": 9}, 422)["code"] == "malformed"


def avalanche() -> dict[str, Any]:
    """Cards that set each other off as long as the rules let them, with ninety things to count on at every step."""
    counting = [{"op": "counter", "target": "all", "name": "x", "amount": 1}] * 2
    drawing = {"when": "on_draw", "effect": [{"op": "draw", "count": 1}, *counting]}
    go = {"when": "on_play", "effect": [{"op": "draw", "count": 5}]}
    drawn = [
        {"id": f"a{number}", "name": f"A{number}", "type": "artifact", "abilities": [drawing] * 4}
        for number in range(5)
    ]
    lying = [{"id": f"b{number}", "name": f"B{number}", "type": "artifact"} for number in range(6)]
    return {
        "hand": ["go"],
        "deck": [card["id"] for card in drawn] * 16,
        "board": [card["id"] for card in lying] * 16,
        "cards": [{"id": "go", "name": "Go", "type": "spell", "abilities": [go]}, *drawn, *lying],
    }


def test_cards_that_would_keep_everybody_waiting_are_not_played(server: Running) -> None:
    """The play is given up in a process of its own; meanwhile others are answered, and this table plays on."""
    table, (token,) = server.table("solitaire-tcg", ["me"], **{"from": {"position": avalanche()}})
    other, (black, _) = server.table("card-othello", ["me", "me"])
    with server.at(table, token) as one, server.at(other, black) as two:
        one.send("play", id="avalanche", ply=0, action="play go")
        assert two.play("place d3")["type"] == "ack"
        refusal = one.until("refused", "ack", id="avalanche")
        assert (refusal["type"], refusal["code"]) == ("refused", "takes_too_long")
        assert refusal["en"] != refusal["ja"]
        assert one.play("end")["type"] == "ack"
