"""Replays: verification, divergence, and invalid files."""

import json
from pathlib import Path
from typing import Any

import pytest

from tefuda import SPECTATOR, Game, InvalidInput, Match, Message
from tefuda.core.random import xoshiro
from tefuda.core.replay import check_form, digest, load, matched, record, save, verify
from tefuda.core.source import InvalidFile
from tefuda.games.catalyst.game import Catalyst


def finished_match(game: Game, seed: int, most: int = 1000) -> Match:
    match = Match(game, seed)
    random = xoshiro(seed, 9)
    while not match.over and match.ply < most:
        legal = match.legal(0)
        match.play(0, match.ply, legal[random.below(len(legal))])
    return match


@pytest.fixture
def replay_file(catalyst: Game, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    save(finished_match(catalyst, 4), path)
    return path


def write(path: Path, data: dict[str, Any], seal: bool = True) -> None:
    path.write_text(json.dumps({**data, "digest": digest(data)} if seal else data), encoding="utf-8")


def test_saved_game_verifies_as_exact(catalyst: Game, replay_file: Path) -> None:
    verdict = verify(load(replay_file))
    original = finished_match(catalyst, 4)
    assert verdict.kind == "EXACT"
    again = matched(verdict)
    assert again.actions == original.actions
    assert [again.fingerprint(ply) for ply in range(again.ply + 1)] == [
        original.fingerprint(ply) for ply in range(original.ply + 1)
    ]


def test_fingerprint_every_twenty_actions(catalyst: Game) -> None:
    match = finished_match(catalyst, 4)
    assert match.ply == 44
    assert list(record(match)["fingerprints"]) == ["0", "20", "40", "44"]


def test_replay_keeps_position_options_and_undo(catalyst: Game, tmp_path: Path) -> None:
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


def test_javascript_numbers_do_not_break_a_replay(replay_file: Path) -> None:
    """JavaScript writes 1.0 as 1; the replay stays exact."""
    data = json.loads(replay_file.read_text(encoding="utf-8"))
    assert {type(score) for score in data["result"]} == {float}
    write(replay_file, {**data, "result": [int(score) for score in data["result"]]}, seal=False)
    assert verify(load(replay_file)).kind == "EXACT"


def test_changed_action_diverges_at_the_next_fingerprint(replay_file: Path) -> None:
    data = json.loads(replay_file.read_text(encoding="utf-8"))
    card, _, gap = data["actions"][21].partition("@")
    data["actions"][21] = f"{card}@{(int(gap) + 1) % 5}"
    write(replay_file, data)
    verdict = verify(load(replay_file))
    assert verdict.kind == "DIVERGED"
    assert 21 <= verdict.ply <= 40
    with pytest.raises(InvalidInput, match="DIVERGED at ply"):
        matched(verdict)


def test_illegal_action_diverges_at_its_ply(replay_file: Path) -> None:
    data = json.loads(replay_file.read_text(encoding="utf-8"))
    data["actions"][3] = data["actions"][2]
    write(replay_file, data)
    verdict = verify(load(replay_file))
    assert (verdict.kind, verdict.ply) == ("DIVERGED", 3)
    assert "is not in your hand" in verdict.message.en


@pytest.mark.parametrize(("key", "value"), [("seed", "5"), ("result", [1.0]), ("options", {"hand_size": 4})])
def test_changed_setup_diverges(replay_file: Path, key: str, value: Any) -> None:
    write(replay_file, {**json.loads(replay_file.read_text(encoding="utf-8")), key: value})
    assert verify(load(replay_file)).kind == "DIVERGED"


@pytest.mark.parametrize(("key", "value"), [("rules_version", 2), ("generator", "chacha12")])
def test_other_rules_version_is_unverified(replay_file: Path, key: str, value: Any) -> None:
    write(replay_file, {**json.loads(replay_file.read_text(encoding="utf-8")), key: value})
    verdict = verify(load(replay_file))
    assert verdict.kind == "UNVERIFIED"
    assert verdict.match is None


class NewRules(Catalyst):
    """Catalyst with another shuffle and the same rules version."""

    def start(self, seed: int, options: Any = None, log: Any = None) -> Any:
        return super().start(seed + 1, options, log)


def test_changed_rules_with_the_same_version_diverge(monkeypatch: pytest.MonkeyPatch, replay_file: Path) -> None:
    monkeypatch.setattr("tefuda.core.replay.find_game", lambda _: NewRules())
    verdict = verify(load(replay_file))
    assert (verdict.kind, verdict.ply) == ("DIVERGED", 0)


def test_flipped_byte_is_always_detected(catalyst: Game, tmp_path: Path) -> None:
    match = finished_match(catalyst, 4, most=25)
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
    assert exact < len(original) // 4, "few flipped bytes are harmless"


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
def test_file_that_is_not_a_replay_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidFile) as failure:
        load(path)
    assert message in failure.value.text("en")


def test_wrong_types_are_reported_with_their_location(replay_file: Path) -> None:
    data = json.loads(replay_file.read_text(encoding="utf-8"))
    data.update(seed=4, actions=["x", 3], extra=1)
    replay_file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    with pytest.raises(InvalidFile) as failure:
        load(replay_file)
    text = failure.value.text("en")
    assert f"{replay_file}:6:2: seed: the wrong kind of value." in text
    assert "extra: no key of a replay." in text


@pytest.mark.parametrize("key", ["9" * 5000, "\ud800", "٣"])
def test_fingerprints_of_missing_plies_are_refused(replay_file: Path, key: str) -> None:
    data = json.loads(replay_file.read_text(encoding="utf-8"))
    data["fingerprints"][key] = "0"
    assert check_form(data)[0].message.en == "no fingerprint."


def test_lone_surrogate_is_refused(replay_file: Path) -> None:
    data = json.loads(replay_file.read_text(encoding="utf-8"))
    data["options"]["\ud800"] = 1
    assert check_form(data)[0].message.code == "digest"


def test_saving_is_atomic(catalyst: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    path.write_text("before", encoding="utf-8")

    def broken(_: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(OSError, match="disk full"):
        save(Match(catalyst, 1), path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]
    assert path.read_text(encoding="utf-8") == "before"


def test_verdicts_in_both_languages(replay_file: Path) -> None:
    message: Message = verify(load(replay_file)).message
    assert (message.text("en"), message.text("ja")) == ("EXACT: 44 actions.", "EXACT: 全 44 手")
