"""Replays prove themselves, or say that they cannot."""

import json
from pathlib import Path
from typing import Any

import pytest

from tefuda import SPECTATOR, Game, InvalidInput, Match, Message
from tefuda.core.random import xoshiro
from tefuda.core.replay import check_form, digest, load, matched, record, save, verify
from tefuda.core.source import InvalidFile
from tefuda.games.catalyst.game import Catalyst


def finished(game: Game, seed: int, most: int = 1000) -> Match:
    match = Match(game, seed)
    random = xoshiro(seed, 9)
    while not match.over and match.ply < most:
        legal = match.legal(0)
        match.play(0, match.ply, legal[random.below(len(legal))])
    return match


@pytest.fixture
def file(catalyst: Game, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    save(finished(catalyst, 4), path)
    return path


def write(path: Path, data: dict[str, Any], seal: bool = True) -> None:
    path.write_text(json.dumps({**data, "digest": digest(data)} if seal else data), encoding="utf-8")


def test_a_saved_game_is_exact(catalyst: Game, file: Path) -> None:
    verdict = verify(load(file))
    original = finished(catalyst, 4)
    assert verdict.kind == "EXACT"
    again = matched(verdict)
    assert again.actions == original.actions
    assert [again.fingerprint(ply) for ply in range(again.ply + 1)] == [
        original.fingerprint(ply) for ply in range(original.ply + 1)
    ]


def test_fingerprints_stand_every_twenty_actions(catalyst: Game) -> None:
    match = finished(catalyst, 4)
    assert match.ply == 44
    assert list(record(match)["fingerprints"]) == ["0", "20", "40", "44"]


def test_positions_options_and_undo_come_along(catalyst: Game, tmp_path: Path) -> None:
    match = Match(catalyst, 5, {"field_size": 6, "decks": 2})
    match.play(0, 0, match.legal(0)[0])
    match.undo()
    save(match, tmp_path / "a.json")
    again = matched(verify(load(tmp_path / "a.json")))
    assert (again.options["field_size"], again.undone) == (6, 1)
    start = {"field": ["5H", "9H"], "hand": ["KH"], "deck": []}
    match = Match(catalyst, position=start)
    match.play(0, 0, "KH@1")
    save(match, tmp_path / "b.json")
    again = matched(verify(load(tmp_path / "b.json")))
    assert (again.start, again.result()) == (start, [1.0])


def test_what_went_through_a_browser_is_still_exact(file: Path) -> None:
    """JavaScript has one kind of number: it writes 1 for 1.0, which is no damage."""
    data = json.loads(file.read_text(encoding="utf-8"))
    assert {type(score) for score in data["result"]} == {float}
    write(file, {**data, "result": [int(score) for score in data["result"]]}, seal=False)
    assert verify(load(file)).kind == "EXACT"


def test_another_action_diverges_at_its_fingerprint(file: Path) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    card, _, gap = data["actions"][21].partition("@")
    data["actions"][21] = f"{card}@{(int(gap) + 1) % 5}"
    write(file, data)
    verdict = verify(load(file))
    assert verdict.kind == "DIVERGED"
    assert 21 <= verdict.ply <= 40
    with pytest.raises(InvalidInput, match="DIVERGED at ply"):
        matched(verdict)


def test_an_illegal_action_diverges_where_it_stands(file: Path) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    data["actions"][3] = data["actions"][2]
    write(file, data)
    verdict = verify(load(file))
    assert (verdict.kind, verdict.ply) == ("DIVERGED", 3)
    assert "is not in your hand" in verdict.message.en


@pytest.mark.parametrize(("key", "value"), [("seed", "5"), ("result", [1.0]), ("options", {"hand_size": 4})])
def test_another_game_diverges(file: Path, key: str, value: Any) -> None:
    write(file, {**json.loads(file.read_text(encoding="utf-8")), key: value})
    assert verify(load(file)).kind == "DIVERGED"


@pytest.mark.parametrize(("key", "value"), [("rules_version", 2), ("generator", "chacha12")])
def test_other_rules_are_unverified(file: Path, key: str, value: Any) -> None:
    write(file, {**json.loads(file.read_text(encoding="utf-8")), key: value})
    verdict = verify(load(file))
    assert verdict.kind == "UNVERIFIED"
    assert verdict.match is None


class NewRules(Catalyst):
    """Catalyst with another shuffle, whose author forgot to raise the version."""

    def start(self, seed: int, options: Any = None, log: Any = None) -> Any:
        return super().start(seed + 1, options, log)


def test_rules_that_changed_without_a_new_version_diverge(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setattr("tefuda.core.replay.find_game", lambda _: NewRules())
    verdict = verify(load(file))
    assert (verdict.kind, verdict.ply) == ("DIVERGED", 0)


def test_one_flipped_byte_never_shows_a_wrong_board(catalyst: Game, tmp_path: Path) -> None:
    match = finished(catalyst, 4, most=25)
    path = tmp_path / "game.json"
    save(match, path)
    original = path.read_bytes()
    boards = [match.view(SPECTATOR, ply) for ply in range(match.ply + 1)]
    exact = 0
    for at in range(len(original)):
        for bit in (0, 4):
            path.write_bytes(original[:at] + bytes([original[at] ^ (1 << bit)]) + original[at + 1 :])
            try:
                verdict = verify(load(path))
            except InvalidInput:
                continue
            if verdict.match is not None:
                exact += 1
                assert [verdict.match.view(SPECTATOR, ply) for ply in range(verdict.match.ply + 1)] == boards
    assert exact < len(original) // 4, "flipped bytes are hardly ever harmless"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("not json at all: [", "not YAML or JSON"),
        ("[]", "no replay"),
        ("{}", "no replay"),
        ('{"format": "tefuda-replay/1"}', "'game' is missing"),
        ("", "no replay"),
    ],
)
def test_what_is_no_replay_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidFile) as failure:
        load(path)
    assert message in failure.value.text("en")


def test_wrong_kinds_are_named_at_their_places(file: Path) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    data.update(seed=4, actions=["x", 3], extra=1)
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    with pytest.raises(InvalidFile) as failure:
        load(file)
    text = failure.value.text("en")
    assert f"{file}:6:2: seed: the wrong kind of value." in text
    assert "extra: no key of a replay." in text


@pytest.mark.parametrize("key", ["9" * 5000, "\ud800", "٣"])
def test_fingerprints_of_no_ply_are_named(file: Path, key: str) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    data["fingerprints"][key] = "0"
    assert check_form(data)[0].message.en == "no fingerprint."


def test_half_a_letter_is_damage_like_any_other(file: Path) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    data["options"]["\ud800"] = 1
    assert check_form(data)[0].message.code == "digest"


def test_saving_is_all_or_nothing(catalyst: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    path.write_text("before", encoding="utf-8")

    def broken(_: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(OSError, match="disk full"):
        save(Match(catalyst, 1), path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]
    assert path.read_text(encoding="utf-8") == "before"


def test_verdicts_speak_both_languages(file: Path) -> None:
    message: Message = verify(load(file)).message
    assert (message.text("en"), message.text("ja")) == ("EXACT: 44 actions.", "EXACT: 全 44 手")
