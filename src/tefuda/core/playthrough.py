"""Playthroughs: one fixed game as readable text, with all engine output at every ply.

A playthrough file holds its own plan (game, options, seed, actions), so it can be written again from itself. Large
values are printed as differences to the ply before, and in full every `EVERY` plies. Each ply has a digest of its full
data.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tefuda.core.errors import TefudaError, invalid_input
from tefuda.core.events import SPECTATOR
from tefuda.core.game import Game
from tefuda.core.json_diff import MISSING, changes, json_text
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import format_seed, parse_seed
from tefuda.core.text import LANGUAGES

FORMAT: Final = "tefuda-playthrough/1"
EVERY: Final = 25
"""Plies between two that are printed in full."""
SHORT: Final = 160
"""Longer events are printed as differences from the last one of their kind (in characters)."""
SENTENCES: Final = 10
"""The most new texts printed for a ply that is not printed in full. The digest covers the others."""
REFUSALS: Final = 6
"""Actions whose refusal is recorded at every ply."""
FILL_STREAM: Final = 77
"""The random stream that continues when the recorded actions are no longer legal."""


@dataclass(frozen=True)
class Plan:
    """The game to play: its start, and the actions of the file."""

    game: str
    options: dict[str, Any]
    seed: int
    actions: list[str]


def read_plan(text: str) -> Plan:
    """Return the plan of a playthrough; raises `InvalidInput` for a text that is not one."""
    lines = text.splitlines()
    if not lines or lines[0] != FORMAT:
        raise invalid_input("not_a_playthrough", f"not a playthrough ({FORMAT}).", f"{FORMAT} の形式ではありません。")
    header = dict(line.split(": ", 1) for line in lines[1 : lines.index("")])
    actions = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    return Plan(header["game"], json.loads(header["options"]), parse_seed(header["seed"]), actions)


def play_plan(plan: Plan) -> tuple[Match, int]:
    """Play a plan to the end of the game. Return the match and the number of its actions that were played.

    Random legal actions follow where an action is not legal any more or the actions end too early.
    """
    match = Match(find_game(plan.game), plan.seed, plan.options)
    played = 0
    for action in plan.actions:
        try:
            match.play(match.seat, match.ply, action)
        except TefudaError:
            break
        played += 1
    random = xoshiro(plan.seed, FILL_STREAM)
    while not match.over:
        legal = match.legal(match.seat)
        match.play(match.seat, match.ply, legal[random.below(len(legal))])
    return match, played


def write_playthrough(match: Match) -> str:
    """Return the text of a finished match."""
    return "\n".join(_Writer(match).lines()) + "\n"


def _digest(value: Any) -> str:
    return hashlib.blake2b(json_text(value).encode(), digest_size=8).hexdigest()


def differences(before: Any, after: Any) -> list[str]:
    """Return the lines that turn one JSON value into another: a path and its new value each."""
    return [_line(path, old, new) for path, old, new in changes(before, after)]


def _line(path: str, old: Any, new: Any) -> str:
    if new is MISSING:
        return f"{path} removed"
    if isinstance(old, list) and isinstance(new, list):
        return _splice(path, old, new)
    return f"{path} = {json_text(new)}"


def _splice(path: str, before: list[Any], after: list[Any]) -> str:
    """Return the line for a list whose length changed: the replaced items and the new ones."""
    shorter = min(len(before), len(after))
    first = next((at for at in range(shorter) if json_text(before[at]) != json_text(after[at])), shorter)
    left = shorter - first
    last = next((at for at in range(left) if json_text(before[-1 - at]) != json_text(after[-1 - at])), left)
    return f"{path}[{first}:{len(before) - last}] = {json_text(after[first : len(after) - last])}"


def full(value: Mapping[str, Any]) -> list[str]:
    """Return a JSON object as lines, with paths for inner objects."""
    lines: list[str] = []
    for key in sorted(value):
        inner = value[key]
        if isinstance(inner, dict) and inner:
            lines += [f"{key}.{name} = {json_text(inner[name])}" for name in sorted(inner)]
        else:
            lines.append(f"{key} = {json_text(inner)}")
    return lines


class _Writer:
    """Writes one match. It prints differences from what it printed before."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game: Game = match.game
        self.viewers = [*range(self.game.seats), SPECTATOR]
        self.views: dict[int, dict[str, Any]] = {viewer: {} for viewer in self.viewers}
        self.position: dict[str, Any] = {}
        self.events: dict[tuple[str, str], dict[str, Any]] = {}
        self.described: dict[str, list[str]] = {}
        self.sentences: dict[str, list[str]] = {}
        """Texts of the legal actions of the last ply."""
        self.refused: set[tuple[str, str, str]] = set()

    def lines(self) -> Iterable[str]:
        yield from self.header()
        for ply in range(self.match.ply + 1):
            yield ""
            yield from self.ply(ply)
        yield ""
        yield from self.end()

    def header(self) -> Iterable[str]:
        game, match = self.game, self.match
        yield FORMAT
        yield f"game: {game.id}"
        yield f"options: {json_text(game.changed_options(match.options))}"
        yield f"seed: {format_seed(match.seed)}"
        yield f"rules version: {game.rules_version}"
        yield f"title: {game.title.en} / {game.title.ja}"
        titles = [game.seat_titles[seat] for seat in range(game.seats)]
        yield f"seats: {', '.join(f'{title.en} / {title.ja}' for title in titles)}"
        yield f"information: {game.information}"
        yield f"action count: {game.action_count(match.options)}"
        yield f"all options: {json_text(match.options)}"

    def ply(self, ply: int) -> Iterable[str]:
        match, game, state = self.match, self.game, self.match.state(ply)
        whole = ply % EVERY == 0
        decides = "over" if state.seat < 0 else f"{game.seat_names[state.seat]} decides"
        everything: list[Any] = [state.fingerprint(), decides]
        body: list[str] = []
        if ply:
            notation = match.actions[ply - 1]
            body += [f"> {notation}", *self.sentences[notation]]
        if whole:
            self.events.clear()
        body += self.event_lines(ply, everything)
        position = game.position(state)
        everything.append(position)
        body += self.block("position", full(position) if whole else differences(self.position, position))
        self.position = position
        body += self.view_lines(ply, whole, everything)
        body += self.legal_lines(ply, whole, everything)
        yield f"== ply {ply}: {decides}"
        yield f"   state {state.fingerprint()}, digest {_digest(everything)}"
        yield from body

    def block(self, title: str, lines: list[str]) -> list[str]:
        return [f"{title}:", *[f"  {line}" for line in lines]] if lines else []

    def label(self, viewers: list[int]) -> str:
        if len(viewers) == len(self.viewers):
            return "all"
        return ", ".join("spectator" if viewer == SPECTATOR else self.game.seat_names[viewer] for viewer in viewers)

    def event_lines(self, ply: int, everything: list[Any]) -> list[str]:
        """Return each event as every viewer sees it, with equal ones grouped."""
        lines: list[str] = []
        for event in self.match.events(ply):
            groups: dict[str, list[int]] = {}
            by_text: dict[str, dict[str, Any]] = {}
            for viewer in self.viewers:
                seen = event.seen_by(viewer)
                if seen is not None:
                    groups.setdefault(json_text(seen), []).append(viewer)
                    by_text[json_text(seen)] = seen
            for text, viewers in groups.items():
                seen = by_text[text]
                reveals = [viewer for viewer in viewers if event.reveals_to(viewer)]
                channel = self.game.texts.channel(seen)
                said = [self.match.event_text(seen, language) for language in LANGUAGES]
                everything.append([viewers, reveals, channel, said, seen])
                lines += self.event(
                    self.label(viewers), seen, f" (reveals to {self.label(reveals)})" if reveals else ""
                )
                if any(said):
                    mark = "" if channel == "normal" else f"{channel}, "
                    lines += [f"    {mark}{language}: {line}" for language, line in zip(LANGUAGES, said, strict=True)]
        return self.block("events", lines)

    def event(self, label: str, seen: dict[str, Any], note: str) -> list[str]:
        rest = {key: value for key, value in seen.items() if key != "kind"}
        text = json_text(rest)
        if len(text) <= SHORT:
            return [f"{label}: {seen['kind']} {text}{note}"]
        key = (label, seen["kind"])
        before = self.events.get(key)
        self.events[key] = rest
        changed = full(rest) if before is None else differences(before, rest)
        return [f"{label}: {seen['kind']}{note}", *[f"    {line}" for line in changed]]

    def view_lines(self, ply: int, whole: bool, everything: list[Any]) -> list[str]:
        """Return the changes of the views, with equal lines of several viewers grouped."""
        shared: dict[str, list[int]] = {}
        for viewer in self.viewers:
            view = self.match.view(viewer, ply)
            everything.append(view)
            for line in full(view) if whole else differences(self.views[viewer], view):
                shared.setdefault(line, []).append(viewer)
            self.views[viewer] = view
        blocks: dict[str, list[str]] = {}
        for line, viewers in shared.items():
            blocks.setdefault(self.label(viewers), []).append(line)
        return [line for label, lines in blocks.items() for line in self.block(f"view of {label}", lines)]

    def legal_lines(self, ply: int, whole: bool, everything: list[Any]) -> list[str]:
        """Return the legal actions, with new sentences, and some refusals with new texts."""
        state = self.match.state(ply)
        self.sentences = {}
        if state.seat < 0:
            return []
        known: list[str] = []
        lines: list[str] = []
        for action in state.actions():
            notation = self.game.format(state, action)
            said = [self.game.texts.describe(state, action, language) for language in LANGUAGES]
            everything.append([int(action), notation, said])
            self.sentences[notation] = [f"  {language}: {line}" for language, line in zip(LANGUAGES, said, strict=True)]
            known.append(notation)
            if self.described.get(notation) != said:
                self.described[notation] = said
                lines.append(f"{notation} | {said[0]} | {said[1]}")
        count = self.game.action_count(self.match.options)
        for number in range(REFUSALS):
            action = (ply * 7919 + number * count // REFUSALS) % count
            if not state.is_legal(action):
                why = self.game.texts.why_illegal(state, action)
                everything.append([action, why.code, why.en, why.ja])
                if (why.code, why.en, why.ja) not in self.refused:
                    self.refused.add((why.code, why.en, why.ja))
                    lines.append(f"refused {action}: {why.code} | {why.en} | {why.ja}")
        if len(lines) > SENTENCES and not whole:
            lines = [*lines[:SENTENCES], f"and {len(lines) - SENTENCES} more"]
        return [*self.block("legal", [", ".join(known)]), *self.block("new texts", lines)]

    def end(self) -> Iterable[str]:
        match, game = self.match, self.game
        last = match.state()
        events = [event for ply in range(match.ply + 1) for event in match.events(ply)]
        yield f"== end after {match.ply} plies"
        yield f"result: {json_text(match.result())}"
        yield f"opener: {game.measures.first_seat(last)}"
        yield f"measured: {json_text(game.measures.figures(last))}"
        yield f"decided: {json_text(game.measures.decisive_facts(events))}"
        for seat, cards in enumerate(game.measures.card_records(events) or []):
            yield f"cards of {game.seat_names[seat]}:"
            for name in ("deck", "opening", "drawn", "played", "held"):
                yield f"  {name}: {json_text(getattr(cards, name))}"
