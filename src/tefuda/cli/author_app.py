"""The commands for authors and their arguments: `tefuda cards`, `tefuda decks`, `tefuda puzzles`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tefuda.cli.arguments import (
    cards_option,
    json_option,
    language_option,
    options_option,
    strict_option,
    workers_option,
)
from tefuda.cli.language import t


def _game_option() -> Any:
    return typer.Option(
        "--game",
        metavar="GAME",
        help=t("Game of the cards (default: inferred).", "どのゲームのカードか。省略すると推測する。"),
    )


def _path_option() -> Any:
    return typer.Option("--path", metavar="PATH", help=t("Card file or folder.", "カードファイルかフォルダ。"))


def _paths_argument(en: str, ja: str) -> Any:
    return typer.Argument(metavar="PATH...", help=t(en, ja))


def _group(app: typer.Typer, name: str, help_text: str) -> typer.Typer:
    group = typer.Typer(name=name, help=help_text, no_args_is_help=True)
    app.add_typer(group)
    return group


def add_author_commands(app: typer.Typer) -> None:
    """Add all three groups."""
    _add_cards(
        _group(
            app,
            "cards",
            t("Card files: check, list, show, new, test.", "カードファイルの確認・一覧・表示・作成・お試し。"),
        )
    )
    _add_decks(_group(app, "decks", t("Decks: show, check, new.", "デッキの表示・確認・作成。")))
    _add_puzzles(_group(app, "puzzles", t("Puzzles: list, play, prove, make.", "パズルの一覧・プレイ・証明・作成。")))


def _add_cards(cards: typer.Typer) -> None:
    @cards.command(help=t("Check card files and list all problems.", "カードファイルの誤りをすべて表示する。"))
    def check(
        paths: Annotated[list[Path], _paths_argument("Card files or folders.", "カードファイルかフォルダ。")],
        game: Annotated[str, _game_option()] = "",
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import check_cards
        from tefuda.cli.infer_game import infer_game

        return check_cards(infer_game(game, [], [*paths]), paths, as_json)

    @cards.command("list", help=t("List cards, optionally filtered by words.", "カードの一覧。語で絞り込める。"))
    def list_(
        words: Annotated[
            str, typer.Argument(metavar="WORDS", help=t("Words in name, tags or text.", "名前・タグ・テキスト中の語。"))
        ] = "",
        card_type: Annotated[str, typer.Option("--type", help=t("Card type.", "この種別だけ。"))] = "",
        game: Annotated[str, _game_option()] = "",
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import list_cards
        from tefuda.cli.infer_game import infer_game

        return list_cards(infer_game(game, [card_type], []), card_type, words, as_json)

    @cards.command(help=t("Show a card as players see it.", "カードをプレイヤーに見える形で表示する。"))
    def show(
        card: Annotated[str, typer.Argument(metavar="CARD", help=t("Card ID or name.", "id か名前。"))] = "",
        path: Annotated[Path | None, _path_option()] = None,
        tree: Annotated[
            bool, typer.Option("--tree", help=t("Show abilities as a tree.", "能力を木で表示する。"))
        ] = False,
        as_yaml: Annotated[
            bool, typer.Option("--yaml", help=t("Show the formatted file.", "整形したファイル。"))
        ] = False,
        game: Annotated[str, _game_option()] = "",
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import show_card
        from tefuda.cli.infer_game import infer_game

        return show_card(infer_game(game, [card], [path]), card, path, tree=tree, as_yaml=as_yaml, as_json=as_json)

    @cards.command(help=t("Create a commented card file.", "新しいカードのひな形を作る。"))
    def new(
        card_type: Annotated[
            str, typer.Argument(metavar="TYPE", help=t("monster, spell, ...", "monster、spell など。"))
        ],
        path: Annotated[
            Path | None, typer.Argument(metavar="FILE", help=t("Output file (default: stdout).", "書き出し先。"))
        ] = None,
        game: Annotated[str, _game_option()] = "",
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import new_card
        from tefuda.cli.infer_game import infer_game

        return new_card(infer_game(game, [card_type], []), card_type, path)

    @cards.command(help=t("Play every ability of a card once.", "カードの能力を一度ずつ試す。"))
    def test(
        card: Annotated[str, typer.Argument(metavar="CARD", help=t("Card ID or name.", "id か名前。"))] = "",
        path: Annotated[Path | None, _path_option()] = None,
        game: Annotated[str, _game_option()] = "",
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import test_card
        from tefuda.cli.infer_game import infer_game

        return test_card(infer_game(game, [card], [path]), card, path)

    @cards.command(help=t("Print the JSON Schema of card files.", "エディター用の JSON Schema。"))
    def schema(
        game: Annotated[str, _game_option()] = "",
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import print_schema
        from tefuda.cli.infer_game import infer_game

        return print_schema(infer_game(game, [], []))

    @cards.command(help=t("Print the card language reference.", "カード言語のリファレンス。"))
    def reference(
        game: Annotated[str, _game_option()] = "",
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import print_reference
        from tefuda.cli.infer_game import infer_game

        return print_reference(infer_game(game, [], []))


def _add_decks(decks: typer.Typer) -> None:
    @decks.command(help=t("Check deck files and list all problems.", "デッキファイルの誤りをすべて表示する。"))
    def check(
        paths: Annotated[list[Path], _paths_argument("Deck files or folders.", "デッキファイルかフォルダ。")],
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        cards: Annotated[Path | None, cards_option()] = None,
        strict: Annotated[bool, strict_option()] = False,
        game: Annotated[str, _game_option()] = "",
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import check_decks, use_cards
        from tefuda.cli.infer_game import infer_game

        game = infer_game(game, [], [*paths])
        use_cards(game, cards, strict)
        return check_decks(game, paths, option)

    @decks.command(help=t("Create a commented deck file.", "新しいデッキのひな形を作る。"))
    def new(
        path: Annotated[
            Path | None, typer.Argument(metavar="FILE", help=t("Output file (default: stdout).", "書き出し先。"))
        ] = None,
        game: Annotated[str, _game_option()] = "",
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import new_deck
        from tefuda.cli.infer_game import infer_game

        return new_deck(infer_game(game, [], []), path)

    @decks.command(help=t("Show a deck with its cards, or list all decks.", "デッキの中身、または一覧。"))
    def show(
        deck: Annotated[str, typer.Argument(metavar="DECK", help=t("ID or file.", "id かファイル。"))] = "",
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        cards: Annotated[Path | None, cards_option()] = None,
        strict: Annotated[bool, strict_option()] = False,
        game: Annotated[str, _game_option()] = "",
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import show_deck, use_cards
        from tefuda.cli.infer_game import infer_game

        game = infer_game(game, [deck], [])
        use_cards(game, cards, strict)
        return show_deck(game, deck, option)

    @decks.command(help=t("Play every deck against every other one.", "デッキの総当たり表。"))
    def table(
        deck: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="DECK...", help=t("IDs or files (default: all).", "id かファイル。省略すると全部。")
            ),
        ] = None,
        player: Annotated[
            str, typer.Option("--player", "-p", help=t("Player for both seats.", "プレイヤー。"))
        ] = "heuristic",
        games: Annotated[int, typer.Option("--games", "-n", help=t("Games per pair.", "組ごとのゲーム数。"))] = 200,
        seed: Annotated[str, typer.Option("--seed", "-s", help=t("Seed of the run.", "シード。"))] = "1",
        option: Annotated[list[str] | None, options_option()] = None,
        cards: Annotated[Path | None, cards_option()] = None,
        strict: Annotated[bool, strict_option()] = False,
        workers: Annotated[int, workers_option()] = 0,
        markdown: Annotated[
            bool, typer.Option("--markdown", help=t("Print Markdown.", "Markdown で出力する。"))
        ] = False,
        as_json: Annotated[bool, json_option()] = False,
        game: Annotated[str, _game_option()] = "linkavel",
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import use_cards
        from tefuda.cli.commands.deck_table import deck_table

        use_cards(game, cards, strict)
        return deck_table(
            game,
            decks=deck or [],
            player=player,
            games=games,
            seed=seed,
            options=option or [],
            workers=workers,
            markdown=markdown,
            as_json=as_json,
        )


def _add_puzzles(puzzles: typer.Typer) -> None:
    @puzzles.command("list", help=t("List the included puzzles.", "収録パズルの一覧。"))
    def list_(
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.puzzles import list_puzzles

        return list_puzzles(as_json)

    @puzzles.command(help=t("Play a puzzle, with undo.", "パズルで遊ぶ（一手戻せる）。"))
    def play(
        puzzle: Annotated[str, typer.Argument(metavar="PUZZLE", help=t("ID or file.", "id かファイル。"))],
        plain: Annotated[bool, typer.Option("--plain", help=t("Plain text.", "文字だけの表示。"))] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.play import play_puzzle

        return play_puzzle(puzzle, plain)

    @puzzles.command(help=t("Prove puzzles and measure their difficulty.", "パズルを証明し、難度を測る。"))
    def prove(
        names: Annotated[
            list[str],
            typer.Argument(
                metavar="PUZZLE...",
                help=t(
                    "IDs, files or folders (default: all included puzzles).",
                    "id、ファイル、フォルダ（既定: 収録分すべて）。",
                ),
            ),
        ] = [],  # noqa: B006
        nodes: Annotated[
            int, typer.Option(help=t("Maximum search nodes per item.", "一つあたりの最大ノード数。"))
        ] = 5_000_000,
        seconds: Annotated[float, typer.Option(help=t("Maximum seconds per item.", "一つあたりの最大秒数。"))] = 60.0,
        workers: Annotated[int, workers_option()] = 0,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.puzzles import prove_puzzles

        return prove_puzzles(names, nodes, seconds, workers, as_json)

    @puzzles.command(help=t("Search for new puzzles.", "新しいパズルを探す。"))
    def make(
        deck: Annotated[
            str, typer.Option("--deck", help=t("Deck to search with.", "元にするデッキ。"))
        ] = "field-hopping",
        tier: Annotated[int, typer.Option("--tier", help=t("Difficulty, 1 to 4.", "段階（1 から 4）。"))] = 2,
        count: Annotated[int, typer.Option("--count", "-n", help=t("Number of puzzles.", "作る数。"))] = 1,
        seed: Annotated[str, typer.Option(help=t("Seed of the search.", "シード。"))] = "1",
        solutions: Annotated[
            int, typer.Option("--solutions", help=t("Maximum number of shortest solutions.", "最短解の数の上限。"))
        ] = 6,
        tries: Annotated[int, typer.Option("--tries", help=t("Positions to try.", "試す局面の数。"))] = 2000,
        folder: Annotated[
            Path | None, typer.Option("--out", help=t("Output folder (default: stdout).", "書き出すフォルダ。"))
        ] = None,
        workers: Annotated[int, workers_option()] = 0,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.puzzles import make_puzzles

        return make_puzzles(
            deck, tier=tier, count=count, seed=seed, solutions=solutions, tries=tries, folder=folder, workers=workers
        )
