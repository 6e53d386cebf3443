"""Replays: a whole game in one JSON file that can be verified."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Final

from tefuda.core.errors import InvalidInput, Problem, TefudaError
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.random import GAME_GENERATOR
from tefuda.core.registry import find_game
from tefuda.core.seed import format_seed, parse_seed
from tefuda.core.source import Source, read_file
from tefuda.core.text import Message

FORMAT: Final = "tefuda-replay/1"
EVERY: Final = 20
"""Actions between two fingerprints."""

LONGEST_NUMBER: Final = 9
"""The most digits of a ply. Python refuses to parse very long numbers."""

EXACT: Final = "EXACT"
DIVERGED: Final = "DIVERGED"
UNVERIFIED: Final = "UNVERIFIED"

KINDS: Final[dict[str, type | tuple[type, ...]]] = {
    "format": str,
    "game": str,
    "rules_version": int,
    "generator": str,
    "seed": str,
    "options": dict,
    "start": (dict, type(None)),
    "cards": dict,
    "actions": list,
    "fingerprints": dict,
    "result": (list, type(None)),
    "practice": bool,
    "undone": int,
    "digest": str,
}


class Verdict:
    """The result of verifying a replay, and the match if it is EXACT."""

    def __init__(self, kind: str, ply: int, message: Message, match: Match | None) -> None:
        self.kind = kind
        self.ply = ply
        """For DIVERGED: the number of actions after which the games differ."""
        self.message = message
        self.match = match


def record(match: Match) -> dict[str, Any]:
    """Return a match as a replay."""
    last = match.ply
    plies = sorted({*range(0, last, EVERY), last})
    replay: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.id,
        "rules_version": match.game.rules_version,
        "generator": GAME_GENERATOR,
        "seed": format_seed(match.seed),
        "options": match.game.changed_options(match.options) if match.start is None else {},
        "start": match.start,
        "cards": match.game.card_digests(match.state(0)),
        "actions": list(match.actions),
        "fingerprints": {str(ply): match.fingerprint(ply) for ply in plies},
        "result": match.result(),
        "practice": match.practice,
        "undone": match.undone,
    }
    replay["digest"] = digest(replay)
    return replay


def digest(replay: dict[str, Any]) -> str:
    """Return a digest of the rest of the replay, to detect damage."""
    rest = {key: value for key, value in replay.items() if key != "digest"}
    if replay["result"] is not None:
        rest["result"] = [_score(score) for score in replay["result"]]
    text = json.dumps(rest, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=12).hexdigest()


def _score(score: Any) -> Any:
    """Return a score as it was saved. A browser turns 1.0 into 1 and -0.0 into 0."""
    if type(score) is float:
        return score + 0.0
    return float(score) if type(score) is int and abs(score) < 2**53 else score


def save(match: Match, path: Path) -> None:
    """Write a match to a replay file, atomically."""
    text = json.dumps(record(match), ensure_ascii=False, indent=1) + "\n"
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def load(path: Path) -> Source:
    """Read a replay file and check its form; raises `InvalidFile`."""
    source = read_file(path)
    problems = check_form(source.data)
    if problems:
        raise source.invalid(problems)
    return source


def check_form(data: Any) -> list[Problem]:
    """Return the problems with the form of a replay: keys, types, digest."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return [Problem([], Message("not_a_replay", f"no replay ({FORMAT}).", f"リプレイ（{FORMAT}）ではありません。"))]
    problems: list[Problem] = []
    for key in data:
        if key not in KINDS:
            problems.append(Problem([key], Message("key_unknown", "no key of a replay.", "リプレイにないキーです。")))
    for key, kind in KINDS.items():
        if key not in data:
            problems.append(Problem([], Message("key_missing", f"{key!r} is missing.", f"{key!r} がありません。")))
        elif not isinstance(data[key], kind) or (isinstance(data[key], bool) and kind is not bool):
            problems.append(Problem([key], Message("kind", "the wrong kind of value.", "値の種類が違います。")))
    if problems:
        return problems
    for index, action in enumerate(data["actions"]):
        if not isinstance(action, str):
            problems.append(Problem(["actions", index], Message("kind", "no notation.", "手の表記ではありません。")))
    for ply, fingerprint in data["fingerprints"].items():
        if not (
            ply.isascii()
            and ply.isdecimal()
            and len(ply) <= LONGEST_NUMBER
            and int(ply) <= len(data["actions"])
            and isinstance(fingerprint, str)
        ):
            problems.append(
                Problem(["fingerprints", ply], Message("kind", "no fingerprint.", "照合値ではありません。"))
            )
    if not problems and not {"0", str(len(data["actions"]))} <= set(data["fingerprints"]):
        en, ja = "those of the first and the last position are missing.", "最初と最後の局面の照合値がありません。"
        problems.append(Problem(["fingerprints"], Message("fingerprint_missing", en, ja)))
    if not problems and data["digest"] != digest(data):
        en, ja = "the file was changed or damaged after it was saved.", "保存後に書き換えられたか、壊れています。"
        problems.append(Problem(["digest"], Message("digest", en, ja)))
    return problems


def verify(source: Source, game: Game | None = None) -> Verdict:
    """Play a replay again and compare: EXACT, DIVERGED or UNVERIFIED. Raises `InvalidInput` if it cannot be played.

    The game is found by its id, or given where it is not installed.
    """
    data = source.data
    if game is None:
        game = source.under(["game"], lambda: find_game(data["game"]))
    if data["rules_version"] != game.rules_version or data["generator"] != GAME_GENERATOR:
        message = Message(
            "other_rules",
            f"{UNVERIFIED}: played under rules version {data['rules_version']} ({data['generator']}), and this is "
            f"version {game.rules_version} ({GAME_GENERATOR}). Its positions cannot be shown for certain.",
            f"{UNVERIFIED}: ルール第 {data['rules_version']} 版（{data['generator']}）の記録です。この環境は第 "
            f"{game.rules_version} 版（{GAME_GENERATOR}）なので、局面を確実には再現できません。",
        )
        return Verdict(UNVERIFIED, 0, message, None)
    seed = source.under(["seed"], lambda: parse_seed(data["seed"]))
    if data["start"] is None:
        match = source.under(["options"], lambda: Match(game, seed, data["options"]))
    else:
        match = source.under(["start"], lambda: Match(game, seed, position=data["start"]))
    pinned = game.card_digests(match.state(0))
    if data["cards"] != pinned:
        changed = sorted(card for card in {**pinned, **data["cards"]} if pinned.get(card) != data["cards"].get(card))
        listed = ", ".join(changed[:10])
        message = Message(
            "other_cards",
            f"{UNVERIFIED}: these cards have changed since it was played: {listed}.",
            f"{UNVERIFIED}: 記録の後に変わったカードがあります: {listed}",
        )
        return Verdict(UNVERIFIED, 0, message, None)
    for ply in range(len(data["actions"]) + 1):
        expected = data["fingerprints"].get(str(ply))
        if expected is not None and expected != match.fingerprint():
            return _diverged(ply, None)
        if ply < len(data["actions"]):
            try:
                match.play(match.seat, ply, data["actions"][ply])
            except TefudaError as error:
                return _diverged(ply, error)
    if match.result() != data["result"]:
        return _diverged(match.ply, None)
    match.practice, match.undone = data["practice"], data["undone"]
    plies = match.ply
    return Verdict(EXACT, plies, Message("exact", f"{EXACT}: {plies} actions.", f"{EXACT}: 全 {plies} 手"), match)


def _diverged(ply: int, error: TefudaError | None) -> Verdict:
    why_en = f" ({error.text('en')})" if error is not None else ""
    why_ja = f"（{error.text('ja')}）" if error is not None else ""
    message = Message(
        "diverged",
        f"{DIVERGED} at ply {ply}: the game played again is not the one recorded{why_en}.",
        f"{DIVERGED}: {ply} 手目で記録と食い違います{why_ja}。",
    )
    return Verdict(DIVERGED, ply, message, None)


def matched(verdict: Verdict) -> Match:
    """Return the match of an EXACT replay; raises `InvalidInput` with the verdict otherwise."""
    if verdict.match is None:
        raise InvalidInput([Problem([], verdict.message)])
    return verdict.match
