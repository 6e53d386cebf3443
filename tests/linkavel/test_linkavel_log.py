"""Log lines of LinkaVel: the reader is "you", and a destruction has one line."""

from typing import Any

import pytest

from tefuda.core.events import SPECTATOR
from tefuda.core.match import Match
from tefuda.games.linkavel.game import GAME
from tefuda.games.linkavel.text import LOG_LINES, SEAT_TITLES
from tefuda.server.jobs.jobs import frame_of

EVENTS: list[tuple[dict[str, Any], dict[int, str], dict[int, str]]] = [
    (
        {"kind": "draw", "seat": "one"},
        {0: "You draw a card.", 1: "Your opponent draws a card.", SPECTATOR: "Player 1 draws a card."},
        {0: "あなたはカードを引いた。", 1: "相手はカードを引いた。", SPECTATOR: "プレイヤー1はカードを引いた。"},
    ),
    (
        {"kind": "shuffle", "seat": "two"},
        {
            0: "Your opponent's deck is shuffled.",
            1: "Your deck is shuffled.",
            SPECTATOR: "Player 2's deck is shuffled.",
        },
        {0: "相手のデッキをシャッフル。", 1: "あなたのデッキをシャッフル。"},
    ),
    (
        {"kind": "no_draw", "seat": "one"},
        {0: "You have no card to draw.", 1: "Your opponent has no card to draw."},
        {0: "あなたは引けるカードがない。"},
    ),
    (
        {"kind": "mulligan", "seat": "one", "cards": 6},
        {0: "You exchange the opening hand.", 1: "Your opponent exchanges the opening hand."},
        {0: "あなたは初期手札を引き直した。", 1: "相手は初期手札を引き直した。"},
    ),
    (
        {"kind": "phase", "phase": "draw", "turn": 3, "seat": "two"},
        {0: "── Turn 3: Your opponent ──", 1: "── Turn 3: You ──"},
        {0: "── ターン3: 相手 ──"},
    ),
    (
        {"kind": "result", "result": "one", "reason": "lp"},
        {
            0: "Your opponent's LP fell to 0. You win!",
            1: "Your LP fell to 0. Your opponent wins!",
            SPECTATOR: "Player 2's LP fell to 0. Player 1 wins!",
        },
        {0: "相手のLPが0になった。あなたの勝利！", 1: "あなたのLPが0になった。相手の勝利！"},
    ),
]


@pytest.mark.parametrize(("event", "en", "ja"), EVENTS)
def test_players_are_you_and_your_opponent(event: dict[str, Any], en: dict[int, str], ja: dict[int, str]) -> None:
    for language, expected in (("en", en), ("ja", ja)):
        for viewer, line in expected.items():
            assert GAME.texts.log_line(event, language, None, viewer) == line


def test_seats_are_numbered_only_for_spectators() -> None:
    titles = [title.text(language) for title in SEAT_TITLES.values() for language in ("en", "ja")]
    values = {"card": "anvil_lynx", "by": "anvil_lynx", "cause": "effect", "from": "hand", "power": 1, "amount": 1}
    for kind in LOG_LINES:
        event = {**values, "kind": kind, "seat": "one", "lp": 1, "cards": 1, "times": 1}
        for language in ("en", "ja"):
            line = GAME.texts.log_line(event, language, None, 0)
            assert not any(title in line for title in titles), line


@pytest.mark.parametrize("magic", [True, False])
def test_destruction_is_logged_once(magic: bool) -> None:
    kill = {"id": "t_kill", "name": "Kill", "type": "normal_magic"}
    kill["abilities"] = [{"when": "play", "effect": [{"op": "destroy" if magic else "send"}]}]  # type: ignore[assignment]
    position = {
        "turn_number": 3,
        "cards": [kill],
        "one": {"hand": ["t_kill"]},
        "two": {"monsters": ["anvil_lynx"]},
    }
    match = Match(GAME, 1, position=position)
    match.play(0, 0, "magic t_kill")
    lines = [match.event_text(event, "en", 0) for event in match.events_for(0)]
    about = [line for line in lines if "Anvil Lynx" in line]
    assert about == ["Anvil Lynx is destroyed." if magic else "Anvil Lynx goes to the trash (effect)."]


@pytest.mark.parametrize(
    ("seat", "name"), [(0, "You summon"), (1, "Your opponent summons"), (SPECTATOR, "Player 1 summons")]
)
def test_replay_names_players_as_the_viewed_seat_does(seat: int, name: str) -> None:
    match = Match(GAME, 3, {"deck.one": "fire", "deck.two": "water"})
    match.play(0, 0, next(action for action in match.legal(0) if action.startswith("summon")))
    events = frame_of(match, GAME, 1, seat)["events"]
    assert next(event["text"]["en"] for event in events if event["kind"] == "summon").startswith(name)
