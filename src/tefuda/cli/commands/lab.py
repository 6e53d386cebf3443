"""`tefuda lab`: studies of a game, each a run in a folder."""

from pathlib import Path

from tefuda.cli.commands.cards import use_cards
from tefuda.cli.commands.lab_table import show_list, show_run
from tefuda.cli.console import complain, game_title, in_range, print_json, progress_bar, read_flags, read_workers
from tefuda.cli.language import language, t
from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.options import did_you_mean
from tefuda.core.source import read_file
from tefuda.lab.runs.parallel import BACKENDS, DASK, LOKY, WorkerDied
from tefuda.lab.runs.plan import Plan
from tefuda.lab.runs.run import SPEC, Run, begin, next_folder, open_run, read_run_spec, writing
from tefuda.lab.studies.registry import make_study
from tefuda.lab.studies.study import Study

RUNS = Path("runs")
FEW_GAMES = 50
"""For each so many another process is worth starting."""

FAILED = 1
INTERRUPTED = 130


class Means:
    """How a run is to be played, of which nothing shows in what comes out."""

    def __init__(self, workers: int, backend: str, address: str) -> None:
        in_range("--workers", workers, 0, 64)
        if backend and backend not in BACKENDS:
            en, ja = did_you_mean(backend, BACKENDS)
            listed = ", ".join(BACKENDS)
            raise invalid_input(
                "backend",
                f"There is no backend {backend!r}: {listed}.{en}",
                f"{backend!r} という方式はありません（{listed}）。{ja}",
            )
        self.workers = workers
        self.backend = backend or (DASK if address else LOKY)
        self.address = address
        if self.backend == DASK and not address:
            en = "--backend dask needs --address, like tcp://host:8786."
            raise invalid_input("address", en, "--backend dask には --address（tcp://host:8786 など）が必要です。")
        if self.backend == LOKY and address:
            raise invalid_input(
                "address", "--address is for --backend dask.", "--address は --backend dask で使います。"
            )


def start(
    kind: str,
    game: str,
    players: list[str],
    decks: list[str],
    options: list[str],
    vary: list[str],
    games: int,
    seed: str,
    stop: bool,
    folder: Path | None,
    means: Means,
    as_json: bool,
) -> int:
    """A study from the command line, from its beginning; the exit status."""
    fixed = read_flags(options, "--option", "field_size=8")
    numbers = {
        name: int(value) if value.removeprefix("-").isdecimal() and len(value) < 20 else value
        for name, value in fixed.items()
    }
    data = {
        "kind": kind,
        "game": game,
        "players": players,
        "decks": decks,
        "options": numbers,
        "vary": read_flags(vary, "--vary", "field_size=6-10"),
        "games": games,
        "seed": seed,
        "stop": stop,
        "language": language(),
    }
    return play_new(make_study(data), folder, means, as_json)


def start_file(path: Path, cards: Path | None, folder: Path | None, means: Means, as_json: bool) -> int:
    """A study from a file."""
    source = read_file(path)
    data = source.data
    if isinstance(data, dict):
        data = {"language": language(), **data}
        use_cards(str(data.get("game")), cards)
    study: Study = source.under([], lambda: make_study(data))
    return play_new(study, folder, means, as_json)


def play_new(study: Study, folder: Path | None, means: Means, as_json: bool) -> int:
    """A run in a new folder."""
    return play(begin(folder or next_folder(RUNS, study), study), means, as_json)


def resume(folder: Path, cards: Path | None, means: Means, as_json: bool) -> int:
    """Go on with a run."""
    use_cards(str(read_run_spec(folder).data.get("game")), cards)
    return play(open_run(folder), means, as_json)


def play(run: Run, means: Means, as_json: bool) -> int:
    """Play what is missing, then show what came out; the exit status."""
    resumes = f"tefuda lab resume {run.folder}"
    with progress_bar() as bar, writing(run.folder):
        task = bar.add_task(f"{run.study.kind}: {game_title(run.study.game)}", total=run.plan.games)

        def progress(plan: Plan) -> None:
            bar.update(task, completed=plan.done, total=plan.games)

        workers = read_workers(means.workers, run.plan.games // FEW_GAMES)
        try:
            complete = run.play(workers, progress, means.backend, means.address)
        except WorkerDied as failure:
            complain(failure.text(language()))
            complain(t(f"What is done is kept; go on: {resumes}", f"ここまでの結果は残っています。続き: {resumes}"))
            return FAILED
    if not complete:
        kept = Run.kept_in(run.folder)
        complain(
            t(
                f"Stopped after {kept:,} games; they are kept. Go on: {resumes}",
                f"{kept:,} ゲームで中断しました（結果は残っています）。続き: {resumes}",
            )
        )
        return INTERRUPTED
    show_run(run, as_json)
    return 0


def report(folder: Path, cards: Path | None, as_json: bool) -> int:
    """Write the page of a finished run anew, in the language chosen, and show what came out."""
    use_cards(str(read_run_spec(folder).data.get("game")), cards)
    run = open_run(folder)
    if not run.finished:
        en = f"{folder} is not finished; go on: tefuda lab resume {folder}"
        raise invalid_input("unfinished", en, f"{folder} は途中です。続き: tefuda lab resume {folder}")
    run.read()
    with writing(folder):
        run.write_page(language())
    show_run(run, as_json)
    return 0


def list_runs(under: Path, as_json: bool) -> int:
    """The runs in a folder, by name."""
    found = []
    for folder in sorted(path.parent for path in under.glob(f"*/{SPEC}")):
        try:
            data = read_run_spec(folder).data
        except InvalidInput as failure:
            # One that was damaged does not hide the others.
            complain(failure.text(language()))
            continue
        finished = Run.finished_in(folder)
        found.append(
            {
                "folder": str(folder),
                "kind": data.get("kind"),
                "game": data.get("game"),
                "finished": finished,
                **({} if finished else {"played": Run.kept_in(folder)}),
            }
        )
    if as_json:
        print_json(found)
    else:
        show_list(found, under)
    return 0
