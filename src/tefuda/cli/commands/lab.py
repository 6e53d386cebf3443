"""`tefuda lab`: studies of a game, each a run in a folder."""

from pathlib import Path

from tefuda.cli.arguments import RunArguments, StudyArguments
from tefuda.cli.commands.cards import use_cards
from tefuda.cli.commands.lab_table import show_list, show_run
from tefuda.cli.console import (
    GAMES_PER_WORKER,
    MAX_WORKERS,
    check_range,
    game_title,
    print_error,
    print_json,
    progress_bar,
    read_flags,
    read_workers,
)
from tefuda.cli.language import language, t
from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.options import did_you_mean
from tefuda.core.source import read_file
from tefuda.lab.runs.parallel import BACKENDS, DASK, LOKY, WorkerDied
from tefuda.lab.runs.plan import Plan
from tefuda.lab.runs.run import SPEC, Run, create_run, next_folder, open_run, read_run_spec, write_errors
from tefuda.lab.studies.registry import make_study
from tefuda.lab.studies.study import RecordedStudy
from tefuda.players.exec_player import allow_programs, check_programs

RUNS = Path("runs")
FAILED = 1
INTERRUPTED = 130


class Backend:
    """Where the games are played: in processes of this machine, or on a cluster."""

    def __init__(self, arguments: RunArguments) -> None:
        """Raise `InvalidInput` for invalid arguments."""
        backend, address = arguments.backend, arguments.address
        check_range("--workers", arguments.workers, 0, MAX_WORKERS)
        if backend and backend not in BACKENDS:
            en, ja = did_you_mean(backend, BACKENDS)
            listed = ", ".join(BACKENDS)
            raise invalid_input(
                "backend",
                f"Unknown backend {backend!r}. Use one of: {listed}.{en}",
                f"{backend!r} という方式はありません（{listed}）。{ja}",
            )
        self.workers = arguments.workers
        self.name = backend or (DASK if address else LOKY)
        self.address = address
        if self.name == DASK and not address:
            en = "--backend dask requires --address, such as tcp://host:8786."
            raise invalid_input("address", en, "--backend dask には --address（tcp://host:8786 など）が必要です。")
        if self.name == LOKY and address:
            raise invalid_input(
                "address", "--address requires --backend dask.", "--address は --backend dask で使います。"
            )


def start(kind: str, study: StudyArguments, run: RunArguments, vary: list[str] | None = None, stop: bool = True) -> int:
    """Run a study from the command line; return the exit status."""
    use_cards(study.game, run.cards, run.strict)
    backend = Backend(run)
    allow_programs(study.players)
    options = {
        name: int(value) if value.removeprefix("-").isdecimal() and len(value) < 20 else value
        for name, value in read_flags(study.options, "--option", "field_size=8").items()
    }
    data = {
        "kind": kind,
        "game": study.game,
        "players": study.players,
        "decks": study.decks,
        "options": options,
        "vary": read_flags(vary or [], "--vary", "field_size=6-10"),
        "games": study.games,
        "seed": study.seed,
        "stop": stop,
        "language": language(),
    }
    return play_new(make_study(data), run, backend)


def start_file(path: Path, run: RunArguments) -> int:
    """Run a study from a file; return the exit status."""
    backend = Backend(run)
    allow_programs(run.allow)
    source = read_file(path)
    data = source.data
    if isinstance(data, dict):
        data = {"language": language(), **data}
        use_cards(str(data.get("game")), run.cards, run.strict)
    study: RecordedStudy = source.under([], lambda: make_study(data))
    return play_new(study, run, backend)


def play_new(study: RecordedStudy, run: RunArguments, backend: Backend) -> int:
    """Play a study in a new folder."""
    check_programs(study.spec.players)
    return play(create_run(run.folder or next_folder(RUNS, study), study), backend, run.as_json)


def resume(folder: Path, run: RunArguments) -> int:
    """Resume a run; return the exit status."""
    backend = Backend(run)
    allow_programs(run.allow)
    use_cards(str(read_run_spec(folder).data.get("game")), run.cards, run.strict)
    return play(open_run(folder), backend, run.as_json)


def play(run: Run, backend: Backend, as_json: bool) -> int:
    """Play the missing games and show the results; return the exit status."""
    command = f"tefuda lab resume {run.folder}"
    with progress_bar() as bar, write_errors(run.folder):
        task = bar.add_task(f"{run.study.kind}: {game_title(run.study.game)}", total=run.plan.games)

        def progress(plan: Plan) -> None:
            bar.update(task, completed=plan.done, total=plan.games)

        workers = read_workers(backend.workers, run.plan.games // GAMES_PER_WORKER)
        try:
            complete = run.play(workers, progress, backend.name, backend.address)
        except WorkerDied as failure:
            print_error(failure.text(language()))
            en = f"The games played so far are kept. Resume with: {command}"
            print_error(t(en, f"ここまでの結果は残っています。続き: {command}"))
            return FAILED
    if not complete:
        played = Run.played_in(run.folder)
        print_error(
            t(
                f"Stopped after {played:,} games. They are kept. Resume with: {command}",
                f"{played:,} ゲームで中断しました（結果は残っています）。続き: {command}",
            )
        )
        return INTERRUPTED
    show_run(run, as_json)
    return 0


def report(folder: Path, cards: Path | None, strict: bool, as_json: bool) -> int:
    """Rewrite the report of a finished run in the chosen language, and show the results."""
    use_cards(str(read_run_spec(folder).data.get("game")), cards, strict)
    run = open_run(folder)
    if not run.is_finished:
        en = f"{folder} is not finished. Resume it with: tefuda lab resume {folder}"
        raise invalid_input("unfinished", en, f"{folder} は途中です。続き: tefuda lab resume {folder}")
    run.read()
    with write_errors(folder):
        run.write_report(language())
    show_run(run, as_json)
    return 0


def list_runs(under: Path, as_json: bool) -> int:
    """List the runs in a folder by name."""
    found = []
    for folder in sorted(path.parent for path in under.glob(f"*/{SPEC}")):
        try:
            data = read_run_spec(folder).data
        except InvalidInput as failure:
            # A damaged run does not hide the others.
            print_error(failure.text(language()))
            continue
        finished = Run.is_finished_in(folder)
        found.append(
            {
                "folder": str(folder),
                "kind": data.get("kind"),
                "game": data.get("game"),
                "finished": finished,
                **({} if finished else {"played": Run.played_in(folder)}),
            }
        )
    if as_json:
        print_json(found)
    else:
        show_list(found, under)
    return 0
