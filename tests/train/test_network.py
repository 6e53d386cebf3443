"""Networks: what they read, and the same numbers in JAX, in ONNX files and in every order of the cards."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest

import tefuda
from tefuda.cli.commands.train import deck_matchups
from tefuda.core.errors import InvalidInput
from tefuda.core.observation import (
    ActionBlock,
    EntityGroup,
    ObservationBuffer,
    ObservationField,
    ObservationSpace,
    PackedRows,
)
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER, State
from tefuda.players.network import NetworkEvaluations, read_network, required_metadata
from tefuda.train.export import write_network
from tefuda.train.layout import Layout, layout_of
from tefuda.train.network import NetworkShape, Parameters, new_parameters
from tefuda.train.parameters_file import read_parameters
from tefuda.train.quantize import quantize_network, self_play_positions

SHAPE = NetworkShape(width=16, depth=2, channels=4, blocks=2, token=6)
GAMES = [
    ("card-othello", {}),
    ("card-othello", {"cards": "off"}),
    ("linkavel", {}),
    ("solitaire-tcg", {}),
    ("catalyst", {}),
]


def layout_for(game: tefuda.Game, options: dict[str, Any]) -> Layout:
    space = game.observation_space(options)
    assert space is not None
    return layout_of(space, game.action_count(options))


def random_parameters(layout: Layout) -> Parameters:
    """Return parameters without zeros."""
    random = numpy.random.default_rng(1)
    return {
        name: (one + random.normal(0, 0.1, one.shape)).astype(numpy.float32)
        for name, one in new_parameters(layout, SHAPE, 1).items()
    }


def states_of(game: tefuda.Game, options: dict[str, Any], games: int) -> Iterator[State]:
    """Yield the states of random games in which a seat decides."""
    for number in range(games):
        state, random = game.start(number, options), xoshiro(number, 3)
        for _ in range(game.max_plays):
            if state.seat == OVER:
                break
            yield state
            state.play(state.random_action(random))


def observation(game: tefuda.Game, options: dict[str, Any], state: State) -> Any:
    space = game.observation_space(options)
    assert space is not None
    buffer = ObservationBuffer(space.size)
    buffer.begin()
    state.observe(state.seat, buffer)
    return numpy.frombuffer(buffer.row_bytes(), numpy.int16)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_network_is_the_same_in_jax_and_onnx(tmp_path: Path, name: str, options: dict[str, Any]) -> None:
    from tefuda.train.jax_network import evaluate_network

    game = tefuda.game(name)
    layout = layout_for(game, options)
    rounded = {name: one.astype(numpy.float16) for name, one in random_parameters(layout).items()}
    write_network(tmp_path / "network.onnx", rounded, layout, SHAPE, required_metadata(game, options))
    numbers = numpy.stack([observation(game, options, state) for state in states_of(game, options, 1)][:20])
    logits, values = read_network(game, tmp_path / "network.onnx").evaluate(numbers)
    parameters = {name: one.astype(numpy.float32) for name, one in rounded.items()}
    expected, chances = evaluate_network(parameters, layout, SHAPE, numbers)
    assert logits.std(axis=0).max() > 0.01
    assert numpy.allclose(logits, expected, rtol=1e-3, atol=1e-3 * abs(logits).max())
    assert numpy.allclose(values, 1 / (1 + numpy.exp(-chances)), atol=1e-3)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_parameters_are_read_back(tmp_path: Path, name: str, options: dict[str, Any]) -> None:
    game, path = tefuda.game(name), tmp_path / "network.onnx"
    layout = layout_for(game, options)
    written = {name: one.astype(numpy.float16) for name, one in random_parameters(layout).items()}
    write_network(path, written, layout, SHAPE, required_metadata(game, options))
    shape, found = read_parameters(game, path, layout)
    assert [getattr(shape, one) for one in sizes_of(layout)] == [getattr(SHAPE, one) for one in sizes_of(layout)]
    assert found.keys() == written.keys()
    for one in written:
        assert found[one].dtype == numpy.float32
        assert numpy.array_equal(found[one], written[one]), one


def sizes_of(layout: Layout) -> list[str]:
    """Return the sizes that a network of this layout has."""
    board = ["channels", "blocks"] if layout.board is not None else []
    return ["width", "depth", *board, *(["token"] if layout.tables else [])]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_packed_rows_contain_the_observation(name: str, options: dict[str, Any]) -> None:
    import jax

    from tefuda.train.jax_network import unpack
    from tefuda.train.worker import row_width

    game = tefuda.game(name)
    space = game.observation_space(options)
    assert space is not None
    width = row_width(game, [options])
    buffer, packed = ObservationBuffer(space.size), PackedRows(width, 1)
    rows, expected = [], []
    for place, state in enumerate(states_of(game, options, 2)):
        buffer.begin()
        state.observe(state.seat, buffer)
        packed.pack(0, buffer)
        if place % 5 == 0:
            rows.append(numpy.frombuffer(packed.row_bytes(0), numpy.int16))
            expected.append(numpy.frombuffer(buffer.row_bytes(), numpy.int16))
    assert (numpy.asarray(unpack(jax.numpy.asarray(numpy.stack(rows)), space.size)) == numpy.stack(expected)).all()


def test_too_many_numbers_are_refused() -> None:
    game = tefuda.game("card-othello")
    buffer = ObservationBuffer(len(observation(game, {}, game.start(1))))
    buffer.begin()
    game.start(1).observe(0, buffer)
    with pytest.raises(ValueError, match="more than 3 numbers that are not zero"):
        PackedRows(3, 1).pack(0, buffer)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_every_action_has_one_output(name: str, options: dict[str, Any]) -> None:
    layout = layout_for(tefuda.game(name), options)
    order = layout.output_order()
    assert len(set(order)) == len(order) == layout.actions
    columns = [column for group in layout.groups for each in group.columns for column in each]
    assert sorted([*layout.flat, *columns]) == list(range(layout.inputs))


def thing_of(action: int, blocks: list[ActionBlock]) -> int | None:
    """Return the number of the thing that an action of some blocks names."""
    return next((block.actions().index(action) for block in blocks if action in block.actions()), None)


def test_groups_name_the_things_of_the_actions() -> None:
    """A card to play is in the hand, an attacker is in its slot, and a stone is placed on an empty cell."""
    game = tefuda.game("linkavel")
    space = game.observation_space()
    assert space is not None
    slots, cards = space.groups
    played, attackers = cards.blocks[:4], slots.blocks[:4]
    hand, field = cards.columns(space.field("own_hand")), slots.columns(space.field("field"))
    found = [0, 0]
    for state in states_of(game, {}, 3):
        numbers = observation(game, {}, state)
        for action in state.actions():
            for number, (blocks, columns) in enumerate(((played, hand), (attackers, field))):
                thing = thing_of(action, blocks)
                if thing is not None:
                    assert numbers[columns[thing][0]] > 0, game.format(state, action)
                    found[number] += 1
    assert min(found) > 50
    othello, plain = tefuda.game("card-othello"), {"cards": "off"}
    space = othello.observation_space(plain)
    assert space is not None
    (cells,) = space.groups
    stones = [cells.columns(space.field(name)) for name in ("own_stones", "opponent_stones")]
    for state in states_of(othello, plain, 1):
        numbers = observation(othello, plain, state)
        for action in state.actions():
            thing = thing_of(action, cells.blocks)
            if thing is not None:
                assert not any(numbers[columns[thing][0]] for columns in stones)


def test_order_of_cards_does_not_matter() -> None:
    """A network reads all cards in the same way: two cards that change places exchange the scores of their actions."""
    from tefuda.train.jax_network import evaluate_network

    game = tefuda.game("linkavel")
    layout = layout_for(game, {})
    cards = next(group for group in layout.tables if not group.fixed)
    parameters = random_parameters(layout)
    numbers = numpy.stack([observation(game, {}, state) for state in states_of(game, {}, 1)])[::20]
    one, other = 3, 17
    swapped = numbers.copy()
    swapped[:, cards.columns[one]], swapped[:, cards.columns[other]] = (
        numbers[:, cards.columns[other]],
        numbers[:, cards.columns[one]],
    )
    order = list(range(layout.actions))
    for block in cards.actions:
        first, second = block[one], block[other]
        if first is not None and second is not None:
            order[first], order[second] = second, first
    logits, values = evaluate_network(parameters, layout, SHAPE, numbers)
    changed, same = evaluate_network(parameters, layout, SHAPE, swapped)
    assert numpy.allclose(changed, logits[:, numpy.asarray(order)], atol=1e-4)
    assert numpy.allclose(same, values, atol=1e-4)
    assert not numpy.allclose(changed, logits, atol=1e-3)


def test_field_without_the_things_of_a_group_is_refused() -> None:
    group = EntityGroup("card", [5], ["numbers"], [])
    space = ObservationSpace(1, [ObservationField("numbers", 0, [4], 1, "numbers")], groups=[group])
    with pytest.raises(ValueError, match="field numbers of shape"):
        layout_of(space, 3)


def test_all_pairs_of_decks_are_played() -> None:
    linkavel = tefuda.game("linkavel")
    assert len(deck_matchups(linkavel, [], [])) == 36
    assert len(deck_matchups(linkavel, [], ["fire", "grass"])) == 4
    assert len(deck_matchups(linkavel, ["deck.one=fire"], [])) == 1
    assert len(deck_matchups(tefuda.game("solitaire-tcg"), [], [])) == 9
    assert deck_matchups(tefuda.game("card-othello"), ["cards=off"], []) == [{"cards": "off"}]


def test_quantized_network_answers_nearly_the_same(tmp_path: Path) -> None:
    game, options = tefuda.game("card-othello"), {"cards": "off"}
    layout = layout_for(game, options)
    written, quantized = tmp_path / "written.onnx", tmp_path / "quantized.onnx"
    write_network(written, random_parameters(layout), layout, SHAPE, required_metadata(game, options))
    quantize_network(game, options, written, quantized)
    networks = [read_network(game, path) for path in (written, quantized)]
    rows = self_play_positions(game, options, NetworkEvaluations(networks[0], 1))[:64]
    (logits, values), (near_logits, near_values) = (network.evaluate(rows) for network in networks)
    assert not numpy.array_equal(logits, near_logits)
    assert numpy.abs(values - near_values).max() < 0.05
    assert numpy.abs(logits - near_logits).max() < 0.05 * numpy.ptp(logits)
    assert onnx.load(written).metadata_props == onnx.load(quantized).metadata_props
    (shape, parameters), (near_shape, near) = (read_parameters(game, path, layout) for path in (written, quantized))
    assert near_shape == shape
    for name, one in parameters.items():
        assert numpy.abs(near[name] - one).max() <= numpy.abs(one).max() / 100, name
    with pytest.raises(InvalidInput, match="already"):
        quantize_network(game, options, quantized, tmp_path / "again.onnx")


def test_network_without_convolutions_is_not_quantized(tmp_path: Path) -> None:
    game = tefuda.game("catalyst")
    layout = layout_for(game, {})
    write_network(tmp_path / "a.onnx", random_parameters(layout), layout, SHAPE, required_metadata(game))
    with pytest.raises(InvalidInput, match="no convolutions"):
        quantize_network(game, {}, tmp_path / "a.onnx", tmp_path / "b.onnx")
    assert not (tmp_path / "b.onnx").exists()


def test_network_to_train_on_from_must_fit(tmp_path: Path) -> None:
    game, path = tefuda.game("card-othello"), tmp_path / "network.onnx"
    layout = layout_for(game, {})
    write_network(path, random_parameters(layout), layout, SHAPE, required_metadata(game))
    with pytest.raises(InvalidInput, match="was made for other options"):
        read_parameters(game, path, layout_for(game, {"cards": "off"}))
    model = onnx.load(path)
    for constant in model.graph.initializer:
        constant.name = constant.name.replace("value_w", "unnamed")
    for node in model.graph.node:
        node.input[:] = [name.replace("value_w_16", "unnamed_16") for name in node.input]
    onnx.save(model, path)
    with pytest.raises(InvalidInput, match="no parameter 'value_w'"):
        read_parameters(game, path, layout)
