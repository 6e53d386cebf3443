"""Learned policies of Card Othello: the policy table and the chain that looks for models (CO-14.1, CO-14.2).

docs/models.md describes the two formats.
"""

import json
import logging
import os
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.player import Seat
from tefuda.core.text import Message
from tefuda.games.card_othello import notation
from tefuda.games.card_othello.catalogue import catalogue
from tefuda.games.card_othello.players.heuristic import tie_order
from tefuda.games.card_othello.rules.codes import CARD_CODES, PASS, PICK, PICK_CARD, PICKS, PICKS_NOTHING, USE

log = logging.getLogger("tefuda.card_othello")

GAME: Final = "card-othello"
RULES: Final = 1
"""The rules version that models must be made for."""

TABLE_FORMAT: Final = "tefuda-policy-table"
TABLE_VERSION: Final = 1
CLASSES: Final = ["corner", "x", "c", "edge", "inner"]


class UnusableModel(InvalidInput):
    """A model that cannot be used: missing, broken, or made for something else."""


class MissingModel(UnusableModel):
    """The usual case: there is none."""


def unusable(en: str, ja: str) -> UnusableModel:
    return UnusableModel([Problem([], Message("model", en, ja))])


def missing() -> MissingModel:
    return MissingModel([Problem([], Message("model", "is not there.", "がありません。"))])


def is_there(path: Path) -> bool:
    """Whether there is a file; a path that the system cannot even look at counts as none."""
    try:
        return path.exists()
    except OSError:
        return False


class Policy:
    """Something learned that may have an opinion about a position."""

    def choose(self, seat: Seat) -> int | None:
        """A legal action, or None where it has no opinion."""
        raise NotImplementedError


def best_legal(scores: dict[int, float], legal: list[int]) -> int | None:
    """The best-scored action; one that would be refused, a pass say, is struck and it is decided again (CO-14.3)."""
    ids = [card.id for card in catalogue()]
    left = dict(scores)
    while left:
        best = max(left.values())
        action = min((action for action in left if left[action] == best), key=lambda action: tie_order(action, ids))
        if action in legal:
            return action
        del left[action]
    return None


# The table


def symmetries() -> list[list[int]]:
    """The eight ways to turn and mirror the board: where each cell of the new board comes from."""
    found: list[list[int]] = []
    for mirrored in (False, True):
        cells = [8 * row + (7 - column if mirrored else column) for row in range(8) for column in range(8)]
        for _ in range(4):
            found.append(cells)
            cells = [cells[8 * (7 - column) + row] for row in range(8) for column in range(8)]
    return found


SYMMETRIES: Final = symmetries()


def canonical(board: str) -> tuple[str, list[int]]:
    """The smallest of a board's eight symmetries, and the symmetry that makes it."""
    turned = [("".join(board[cell] for cell in cells), number) for number, cells in enumerate(SYMMETRIES)]
    smallest, number = min(turned)
    return smallest, SYMMETRIES[number]


def exact_key(view: dict[str, Any]) -> str:
    """Side, canonical board, pending card, number of placements."""
    choice = view["choice"]
    board, _ = canonical("".join(view["board"]))
    return f"{choice['seat']}|{board}|{choice['pending'] or '-'}|{len(choice['cells'])}"


def exact_action(view: dict[str, Any], action: int) -> str:
    """How an action stands in the entry of the exact position: cells are those of the canonical board."""
    _, symmetry = canonical("".join(view["board"]))
    return notation.format_action(symmetry.index(action) if action < PICK else action)


def bucket(value: int, limits: list[int]) -> int:
    """How many of the limits a value has reached."""
    return sum(value >= limit for limit in limits)


def abstract_key(view: dict[str, Any]) -> str:
    """Side, pending card, phase, and how mobility, stones and corners stand."""
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
    """Corner, x, c, edge or inner, tested in this order."""
    row, column = min(cell // 8, 7 - cell // 8), min(cell % 8, 7 - cell % 8)
    if (row, column) == (0, 0):
        return "corner"
    if (row, column) == (1, 1):
        return "x"
    if row + column == 1:
        return "c"
    return "edge" if row == 0 or column == 0 else "inner"


class TablePolicy(Policy):
    """Scores by position, exact ones before abstract ones."""

    def __init__(self, exact: dict[str, dict[str, float]], abstract: dict[str, dict[str, float]]) -> None:
        self.exact = exact
        self.abstract = abstract

    def choose(self, seat: Seat) -> int | None:
        view = seat.view()
        pending = view["choice"]["pending"]
        if pending is not None and PICKS[CARD_CODES[pending]] != PICKS_NOTHING:
            return None  # picking is no matter of the table
        legal = [int(action) for action in seat.actions()]
        action = best_legal(self.exact_scores(view), legal)
        return action if action is not None else best_legal(self.abstract_scores(view, legal), legal)

    def exact_scores(self, view: dict[str, Any]) -> dict[int, float]:
        """The scores of the very position, its cells turned back to the board as it lies."""
        entry = self.exact.get(exact_key(view), {})
        _, symmetry = canonical("".join(view["board"]))
        scores: dict[int, float] = {}
        for text, score in entry.items():
            action = notation.parse_action(text)
            scores[symmetry[action] if action < PICK else action] = score
        return scores

    def abstract_scores(self, view: dict[str, Any], legal: list[int]) -> dict[int, float]:
        entry = self.abstract.get(abstract_key(view), {})
        scores: dict[int, float] = {}
        for text, score in entry.items():
            if text in CLASSES:
                scores.update({cell: score for cell in legal if cell < PICK and placement_class(cell) == text})
            else:
                scores[notation.parse_action(text)] = score
        return scores


def write_table(path: Path, exact: dict[str, dict[str, float]], abstract: dict[str, dict[str, float]]) -> None:
    """Write a policy table; what could not be read back is refused here."""
    data = {
        "format": TABLE_FORMAT,
        "version": TABLE_VERSION,
        "game": GAME,
        "rules": RULES,
        "exact": exact,
        "abstract": abstract,
    }
    check_table(data)
    path.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def read_table(path: Path) -> TablePolicy:
    """The table of a file; raises `UnusableModel`."""
    if not is_there(path):
        raise missing()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as failure:
        raise unusable(f"cannot be read: {failure}.", f"を読めません（{failure}）。") from failure
    check_table(data)
    return TablePolicy(data["exact"], data["abstract"])


def check_table(data: Any) -> None:
    """Everything that a table must be; raises `UnusableModel` at the first thing that it is not."""
    if not isinstance(data, dict) or data.get("format") != TABLE_FORMAT:
        raise unusable("is no policy table.", "は方策テーブルではありません。")
    for key, wanted in (("version", TABLE_VERSION), ("game", GAME), ("rules", RULES)):
        if data.get(key) != wanted:
            found = data.get(key)
            raise unusable(
                f"has {key} {found!r}, not {wanted!r}.", f"の {key} が {found!r} です（{wanted!r} が必要）。"
            )
    for part in ("exact", "abstract"):
        entries = data.get(part)
        if not isinstance(entries, dict):
            raise unusable(f"has no {part} part.", f"に {part} がありません。")
        for key, scores in entries.items():
            if not isinstance(scores, dict):
                raise unusable(f"{part}, {key!r}: scores are expected.", f"の {part}、{key!r} に得点がありません。")
            for text, score in scores.items():
                known = _is_action(text) or (part == "abstract" and text in CLASSES)
                if not known or not isinstance(score, int | float) or isinstance(score, bool) or score != score:
                    raise unusable(
                        f"{part}, {key!r}: {text!r}: {score!r} is no score of an action.",
                        f"の {part}、{key!r}、{text!r}: {score!r} は行動の得点ではありません。",
                    )


def _is_action(text: str) -> bool:
    """Whether a table may score it: placements, cards and passes, not what is picked for a card."""
    try:
        action = notation.parse_action(text)
    except InvalidInput:
        return False
    return action < PICK or USE <= action < PICK_CARD or action == PASS


# The chain


def models_folder() -> Path:
    """Where models are looked for: under TEFUDA_MODELS, else in the user's data folder."""
    given = os.environ.get("TEFUDA_MODELS")
    return (Path(given) if given else user_data_path("tefuda", appauthor=False) / "models") / GAME


def load_policies(folder: Path) -> list[Policy]:
    """The policies of a folder: `policy.onnx`, then `policy.json`. What cannot be used costs one line in the log."""
    from tefuda.games.card_othello.players.onnx_policy import read_model

    found: list[Policy] = []
    for path, read in ((folder / "policy.onnx", read_model), (folder / "policy.json", read_table)):
        try:
            found.append(read(path))
        except MissingModel:
            log.debug("%s is not there. It is passed over.", path)
        except UnusableModel as failure:
            log.warning("%s %s It is passed over.", path, failure.text("en"))
    return found


_loaded: dict[str, list[Policy]] = {}


def installed_policies() -> list[Policy]:
    """The policies of the models folder, looked for once."""
    folder = models_folder()
    if str(folder) not in _loaded:
        _loaded[str(folder)] = load_policies(folder)
    return _loaded[str(folder)]
