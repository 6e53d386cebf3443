"""`tefuda puzzles`: list, prove, make."""

from pathlib import Path
from typing import Any

from rich.table import Table

from tefuda.cardlang.workshop import find_workshop
from tefuda.cli.commands.cards import DEFAULT_GAME, count, find_deck
from tefuda.cli.console import check_range, print_error, print_json, progress_bar, read_workers, stdout_console
from tefuda.cli.language import say, t
from tefuda.core.errors import invalid_input
from tefuda.core.options import did_you_mean
from tefuda.core.puzzle import TIERS, read_puzzle
from tefuda.core.registry import find_game
from tefuda.core.seed import parse_seed
from tefuda.core.source import files_under
from tefuda.lab.runs.puzzle_search import prove_files, search_puzzles, wrong_claims
from tefuda.players.puzzle_maker import puzzle_yaml
from tefuda.solve import SOLVED, Limits

MAX_TRIES = 1_000_000


def included_puzzles(game: str = DEFAULT_GAME) -> list[Path]:
    """Return the puzzle files that ship with a game."""
    return find_workshop(game).puzzles()


def puzzle_files(names: list[str]) -> list[Path]:
    """Return the files of puzzles named by id, file or folder (default: all included puzzles)."""
    if not names:
        return included_puzzles()
    found: list[Path] = []
    for name in names:
        files = files_under(Path(name)) if Path(name).is_dir() else [find_puzzle(name)]
        if not files:
            en, ja = f"{name}: no puzzle files (*.yaml).", f"{name}: パズルのファイル（*.yaml）がありません。"
            raise invalid_input("no_files", en, ja)
        found += files
    return list(dict.fromkeys(found))


def find_puzzle(name: str) -> Path:
    """Return the file of an included puzzle, or the given file; raise `InvalidInput` for an unknown id."""
    path = Path(name)
    if path.suffix in (".yaml", ".yml", ".json") or path.exists():
        return path
    known = {file.stem: file for file in included_puzzles()}
    if name in known:
        return known[name]
    en, ja = did_you_mean(name, list(known))
    raise invalid_input("puzzle", f"Unknown puzzle {name!r}.{en}", f"{name!r} というパズルはありません。{ja}")


def list_puzzles(as_json: bool) -> int:
    """List the included puzzles by tier."""
    puzzles = sorted(
        (read_puzzle(path) for path in included_puzzles()), key=lambda puzzle: (puzzle.tier or 0, puzzle.id)
    )
    if as_json:
        print_json([{"id": puzzle.id, "tier": puzzle.tier, "par": puzzle.par} for puzzle in puzzles])
        return 0
    table = Table(box=None, pad_edge=False)
    for head in (t("tier", "段階"), "id", t("title", "題名"), t("par", "パー")):
        table.add_column(head, no_wrap=True)
    for puzzle in puzzles:
        table.add_row("★" * (puzzle.tier or 0), puzzle.id, say(puzzle.title), str(puzzle.par))
    stdout_console().print(table)
    print(t("Play one: tefuda puzzles play ID", "遊ぶ: tefuda puzzles play ID"))
    return 0


def prove_puzzles(names: list[str], nodes: int, seconds: float, workers: int, as_json: bool) -> int:
    """Prove puzzle files and compare with their claims; return 1 if a claim is wrong."""
    check_range("--nodes", nodes, 1, 10**15)
    check_range("--seconds", seconds, 0.001, 10**6)
    files = puzzle_files(names)
    puzzles = {str(path): read_puzzle(path) for path in files}
    workers = read_workers(workers, len(files))
    with progress_bar() as bar:
        task = bar.add_task(t("proofs", "証明"), total=len(files))
        proofs = prove_files(files, Limits(nodes, seconds), workers, lambda _: bar.advance(task))
    wrong = {proof["id"]: wrong_claims(puzzles[proof["path"]], proof) for proof in proofs}
    wrong = {name: keys for name, keys in wrong.items() if keys}
    if as_json:
        print_json({"proofs": proofs, "differ": wrong})
        return 1 if wrong else 0
    stdout_console().print(proof_table(proofs))
    print(
        t(
            "fails: how often a greedy player fails. score: log2(nodes) + par/2 + 6 x fails.",
            "失敗: greedy が失敗する割合。難度: log2(ノード数) + パー / 2 + 失敗率 × 6。",
        )
    )
    for name, keys in wrong.items():
        print_error(
            t(
                f"{name}: the file contradicts the proof: {', '.join(keys)}.",
                f"{name}: ファイルの値が証明と一致しません: {', '.join(keys)}",
            )
        )
    solved = sum(proof["verdict"] == SOLVED and proof["par"] is not None for proof in proofs)
    print(t(f"{count(len(proofs), 'puzzle')}, {solved} proved.", f"{len(proofs)} 問中 {solved} 問を証明しました。"))
    return 1 if wrong else 0


def proof_table(proofs: list[dict[str, Any]]) -> Table:
    """Return a table of par, solutions and difficulty. It fits into 80 columns with the included puzzles."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    heads = [
        t("tier", "段階"),
        "id",
        t("par", "パー"),
        t("solutions", "最短解"),
        t("nodes", "ノード"),
        t("branch", "分岐"),
        t("fails", "失敗"),
        t("score", "難度"),
        t("s", "秒"),
    ]
    for place, head in enumerate(heads):
        # Long ids wrap. Numbers do not.
        table.add_column(head, justify="left" if place < 2 else "right", no_wrap=head != "id", overflow="fold")
    for proof in sorted(proofs, key=lambda proof: (proof["tier"] or 9, proof["id"])):
        measured = proof["difficulty"] or {}
        table.add_row(
            str(proof["tier"] or "-"),
            proof["id"],
            str(proof["par"] or "-"),
            str(proof["solutions"] or "-") if proof["verdict"] == SOLVED else proof["verdict"],
            f"{proof['nodes']:,}",
            str(measured.get("branching", "-")),
            f"{100 * measured['fails']:.0f} %" if measured else "-",
            str(measured.get("score", "-")),
            f"{proof['seconds']:.1f}",
        )
    return table


def make_puzzles(
    deck: str, *, tier: int, count: int, seed: str, solutions: int, tries: int, folder: Path | None, workers: int
) -> int:
    """Search for new puzzles and print or write them; return 1 if fewer than `count` were found."""
    check_range("--tier", tier, 1, TIERS)
    check_range("--count", count, 1, 1000)
    check_range("--solutions", solutions, 1, 10**9)
    check_range("--tries", tries, 1, MAX_TRIES)
    game, workshop = find_game(DEFAULT_GAME), find_workshop(DEFAULT_GAME)
    chosen = find_deck(workshop, deck, {})
    options = {"deck": workshop.deck_value(chosen)}
    game.read_options(options)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    found: list[dict[str, Any]] = []
    workers = read_workers(workers, tries)
    search = search_puzzles(
        game, options, tier=tier, seed=parse_seed(seed), most_solutions=solutions, workers=workers, tries=tries
    )
    with progress_bar() as bar:
        task = bar.add_task(t("positions tried", "試した局面"), total=tries)
        for proof in search:
            bar.advance(task)
            if proof is None or any(proof["position"] == other["position"] for other in found):
                continue
            found.append(proof)
            write_puzzle(f"{chosen.id}-{tier}-{len(found)}", proof, folder)
            if len(found) == count:
                break
    search.close()  # type: ignore[attr-defined]
    wanted = t(f"{len(found)} of {count} puzzles found.", f"{count} 問中 {len(found)} 問を見つけました。")
    print_error(wanted)
    return 0 if len(found) == count else 1


def write_puzzle(name: str, proof: dict[str, Any], folder: Path | None) -> None:
    """Write a puzzle to a new file, or print it."""
    game = find_game(DEFAULT_GAME)
    goal = find_workshop(DEFAULT_GAME).puzzle_goal(proof["position"], proof["line"])
    title = {"en": f"Untitled {name}", "ja": f"無題 {name}"}
    text = puzzle_yaml(name, game, title, {"en": goal.en, "ja": goal.ja}, proof)
    if folder is None:
        print(text, end="")
        return
    path = folder / f"{name}.yaml"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.yaml"
    path.write_text(text, encoding="utf-8")
    print(path)
