"""Processes that think: they answer, they are replaced when they die, and a game goes on without them."""

import asyncio
import json
import os
import signal
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
from serving import running

import tefuda
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.errors import InvalidInput, JobTimeout, Overloaded
from tefuda.core.replay import record
from tefuda.server.jobs import job_pool
from tefuda.server.jobs.job_pool import Pool
from tefuda.server.jobs.jobs import Author, Branch, Choose, Frames, Hint, Position, do

HAND = ["spl_001"] * 3 + ["spl_003", "spl_008", "spl_021", "mon_003", "mon_004", "mon_011", "art_001", "art_004"]
DECK = [name for name in find_workshop("solitaire-tcg").cards() if name.startswith(("mon", "spl"))]
DEEP = json.dumps({"hand": HAND, "deck": DECK, "options": {"mode": "puzzle"}})
"""A position that no proof comes to an end with in the time there is."""


def position(*actions: str, table: str = "t", luck: int = 5) -> Position:
    return Position(table, "card-othello", "7", {}, None, list(actions), luck)


def ask(pool: Pool, job: Any) -> Any:
    return asyncio.run(pool.ask(job))


def test_a_choice_is_legal_and_depends_on_the_question_alone() -> None:
    game = tefuda.game("card-othello")
    kept: OrderedDict[str, Any] = OrderedDict()
    actions: list[str] = []
    for _ in range(12):
        match = tefuda.Match(game, 7)
        for number, action in enumerate(actions):
            match.play(match.seat, number, action)
        chosen = do(Choose(position(*actions), 2), kept)
        assert chosen in match.legal(match.seat)
        assert do(Choose(position(*actions), 2), OrderedDict()) == chosen, "what is remembered changes nothing"
        actions.append(chosen)
    # Another line of the same table, as after a takeback.
    assert do(Choose(position(actions[0]), 2), kept) == actions[1]
    for number in range(100):
        do(Choose(position(table=f"t{number}"), 1), kept)
    assert len(kept) <= 64


def test_processes_that_die_or_dream_are_replaced() -> None:
    pool = Pool(1, 0.001, 10)
    try:
        with pytest.raises(JobTimeout):
            ask(pool, Hint(position()))
    finally:
        pool.close()
    pool = Pool(1, 30, 2)
    try:
        assert ask(pool, Choose(position(), 1)).startswith("place")
        with pytest.raises(InvalidInput):
            ask(pool, Frames({}, 0))
        with pytest.raises(RuntimeError):
            ask(pool, Choose(Position("t", "card-othello", "7", {}, None, ["nonsense"], 1), 1))

        async def too_many() -> list[Any]:
            return await asyncio.gather(*[pool.ask(Choose(position(), 1)) for _ in range(20)], return_exceptions=True)

        answers = asyncio.run(too_many())
        assert any(isinstance(answer, Overloaded) for answer in answers)
        assert any(isinstance(answer, str) for answer in answers)
    finally:
        pool.close()


def test_what_strangers_wrote_is_given_up_sooner_than_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a CPU may think; and the next question finds a process that answers."""
    pool = Pool(1, 60, 4)
    try:
        deck = {"id": "x", "name": {"en": "x", "ja": "x"}, "plan": None, "cards": {}}
        assert ask(pool, Author("check_deck", ("linkavel", deck)))["problems"]
        monkeypatch.setattr(job_pool, "AUTHOR_SECONDS", 0.5)
        with pytest.raises(JobTimeout):
            ask(pool, Author("prove_position", ("solitaire-tcg", DEEP)))
        monkeypatch.undo()
        assert ask(pool, Author("read_deck", ("linkavel", "x")))["problems"]
    finally:
        pool.close()


def test_one_process_never_works_on_what_strangers_wrote() -> None:
    """Their proofs take seconds; a decision elsewhere is answered meanwhile."""
    pool = Pool(2, 30, 8)
    own = Position("s", "solitaire-tcg", "7", {}, {"cards": [{"id": "x", "name": "X", "type": "spell"}]}, [], 1)
    assert [job_pool.kind_of(job) for job in (Choose(own, 1), Choose(position(), 1))] == [
        job_pool.STRANGE,
        job_pool.CHOICE,
    ]
    order: list[str] = []

    async def asked(name: str, job: Any) -> None:
        await pool.ask(job)
        order.append(name)

    async def all_at_once() -> None:
        proofs = [asked("proof", Author("prove_position", ("solitaire-tcg", DEEP))) for _ in range(2)]
        await asyncio.gather(*proofs, asked("choice", Choose(position(), 1)))

    try:
        asyncio.run(all_at_once())
    finally:
        pool.close()
    assert order == ["choice", "proof", "proof"]


def test_hints_and_replays_leave_the_cpus_their_places() -> None:
    pool = Pool(1, 30, 4)
    order: list[str] = []

    async def asked(job: Any) -> None:
        try:
            await pool.ask(job)
        except Overloaded:
            order.append("refused")
        except InvalidInput:
            order.append("replay")
        else:
            order.append("choice")

    async def all_at_once() -> None:
        jobs: list[Any] = [Frames({}, 0)] * 12 + [Choose(position(), 1)] * 4
        await asyncio.gather(*[asked(job) for job in jobs])

    try:
        asyncio.run(all_at_once())
    finally:
        pool.close()
    assert order.count("choice") == 4, "no game is given up for replays"
    assert 2 <= order.count("replay") <= 3, "half the places, and one that was begun already"
    answered = [what for what in order if what != "refused"]
    assert answered[:5].count("choice") == 4, "what was begun may come before, what waits may not"


def test_replays_are_read_and_branched() -> None:
    match = tefuda.Match(tefuda.game("card-othello"), 3)
    for _ in range(4):
        match.play(match.seat, match.ply, match.legal(match.seat)[0])
    replay = record(match)
    kept: OrderedDict[str, Any] = OrderedDict()
    assert do(Branch(replay, 0), kept)["start"] is None
    branch = do(Branch(replay, 2), kept)
    assert tefuda.Match(match.game, 3, position=branch["start"]).view(0) == match.view(0, 2)
    with pytest.raises(InvalidInput):
        do(Branch(replay, 9), kept)
    for broken in ({"fingerprints": {"9" * 5000: ""}}, {"options": {"\ud800": 1}}, {"actions": ["x"] * 6000}):
        with pytest.raises(InvalidInput):
            do(Frames({**replay, **broken}, 0), kept)


def test_a_game_goes_on_when_its_thinker_is_killed(tmp_path: Path) -> None:
    """The CPU's process is killed while it thinks, again and again: somebody plays on in its place."""
    with running(tmp_path, TEFUDA_CPU_SECONDS="1", TEFUDA_CPU_BEAT="700") as server:
        table, (me,) = server.table("card-othello", ["me", {"cpu": 6}])
        with server.at(table, me) as one:
            for _ in range(3):
                if one.now["turn"] != 0:
                    break
                number = one.now["number"]
                one.play(one.now["legal"][0])
                for child in children(server.process.pid):
                    os.kill(child, signal.SIGKILL)
                one.moved(number + 2)
                while one.now["turn"] == 1:
                    one.until("update")
        assert server.http.get("/healthz").status_code == 200


def children(parent: int) -> list[int]:
    """The thinking processes of a server: spawned, not the helper that tracks resources."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            command = (folder / "cmdline").read_text()
        except OSError:
            continue
        if int(status[1]) == parent and "spawn_main" in command:
            found.append(int(folder.name))
    return found
