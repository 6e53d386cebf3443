"""Custom positions and cards: tables, proofs, puzzles and trials."""

import json
import threading
from typing import Any

import yaml
from server_process import Client, RunningServer

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
MAX_TURNS = 15
"""The CPU may keep its only card for some turns."""
FIELD: dict[str, Any] = {"turn": "one", "turn_number": 3, "one": HAND, "two": {**HAND, "hand": []}, "cards": [BEAST]}


def spell(name: str) -> dict[str, Any]:
    """Return a position with a custom spell that wins the game."""
    card = {
        "id": "my_spell",
        "name": {"en": name, "ja": f"{name}の書"},
        "type": "spell",
        "abilities": [{"when": "on_play", "effect": [{"op": "draw"}]}],
    }
    return {"hand": ["my_spell"] * 4, "deck": ["my_spell"] * 6, "cards": [card], "options": {"mode": "puzzle"}}


def event_texts(update: dict[str, Any], language: str) -> str:
    events = [event for entry in update["entries"] for event in entry["events"]]
    return " ".join(event["text"][language] for event in events if "text" in event)


def play_and_wait(one: Client, action: str) -> dict[str, Any]:
    number = one.now["number"]
    assert one.play(action)["type"] == "ack"
    return one.wait_for_entries(number + 1)


def test_custom_card_names_appear_everywhere(server: RunningServer) -> None:
    table, tokens = server.table("linkavel", ["me", "me"], **{"from": {"position": FIELD}})
    body = server.get(f"/api/tables/{table}")
    assert body["practice"]
    assert body["puzzle"] is None
    (card,) = server.get(f"/api/tables/{table}/cards")
    assert (card["id"], card["name"], card["facts"]["power"]) == ("my_beast", BEAST["name"], 900)
    with server.at(table, tokens[0]) as one:
        summon = next(action for action in one.now["legal"] if "my_beast" in action)
        described = {action["action"]: action["text"] for action in one.ask("describe")["actions"]}
        assert "My Beast" in described[summon]["en"]
        assert "私の獣" in described[summon]["ja"]
        hint = one.ask("hint")
        assert "My Beast" in " ".join(action["text"]["en"] for action in hint["actions"])
        now = play_and_wait(one, summon)
        assert "My Beast" in event_texts(now, "en")
        assert "《私の獣》" in event_texts(now, "ja")
        refused_with = one.play(summon)
        assert refused_with["type"] == "refused"
        one.ask("takeback")
        one.wait_for_entries(2)
        play_and_wait(one, summon)
        one.ask("resign")
    replay = server.get(f"/api/tables/{table}/replay")
    frames = server.post("/api/replays", replay)
    assert frames["verdict"]["kind"] == "EXACT"
    assert "My Beast" in frames["frames"][1]["text"]["en"]
    assert "《私の獣》" in " ".join(event["text"]["ja"] for event in frames["frames"][1]["events"] if "text" in event)
    branch, _ = server.table("linkavel", ["me", "me"], **{"from": {"table": table, "ply": 1}})
    assert [card["id"] for card in server.get(f"/api/tables/{branch}/cards")] == ["my_beast"]


def test_cpu_and_rematch_with_custom_cards(server: RunningServer) -> None:
    start = {**FIELD, "turn": "two", "two": HAND, "one": {**HAND, "hand": []}}
    table, (token,) = server.table("linkavel", ["me", {"cpu": 1}], **{"from": {"position": start}})
    # The CPU may play before the client connects, so get all entries.
    with server.at(table, token, have=0) as one:
        texts = event_texts(one.now, "en")
        for _ in range(MAX_TURNS):
            while one.now["turn"] != 0:
                texts += event_texts(one.wait_for_entries(one.now["number"] + 1), "en")
            if "My Beast" in texts:
                break
            texts += event_texts(play_and_wait(one, "end"), "en")
        assert "My Beast" in texts
        one.ask("resign")
        one.ask("rematch")
        again = one.until("rematch")["table"]
    assert [card["name"]["en"] for card in server.get(f"/api/tables/{again}/cards")] == ["My Beast"]


def test_deal_with_custom_cards(server: RunningServer) -> None:
    deck = {"my_beast": 3, **dict.fromkeys(list(find_workshop("linkavel").cards())[:27], 1)}
    custom = json.dumps([BEAST])
    name = {"en": "Mine", "ja": "私の"}
    body = {"id": "mine", "name": name, "cards": deck}
    (unknown,) = server.post("/api/games/linkavel/decks/check", body)["problems"]
    assert (unknown["path"], unknown["code"]) == ("cards.my_beast", "unknown_card")
    checked = server.post("/api/games/linkavel/decks/check", {**body, "custom": custom})
    assert checked["problems"] == []
    dealt = {"custom": custom, "options": {"deck.one": checked["option"], "lp": 5000}}
    table, (token,) = server.table("linkavel", ["me", {"cpu": 1}], **{"from": dealt})
    assert server.get(f"/api/tables/{table}")["practice"]
    assert [card["id"] for card in server.get(f"/api/tables/{table}/cards")] == ["my_beast"]
    with server.at(table, token) as one:
        view = one.now["view"]
        assert view["one"]["lp"] == 5000
        assert len(view["hand"]) + view["one"]["deck"] == 30
        assert set(view["hand"]) <= set(deck)
    # Other tables do not know the card.
    assert server.post("/api/games/linkavel/decks/check", body)["problems"] == [unknown]
    table_body = {"game": "linkavel", "seats": ["me", {"cpu": 1}]}
    options = {"options": {"deck.one": checked["option"]}}
    assert server.post("/api/tables", {**table_body, **options}, 422)["code"] == "unknown_card"
    assert server.post("/api/tables", {**table_body, "from": {"custom": "id: 5", **options}}, 422)["code"]
    catalyst = {"game": "catalyst", "seats": ["me"], "from": dealt}
    assert server.post("/api/tables", catalyst, 422)["code"] == "no_workshop"


def test_custom_cards_stay_at_their_table(server: RunningServer) -> None:
    """Several tables have a card with the same id and different names. Each shows its own name."""
    gallery = server.get("/api/games/solitaire-tcg/cards")
    texts_by_name: dict[str, str] = {}

    def play(name: str) -> None:
        table, (token,) = server.table("solitaire-tcg", ["me"], **{"from": {"position": spell(name)}})
        with server.at(table, token) as one:
            for _ in range(4):
                described = one.ask("describe")["actions"]
                now = play_and_wait(one, "play my_spell")
                texts_by_name[name] = (
                    texts_by_name.get(name, "") + event_texts(now, "en") + event_texts(now, "ja") + str(described)
                )

    names = [f"Tome{number}." for number in range(6)]
    threads = [threading.Thread(target=play, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in names:
        assert name in texts_by_name[name]
        assert not [other for other in names if other != name and other in texts_by_name[name]]
    assert server.get("/api/games/solitaire-tcg/cards") == gallery
    position = {key: value for key, value in spell("x").items() if key != "cards"}
    body = {"game": "solitaire-tcg", "seats": ["me"], "from": {"position": position}}
    assert "my_spell" in server.post("/api/tables", body, 422)["en"], "custom cards must be part of the position"
    assert "my_spell" not in find_workshop("solitaire-tcg").cards()


def test_custom_card_texts_stay_in_their_match() -> None:
    game = find_game("solitaire-tcg")
    matches = {name: Match(game, position=spell(name)) for name in ("Tome1", "Tome2")}
    for match in matches.values():
        match.play(0, 0, "play my_spell")
    for _ in range(2):
        for name, match in matches.items():
            (event,) = [event for event in match.events_for(0) if event["kind"] == "play"]
            assert name in match.event_text(event, "en")
            assert name not in game.texts.event_text(event, "en"), "other matches do not know the card"


def test_invalid_positions_are_refused(server: RunningServer) -> None:
    def refused_with(position: Any, game: str = "solitaire-tcg", status: int = 422, **more: Any) -> dict[str, Any]:
        body = {"game": game, "seats": ["me"], "from": {"position": position}, **more}
        found: dict[str, Any] = server.post("/api/tables", body, status)
        assert found["en"] != found["ja"]
        return found

    assert "hnad" in refused_with({"hnad": []})["en"]
    assert refused_with({"hand": ["spl_001"] * 300})["code"] == "position"
    assert refused_with({"hand": ["no_such_card"] * 5000})["code"] == "position"
    assert refused_with({"cards": [{"id": "x"}], "hand": []})["code"] == "key_missing"
    assert (
        refused_with({"hand": [], "cards": [{"id": "x", "name": "y" * 200_000, "type": "spell"}]})["code"]
        == "too_large"
    )
    assert refused_with({"hand": []}, options={"max_turns": 3})["code"] == "exclusive"
    assert refused_with({"hand": []}, seats=["open"])["code"] == "no_human_seat"
    assert refused_with({"hand": [], "luck": {"seed": 10**100}})["code"] == "position"
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


def read(server: RunningServer, text: str, game: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = server.post("/api/positions", {"text": text, "game": game})
    return found


def test_read_position_puzzle_and_replay(server: RunningServer) -> None:
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


def test_random_seed_of_position_is_text(server: RunningServer) -> None:
    """JavaScript numbers are doubles, so a 256-bit seed is sent and accepted as text."""
    table, (token,) = server.table("solitaire-tcg", ["me"])
    with server.at(table, token) as one:
        one.play(one.now["legal"][0])
        one.ask("resign")
    replay = server.get(f"/api/tables/{table}/replay")
    position = server.post("/api/positions", {"text": json.dumps(replay), "ply": 1})["position"]
    assert int(position["luck"]["seed"]) > 1 << 60
    as_read = json.loads(json.dumps(position), parse_int=lambda digits: int(float(digits)))
    server.post("/api/positions/proof", {"game": "solitaire-tcg", "position": as_read})
    again, (other,) = server.table("solitaire-tcg", ["me"], **{"from": {"position": as_read}})
    with server.at(again, other) as two:
        match = Match(find_game("solitaire-tcg"), parse_seed(replay["seed"]))
        match.play(0, 0, replay["actions"][0])
        assert two.now["view"] == match.view(0)


def test_lone_surrogate_is_refused(server: RunningServer) -> None:
    body = b'{"yaml": "\\ud800"}'
    for path in ("games/linkavel/cards/check", "games/linkavel/decks/read"):
        answer = server.http.post(f"/api/{path}", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (200, 422), answer.text
        assert answer.status_code == 422 or answer.json()["problems"]


def test_position_problems_have_line_and_path(server: RunningServer) -> None:
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


def prove(server: RunningServer, position: Any, status: int = 200, game: str = "solitaire-tcg") -> dict[str, Any]:
    found: dict[str, Any] = server.post("/api/positions/proof", {"game": game, "position": position}, status)
    return found


def test_proof_matches_solver(server: RunningServer) -> None:
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


def test_long_proof_is_stopped(server: RunningServer) -> None:
    """The verdict of a stopped proof is UNKNOWN."""
    names = [name for name in find_workshop("solitaire-tcg").cards() if name.startswith(("spl", "mon"))]
    deep = {"hand": names[:40], "deck": names[40:] * 2, "options": {"mode": "puzzle"}}
    found = prove(server, deep)
    assert found["verdict"] in ("UNKNOWN", "SOLVED")
    assert found["par"] is None
    made = {"game": "solitaire-tcg", "position": deep, "title": {"en": "x", "ja": "x"}}
    assert server.post("/api/positions/puzzle", made, 422)["code"] in ("not_proved", "impossible")


def test_make_puzzle_from_position(server: RunningServer) -> None:
    """A puzzle made from the position of a shipped puzzle equals its file and is read back."""
    puzzle = puzzles_of("solitaire-tcg")["files-herself-last"]
    body = {"game": "solitaire-tcg", "position": puzzle.position, "title": {"en": "<b>Again</b>!", "ja": "もう一度"}}
    made = server.post("/api/positions/puzzle", body)
    written = made["puzzle"]
    assert (written["id"], written["title"]) == ("b-again-b", body["title"])
    assert (written["par"], written["solutions"], written["tier"]) == (puzzle.par, puzzle.solutions, puzzle.tier)
    assert written["goal"] == puzzle.data["goal"]
    again = read(server, made["yaml"])
    assert (again["kind"], again["puzzle"], again["position"]) == ("puzzle", written, puzzle.position)

    def refused_with(position: Any, game: str = "solitaire-tcg") -> str:
        body = {"game": game, "position": position, "title": {"en": "x", "ja": "x"}}
        code: str = server.post("/api/positions/puzzle", body, 404 if game == "catalyst" else 422)["code"]
        return code

    lost = puzzle.game.at(puzzle.position)
    lost.play(puzzle.game.parse(lost, "play spl_026"))
    assert refused_with(puzzle.game.position(lost)) == "impossible"
    assert refused_with({"hand": ["spl_001"], "deck": ["spl_002"] * 9}) == "not_open"
    assert refused_with(FIELD, "linkavel") == "seats"
    assert refused_with({}, "catalyst") == "no_workshop"
    assert refused_with({"hand": "x" * 150_000}) == "too_large"


def test_trials_match_simulation(server: RunningServer) -> None:
    options = {"deck": "lamplight"}
    found = server.post("/api/games/solitaire-tcg/trials", {"options": options, "level": 2, "first": 1000, "count": 12})
    # The deals are games 1000 to 1011 of `tefuda simulate --seed 1`, as many as the time limit allows.
    assert 1 <= found["played"] <= 12
    tally = Simulation("solitaire-tcg", ["level:2"], 1, options).tally(1000, found["played"])
    assert found["won"] == tally.wins[0]
    many = server.post("/api/games/solitaire-tcg/trials", {"level": 2, "first": 0, "count": 100_000})
    assert 0 < many["played"] < 100_000
    body_of_one = {"level": 2, "first": 0, "count": 1}
    assert (
        server.post("/api/games/solitaire-tcg/trials", {**body_of_one, "options": {"deck": "x"}}, 422)["code"] == "deck"
    )
    assert server.post("/api/games/linkavel/trials", body_of_one, 422)["code"] == "seats"
    assert server.post("/api/games/solitaire-tcg/trials", {**body_of_one, "level": 9}, 422)["code"] == "malformed"


def slow_position() -> dict[str, Any]:
    """Return a position with custom cards that trigger each other up to the limit, with about ninety targets each."""
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


def test_slow_custom_action_is_refused(server: RunningServer) -> None:
    """A job process tries the action. Meanwhile other tables play, and this table continues afterwards."""
    table, (token,) = server.table("solitaire-tcg", ["me"], **{"from": {"position": slow_position()}})
    other, (black, _) = server.table("card-othello", ["me", "me"])
    with server.at(table, token) as one, server.at(other, black) as two:
        one.send("play", id="avalanche", ply=0, action="play go")
        assert two.play("place d3")["type"] == "ack"
        refused_with = one.until("refused", "ack", id="avalanche")
        assert (refused_with["type"], refused_with["code"]) == ("refused", "takes_too_long")
        assert refused_with["en"] != refused_with["ja"]
        assert one.play("end")["type"] == "ack"
