"""The universal tests: the contract of a game, checked for any game.

    from tefuda.testing import check_game
    def test_my_game():
        check_game(MyGame())

Each check plays real games and raises `AssertionError` with the seed and ply of a violation. The game need not be
installed.
"""

import copy
import json
import math
import pickle
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tefuda.core.errors import InvalidNotation, TefudaError
from tefuda.core.events import SPECTATOR, Event
from tefuda.core.game import Game
from tefuda.core.json_diff import MISSING, changes
from tefuda.core.match import Match
from tefuda.core.player import Seat
from tefuda.core.random import Random, xoshiro
from tefuda.core.replay import EXACT, check_form, record, verify
from tefuda.core.seed import game_seed
from tefuda.core.source import Source
from tefuda.core.state import OVER, State
from tefuda.core.text import LANGUAGES
from tefuda.players.names import make_player
from tefuda.testing.deals import check_deals as check_deals
from tefuda.testing.observations import check_observations as check_observations

MOST_PLIES = 100_000
INVALID_NOTATIONS = ["", " ", "@", "0", "-1", "🂡", "place", "99@99", "A" * 300, "\x00", "None"]
"""Texts that are not the notation of any action. Each must be refused with a message."""

INVALID_ACTIONS = [-3, -1_000_000_000, 1_000_000_000]
"""Numbers that are not actions of any game."""

PICKLE_EVERY = 8
"""The plies between two states that are copied and pickled."""

MOST_DIFFERENCES = 20

SEARCHES = ["mcts:6", "ismcts:6"]
"""Searches that are fast enough for every ply."""


def check_game(game: Game, seeds: Iterable[int] = range(3), options: Mapping[str, Any] | None = None) -> None:
    """Run every check for some seeds."""
    _check_cards(game, options)
    seeds = list(seeds)
    check_observations(game, seeds, options)
    for seed in seeds:
        check_random_play(game, seed, options)
        check_event_sizes(game, seed, options)
        check_secrets(game, seed, options)
        check_uniform(game, seed, options)
    check_deals(game, options)


def _check_cards(game: Game, options: Mapping[str, Any] | None) -> None:
    """Check that each card has a name in both languages, and that each measured card has a face."""
    faces = game.texts.cards()
    ids = [face.id for face in faces]
    assert len(set(ids)) == len(ids), f"{game.id}: a card has two faces"
    for face in faces:
        assert all([face.name.en, face.name.ja]), f"{game.id}: {face.id} has no name"
        json.dumps(face.facts)
    events: list[Event] = []
    game.start(0, options, events)
    for had in game.measures.card_records(events) or []:
        assert set(had.deck) <= set(ids), f"{game.id}: there are cards in a deck that have no face"


def check_random_play(
    game: Game,
    seed: int,
    options: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
) -> None:
    """Play one random game from its opening or from a position, and check its replay.

    Every promise of `State`, `Game` and `Match` is checked at every ply.
    """
    random = xoshiro(seed, 1)
    # A match returns clones; this is the state itself.
    opening = game.start(seed, options) if position is None else game.at(position, seed)
    _check_value(opening, f"{game.id}, seed {seed}, opening")
    match = Match(game, seed, options, position)
    viewers = [*range(game.seats), SPECTATOR]
    views: dict[int, dict[str, Any]] = {viewer: {} for viewer in viewers}
    past: list[tuple[State, str]] = []
    conserved = game.invariant(match.state())
    while True:
        where = f"{game.id}, seed {seed}, ply {match.ply}"
        state = match.state()
        for viewer in viewers:
            for event in match.events_for(viewer):
                # A client folds what arrives as JSON.
                game.fold(views[viewer], json.loads(json.dumps(event)))
                _check_event_text(game, event, where)
            _check_folded(views[viewer], game.view(state, viewer), viewer, where)
            json.dumps(views[viewer])
        assert game.invariant(state) == conserved, f"{where}: something was lost or made"
        _check_position(game, state, where)
        if match.ply % PICKLE_EVERY == 0 or match.over:
            _check_value(state, where)
            _check_pickle(state, random, where)
        past.append((state, state.fingerprint()))
        if match.over:
            break
        _check_actions(game, state, random, options, where)
        _check_play(game, match, state, random, where)
        assert match.ply <= MOST_PLIES, f"{where}: does not end"
    for ply, (state, fingerprint) in enumerate(past):
        assert state.fingerprint() == fingerprint, f"{game.id}, seed {seed}: a copy of ply {ply} changed later"
    _check_end(game, match)


def _check_event_text(game: Game, event: dict[str, Any], where: str) -> None:
    for language in LANGUAGES:
        assert isinstance(game.texts.event_text(event, language), str), f"{where}: {event} has no text"


def _check_position(game: Game, state: State, where: str) -> None:
    """Check that a position can be written as JSON and read back."""
    position = json.loads(json.dumps(game.position(state)))
    again = game.at(position)
    assert again.fingerprint() == state.fingerprint(), f"{where}: the position does not bring the state back"
    assert again.seat == state.seat, f"{where}: another seat decides after a round trip"


def _check_folded(folded: dict[str, Any], view: dict[str, Any], viewer: int, where: str) -> None:
    """Check that the folded events equal the view."""
    if folded == view:
        return
    found = list(differences(folded, view))
    more = f"\n  and {len(found) - MOST_DIFFERENCES} more" if len(found) > MOST_DIFFERENCES else ""
    listed = "".join(f"\n  {line}" for line in found[:MOST_DIFFERENCES])
    raise AssertionError(f"{where}: events do not fold to the view of {viewer}:{listed}{more}")


def differences(folded: Any, view: Any) -> Iterator[str]:
    """Yield what differs between the folded events and the view, one line for each place."""
    for path, ours, theirs in changes(folded, view):
        if ours is MISSING:
            yield f"{path}: the view has {theirs!r}, the folded events have no such key"
        elif theirs is MISSING:
            yield f"{path}: the folded events have {ours!r}, the view has no such key"
        else:
            yield f"{path}: the view has {theirs!r}, the folded events have {ours!r}"


def _check_value(state: State, where: str) -> None:
    """Check that copies are equal and of the same class, and that `repr` works."""
    for made in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        assert made is not state, f"{where}: a copy is the state itself"
        assert made == state, f"{where}: a copy is not equal: {made!r}, {state!r}"
        assert made.log is None, f"{where}: a copy has a log"
    assert state != state.encode(), f"{where}: a state equals something else"
    assert type(state).__name__ in repr(state), f"{where}: the repr does not name the class"


def _check_pickle(state: State, random: Random, where: str) -> None:
    """Check that a pickled state is equal and continues equally."""
    again = pickle.loads(pickle.dumps(state))
    assert again == state, f"{where}: a pickled state comes back as {again!r}, not as {state!r}"
    assert again.seat == state.seat, f"{where}: another seat decides in a pickled state"
    assert again.log is None, f"{where}: a pickled state has a log"
    if state.seat == OVER:
        return
    after, action = state.clone(), state.random_action(random)
    after.play(action)
    again.play(action)
    assert again == after, f"{where}: action {action} comes out another way from the pickled state"


def _check_actions(game: Game, state: State, random: Random, options: Mapping[str, Any] | None, where: str) -> None:
    actions = state.actions()
    count = game.action_count(options)
    assert actions, f"{where}: nothing can be done, and it is not over"
    assert len(set(actions)) == len(actions), f"{where}: an action is listed twice"
    assert actions == state.clone().actions() == state.actions(), f"{where}: the order of actions changes"
    assert all(0 <= action < count for action in actions), f"{where}: an action number is out of range"
    others = [random.below(count) for _ in range(20)]
    for action in [*actions, *others, -1, count, count + 1, *INVALID_ACTIONS]:
        assert state.is_legal(action) == (action in actions), f"{where}: is_legal({action}) is not the list's"
    assert state.random_action(random) in actions, f"{where}: a random action is not legal"
    texts = [game.format(state, action) for action in actions]
    assert len(set(texts)) == len(texts), f"{where}: two actions share a notation"
    for action, text in zip(actions, texts, strict=True):
        assert game.parse(state, text) == action, f"{where}: {text} does not parse back"
        for language in LANGUAGES:
            assert game.texts.describe(state, action, language), f"{where}: {text} has no description"


def _refusal(match: Match, seat: int, ply: int, text: str) -> TefudaError | None:
    """Play an action; return the error if it was refused."""
    try:
        match.play(seat, ply, text)
    except TefudaError as error:
        return error
    return None


def _check_play(game: Game, match: Match, state: State, random: Random, where: str) -> None:
    """Check that refusals and logging change nothing, and that a state read from its position continues equally."""
    before = match.fingerprint()
    for text in INVALID_NOTATIONS:
        error = _refusal(match, match.seat, match.ply, text)
        assert error is not None, f"{where}: {text!r} was played"
        assert error.message.en, f"{where}: an error without a message"
        assert error.message.ja, f"{where}: an error without a message"
    action = state.random_action(random)
    text = game.format(state, action)
    wrong = [
        _refusal(match, match.seat, match.ply + 1, text),
        _refusal(match, (match.seat + 1) % (game.seats + 1), match.ply, text),
    ]
    assert None not in wrong, f"{where}: a wrong ply or seat was accepted"
    assert match.fingerprint() == before, f"{where}: a refusal changed the match"
    silent, twin = state.clone(), game.at(game.position(state))
    silent.play(action)
    twin.play(action)
    assert _refusal(match, match.seat, match.ply, text) is None, f"{where}: the legal {text} was refused"
    after = match.fingerprint()
    assert silent.fingerprint() == after, f"{where}: {text} comes out another way when logged"
    assert twin.fingerprint() == after, f"{where}: {text} comes out another way from the position"


def _check_end(game: Game, match: Match) -> None:
    state = match.state()
    where = f"{game.id}, seed {match.seed}"
    assert state.seat == OVER
    assert state.actions() == [], f"{where}: there are actions after the end"
    legal = [action for action in range(game.action_count(match.options)) if state.is_legal(action)]
    assert legal == [], f"{where}: {legal} are legal after the end"
    scores = state.scores()
    assert len(scores) == game.seats, f"{where}: not one score for each seat"
    _check_scores(game, scores, where)
    error = _refusal(match, 0, match.ply, match.actions[-1] if match.actions else "x")
    assert error is not None, f"{where}: played on after the end"
    replay = json.loads(json.dumps(record(match)))
    assert check_form(replay) == [], f"{where}: the replay is not well-formed"
    verdict = verify(Source("replay", replay, None), game)
    assert verdict.kind == EXACT, f"{where}: {verdict.message.en}"


def _check_scores(game: Game, scores: list[float], where: str) -> None:
    """Check that scores are numbers in the declared range, with the declared sum."""
    assert all(math.isfinite(score) for score in scores), f"{where}: scores {scores} are not finite"
    inside = all(game.min_score <= score <= game.max_score for score in scores)
    assert inside, f"{where}: scores {scores} are not from {game.min_score} to {game.max_score}"
    if game.constant_sum:
        wanted = game.seats * (game.min_score + game.max_score) / 2
        assert math.isclose(sum(scores), wanted, abs_tol=1e-9), f"{where}: the sum of {scores} is not {wanted}"


# Events


def check_event_sizes(game: Game, seed: int, options: Mapping[str, Any] | None = None) -> None:
    """Check in a random game that events after the opening tell changes only.

    No event repeats a list or mapping of the view that is the same before it, and folding changes no event.
    """
    random = xoshiro(seed, 1)
    match = Match(game, seed, options)
    viewers = [*range(game.seats), SPECTATOR]
    views = {viewer: match.view(viewer) for viewer in viewers}
    while not match.over:
        match.play_action(match.state().random_action(random))
        for viewer, view in views.items():
            where = f"{game.id}, seed {seed}, ply {match.ply}, viewer {viewer}"
            for event in match.events_for(viewer):
                repeated = [key for key, value in event.items() if _is_filled(value) and view.get(key) == value]
                assert not repeated, f"{where}: event {event['kind']} repeats what the view has: {', '.join(repeated)}"
                before = json.dumps(event)
                game.fold(view, event)
                assert json.dumps(event) == before, f"{where}: fold changes the event {event['kind']}"
            _check_folded(view, match.view(viewer), viewer, where)


def _is_filled(value: Any) -> bool:
    return isinstance(value, list | dict) and len(value) > 0


# Secrets


def check_secrets(
    game: Game,
    seed: int,
    options: Mapping[str, Any] | None = None,
    worlds: int = 4,
    players: Iterable[str] | None = None,
    position: Mapping[str, Any] | None = None,
) -> None:
    """Check that everything a seat gets, and what players choose, is equal in worlds that look the same to it.

    At every ply of a random game, from its opening or from a position, other worlds are sampled for every viewer. They
    must give the same view, legal actions, texts and refusals; sampling again from either must give the same world; and
    the same action must tell the viewer the same, up to the first event that is marked as revealing something.
    """
    random = xoshiro(seed, 1)
    state = game.start(seed, options) if position is None else game.at(position, seed)
    choosers = ["random", *game.players.names(), *SEARCHES] if players is None else list(players)
    ply = 0
    while True:
        for viewer in [*range(game.seats), SPECTATOR]:
            where = f"{game.id}, seed {seed}, ply {ply}, viewer {viewer}"
            check_same_in_worlds(game, state, viewer, worlds, players=choosers, seed=game_seed(seed, ply), where=where)
        if state.seat == OVER:
            break
        state.play(state.random_action(random))
        ply += 1


def check_same_in_worlds(
    game: Game, state: State, viewer: int, worlds: int, *, players: list[str], seed: int, where: str = ""
) -> None:
    """Check one position in several sampled worlds."""
    for number in range(worlds):
        world = state.resample(viewer, xoshiro(seed, 1000 + number))
        _check_same(game, state, world, viewer, players=players, where=where or f"{game.id}, {game.position(state)}")


def _check_same(game: Game, state: State, world: State, viewer: int, *, players: list[str], where: str) -> None:
    assert game.view(world, viewer) == game.view(state, viewer), f"{where}: the view tells worlds apart"
    again, same = world.resample(viewer, xoshiro(7, 7)), state.resample(viewer, xoshiro(7, 7))
    assert again.fingerprint() == same.fingerprint(), f"{where}: sampling depends on what is hidden"
    assert world.seat == state.seat, f"{where}: who decides tells worlds apart"
    if viewer != SPECTATOR:
        # Hidden cards too: asking about them must not tell where they are.
        names = sorted(set(_strings([game.view(state, viewer), game.position(state), game.position(world)])))
        reasons = [_reasons(game, one, viewer, names) for one in (state, world)]
        assert reasons[0] == reasons[1], f"{where}: a reason tells worlds apart"
    if state.seat == OVER:
        return
    if state.is_open():
        _check_open(game, state, world, where)
    if state.seat == viewer:
        assert world.actions() == state.actions(), f"{where}: the legal actions tell worlds apart"
        assert _texts(game, world) == _texts(game, state), f"{where}: the texts tell worlds apart"
        for name in players:
            chosen = [make_player(game, name, xoshiro(5, 1)).choose(Seat(game, one, viewer)) for one in (state, world)]
            assert chosen[0] == chosen[1], f"{where}: the choice of {name} tells worlds apart"
    actions = state.actions()
    xoshiro(len(actions), 3).shuffle(actions)
    for action in actions[:8]:
        if world.is_legal(action):
            _check_same_events(game, state, world, action, viewer=viewer, where=where)


def _check_open(game: Game, state: State, world: State, where: str) -> None:
    """Check that an open state has one future: equal actions lead to equal states in every world."""
    one, other, lots = state.clone(), world.clone(), xoshiro(11, 1)
    while one.seat != OVER:
        action = one.random_action(lots)
        assert other.is_legal(action), f"{where}: called open, but the legal actions part later"
        one.play(action)
        other.play(action)
        for seat in range(game.seats):
            assert game.view(one, seat) == game.view(other, seat), f"{where}: called open, but worlds part later"


def _reasons(game: Game, state: State, viewer: int, names: list[str]) -> list[str]:
    """Return why the viewer cannot use cards, places and whatever else has one of these names."""
    said: list[str] = []
    for name in names:
        for item in (name, f"hand:{name}"):
            why = game.texts.why_unusable(state, viewer, item)
            said += [item] if why is None else [item, why.code, why.en, why.ja]
    return said


def _strings(value: Any) -> list[str]:
    """Return all texts inside a JSON value."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in parts for text in _strings(part)]


def _texts(game: Game, state: State) -> list[str]:
    """Return all texts about the actions of a state, illegal ones included."""
    asked = game.texts.prompt(state)
    said: list[str] = [] if asked is None else [asked.code, asked.en, asked.ja]
    for action in state.actions()[:40]:
        said.append(game.format(state, action))
        said += [game.texts.describe(state, action, language) for language in LANGUAGES]
    count = game.action_count(game.position(state).get("options"))
    for action in range(0, count, max(1, count // 50)):
        if not state.is_legal(action):
            why = game.texts.why_illegal(state, action)
            said += [why.code, why.en, why.ja]
    for text in INVALID_NOTATIONS:
        try:
            game.parse(state, text)
        except InvalidNotation as failure:
            said += [failure.text(language) for language in LANGUAGES]
    return said


def _check_same_events(game: Game, state: State, world: State, action: int, *, viewer: int, where: str) -> None:
    """Check that an action has equal events for the viewer in both worlds until something is revealed."""
    ends: list[State] = []
    logs: list[list[Event]] = []
    for start in (state, world):
        end = start.clone()
        log: list[Event] = []
        end.log = log
        end.play(action)
        ends.append(end)
        logs.append(_seen(log, viewer))
    notation = game.format(state, action)
    for left, right in zip(*logs, strict=False):
        if left.reveals_to(viewer) or right.reveals_to(viewer):
            return
        assert left.seen_by(viewer) == right.seen_by(viewer), f"{where}: {notation} tells worlds apart: {left}, {right}"
    assert len(logs[0]) == len(logs[1]), f"{where}: the number of events of {notation} tells worlds apart"
    assert game.view(ends[0], viewer) == game.view(ends[1], viewer), f"{where}: {notation} leads to views that differ"


def _seen(log: list[Event], viewer: int) -> list[Event]:
    return [event for event in log if event.seen_by(viewer) is not None]


# Randomness


def check_uniform(game: Game, seed: int, options: Mapping[str, Any] | None = None) -> None:
    """Check with a chi-square test that `random_action` picks legal actions uniformly, at a few plies."""
    random = xoshiro(seed, 2)
    state = game.start(seed, options)
    ply = 0
    while state.seat != OVER:
        if ply in (0, 3, 10):
            actions = state.actions()
            each = 60
            counts = dict.fromkeys(actions, 0)
            for _ in range(each * len(actions)):
                counts[state.random_action(random)] += 1
            squares = sum((count - each) ** 2 for count in counts.values()) / each
            freedom = len(actions) - 1
            assert squares <= freedom + 6 * (2 * freedom) ** 0.5 + 6, f"{game.id}, seed {seed}, ply {ply}: not uniform"
        state.play(state.random_action(random))
        ply += 1
