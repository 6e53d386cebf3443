"""Learned policies of Card Othello: the policy table and the model search path (CO-14.1, CO-14.2).

docs/models.md describes the two formats.
"""

import json
import logging
import os
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path
from typing_extensions import override

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.player import Seat
from tefuda.core.text import Message
from tefuda.games.card_othello import notation
from tefuda.games.card_othello.catalogue import catalogue
from tefuda.games.card_othello.players.heuristic import tie_order
from tefuda.games.card_othello.rules.codes import CARD_CODES, PASS, PICK, PICK_CARD, PICKS, PICKS_NOTHING, USE

log = logging.getLogger("tefuda.card_othello")

GAME_ID: Final = "card-othello"
RULES_VERSION: Final = 1
"""Models must be made for this rules version."""

POLICY_TABLE_FORMAT: Final = "tefuda-policy-table"
POLICY_TABLE_VERSION: Final = 1
PLACEMENT_CLASSES: Final = ["corner", "x", "c", "edge", "inner"]


class UnusableModel(InvalidInput):
    """A model that is missing, broken, or made for another game or version."""


class MissingModel(UnusableModel):
    """There is no model file."""


def unusable_model(en: str, ja: str) -> UnusableModel:
    return UnusableModel([Problem([], Message("model", en, ja))])


def missing_model() -> MissingModel:
    return MissingModel([Problem([], Message("model", "does not exist.", "がありません。"))])


def file_exists(path: Path) -> bool:
    """Return whether a file exists; False if the path cannot be accessed."""
    try:
        return path.exists()
    except OSError:
        return False


class Policy:
    """A learned policy."""

    def choose(self, seat: Seat) -> int | None:
        """Return a legal action, or None if the policy does not cover the position."""
        raise NotImplementedError


def best_legal_action(scores: dict[int, float], legal: list[int]) -> int | None:
    """Return the legal action with the highest score, or None (CO-14.3)."""
    ids = [card.id for card in catalogue()]
    left = dict(scores)
    while left:
        best = max(left.values())
        action = min((action for action in left if left[action] == best), key=lambda action: tie_order(action, ids))
        if action in legal:
            return action
        del left[action]
    return None


# Policy table


def symmetries() -> list[list[int]]:
    """Return the eight symmetries of the board: the source cell of each cell."""
    found: list[list[int]] = []
    for mirrored in (False, True):
        cells = [8 * row + (7 - column if mirrored else column) for row in range(8) for column in range(8)]
        for _ in range(4):
            found.append(cells)
            cells = [cells[8 * (7 - column) + row] for row in range(8) for column in range(8)]
    return found


SYMMETRIES: Final = symmetries()


def canonical_board(board: str) -> tuple[str, list[int]]:
    """Return the smallest of a board's eight symmetric boards, and its symmetry."""
    turned = [("".join(board[cell] for cell in cells), number) for number, cells in enumerate(SYMMETRIES)]
    smallest, number = min(turned)
    return smallest, SYMMETRIES[number]


def exact_key(view: dict[str, Any]) -> str:
    """Return the key of the exact position: side, canonical board, pending card, number of placements."""
    choice = view["choice"]
    board, _ = canonical_board("".join(view["board"]))
    return f"{choice['seat']}|{board}|{choice['pending'] or '-'}|{len(choice['cells'])}"


def exact_action(view: dict[str, Any], action: int) -> str:
    """Return the notation of an action on the canonical board."""
    _, symmetry = canonical_board("".join(view["board"]))
    return notation.format_action(symmetry.index(action) if action < PICK else action)


def bucket(value: int, limits: list[int]) -> int:
    """Return the number of limits that a value has reached."""
    return sum(value >= limit for limit in limits)


def abstract_key(view: dict[str, Any]) -> str:
    """Return the key of the abstract position: side, pending card, phase, mobility, stones and corners."""
    choice, board = view["choice"], "".join(view["board"])
    own, enemy = ("B", "W") if choice["seat"] == "black" else ("W", "B")
    empty = board.count(".")
    phase = "opening" if empty >= 44 else "middle" if empty >= 16 else "end"
    mobility = bucket(len(choice["cells"]), [1, 4, 8, 12])
    stones = bucket(board.count(own) - board.count(enemy), [-9, -2, 3, 10])
    corners = [board[0], board[7], board[56], board[63]]
    held = corners.count(own) - corners.count(enemy)
    lead = "+" if held > 0 else "-" if held < 0 else "0"
    return f"{choice['seat']}|{choice['pending'] or '-'}|{phase}|m{mobility}|d{stones}|c{lead}"


def placement_class(cell: int) -> str:
    """Return the class of a cell: corner, x, c, edge or inner."""
    row, column = min(cell // 8, 7 - cell // 8), min(cell % 8, 7 - cell % 8)
    if (row, column) == (0, 0):
        return "corner"
    if (row, column) == (1, 1):
        return "x"
    if row + column == 1:
        return "c"
    return "edge" if row == 0 or column == 0 else "inner"


class TablePolicy(Policy):
    """Scores by position: exact positions first, then abstract ones."""

    def __init__(self, exact: dict[str, dict[str, float]], abstract: dict[str, dict[str, float]]) -> None:
        self.exact = exact
        self.abstract = abstract

    @override
    def choose(self, seat: Seat) -> int | None:
        view = seat.view()
        pending = view["choice"]["pending"]
        if pending is not None and PICKS[CARD_CODES[pending]] != PICKS_NOTHING:
            return None  # the table has no scores for picks
        legal = [int(action) for action in seat.actions()]
        action = best_legal_action(self.exact_scores(view), legal)
        return action if action is not None else best_legal_action(self.abstract_scores(view, legal), legal)

    def exact_scores(self, view: dict[str, Any]) -> dict[int, float]:
        """Return the scores of the exact position, mapped back from the canonical board."""
        entry = self.exact.get(exact_key(view), {})
        _, symmetry = canonical_board("".join(view["board"]))
        scores: dict[int, float] = {}
        for text, score in entry.items():
            action = notation.parse_action(text)
            scores[symmetry[action] if action < PICK else action] = score
        return scores

    def abstract_scores(self, view: dict[str, Any], legal: list[int]) -> dict[int, float]:
        entry = self.abstract.get(abstract_key(view), {})
        scores: dict[int, float] = {}
        for text, score in entry.items():
            if text in PLACEMENT_CLASSES:
                scores.update({cell: score for cell in legal if cell < PICK and placement_class(cell) == text})
            else:
                scores[notation.parse_action(text)] = score
        return scores


def write_table(path: Path, exact: dict[str, dict[str, float]], abstract: dict[str, dict[str, float]]) -> None:
    """Write a policy table; raises `UnusableModel` if it is invalid."""
    data = {
        "format": POLICY_TABLE_FORMAT,
        "version": POLICY_TABLE_VERSION,
        "game": GAME_ID,
        "rules": RULES_VERSION,
        "exact": exact,
        "abstract": abstract,
    }
    check_table(data)
    path.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def read_table(path: Path) -> TablePolicy:
    """Load a policy table; raises `UnusableModel`."""
    if not file_exists(path):
        raise missing_model()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as failure:
        raise unusable_model(f"cannot be read: {failure}.", f"を読めません（{failure}）。") from failure
    check_table(data)
    return TablePolicy(data["exact"], data["abstract"])


def check_table(data: Any) -> None:
    """Check a policy table; raises `UnusableModel` at the first problem."""
    if not isinstance(data, dict) or data.get("format") != POLICY_TABLE_FORMAT:
        raise unusable_model("is not a policy table.", "は方策テーブルではありません。")
    for key, wanted in (("version", POLICY_TABLE_VERSION), ("game", GAME_ID), ("rules", RULES_VERSION)):
        if data.get(key) != wanted:
            found = data.get(key)
            raise unusable_model(
                f"has {key} {found!r}; {wanted!r} is required.", f"の {key} が {found!r} です（{wanted!r} が必要）。"
            )
    for part in ("exact", "abstract"):
        entries = data.get(part)
        if not isinstance(entries, dict):
            raise unusable_model(f"has no {part!r} mapping.", f"に {part} がありません。")
        for key, scores in entries.items():
            if not isinstance(scores, dict):
                raise unusable_model(
                    f"{part}, {key!r}: expected a mapping of scores.", f"の {part}、{key!r} に得点がありません。"
                )
            for text, score in scores.items():
                known = _is_action(text) or (part == "abstract" and text in PLACEMENT_CLASSES)
                if not known or not isinstance(score, int | float) or isinstance(score, bool) or score != score:
                    raise unusable_model(
                        f"{part}, {key!r}: {text!r}: {score!r} is not the score of an action.",
                        f"の {part}、{key!r}、{text!r}: {score!r} は行動の得点ではありません。",
                    )


def _is_action(text: str) -> bool:
    """Return whether a table may score an action: placements, cards and passes."""
    try:
        action = notation.parse_action(text)
    except InvalidInput:
        return False
    return action < PICK or USE <= action < PICK_CARD or action == PASS


# Model search path


def model_folder() -> Path:
    """Return the folder of the models: under TEFUDA_MODELS, otherwise in the user's data folder."""
    given = os.environ.get("TEFUDA_MODELS")
    return (Path(given) if given else user_data_path("tefuda", appauthor=False) / "models") / GAME_ID


MODEL_FILES: Final = ["policy.onnx", "policy.json"]


def has_installed_model() -> bool:
    """Return whether the model folder has a file of a model."""
    return any(file_exists(model_folder() / name) for name in MODEL_FILES)


def load_policies(folder: Path) -> list[Policy]:
    """Load `policy.onnx` and `policy.json` of a folder. An unusable file is skipped with one line in the log."""
    from tefuda.games.card_othello.players.onnx_policy import read_model

    found: list[Policy] = []
    for name, read in zip(MODEL_FILES, (read_model, read_table), strict=True):
        path = folder / name
        try:
            found.append(read(path))
        except MissingModel:
            log.debug("%s does not exist. Skipped.", path)
        except UnusableModel as failure:
            log.warning("%s %s Skipped.", path, failure.text("en"))
    return found


_policy_cache: dict[str, list[Policy]] = {}


def installed_policies() -> list[Policy]:
    """Return the policies of the model folder, loaded once."""
    folder = model_folder()
    if str(folder) not in _policy_cache:
        _policy_cache[str(folder)] = load_policies(folder)
    return _policy_cache[str(folder)]
