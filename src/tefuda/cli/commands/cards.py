"""`tefuda cards` and `tefuda decks`: what authors need."""

import json
import os
from pathlib import Path

from rich.text import Text

from tefuda.cardlang.card_schema import MAX_FILE_BYTES, MAX_YAML_VALUES, CardLoader
from tefuda.cardlang.deck_files import Deck, read_deck
from tefuda.cardlang.file_kind import has_cards
from tefuda.cardlang.reference import render_reference
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import Workshop, find_workshop
from tefuda.cli.console import column, complain, out, print_json, print_wrapped
from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.screen import wrapped
from tefuda.core.errors import invalid_input
from tefuda.core.options import did_you_mean
from tefuda.core.registry import find_game
from tefuda.core.source import InvalidFile, file_text, files_under, scan_text

DEFAULT_GAME = "solitaire-tcg"


def read_cards(workshop: Workshop, paths: list[Path]) -> CardLoader:
    """The cards of some files and folders, beside those that ship."""
    loader = workshop.card_loader()
    for path in paths:
        before = loader.file_count
        loader.read_path(path)
        if loader.file_count == before:
            raise invalid_input("no_files", f"{path}: no card files.", f"{path}: カードファイルがありません。")
    loader.check_links()
    return loader


def use_cards(game: str, path: Path | None) -> None:
    """Put somebody's own cards beside ours, here and in processes started from here; raises `InvalidInput`."""
    if path is None:
        return
    workshop = find_workshop(game)
    loader = read_cards(workshop, [path])
    for failure in loader.failures:
        raise failure
    os.environ[workshop.cards_variable] = str(path.resolve())


def new_deck(game: str, path: Path | None) -> int:
    """A deck that ships, as a file to change."""
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
    """Print a text, or write it to a file that is not there yet; its folders are created."""
    if path is None:
        print(text, end="")
        return 0
    if path.exists():
        raise invalid_input("exists", f"{path} exists already.", f"{path} はすでにあります。")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as failure:
        place = failure.filename or path
        raise invalid_input("unwritable", f"{place}: {failure.strerror}.", f"{place}: {failure.strerror}") from None
    print(t(f"Written to {path}.", f"{path} に書き出しました。"))
    return 0


def check_cards(game: str, paths: list[Path], as_json: bool) -> int:
    """Everything that is wrong with card files, at once; 0 where all are right."""
    loader = read_cards(find_workshop(game), paths)
    wrong = sum(len(failure.problems) for failure in loader.failures)
    if as_json:
        problems = [
            {
                "file": failure.name,
                "line": None if place is None else place.line,
                "column": None if place is None else place.column,
                "path": problem.where(),
                "code": problem.message.code,
                "message": problem.message.text(language()),
            }
            for failure in loader.failures
            for problem, place in zip(failure.problems, failure.places, strict=True)
        ]
        print_json({"cards": sorted(loader.loaded), "problems": problems})
        return 1 if wrong else 0
    for failure in loader.failures:
        complain(failure.text(language()))
    good, files = len(loader.loaded), loader.file_count
    counts = f"{some(good, 'card')} right, {some(wrong, 'problem')}, {some(files, 'file')}."
    print(t(counts, f"正しいカード {good} 枚、問題 {wrong} 件（{files} ファイル）。"))
    return 1 if wrong else 0


def some(number: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def find_card(workshop: Workshop, name: str, path: Path | None) -> tuple[CardDefinition, dict[str, CardDefinition]]:
    """A card by its id or name, or the one card of a file; raises `InvalidInput`."""
    cards = workshop.cards()
    own: list[str] = []
    if path is not None:
        loader = read_cards(workshop, [path])
        for failure in loader.failures:
            raise failure
        cards, own = loader.cards(), list(loader.loaded)
    if not name and len(own) == 1:
        return cards[own[0]], cards
    if not name:
        listed = ", ".join(own)
        en = f"Which card? In {path}: {listed}." if own else "Which card?"
        raise invalid_input("which", en, f"カードを指定してください: {listed}" if own else "カードを指定してください。")
    for card in cards.values():
        if name in (card.id, card.en, card.ja) or name.lower() == card.en.lower():
            return card, cards
    names = [*cards, *(card.en for card in cards.values())]
    en, ja = did_you_mean(name, names)
    raise invalid_input("unknown_card", f"There is no card {name!r}.{en}", f"{name!r} というカードはありません。{ja}")


def card_lines(workshop: Workshop, card: CardDefinition) -> list[str]:
    """Show a card as players see it."""
    lines = [workshop.facts_line(card, language()), *workshop.text(card, language())]
    made = workshop.ability_texts(card, language())
    if made != lines[1:]:
        lines += [t("By its abilities:", "能力の内容:"), *(f"  {line}" for line in made)]
    flavor = workshop.flavor(card, language())
    return [*lines, f"  {flavor}"] if flavor else lines


def show_card(game: str, name: str, path: Path | None, tree: bool, as_yaml: bool, as_json: bool) -> int:
    """A card's text, its file in our style, or its tree."""
    workshop = find_workshop(game)
    card, _ = find_card(workshop, name, path)
    if as_yaml:
        print(workshop.to_yaml(card), end="")
        return 0
    if as_json:
        texts = {spoken: workshop.text(card, spoken) for spoken in ("en", "ja")}
        print_json({"id": card.id, "name": {"en": card.en, "ja": card.ja}, "type": card.type, "text": texts})
        return 0
    console = out()
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
    """Native objects as an indented tree: class, then what it holds."""
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
    """All cards, or those of a type, or those that have some words in name, tags or text."""
    workshop = find_workshop(game)
    types = [term.name for term in workshop.card_schema.vocabulary.types]
    if type_ and type_ not in types:
        en, ja = did_you_mean(type_, types)
        raise invalid_input(
            "type", f"{type_!r} is no type: {', '.join(types)}.{en}", f"{type_!r} は種別ではありません。{ja}"
        )
    found = []
    for card in workshop.cards().values():
        told = " ".join([card.id, card.en, card.ja, *card.tags, *workshop.text(card, "en"), *workshop.text(card, "ja")])
        if (not type_ or card.type == type_) and words.lower() in told.lower():
            found.append(card)
    if as_json:
        print_json([{"id": card.id, "name": {"en": card.en, "ja": card.ja}, "type": card.type} for card in found])
        return 0
    console = out()
    for card in found:
        head = Text.assemble((f"{column(card.id, 9)}", "cyan"), (card.name(language()), "bold"))
        console.print(head.append(f"  {' '.join(workshop.text(card, language()))}"), soft_wrap=False)
    print(t(f"{len(found)} cards.", f"{len(found)} 枚。"))
    return 0


def new_card(game: str, type_: str, path: Path | None) -> int:
    """A commented starter file, printed or written; never over another file."""
    workshop = find_workshop(game)
    types = [term.name for term in workshop.card_schema.vocabulary.types]
    if type_ not in types:
        en, ja = did_you_mean(workshop.card_schema.vocabulary.suggestions.get(type_, type_), types)
        raise invalid_input(
            "type", f"{type_!r} is no type: {', '.join(types)}.{en}", f"{type_!r} は種別ではありません。{ja}"
        )
    return write_new(workshop.starter_file(type_, language()), path)


def test_card(game: str, name: str, path: Path | None) -> int:
    """Play every ability of a card once, and show the log."""
    workshop = find_workshop(game)
    card, cards = find_card(workshop, name, path)
    rules = find_game(game)
    console = out()
    console.print(Text.assemble((card.name(language()), "bold"), (f"  {card.id}", "dim")))
    texts = workshop.ability_texts(card, language())
    named = {helper.id: helper for helper in workshop.helper_cards()}
    demos = workshop.ability_demos(card, cards)
    workshop.use({**cards, **named})
    for demo in demos:
        text = texts[demo.ability] if demo.ability < len(texts) else demo.when
        print_wrapped(console, text, "  ", "cyan")
        told = [event for event in demo.events if not demo.continuous or event["kind"] == "now"]
        for line in [rules.texts.event_text(event, language()) for event in told]:
            if line:
                print_wrapped(console, line, "      ")
        if demo.continuous:
            console.print(Text(f"      {workshop.board_summary(told[-1], language())}"), soft_wrap=False)
        if not demo.triggered:
            console.print(Text(f"      {t('could not be set off here', 'ここでは発動できません')}", "yellow"))
    return 0


def print_schema(game: str) -> int:
    """The JSON Schema of the card format."""
    print(json.dumps(find_workshop(game).card_schema.json_schema(), ensure_ascii=False, indent=1))
    return 0


def print_reference(game: str) -> int:
    """The language reference, from the vocabulary."""
    print(render_reference(find_workshop(game).card_schema, say(find_game(game).title), language()), end="")
    return 0


# Decks


def check_decks(game: str, paths: list[Path]) -> int:
    """Everything that is wrong with deck files; 0 where all are right."""
    workshop = find_workshop(game)
    wrong = good = 0
    for path in [file for given in paths for file in deck_files(given)]:
        try:
            deck = read_deck(path, workshop.cards(), workshop.deck_size, workshop.copies)
            good += 1
            print(t(f"{path}: {say(deck.name)}, {deck.size} cards.", f"{path}: {say(deck.name)}、{deck.size} 枚。"))
        except InvalidFile as failure:
            wrong += len(failure.problems)
            complain(failure.text(language()))
    counts = f"{some(good, 'deck')} right, {some(wrong, 'problem')}."
    print(t(counts, f"正しいデッキ {good} 個、問題 {wrong} 件。"))
    return 1 if wrong else 0


def deck_files(path: Path) -> list[Path]:
    """A file itself, or the files of a folder except card files; raises `InvalidInput` where there are none."""
    if not path.is_dir():
        return [path]
    found = [file for file in files_under(path) if not is_card_file(file)]
    if not found:
        raise invalid_input("no_files", f"{path}: no deck files.", f"{path}: デッキファイルがありません。")
    return found


def is_card_file(path: Path) -> bool:
    """Whether a file holds cards. One that cannot be read is not known to: whoever reads it says what is wrong."""
    try:
        return has_cards(
            scan_text(file_text(path, MAX_FILE_BYTES), str(path), aliases=False, most=MAX_YAML_VALUES).data
        )
    except InvalidFile:
        return False


def show_deck(game: str, name: str) -> int:
    """One deck with its cards, or the list of decks."""
    workshop = find_workshop(game)
    console = out()
    if not name:
        console.print(Text(say(find_game(game).title), "bold"))
        for deck in workshop.decks().values():
            console.print(Text.assemble((column(deck.id, 18), "cyan"), (say(deck.name), "bold")))
            if deck.plan is not None:
                console.print(Text(f"    {say(deck.plan)}"), soft_wrap=False)
        return 0
    deck = find_deck(workshop, name)
    cards = workshop.cards()
    console.print(Text.assemble((say(deck.name), "bold"), (f"  {deck.id}, {deck.size}", "dim")))
    if deck.plan is not None:
        console.print(Text(f"  {say(deck.plan)}"), soft_wrap=False)
    for card, count in sorted(deck.cards.items()):
        facts = workshop.facts_line(cards[card], language())
        line = Text.assemble(
            f"  {count} x ", (cards[card].name(language()), "bold"), f"  {facts}", (f"  {card}", "cyan")
        )
        console.print(line, soft_wrap=False)
        for text in workshop.text(cards[card], language()):
            for said in wrapped(text, console.width - 9):
                console.print(Text(f"        {said}", "dim"), soft_wrap=False)
    return 0


def find_deck(workshop: Workshop, name: str) -> Deck:
    """A deck that ships, or the one in a file; raises `InvalidInput`."""
    if name in workshop.decks():
        return workshop.decks()[name]
    path = Path(name)
    if path.suffix in (".yaml", ".yml", ".json") or path.exists():
        return read_deck(path, workshop.cards(), workshop.deck_size, workshop.copies)
    en, ja = did_you_mean(name, list(workshop.decks()))
    listed = ", ".join(workshop.decks())
    raise invalid_input(
        "deck", f"There is no deck {name!r}: {listed}.{en}", f"{name!r} というデッキはありません（{listed}）。{ja}"
    )
