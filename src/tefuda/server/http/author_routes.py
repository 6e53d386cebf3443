"""REST: puzzles, decks, cards and positions."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request

from tefuda.cardlang.workshop import Workshop, find_workshop, workshop_games
from tefuda.core.errors import NotFound, TooManyRequests
from tefuda.core.text import Message
from tefuda.server.http.author_models import (
    CheckedCardsBody,
    CheckedDeckBody,
    DailyPuzzleBody,
    DeckInput,
    NewPuzzleBody,
    PositionInput,
    PositionText,
    ProofBody,
    PuzzleInput,
    ReadDeckBody,
    ReadPositionBody,
    TrialsBody,
    TrialsInput,
    YamlBody,
    YamlInput,
)
from tefuda.server.http.models import CardBody, PuzzleBody, RulesBody
from tefuda.server.http.routes import ERROR_RESPONSES, GameId, Id, run_limited
from tefuda.server.http.rulebooks import card_language
from tefuda.server.http.security import TOO_MANY_REQUESTS, client_group
from tefuda.server.jobs.author_jobs import position_text
from tefuda.server.jobs.jobs import AuthorJob, ReplayPositionJob
from tefuda.server.puzzles import daily_puzzle, puzzle_body, puzzles_of
from tefuda.server.rate_limits import Buckets
from tefuda.server.tables.create_table import game_of
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.table import TABLE_NOT_FOUND
from tefuda.server.tables.tokens import today

NO_WORKSHOP: Final = Message("no_workshop", "This game has no custom cards.", "このゲームのカードは自作できません。")
UNKNOWN_CARD_TYPE: Final = Message("no_type", "Unknown card type.", "不明なカードの種類です。")
CARD_NOT_FOUND: Final = Message("no_card", "Card not found.", "カードが見つかりません。")


def authoring_routes(hub: Hub) -> APIRouter:
    """Return the routes for cards, decks, positions and puzzles."""
    router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)
    puzzle_lists = {name: [puzzle_body(puzzle) for puzzle in puzzles_of(name).values()] for name in hub.games}

    checks = Buckets(hub.settings.authoring_rate, hub.settings.authoring_burst)
    workshops = {name: find_workshop(name) for name in workshop_games() if name in hub.games}

    def require_workshop(game: str) -> Workshop:
        """Return the workshop of a game; raises `NotFound`."""
        found = workshops.get(game_of(hub, game).id)
        if found is None:
            raise NotFound(NO_WORKSHOP)
        return found

    async def run_author_job(request: Request, function: str, *arguments: Any) -> Any:
        """Run an author job within the rate limit."""
        if not checks.take(client_group(request.scope)):
            raise TooManyRequests(TOO_MANY_REQUESTS)
        return await hub.pool.run(AuthorJob(function, arguments))

    @router.post("/games/{game}/cards/check", response_model=CheckedCardsBody)
    async def check_cards(request: Request, game: GameId, text: YamlInput) -> Any:
        return await run_author_job(request, "check_cards", require_workshop(game).game, text.yaml)

    @router.get("/games/{game}/cards/starter", response_model=YamlBody)
    async def starter(
        game: GameId,
        type: Annotated[str, Query(max_length=60)],  # noqa: A002
        language: Literal["en", "ja"] = "en",
    ) -> Any:
        workshop = require_workshop(game)
        if type not in workshop.types():
            raise NotFound(UNKNOWN_CARD_TYPE)
        return {"yaml": workshop.starter_file(type, language)}

    @router.get("/games/{game}/cards/reference", response_model=RulesBody)
    async def reference(game: GameId, language: Literal["en", "ja"] = "en") -> Any:
        return card_language(require_workshop(game).game, language)

    @router.get("/games/{game}/cards/{card}/yaml", response_model=YamlBody)
    async def card_file(game: GameId, card: Id) -> Any:
        workshop = require_workshop(game)
        found = workshop.cards().get(card)
        if found is None:
            raise NotFound(CARD_NOT_FOUND)
        return {"yaml": workshop.to_yaml(found)}

    @router.get("/tables/{id}/cards", response_model=list[CardBody])
    async def table_cards(request: Request, id: Id) -> Any:  # noqa: A002
        room = await hub.find_room(id)
        if room is None:
            raise NotFound(TABLE_NOT_FOUND)
        record = room.table.record
        cards = (record.start or {}).get("cards")
        return await run_author_job(request, "custom_card_faces", record.game, cards) if cards else []

    @router.post("/games/{game}/decks/check", response_model=CheckedDeckBody)
    async def check_deck(request: Request, game: GameId, deck: DeckInput) -> Any:
        return await run_author_job(request, "check_deck", require_workshop(game).game, deck.model_dump())

    @router.post("/games/{game}/decks/read", response_model=ReadDeckBody)
    async def read_deck(request: Request, game: GameId, text: YamlInput) -> Any:
        return await run_author_job(request, "read_deck", require_workshop(game).game, text.yaml)

    @router.post("/games/{game}/trials", response_model=TrialsBody)
    async def trials(request: Request, game: GameId, body: TrialsInput) -> Any:
        rules = game_of(hub, game)
        level = min(body.level, len(rules.players.levels()))
        return await run_limited(
            hub, request, run_author_job(request, "run_trials", rules.id, body.options, level, body.first, body.count)
        )

    @router.post("/positions", response_model=ReadPositionBody)
    async def read_position(request: Request, body: PositionText) -> Any:
        game = game_of(hub, body.game).id if body.game else None
        found = await run_author_job(request, "read_position", body.text, game)
        if found["kind"] == "replay" and body.ply is not None:
            branch = ReplayPositionJob(body.text, body.ply)
            found["position"] = (await run_limited(hub, request, hub.pool.run(branch)))["position"]
        luck = (found["position"] or {}).get("luck")
        if luck:  # JavaScript would round such a large number
            found["position"] = {**found["position"], "luck": {**luck, "seed": str(luck.get("seed", 0))}}
        return found

    @router.post("/positions/proof", response_model=ProofBody)
    async def proof(request: Request, body: PositionInput) -> Any:
        return await run_limited(
            hub,
            request,
            run_author_job(request, "prove_position", game_of(hub, body.game).id, position_text(body.position)),
        )

    @router.post("/positions/puzzle", response_model=NewPuzzleBody)
    async def puzzle(request: Request, body: PuzzleInput) -> Any:
        text, title = position_text(body.position), body.title.model_dump()
        return await run_limited(
            hub, request, run_author_job(request, "make_puzzle", require_workshop(body.game).game, text, title)
        )

    @router.get("/games/{game}/puzzles", response_model=list[PuzzleBody])
    async def puzzles(game: GameId) -> Any:
        return puzzle_lists[game_of(hub, game).id]

    @router.get("/puzzles/daily", response_model=DailyPuzzleBody)
    async def daily() -> Any:
        date = today()
        game, puzzle = daily_puzzle(date)
        return {"date": date, "game": game, "puzzle": puzzle}

    return router
