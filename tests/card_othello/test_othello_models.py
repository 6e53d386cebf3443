"""ONNX models and policy tables: valid, damaged and incompatible ones. The game always continues (CO-14.1)."""

import json
import logging
import sys
from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest

import tefuda
from tefuda import Player, Seat, State
from tefuda.core.observation import ObservationBuffer
from tefuda.core.playout import play_out
from tefuda.core.random import xoshiro
from tefuda.games.card_othello.players import policy
from tefuda.games.card_othello.players.levels import CpuPlayer, make_cpu_player
from tefuda.games.card_othello.players.onnx_policy import (
    FEATURES,
    INPUT_SIZES,
    METADATA,
    SCALES,
    OnnxPolicy,
    features,
    read_model,
    write_model,
)
from tefuda.games.card_othello.players.policy import (
    SYMMETRIES,
    TablePolicy,
    UnusableModel,
    abstract_key,
    canonical_board,
    exact_action,
    exact_key,
    load_policies,
    placement_class,
    read_table,
    write_table,
)
from tefuda.games.card_othello.rules.board import CELL_NAMES, CELL_NUMBERS
from tefuda.games.card_othello.rules.codes import ACTION_COUNT, CARD_CODES, PASS, PICK, USE
from tefuda.games.card_othello.rules.observation import PLAIN_SIZE
from tefuda.lab.studies.simulation import Simulation

GAME = tefuda.game("card-othello")
START: dict[str, Any] = {"started": True, "hand": {"black": ["TRAP_WILL"]}, "charge": {"black": 20}}


def seat_at(position: dict[str, Any], number: int = 0) -> Seat:
    return Seat(GAME, GAME.at(position), number)


def linear_model(best: list[int], inputs: int = FEATURES, outputs: int = ACTION_COUNT) -> list[tuple[Any, Any]]:
    """Return a model that prefers these actions, in this order."""
    biases = numpy.zeros(outputs)
    for rank, action in enumerate(best):
        biases[action] = 10.0 - rank
    return [(numpy.zeros((inputs, outputs)), biases)]


# ONNX


def test_model_is_saved_loaded_and_played(tmp_path: Path) -> None:
    write_model(tmp_path / "policy.onnx", linear_model([CELL_NUMBERS["f5"], CELL_NUMBERS["d3"]]))
    model = read_model(tmp_path / "policy.onnx")
    assert model.choose(seat_at(START)) == CELL_NUMBERS["f5"]


def test_two_layer_model_output(tmp_path: Path) -> None:
    random = numpy.random.default_rng(1)
    first, second = random.normal(size=(FEATURES, 16)), random.normal(size=(16, ACTION_COUNT))
    bias, out = random.normal(size=16), random.normal(size=ACTION_COUNT)
    write_model(tmp_path / "policy.onnx", [(first, bias), (second, out)])
    seat = seat_at(START)
    values = numpy.array(features(seat.view()))
    scores = numpy.maximum(values @ first + bias, 0) @ second + out
    best = max(seat.actions(), key=lambda action: scores[action])
    assert read_model(tmp_path / "policy.onnx").choose(seat) == best


@pytest.mark.parametrize("cards", ["on", "off"])
def test_model_of_version_2_reads_the_observation(tmp_path: Path, cards: str) -> None:
    """With the inputs of plain Othello it cannot play with cards, and the choice is left to the next model."""
    game = tefuda.game("card-othello")
    for size in INPUT_SIZES["2"]:
        weights = numpy.random.default_rng(2).normal(size=(size, ACTION_COUNT))
        write_model(tmp_path / "policy.onnx", [(weights, numpy.zeros(ACTION_COUNT))], version=2)
        model = read_model(tmp_path / "policy.onnx")
        seat = tefuda.Seat(game, game.start(3, {"cards": cards}), 0)
        if size == PLAIN_SIZE and cards == "on":
            assert model.choose(seat) is None
            continue
        row = ObservationBuffer(size)
        seat.observe(row)
        scores = (numpy.array(list(row.numbers)) / numpy.array(SCALES[:size])) @ weights
        assert model.choose(seat) == max(seat.actions(), key=lambda action: scores[action])


def test_features_show_only_what_the_seat_sees() -> None:
    marks = [
        {"at": "d4", "kind": "TRAP", "owner": "white"},
        {"at": "e4", "kind": "DRAGON", "owner": "black"},
    ]
    position = {**START, "marks": marks}
    mine = features(seat_at(position).view())
    assert len(mine) == FEATURES
    assert (
        mine[64 * 0 + CELL_NUMBERS["e4"]]
        == mine[64 * 1 + CELL_NUMBERS["d4"]]
        == mine[64 * 2 + CELL_NUMBERS["d3"]]
        == 1.0
    )
    assert mine[64 * (3 + 5) + CELL_NUMBERS["e4"]] == 1.0, "own dragon with five turns left"
    assert not any(mine[64 * (3 + 12 + 3) : 64 * (3 + 12 + 4)]), "the opponent's trap is hidden"
    theirs = features(seat_at({**position, "turn": "white"}, 1).view())
    assert theirs[64 * (3 + 3) + CELL_NUMBERS["d4"]] == 1.0, "the own trap is visible"
    assert theirs[64 * (3 + 12 + 5) + CELL_NUMBERS["e4"]] == 1.0
    base = 64 * 27
    assert mine[base] == pytest.approx(20 / 30)
    assert mine[base + 9 + CARD_CODES["TRAP_WILL"]] == 1.0


def damaged_file(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def other_version(path: Path) -> None:
    model = onnx.load(str(path))
    for entry in model.metadata_props:
        if entry.key == "rules":
            entry.value = "99"
    onnx.save(model, str(path))


def no_metadata(path: Path) -> None:
    model = onnx.load(str(path))
    del model.metadata_props[:]
    onnx.save(model, str(path))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (damaged_file, "cannot be read"),
        (lambda path: path.write_bytes(b""), "cannot be read"),
        (lambda path: path.write_text("not a model"), "cannot be read"),
        (other_version, "has rules '99'; '1' is required"),
        (no_metadata, "has game None; 'card-othello' is required"),
        (
            lambda path: write_model(path, linear_model([0], inputs=FEATURES - 1)),
            f"has input ['n', {FEATURES - 1}]; [n, {FEATURES}] is required",
        ),
        (
            lambda path: write_model(path, linear_model([0]), version=2),
            f"has input ['n', {FEATURES}]; [n, {len(SCALES)}] or [n, {PLAIN_SIZE}] is required",
        ),
        (lambda path: write_model(path, linear_model([0]), version=3), "has features '3'; '1' or '2' is required"),
        (lambda path: write_model(path, linear_model([0], outputs=64)), "has output ['n', 64]; [n, 190] is required"),
        (lambda path: path.unlink(), "does not exist"),
    ],
)
def test_unusable_model_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    path = tmp_path / "policy.onnx"
    write_model(path, linear_model([CELL_NUMBERS["f5"]]))
    change(path)
    with pytest.raises(UnusableModel) as failure:
        read_model(path)
    assert message in failure.value.text("en")
    assert failure.value.text("ja")


def batch_of_two_model(path: Path) -> None:
    write_model(path, linear_model([0]))
    model = onnx.load(str(path))
    model.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 2
    onnx.save(model, str(path))


def failing_model(path: Path) -> None:
    """Return a model with an invalid reshape that fails only at run time."""
    helper, tensor = onnx.helper, onnx.TensorProto
    nodes = [
        helper.make_node("Reshape", ["features", "shape"], ["reshaped"]),
        helper.make_node("Gemm", ["reshaped", "w"], ["policy"]),
    ]
    constants = [
        helper.make_tensor("shape", tensor.INT64, [2], [7, 13]),
        helper.make_tensor("w", tensor.FLOAT, [13, ACTION_COUNT], [0.0] * 13 * ACTION_COUNT),
    ]
    inputs = [helper.make_tensor_value_info("features", tensor.FLOAT, ["n", FEATURES])]
    outputs = [helper.make_tensor_value_info("policy", tensor.FLOAT, ["n", ACTION_COUNT])]
    graph = helper.make_graph(nodes, "card-othello", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    for key, value in METADATA.items():
        model.metadata_props.add(key=key, value=value)
    onnx.save(model, str(path))


@pytest.mark.parametrize("make", [batch_of_two_model, failing_model])
def test_model_that_fails_to_run_is_skipped(tmp_path: Path, make: Any) -> None:
    """CO-14.1: the model loads and fails when it runs."""
    make(tmp_path / "policy.onnx")
    with pytest.raises(UnusableModel, match=r"cannot be (run|read)"):
        read_model(tmp_path / "policy.onnx")
    assert load_policies(tmp_path) == []


def test_model_that_fails_later_returns_no_action(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_model(tmp_path / "policy.onnx", linear_model([CELL_NUMBERS["f5"]]))
    model = read_model(tmp_path / "policy.onnx")
    model.input = "gone"
    assert model.choose(seat_at(START)) is None
    assert "cannot be run" in caplog.text
    assert CpuPlayer(4, xoshiro(1, 1), [model]).choose(seat_at(START)) in seat_at(START).actions()


def test_unreadable_model_folder(tmp_path: Path) -> None:
    assert load_policies(tmp_path / ("x" * 300)) == []


# The table


def test_eight_distinct_symmetries() -> None:
    assert len({tuple(cells) for cells in SYMMETRIES}) == 8
    assert all(sorted(cells) == list(range(64)) for cells in SYMMETRIES)
    board = "".join("BW."[(cell * cell) % 3] for cell in range(64))
    turned = {"".join(board[cell] for cell in cells) for cells in SYMMETRIES}
    assert {canonical_board(other)[0] for other in turned} == {min(turned)}


def test_policy_table_keys() -> None:
    """CO-14.2."""
    view = seat_at(START).view()
    board = "." * 27 + "BW" + "." * 6 + "WB" + "." * 27
    assert exact_key(view) == f"black|{board}|-|4"
    assert abstract_key(view) == "black|-|opening|m2|d2|c0"
    pending = seat_at({**START, "pending": "FREE_PLACEMENT"}).view()
    assert exact_key(pending) == f"black|{board}|FREE_PLACEMENT|60"
    assert abstract_key(pending) == "black|FREE_PLACEMENT|opening|m4|d2|c0"
    rows = ["BBBBBBBB", *["WWWWWWWB"] * 4, "WWWWWWWW", ".WWWWWWW", "........"]
    assert abstract_key(seat_at({"board": rows, "started": True}).view()).startswith("black|-|end|")
    assert abstract_key(seat_at({"board": rows, "started": True}).view()).endswith("|d0|c+")
    empties = ["........"] * 4 + ["BW......", "BWBWBWBW", "BWBWBWBW", "........"]
    assert abstract_key(seat_at({"board": empties, "started": True}).view()) == "black|-|opening|m3|d2|c0"
    rows = [*["........"] * 5, *["BWBWBWBW"] * 3]
    assert abstract_key(seat_at({"board": rows, "started": True}).view()).startswith("black|-|middle|")


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        ("a1", "corner"),
        ("h8", "corner"),
        ("b2", "x"),
        ("g7", "x"),
        ("a2", "c"),
        ("g8", "c"),
        ("a4", "edge"),
        ("c3", "inner"),
        ("b4", "inner"),
    ],
)
def test_placement_classes(cell: str, kind: str) -> None:
    """CO-14.2: corner, x, c, edge, inner."""
    assert placement_class(CELL_NUMBERS[cell]) == kind


def test_exact_key_precedes_abstract_key_and_symmetry_is_undone() -> None:
    """CO-14.2: the entry is for the smallest of the eight boards; the action is mapped back to the actual board."""
    after = GAME.start(3)
    for text in ("place d3", "place c3", "place c4"):
        after.play(GAME.parse(after, text))
    seat = Seat(GAME, after, 1)
    view = seat.view()
    legal = [action for action in seat.actions() if action < PICK]
    _, symmetry = canonical_board("".join(view["board"]))
    for action in legal:
        assert exact_action(view, action) == f"place {CELL_NAMES[symmetry.index(action)]}"
        table = TablePolicy({exact_key(view): {exact_action(view, action): 1.0}}, {abstract_key(view): {"inner": 5.0}})
        assert table.choose(seat) == action
    unknown = TablePolicy({}, {abstract_key(view): {"inner": 1.0, "corner": -1.0}})
    choice = unknown.choose(seat)
    assert choice == min(action for action in legal if placement_class(action) == "inner")
    assert TablePolicy({}, {}).choose(seat) is None


def test_table_may_choose_a1() -> None:
    """Action 0 is a corner, not a missing value."""
    position = {"board": [".WB.....", "........", "...WB...", "...BW...", *["........"] * 4], "started": True}
    view = seat_at(position).view()
    entry = {exact_key(view): {exact_action(view, CELL_NUMBERS["a1"]): 1.0}}
    table = TablePolicy(entry, {abstract_key(view): {"inner": 5.0}})
    assert table.choose(seat_at(position)) == CELL_NUMBERS["a1"] == 0


def test_ties_are_broken_by_row_column_and_card_id() -> None:
    """CO-14.2."""
    position = {**START, "hand": {"black": ["TRAP_WILL", "GUARD_WILL", "TREASURE_BOX"]}}
    key = abstract_key(seat_at(position).view())
    cards = {"use TRAP_WILL": 1.0, "use GUARD_WILL": 1.0, "use TREASURE_BOX": 1.0}

    def choose(scores: dict[str, float]) -> int | None:
        return TablePolicy({}, {key: scores}).choose(seat_at(position))

    assert choose({**cards, "inner": 1.0}) == CELL_NUMBERS["d3"]
    assert choose(cards) == USE + CARD_CODES["TREASURE_BOX"], "order: chest_01, guard_01, trap_01"
    assert choose(dict.fromkeys(list(cards)[:2], 1.0)) == USE + CARD_CODES["GUARD_WILL"]


def test_refused_pass_falls_back_to_the_search() -> None:
    """CO-14.3: the table chooses to pass although a placement is legal."""
    view = seat_at(START).view()
    table = TablePolicy({exact_key(view): {"pass": 9.0, exact_action(view, CELL_NUMBERS["f5"]): 1.0}}, {})
    assert table.choose(seat_at(START)) == CELL_NUMBERS["f5"]
    only = TablePolicy({exact_key(view): {"pass": 9.0}}, {abstract_key(view): {"pass": 9.0, "inner": 0.0}})
    assert only.choose(seat_at(START)) == CELL_NUMBERS["d3"]
    # A pass that is legal after the turn start effects is played.
    stuck = {"board": ["BW......", *["........"] * 7], "turn": "white", "started": True}
    view = seat_at(stuck, 1).view()
    assert TablePolicy({exact_key(view): {"pass": 1.0}}, {}).choose(seat_at(stuck, 1)) == PASS


def test_choices_within_effects_use_the_search() -> None:
    stuck = {"board": ["BW......", *["........"] * 7], "turn": "white", "started": True, "pending": "GUARD_WILL"}
    for position, seat in (({**START, "pending": "TRAP_WILL"}, 0), (stuck, 1)):
        view = seat_at(position, seat).view()
        assert (
            TablePolicy({}, {abstract_key(view): {"inner": 1.0, "pass": 1.0}}).choose(seat_at(position, seat)) is None
        )


def test_policy_table_round_trip(tmp_path: Path) -> None:
    exact, abstract = {"k": {"place d3": 1.0, "pass": 0.0}}, {"a": {"corner": 2.0, "use TRAP_WILL": -1.0}}
    write_table(tmp_path / "policy.json", exact, abstract)
    again = read_table(tmp_path / "policy.json")
    assert (again.exact, again.abstract) == (exact, abstract)
    with pytest.raises(UnusableModel, match="is not the score of an action"):
        write_table(tmp_path / "bad.json", {"k": {"corner": 1.0}}, {})
    assert not (tmp_path / "bad.json").exists()


def table_with(**changes: Any) -> str:
    whole = {
        "format": policy.POLICY_TABLE_FORMAT,
        "version": 1,
        "game": "card-othello",
        "rules": 1,
        "exact": {},
        "abstract": {},
    }
    return json.dumps({**whole, **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cannot be read"),
        ("{", "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ("[]", "is not a policy table"),
        (table_with(format="x"), "is not a policy table"),
        (table_with(version=2), "has version 2; 1 is required"),
        (table_with(rules=0), "has rules 0; 1 is required"),
        (table_with(game="chess"), "has game 'chess'; 'card-othello' is required"),
        (table_with(exact=[]), "has no 'exact' mapping"),
        (table_with(abstract={"k": 3}), "expected a mapping of scores"),
        (table_with(exact={"k": {"place z9": 1.0}}), "is not the score of an action"),
        (table_with(abstract={"k": {"corner": "high"}}), "is not the score of an action"),
        (table_with(abstract={"k": {"corner": float("nan")}}), "is not the score of an action"),
    ],
)
def test_unusable_policy_table_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "policy.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnusableModel) as failure:
        read_table(path)
    assert message in failure.value.text("en")


# Order of policies


def test_policy_order_is_onnx_then_table_then_search(tmp_path: Path) -> None:
    view = seat_at(START).view()
    write_model(tmp_path / "policy.onnx", linear_model([CELL_NUMBERS["f5"]]))
    write_table(tmp_path / "policy.json", {exact_key(view): {exact_action(view, CELL_NUMBERS["d3"]): 1.0}}, {})
    both = load_policies(tmp_path)
    assert [type(one) for one in both] == [OnnxPolicy, TablePolicy]
    cpu = CpuPlayer(6, xoshiro(1, 1), both)
    assert cpu.choose(seat_at(START)) == CELL_NUMBERS["f5"]
    (tmp_path / "policy.onnx").write_bytes(b"broken")
    only_table = load_policies(tmp_path)
    assert [type(one) for one in only_table] == [TablePolicy]
    assert CpuPlayer(6, xoshiro(1, 1), only_table).choose(seat_at(START)) == CELL_NUMBERS["d3"]
    (tmp_path / "policy.json").write_text("{")
    assert load_policies(tmp_path) == []
    assert CpuPlayer(6, xoshiro(1, 1), []).choose(seat_at(START)) in seat_at(START).actions()


def test_each_unusable_model_logs_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "policy.onnx").write_bytes(b"broken")
    (tmp_path / "policy.json").write_text("[]")
    with caplog.at_level(logging.INFO, "tefuda.card_othello"):
        assert load_policies(tmp_path) == []
    assert len(caplog.records) == 2
    assert all("\n" not in record.getMessage() for record in caplog.records)
    assert caplog.records[1].getMessage().endswith("policy.json is not a policy table. Skipped.")


def test_game_continues_with_broken_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "card-othello"
    folder.mkdir()
    (folder / "policy.onnx").write_bytes(b"broken")
    monkeypatch.setenv("TEFUDA_MODELS", str(tmp_path))
    players: list[Player] = [make_cpu_player("cpu-2", xoshiro(1, 1)), make_cpu_player("cpu-1", xoshiro(1, 2))]
    state = GAME.start(1)
    play_out(GAME, state, players, 10_000)
    assert state.seat == tefuda.OVER


def test_installed_models_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "card-othello"
    folder.mkdir()
    write_model(folder / "policy.onnx", linear_model([CELL_NUMBERS["f5"]]))
    monkeypatch.setenv("TEFUDA_MODELS", str(tmp_path))
    assert make_cpu_player("cpu-6", xoshiro(1, 1)).choose(seat_at(START)) == CELL_NUMBERS["f5"]


def test_without_onnxruntime_the_table_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_model(tmp_path / "policy.onnx", linear_model([0]))
    write_table(tmp_path / "policy.json", {}, {})
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(UnusableModel, match="requires onnxruntime"):
        read_model(tmp_path / "policy.onnx")
    assert [type(one) for one in load_policies(tmp_path)] == [TablePolicy]


# Levels


@pytest.mark.parametrize("level", range(1, 7))
def test_level_is_deterministic(level: int) -> None:
    """CO-14.4."""
    games = []
    for _ in range(2):
        state: State = GAME.start(5)
        cpu = CpuPlayer(level, xoshiro(9, 1), [])
        played = []
        for _ in range(12 if tefuda.compiled or level < 4 else 2):
            action = cpu.choose(Seat(GAME, state, state.seat))
            played.append(action)
            state.play(action)
        games.append(played)
    assert games[0] == games[1]


@pytest.mark.skipif(not tefuda.compiled, reason="too slow when interpreted")
@pytest.mark.parametrize(("stronger", "weaker", "games"), [(2, 1, 120), (4, 2, 60), (5, 3, 40)])
def test_higher_levels_are_stronger(stronger: int, weaker: int, games: int) -> None:
    """CO-14.4: every deal twice with the seats swapped; equal players would fail in 99 of 100 runs."""
    job = Simulation("card-othello", [f"cpu-{stronger}", f"cpu-{weaker}"], 1, {}, swap=True)
    tally = job.tally(0, games)
    assert tally.wins[0] > games / 2 + 2.33 * (games / 4) ** 0.5


@pytest.mark.parametrize(
    ("position", "chosen"),
    [
        # A corner can be taken.
        ({"board": [".WB.....", "........", "...WB...", "...BW...", *["........"] * 4]}, "place a1"),
        # The last placement: more stones are better.
        ({"board": ["BWWWWWW.", "BBBBBBBB", "WBBBBBBB", *["BBBBBBBB"] * 5], "hand": {"black": []}}, "place h1"),
        # A chest at cost 0.
        ({"hand": {"black": ["TREASURE_BOX"]}}, "use TREASURE_BOX"),
    ],
)
def test_search_finds_obvious_actions(position: dict[str, Any], chosen: str) -> None:
    whole = {"turn": "black", "started": True, "hand": {"black": []}, **position}
    state = GAME.at(whole)
    action = CpuPlayer(5 if tefuda.compiled else 4, xoshiro(1, 1), []).choose(Seat(GAME, state, 0))
    assert GAME.format(state, action) == chosen
