"""REST for those who solve puzzles, build decks, write cards and set positions."""

import json
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request

from tefuda.cardlang.workshop import Workshop, find_workshop, workshop_games
from tefuda.core.errors import NotFound, TooManyRequests
from tefuda.core.text import Message
from tefuda.server.http.author_models import (
    CheckedCardsBody,
    CheckedDeckBody,
    DailyPuzzleBody,
    DeckGiven,
    MadePuzzleBody,
    PositionGiven,
    PositionText,
    ProofBody,
    PuzzleGiven,
    ReadDeckBody,
    ReadPositionBody,
    TextGiven,
    TrialsBody,
    TrialsGiven,
    YamlBody,
)
from tefuda.server.http.models import CardBody, PuzzleBody, RulesBody
from tefuda.server.http.routes import REFUSALS, GameId, Id, labour
from tefuda.server.http.rulebooks import card_language
from tefuda.server.http.security import TOO_MANY, group_of
from tefuda.server.jobs.author_jobs import position_text
from tefuda.server.jobs.jobs import Author, Branch
from tefuda.server.puzzles import described_puzzle, puzzle_of_the_day, puzzles_of
from tefuda.server.rate_limits import Buckets
from tefuda.server.tables.create_table import game_of
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.table import NO_TABLE
from tefuda.server.tables.tokens import today

NO_WORKSHOP: Final = Message(
    "no_workshop", "The cards of this game are not written by authors.", "このゲームのカードは自作できません。"
)
NO_TYPE: Final = Message("no_type", "There is no such type of card.", "その種類のカードはありません。")
NO_CARD: Final = Message("no_card", "There is no such card.", "そのカードはありません。")


def authoring_routes(hub: Hub) -> APIRouter:
    """Everything under /api that is about cards, decks, positions and puzzles."""
    router = APIRouter(prefix="/api", responses=REFUSALS)
    listed = {name: [described_puzzle(puzzle) for puzzle in puzzles_of(name).values()] for name in hub.games}

    checks = Buckets(hub.settings.authoring_rate, hub.settings.authoring_burst)
    workshops = {name: find_workshop(name) for name in workshop_games() if name in hub.games}

    def workshop_of(game: str) -> Workshop:
        """What authors of a game's cards work with."""
        found = workshops.get(game_of(hub, game).id)
        if found is None:
            raise NotFound(NO_WORKSHOP)
        return found

    async def ask(request: Request, work: str, *arguments: Any) -> Any:
        """Have something done for an author, as often as anybody may ask."""
        if not checks.take(group_of(request.scope)):
            raise TooManyRequests(TOO_MANY)
        return await hub.pool.ask(Author(work, arguments))

    @router.post("/games/{game}/cards/check", response_model=CheckedCardsBody)
    async def check_cards(request: Request, game: GameId, text: TextGiven) -> Any:
        return await ask(request, "check_cards", workshop_of(game).game, text.yaml)

    @router.get("/games/{game}/cards/starter", response_model=YamlBody)
    async def starter(
        game: GameId,
        type: Annotated[str, Query(max_length=60)],  # noqa: A002
        language: Literal["en", "ja"] = "en",
    ) -> Any:
        workshop = workshop_of(game)
        if type not in workshop.types():
            raise NotFound(NO_TYPE)
        return {"yaml": workshop.starter_file(type, language)}

    @router.get("/games/{game}/cards/reference", response_model=RulesBody)
    async def reference(game: GameId, language: Literal["en", "ja"] = "en") -> Any:
        return card_language(workshop_of(game).game, language)

    @router.get("/games/{game}/cards/{card}/yaml", response_model=YamlBody)
    async def card_file(game: GameId, card: Id) -> Any:
        workshop = workshop_of(game)
        found = workshop.cards().get(card)
        if found is None:
            raise NotFound(NO_CARD)
        return {"yaml": workshop.to_yaml(found)}

    @router.get("/tables/{id}/cards", response_model=list[CardBody])
    async def brought(request: Request, id: Id) -> Any:  # noqa: A002
        live = await hub.open(id)
        if live is None:
            raise NotFound(NO_TABLE)
        record = live.table.record
        cards = (record.start or {}).get("cards")
        return await ask(request, "brought_faces", record.game, cards) if cards else []

    @router.post("/games/{game}/decks/check", response_model=CheckedDeckBody)
    async def check_deck(request: Request, game: GameId, deck: DeckGiven) -> Any:
        return await ask(request, "check_deck", workshop_of(game).game, deck.model_dump())

    @router.post("/games/{game}/decks/read", response_model=ReadDeckBody)
    async def read_deck(request: Request, game: GameId, text: TextGiven) -> Any:
        return await ask(request, "read_deck", workshop_of(game).game, text.yaml)

    @router.post("/games/{game}/trials", response_model=TrialsBody)
    async def trials(request: Request, game: GameId, asked: TrialsGiven) -> Any:
        rules = game_of(hub, game)
        level = min(asked.level, len(rules.players.levels()))
        return await labour(
            hub, request, ask(request, "run_trials", rules.id, asked.options, level, asked.first, asked.count)
        )

    @router.post("/positions", response_model=ReadPositionBody)
    async def read_position(request: Request, asked: PositionText) -> Any:
        game = game_of(hub, asked.game).id if asked.game else None
        found = await ask(request, "read_position", asked.text, game)
        if found["kind"] == "replay" and asked.ply is not None:
            branch = Branch(json.loads(asked.text), asked.ply)
            found["position"] = (await labour(hub, request, hub.pool.ask(branch)))["position"]
        luck = (found["position"] or {}).get("luck")
        if luck:  # a browser would round such a number
            found["position"] = {**found["position"], "luck": {**luck, "seed": str(luck.get("seed", 0))}}
        return found

    @router.post("/positions/proof", response_model=ProofBody)
    async def proof(request: Request, asked: PositionGiven) -> Any:
        return await labour(
            hub, request, ask(request, "prove_position", game_of(hub, asked.game).id, position_text(asked.position))
        )

    @router.post("/positions/puzzle", response_model=MadePuzzleBody)
    async def puzzle(request: Request, asked: PuzzleGiven) -> Any:
        text, title = position_text(asked.position), asked.title.model_dump()
        return await labour(hub, request, ask(request, "make_puzzle", workshop_of(asked.game).game, text, title))

    @router.get("/games/{game}/puzzles", response_model=list[PuzzleBody])
    async def puzzles(game: GameId) -> Any:
        return listed[game_of(hub, game).id]

    @router.get("/puzzles/daily", response_model=DailyPuzzleBody)
    async def daily() -> Any:
        date = today()
        game, puzzle = puzzle_of_the_day(date)
        return {"date": date, "game": game, "puzzle": puzzle}

    return router
