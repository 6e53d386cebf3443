"""`tefuda cards` and `tefuda decks`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from tefuda.cardlang.card_id import normalize_id
from tefuda.cardlang.card_schema import MAX_FILE_BYTES, MAX_YAML_VALUES, CardLoader
from tefuda.cardlang.deck_files import Deck
from tefuda.cardlang.file_kind import has_cards
from tefuda.cardlang.library import Library
from tefuda.cardlang.reference import render_reference
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import Workshop, find_workshop, workshop_games
from tefuda.cli.console import (
    cannot_write,
    column,
    print_error,
    print_json,
    print_wrapped,
    read_option_flags,
    refuse_cards,
    report_cards,
    stdout_console,
)
from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.screen import wrap_text
from tefuda.core.errors import invalid_input
from tefuda.core.options import did_you_mean
from tefuda.core.registry import find_game
from tefuda.core.source import InvalidFile, InvalidFiles, file_text, files_under, scan_text

DEFAULT_GAME = "solitaire-tcg"


def read_cards(workshop: Workshop, paths: list[Path]) -> CardLoader:
    """Load the cards of files and folders, in addition to the included ones."""
    loader = workshop.card_loader()
    for path in paths:
        before = loader.file_count
        loader.read_path(path)
        if loader.file_count == before:
            raise invalid_input("no_files", f"{path}: no card files.", f"{path}: カードファイルがありません。")
    loader.check_links()
    return loader


def use_cards(game: str, path: Path | None, strict: bool = False) -> None:
    """Use custom cards, in this process and its child processes. With `strict`, an invalid card is an error."""
    if path is None and game not in workshop_games():
        return
    library = find_workshop(game).library
    if strict:
        Library.on_load = staticmethod(refuse_cards)
        # The cards may have been loaded to infer the game.
        path = path or library.custom_path()
    if path is None:
        library.cards()
    else:
        library.use_path(path)


def new_deck(game: str, path: Path | None) -> int:
    """Create a deck file from an included deck."""
    workshop = find_workshop(game)
    deck = next(iter(workshop.decks().values()))
    head = t(
        f"# A deck: {workshop.deck_size} cards, at most {workshop.copies} of an id. Check it: tefuda decks check FILE",
        f"# デッキ: {workshop.deck_size} 枚、同じ id は {workshop.copies} 枚まで。確認: tefuda decks check FILE",
    )
    names = workshop.cards()
    lines = [head, "id: my-deck", "name: {en: My Deck, ja: 自作デッキ}", "cards:"]
    lines += [f"  {card}: {count}   # {names[card].name(language())}" for card, count in sorted(deck.cards.items())]
    return write_new("\n".join(lines) + "\n", path)


def write_new(text: str, path: Path | None) -> int:
    """Print a text, or write it to a new file. Its folders are created."""
    if path is None:
        print(text, end="")
        return 0
    if path.exists():
        raise invalid_input("exists", f"{path} already exists.", f"{path} はすでにあります。")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as failure:
        raise cannot_write(Path(failure.filename or path), failure) from None
    print(t(f"Written to {path}.", f"{path} に書き出しました。"))
    return 0


def check_cards(game: str, paths: list[Path], as_json: bool) -> int:
    """Show all problems of card files; return 0 if there are none."""
    workshop = find_workshop(game)
    loader = read_cards(workshop, paths)
    wrong = sum(len(failure.problems) for failure in loader.failures)
    warnings = [
        (name, warning.text(language()))
        for name, entry in loader.loaded.items()
        for warning in workshop.warnings(entry.card)
    ]
    if as_json:
        problems, notes = problem_data(loader.failures), problem_data([*loader.replacements().values()])
        listed = [{"card": name, "message": message} for name, message in warnings]
        print_json({"cards": sorted(loader.loaded), "problems": problems, "notes": notes, "warnings": listed})
        return 1 if wrong else 0
    for failure in [*loader.failures, *loader.replacements().values()]:
        print_error(failure.text(language()))
    for name, message in warnings:
        print_error(t(f"{name}: warning: {message}", f"{name}: 警告: {message}"))
    good, files = len(loader.loaded), loader.file_count
    counts = f"{count(good, 'valid card')}, {count(wrong, 'problem')}, {count(files, 'file')}."
    print(t(counts, f"正しいカード {good} 枚、問題 {wrong} 件（{files} ファイル）。"))
    return 1 if wrong else 0


def problem_data(failures: list[InvalidFile]) -> list[dict[str, Any]]:
    """Return problems with file, line and column as JSON types."""
    return [
        {
            "file": failure.name,
            "line": None if place is None else place.line,
            "column": None if place is None else place.column,
            "path": problem.where(),
            "code": problem.message.code,
            "message": problem.message.text(language()),
        }
        for failure in failures
        for problem, place in zip(failure.problems, failure.places, strict=True)
    ]


def count(number: int, thing: str) -> str:
    """Return `1 card` or `2 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def find_card(workshop: Workshop, name: str, path: Path | None) -> tuple[CardDefinition, dict[str, CardDefinition]]:
    """Return a card by id or name, or the only card of a file, and all cards; raise `InvalidInput`."""
    cards = workshop.cards()
    own: list[str] = []
    if path is not None:
        loader = read_cards(workshop, [path])
        cards, own = loader.cards(), list(loader.loaded)
        if loader.failures and not own:
            raise InvalidFiles(loader.failures)
        report_cards(loader)
    if not name and len(own) == 1:
        return cards[own[0]], cards
    if not name:
        listed = ", ".join(own)
        en = f"Name a card. {path} has: {listed}." if own else "Name a card."
        raise invalid_input("which", en, f"カードを指定してください: {listed}" if own else "カードを指定してください。")
    name = normalize_id(name)
    for card in cards.values():
        if name in (card.id, card.en, card.ja) or name.lower() == card.en.lower():
            return card, cards
    names = [*cards, *(card.en for card in cards.values())]
    en, ja = did_you_mean(name, names)
    raise invalid_input("unknown_card", f"Unknown card {name!r}.{en}", f"{name!r} というカードはありません。{ja}")


def card_lines(workshop: Workshop, card: CardDefinition) -> list[str]:
    """Return the lines of a card as players see it."""
    lines = [workshop.facts_line(card, language()), *workshop.text(card, language())]
    made = workshop.ability_texts(card, language())
    if made != lines[1:]:
        lines += [t("Generated from its abilities:", "能力の内容:"), *(f"  {line}" for line in made)]
    flavor = workshop.flavor(card, language())
    return [*lines, f"  {flavor}"] if flavor else lines


def show_card(game: str, name: str, path: Path | None, *, tree: bool, as_yaml: bool, as_json: bool) -> int:
    """Show the text of a card, its formatted file, or its abilities as a tree."""
    workshop = find_workshop(game)
    card, _ = find_card(workshop, name, path)
    if as_yaml:
        print(workshop.to_yaml(card), end="")
        return 0
    if as_json:
        texts = {spoken: workshop.text(card, spoken) for spoken in ("en", "ja")}
        print_json({"id": card.id, "name": {"en": card.en, "ja": card.ja}, "type": card.type, "text": texts})
        return 0
    console = stdout_console()
    console.print(Text.assemble((card.name(language()), "bold"), (f"  {card.id}", "dim")))
    for line in card_lines(workshop, card):
        words = line.lstrip()
        print_wrapped(console, words, " " * (2 + len(line) - len(words)))
    used = [say(deck.name) for deck in workshop.decks().values() if card.id in deck.cards]
    if used:
        console.print(Text(f"  {t('in', '採用デッキ')}: {', '.join(used)}", "dim"))
    if tree:
        for line in tree_lines(card, 1):
            print(line)
    return 0


def tree_lines(node: object, depth: int, label: str = "") -> list[str]:
    """Return objects as an indented tree of classes and attributes."""
    pad = "  " * depth
    if isinstance(node, list):
        found = [f"{pad}{label}:" if label else pad]
        for item in node:
            found += tree_lines(item, depth + 1, "-")
        return found if node else []
    if isinstance(node, str | int | bool | bytes) or node is None:
        return [f"{pad}{label} = {node!r}" if label != "-" else f"{pad}- {node!r}"]
    lines = [f"{pad}{label} {type(node).__name__}".rstrip() if label else f"{pad}{type(node).__name__}"]
    for name in sorted(attribute for attribute in dir(node) if not attribute.startswith("_")):
        value = getattr(node, name)
        if callable(value) or name in ("facts", "when", "en", "ja", "id", "type", "tags", "code", "kind"):
            continue
        lines += tree_lines(value, depth + 1, name)
    return lines


def list_cards(game: str, type_: str, words: str, as_json: bool) -> int:
    """List the cards, optionally of one type, or with words in name, tags or text."""
    workshop = find_workshop(game)
    types = [term.name for term in workshop.card_schema.vocabulary.types]
    if type_ and type_ not in types:
        en, ja = did_you_mean(type_, types)
        raise invalid_input(
            "type", f"Unknown type {type_!r}. Types: {', '.join(types)}.{en}", f"{type_!r} は種別ではありません。{ja}"
        )
    found = []
    for card in workshop.cards().values():
        searched = " ".join(
            [card.id, card.en, card.ja, *card.tags, *workshop.text(card, "en"), *workshop.text(card, "ja")]
        )
        if (not type_ or card.type == type_) and words.lower() in searched.lower():
            found.append(card)
    if as_json:
        print_json([{"id": card.id, "name": {"en": card.en, "ja": card.ja}, "type": card.type} for card in found])
        return 0
    console = stdout_console()
    for card in found:
        head = Text.assemble((f"{column(card.id, 9)}", "cyan"), (card.name(language()), "bold"))
        console.print(head.append(f"  {' '.join(workshop.text(card, language()))}"), soft_wrap=False)
    print(t(f"{len(found)} cards.", f"{len(found)} 枚。"))
    return 0


def new_card(game: str, type_: str, path: Path | None) -> int:
    """Print a commented card file, or write it to a new file."""
    workshop = find_workshop(game)
    types = [term.name for term in workshop.card_schema.vocabulary.types]
    if type_ not in types:
        en, ja = did_you_mean(workshop.card_schema.vocabulary.suggestions.get(type_, type_), types)
        raise invalid_input(
            "type", f"Unknown type {type_!r}. Types: {', '.join(types)}.{en}", f"{type_!r} は種別ではありません。{ja}"
        )
    show = f"# tefuda cards show --game {workshop.game} --path FILE\n"
    return write_new(workshop.starter_file(type_, language()) + show, path)


def test_card(game: str, name: str, path: Path | None) -> int:
    """Play every ability of a card once and show the log."""
    workshop = find_workshop(game)
    card, cards = find_card(workshop, name, path)
    rules = find_game(game)
    console = stdout_console()
    console.print(Text.assemble((card.name(language()), "bold"), (f"  {card.id}", "dim")))
    texts = workshop.ability_texts(card, language())
    named = {helper.id: helper for helper in workshop.helper_cards()}
    demos = workshop.ability_demos(card, cards)
    workshop.use({**cards, **named})
    for demo in demos:
        text = texts[demo.ability] if demo.ability < len(texts) else demo.when
        print_wrapped(console, text, "  ", "cyan")
        events = [] if demo.continuous else demo.events
        for line in [rules.texts.event_text(event, language()) for event in events]:
            if line:
                print_wrapped(console, line, "      ")
        if demo.continuous:
            console.print(Text(f"      {workshop.board_summary(demo.view, language())}"), soft_wrap=False)
        if not demo.triggered:
            console.print(Text(f"      {t('could not be set off here', 'ここでは発動できません')}", "yellow"))
    return 0


def print_schema(game: str) -> int:
    """Print the JSON Schema of card files."""
    print(json.dumps(find_workshop(game).card_schema.json_schema(), ensure_ascii=False, indent=1))
    return 0


def print_reference(game: str) -> int:
    """Print the reference of the card language."""
    print(render_reference(find_workshop(game).card_schema, say(find_game(game).title), language()), end="")
    return 0


# Decks


def check_decks(game: str, paths: list[Path], options: list[str]) -> int:
    """Show all problems of deck files under these options; return 0 if there are none."""
    workshop = find_workshop(game)
    given = read_option_flags(find_game(game), options)
    definitions = workshop.card_loader().definitions_stem()
    wrong = good = 0
    for path in [file for given in paths for file in deck_files(given, definitions)]:
        try:
            deck = workshop.read_deck(path, given)
            good += 1
            print(t(f"{path}: {say(deck.name)}, {deck.size} cards.", f"{path}: {say(deck.name)}、{deck.size} 枚。"))
        except InvalidFile as failure:
            wrong += len(failure.problems)
            print_error(failure.text(language()))
    counts = f"{count(good, 'valid deck')}, {count(wrong, 'problem')}."
    print(t(counts, f"正しいデッキ {good} 個、問題 {wrong} 件。"))
    return 1 if wrong else 0


def deck_files(path: Path, definitions: str) -> list[Path]:
    """Return the file, or the deck files of a folder; raise `InvalidInput` if there are none."""
    if not path.is_dir():
        return [path]
    found = [file for file in files_under(path) if file.stem != definitions and not is_card_file(file)]
    if not found:
        raise invalid_input("no_files", f"{path}: no deck files.", f"{path}: デッキファイルがありません。")
    return found


def is_card_file(path: Path) -> bool:
    """Whether a file holds cards. False for a file that cannot be read; the deck reader reports it."""
    try:
        return has_cards(
            scan_text(file_text(path, MAX_FILE_BYTES), str(path), aliases=False, most=MAX_YAML_VALUES).data
        )
    except InvalidFile:
        return False


def show_deck(game: str, name: str, options: list[str]) -> int:
    """Show a deck with its cards, or list the decks. A deck file must fit the options."""
    workshop = find_workshop(game)
    console = stdout_console()
    if not name:
        console.print(Text(say(find_game(game).title), "bold"))
        for deck in workshop.decks().values():
            console.print(Text.assemble((column(deck.id, 18), "cyan"), (say(deck.name), "bold")))
            if deck.plan is not None:
                console.print(Text(f"    {say(deck.plan)}"), soft_wrap=False)
        return 0
    deck = find_deck(workshop, name, read_option_flags(find_game(game), options))
    cards = workshop.cards()
    console.print(Text.assemble((say(deck.name), "bold"), (f"  {deck.id}, {deck.size}", "dim")))
    if deck.plan is not None:
        console.print(Text(f"  {say(deck.plan)}"), soft_wrap=False)
    for card, count in sorted(deck.cards.items()):
        facts = workshop.facts_line(cards[card], language())
        heading = Text.assemble(
            f"  {count} x ", (cards[card].name(language()), "bold"), f"  {facts}", (f"  {card}", "cyan")
        )
        console.print(heading, soft_wrap=False)
        for text in workshop.text(cards[card], language()):
            for line in wrap_text(text, console.width - 9):
                console.print(Text(f"        {line}", "dim"), soft_wrap=False)
    return 0


def find_deck(workshop: Workshop, name: str, options: Mapping[str, Any]) -> Deck:
    """Return an included deck, or the deck of a file that fits the options; raise `InvalidInput`."""
    if name in workshop.decks():
        return workshop.decks()[name]
    path = Path(name)
    if path.suffix in (".yaml", ".yml", ".json") or path.exists():
        return workshop.read_deck(path, options)
    en, ja = did_you_mean(name, list(workshop.decks()))
    listed = ", ".join(workshop.decks())
    raise invalid_input(
        "deck", f"Unknown deck {name!r}. Decks: {listed}.{en}", f"{name!r} というデッキはありません（{listed}）。{ja}"
    )
