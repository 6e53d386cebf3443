"""The card workshop: errors, previews, practice tables and hostile texts."""

import json
import random
from pathlib import Path
from typing import Any, Final

import pytest
from browser import Server, Visitor, axe_findings, module_address
from command_process import RunCommand
from players_page import Player
from playwright.sync_api import Browser, Locator, Page, expect

import tefuda
from tefuda.cardlang.workshop import find_workshop

FIELD: Final = "code-editor textarea"
SPELL: Final = """\
id: zebra_spark
name: {en: Zebra Spark, ja: しまうまの火花}
type: spell
tags: [echo]
abilities:
  - when: on_play
    effect:
      - {op: draw, count: 2}
"""
MONSTER: Final = """\
id: zebra_rider
name: {en: Zebra Rider, ja: しまうま乗り}
type: effect_monster
faction: ember
attribute: fire
level: 2
cost: {count: 1, level: 1}
power: 1000
abilities:
  - when: on_summon
    effect:
      - {op: damage, amount: 200}
"""
WRONG: Final = {
    "solitaire-tcg": [
        SPELL.replace("draw", "dorw"),
        SPELL.replace("on_play", "on_pay"),
        SPELL.replace("count: 2", "count: 100"),
        SPELL.replace("type: spell", "type: domain"),
        SPELL.replace(", ja: しまうまの火花", ""),
        SPELL.replace("  - when", "  - condition: しまうま > 1 && turn\n    when"),
        SPELL.replace("id: zebra_spark\n", ""),
        SPELL.replace("tags: [echo]", "tag: [echo]\nflavour: x"),
        SPELL.replace("tags", "\ttags"),
        SPELL.replace("{op: draw, count: 2}", "{op: draw, count: 2"),
        f"{SPELL}type: spell\n",
        "- 7\n" + "".join(f"{'  ' if at else '- '}{line}\n" for at, line in enumerate(SPELL.splitlines())),
        SPELL.replace("しまうまの火花", "𠮷野家の火花, fr: Zèbre"),
    ],
    "linkavel": [
        MONSTER.replace("level: 2", "level: 9", 1),
        MONSTER.replace("power: 1000", "power: lots"),
        MONSTER.replace("on_summon", "on_sumon"),
        MONSTER.replace("attribute: fire\n", ""),
        MONSTER.replace("amount: 200", 'amount: "own.lp +"'),
        MONSTER.replace("effect_monster", "normal_monster"),
    ],
}
"""Cards with errors in words, numbers, keys and syntax, after characters of two, three and four bytes."""
MARKED: Final = """() => [...document.querySelectorAll(".ed-line")].flatMap((row, at) => {
  const code = row.querySelector(".ed-code");
  const places = [];
  let column = 1;
  for (const span of code?.children ?? []) {
    if (span.classList.contains("ed-wrong")) places.push([at + 1, column]);
    column += [...span.textContent].length;
  }
  return places;
})"""
"""Return the marked lines and columns."""


def write(page: Page, text: str) -> None:
    """Put a text into the editor and wait for the check."""
    # As a paste. Typing thousands of lines takes Chromium half a minute.
    page.locator(FIELD).evaluate(
        "(field, text) => { field.value = text; field.dispatchEvent(new Event('input')); }", text
    )
    expect(page.locator(".ws-state")).not_to_have_attribute("data-kind", "busy")


def open_workshop(visitor: Visitor, game: str) -> Page:
    page = visitor.open(f"/workshop/{game}")
    expect(page.locator(".ws-state")).to_have_attribute("data-kind", "good")
    return page


def listed(page: Page) -> list[tuple[str, str]]:
    rows = page.locator(".problem").evaluate_all(
        "all => all.map(one => [...one.children].map(part => part.innerText.replace(/\\s+/g, ' ').trim()))"
    )
    return [(place, what) for place, what in rows]


def test_errors_are_marked_where_the_command_line_reports_them(
    browser: Browser, site: Server, run: RunCommand, tmp_path: Path
) -> None:
    with Visitor(browser, site) as visitor:
        for game, cards in WRONG.items():
            # Card ids must be unique.
            texts = [text.replace("id: zebra", f"id: zebra{number}") for number, text in enumerate(cards)]
            folder = tmp_path / game
            folder.mkdir()
            for number, text in enumerate(texts):
                (folder / f"{number:02}.yaml").write_text(text, encoding="utf-8")
            known = {}
            for language in ("en", "ja"):
                told = run("cards", "check", "--game", game, "--json", str(folder), "--language", language)
                assert told.returncode == 1, told.stderr
                known[language] = json.loads(told.stdout)["problems"]
            page = open_workshop(visitor, game)
            for number, text in enumerate(texts):
                write(page, text)
                expect(page.locator(".ws-state")).to_have_attribute("data-kind", "wrong")
                for turn in range(2):
                    if turn:
                        page.locator(".bar nav button").first.click()
                    language = page.evaluate("document.documentElement.lang")
                    expected = [one for one in known[language] if Path(one["file"]).name == f"{number:02}.yaml"]
                    assert expected, text
                    assert listed(page) == [
                        (f"{one['line']}:{one['column']}", " ".join(f"{one['path']} {one['message']}".split()))
                        for one in expected
                    ], text
                    assert page.locator(".ed-says").first.inner_text() in [one["message"] for one in expected]
                places = {(one["line"], one["column"]) for one in expected}
                assert {tuple(place) for place in page.evaluate(MARKED)} == places, text
            # A click on a problem goes to its location.
            page.locator(".problem").last.click()
            start = page.locator(FIELD).evaluate("field => field.value.slice(0, field.selectionStart)").split("\n")
            assert (len(start), len(start[-1]) + 1) == (expected[-1]["line"], expected[-1]["column"])
            write(page, SPELL if game == "solitaire-tcg" else MONSTER)
            expect(page.locator(".ws-state")).to_have_attribute("data-kind", "good")
            expect(page.locator(".ws-face > *")).to_contain_text("Zebra" if language == "en" else "しまうま")
            expect(page.locator(".problem, .ed-wrong, .ed-bad, .ws-old")).to_have_count(0)


def test_card_that_replaces_an_included_one_says_so(browser: Browser, site: Server) -> None:
    card = next(iter(find_workshop("solitaire-tcg").cards().values()))
    with Visitor(browser, site) as visitor:
        page = open_workshop(visitor, "solitaire-tcg")
        write(page, SPELL.replace("zebra_spark", card.id))
        expect(page.locator(".ws-state")).to_have_attribute("data-kind", "good")
        state = page.locator(".ws-state")
        expect(state).to_contain_text(f"Card is valid. {card.id} replaces the included card {card.en}.")
        page.locator(".bar nav button").first.click()
        expect(state).to_contain_text(f"収録カード《{card.ja}》を置き換えます。")
        write(page, SPELL)
        expect(state).not_to_contain_text(card.ja)


def preview_text(page: Page, language: str) -> list[str]:
    """Return the preview text of a card in a language."""
    lines = page.locator(f".ws-text[lang={language}]")
    found: Locator = lines if lines.count() else page.locator(f".ws-ability[lang={language}]")
    return [line for text in found.all_inner_texts() for line in text.split("\n")]


@pytest.mark.parametrize("game", ["linkavel", "solitaire-tcg"])
def test_card_texts_match_the_command_line(
    browser: Browser, site: Server, run: RunCommand, tmp_path: Path, game: str
) -> None:
    cards = list(find_workshop(game).cards().values())
    chosen = random.Random(8).sample([card for card in cards if card.parsed["abilities"]], 2)
    with Visitor(browser, site) as visitor:
        page = open_workshop(visitor, game)
        for card in chosen:
            page.locator("[data-does=begin]").click()
            page.locator("dialog input[type=search]").fill(card.id)
            page.locator(".ws-found button", has_text=card.name("en")).first.click()
            expect(page.locator(".ws-words .ws-name[lang=en]")).to_have_text(card.name("en"))
            told = json.loads(run("cards", "show", "--game", game, card.id, "--json").stdout)["text"]
            assert {language: preview_text(page, language) for language in ("en", "ja")} == told
        # A changed number updates every text.
        own = SPELL if game == "solitaire-tcg" else MONSTER
        before, after = ("count: 2", "count: 8") if game == "solitaire-tcg" else ("amount: 200", "amount: 900")
        write(page, own)
        old = preview_text(page, "en") + preview_text(page, "ja")
        page.locator(FIELD).evaluate(
            "(field, word) => { const at = field.value.indexOf(word) + word.length; field.focus();"
            " field.setSelectionRange(at - (word.endsWith('00') ? 3 : 1), at); }",
            before,
        )
        page.keyboard.type(after.split()[-1])
        expect(page.locator(".ws-words .ws-ability[lang=ja]")).to_contain_text(after.split()[-1])
        path = tmp_path / "own.yaml"
        path.write_text(own.replace(before, after), encoding="utf-8")
        told = json.loads(run("cards", "show", "--game", game, "--path", str(path), "--json").stdout)["text"]
        assert {language: preview_text(page, language) for language in ("en", "ja")} == told
        assert old != preview_text(page, "en") + preview_text(page, "ja")
        with page.expect_download() as download:
            page.locator("[data-does=download]").click()
        assert download.value.suggested_filename.endswith(".yaml")
        assert download.value.path().read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def use_plain_screen(player: Player) -> None:
    """Plain tables: these tests are about their texts."""
    player.page.add_init_script(
        "const now = JSON.parse(localStorage['tefuda.settings'] ?? '{}');"
        "localStorage['tefuda.settings'] = JSON.stringify({...now, plain: true});"
    )


def test_card_is_tried_at_a_private_table(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        use_plain_screen(player)
        page = open_workshop(player, "solitaire-tcg")
        write(page, SPELL)
        page.locator(".ws-tries button").first.click()
        player.wait_for_table()
        before = player.now["number"]
        page.locator("plain-screen .actions button", has_text="Zebra Spark").first.click()
        player.wait_for_update(before)
        expect(page.locator(".log")).to_contain_text("Zebra Spark")
        table = player.table
        page.locator(".bar nav button", has_text="日本語").click()
        expect(page.locator("plain-screen")).to_contain_text("しまうまの火花")
        page.reload()
        player.wait_for_table()
        expect(page.locator(".log")).to_contain_text("しまうまの火花")
        with Visitor(browser, site) as stranger:
            other = stranger.open("/cards/solitaire-tcg")
            expect(other.locator(".gallery li")).to_have_count(len(tefuda.game("solitaire-tcg").texts.cards()))
            expect(other.locator("main")).not_to_contain_text("Zebra")
            for status in ("open", "playing"):
                assert table not in stranger.context.request.get(f"{site.address}/api/tables?status={status}").text()
            other = open_workshop(stranger, "solitaire-tcg")
            assert "zebra" not in other.locator(FIELD).input_value().lower()
        page.locator(".table-actions a", has_text="工房に戻る").click()
        expect(page.locator(FIELD)).to_have_value(SPELL)
        # LinkaVel: the ability works at once, and the CPU plays the other side.
        page = player.open("/workshop/linkavel")
        expect(page.locator(".ws-state")).to_have_attribute("data-kind", "good")
        write(page, MONSTER.replace("when: on_summon", "when: activated"))
        page.locator(".ws-tries button").first.click()
        player.wait_for_table()
        before = player.now["number"]
        page.locator("plain-screen .actions button", has_text="しまうま乗り").last.click()
        player.wait_for_update(before)
        expect(page.locator(".log")).to_contain_text("しまうま乗り")
        # Playing again uses the same position and card; the replay includes the card.
        table = player.table
        player.use_tool("投了")
        page.locator("dialog .danger").click()
        page.locator("dialog.result button.primary").click()
        player.wait(lambda: player.table != table, "no other table")
        player.wait_for_table()
        expect(page.locator("plain-screen")).to_contain_text("しまうま乗り")
        expect(page.locator(".table-actions a[href='/workshop/linkavel']")).to_be_visible()
        player.open(f"/replay?table={table}")
        expect(page.locator(".moves li")).to_have_count(2)
        expect(page.locator("plain-screen")).to_contain_text("しまうま乗り")


SCRIPT: Final = "<script>window.harm=1</script><img src=x onerror=window.harm=1></script>javascript:window.harm=1"
HOSTILE: Final = {
    "aliases": "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40)),
    "megabyte": "id: a\nflavor: " + "x" * 1_000_000,
    "many lines": "- 7\n" * 24_000,
    "deep": "[" * 50_000,
    "script as an id": SPELL.replace("zebra_spark", '"javascript:window.harm=1"'),
    "script as a key": SPELL + f"{json.dumps(SCRIPT)}: 1\n",
    "control": SPELL.replace("echo", "\u0007\u0000"),
    "tag": SPELL.replace("[echo]", "!!python/object/apply:os.system [true]"),
    "power": SPELL.replace("count: 2", f'count: "{"9" * 400} * {"9" * 400}"'),
}


def test_hostile_texts_are_harmless(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        use_plain_screen(player)
        page = open_workshop(player, "solitaire-tcg")
        for name, text in HOSTILE.items():
            write(page, text)
            expect(page.locator(".ws-state"), name).to_have_attribute("data-kind", "wrong")
            assert page.locator(".ws-state").inner_text().strip(), name
        # Invisible and direction-changing characters are marked and have no effect.
        write(page, SPELL.replace("echo", "\u202eohce\u2066\u200b"))
        expect(page.locator(".ed-invisible")).to_have_count(3)
        assert page.locator(FIELD).evaluate("field => getComputedStyle(field).unicodeBidi") == "bidi-override"
        # Names are plain text on the face, at the table and in the log.
        named = SPELL.replace(
            "{en: Zebra Spark, ja: しまうまの火花}", json.dumps({"en": SCRIPT[:60], "ja": "\u202e</script>"})
        )
        write(page, named)
        expect(page.locator(".ws-state")).to_have_attribute("data-kind", "good")
        expect(page.locator(".ws-words .ws-name[lang=en]")).to_have_text(SCRIPT[:60])
        page.locator(".ws-tries button").first.click()
        player.wait_for_table()
        before = player.now["number"]
        page.locator("plain-screen .actions button", has_text="<script>").first.click()
        player.wait_for_update(before)
        expect(page.locator(".log")).to_contain_text("<script>")
        assert page.evaluate("[window.harm, document.images.length, document.scripts.length]") == [None, 0, 1]
        player.open("/workshop/solitaire-tcg")
        expect(page.locator(FIELD)).to_have_value(named)
        write(page, SPELL)
        expect(page.locator(".ws-state")).to_have_attribute("data-kind", "good")


def drafts(page: Page) -> Locator:
    page.locator("[data-does=drafts]").click()
    return page.locator(".ws-drafts li")


def test_drafts_can_be_saved_renamed_copied_and_deleted(browser: Browser, site: Server, tmp_path: Path) -> None:
    with Visitor(browser, site) as visitor:
        page = open_workshop(visitor, "linkavel")
        write(page, MONSTER)
        page.reload()
        expect(page.locator(FIELD)).to_have_value(MONSTER)
        expect(page.locator(".ws-tools .ws-name")).to_have_text("Zebra Rider")
        # A new card leaves this draft unchanged.
        path = tmp_path / "magic.yaml"
        path.write_text(find_workshop("linkavel").starter_file("normal_magic", "en"), encoding="utf-8")
        page.locator("[data-does=begin]").click()
        page.locator("dialog input[type=file]").set_input_files(path)
        expect(page.locator(FIELD)).to_have_value(path.read_text(encoding="utf-8"))
        rows = drafts(page)
        expect(rows).to_have_count(2)
        rows.filter(has_text="Zebra Rider").get_by_role("button", name="Rename").click()
        page.locator(".ws-drafts input").fill("My best")
        page.keyboard.press("Enter")
        rows.filter(has_text="My best").get_by_role("button", name="Copy").click()
        expect(rows.filter(has_text="My best (copy)")).to_have_attribute("aria-current", "true")
        expect(page.locator(FIELD)).to_have_value(MONSTER)
        rows.filter(has_text="My best (copy)").get_by_role("button", name="Delete").click()
        expect(page.locator(".notice")).to_contain_text("My best (copy)")
        page.locator(".notice button").click()
        expect(page.locator(".ws-tools .ws-name")).to_have_text("My best (copy)")
        expect(drafts(page)).to_have_count(3)
        page.keyboard.press("Escape")
        # Invalid storage still gives an editable text.
        for nonsense in ("not json", "null", '{"drafts": [7, {"id": 3}, {"id": "a", "text": 1}]}', '{"drafts": "x"}'):
            page.evaluate("text => localStorage['tefuda.workshop.linkavel'] = text", nonsense)
            page.reload()
            expect(page.locator(".ws-state")).to_have_attribute("data-kind", "good")
        # With full storage the page shows it and works.
        page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
        write(page, MONSTER.replace("Zebra", "Okapi"))
        expect(page.locator(".notice")).to_contain_text("Storage is full")
        expect(page.locator(".ws-face")).to_contain_text("Okapi Rider")


def test_editor_keys_and_undo(browser: Browser, site: Server) -> None:
    with Visitor(browser, site) as visitor:
        page = open_workshop(visitor, "solitaire-tcg")
        field = page.locator(FIELD)
        keys = page.keyboard
        write(page, "a:\nb:\n")
        field.evaluate("field => { field.focus(); field.setSelectionRange(3, 3); }")
        keys.press("Tab")
        keys.type("c: 1")
        keys.press("Enter")
        keys.type("d: 2")
        expect(field).to_have_value("a:\n  c: 1\n  d: 2b:\n")
        seen = [field.input_value()]
        while seen[-1] != "a:\nb:\n" and len(seen) < 20:
            keys.press("Control+z")
            seen.append(field.input_value())
        assert seen[-1] == "a:\nb:\n", seen
        keys.press("Control+a")
        keys.press("Tab")
        expect(field).to_have_value("  a:\n  b:\n")
        keys.press("Shift+Tab")
        expect(field).to_have_value("a:\nb:\n")
        # Tab leaves the editor after Escape.
        keys.press("Escape")
        keys.press("Tab")
        assert page.evaluate("document.activeElement.tagName") != "TEXTAREA"
        # F8 goes to the next problem.
        write(page, WRONG["solitaire-tcg"][7])
        field.focus()
        field.evaluate("field => field.setSelectionRange(0, 0)")
        lines = []
        for _ in range(3):
            keys.press("F8")
            lines.append(field.evaluate("field => field.value.slice(0, field.selectionStart).split('\\n').length"))
        assert lines == [4, 5, 4]
        # The highlighted lines match the typed ones, and nothing is scrolled.
        write(page, "a: " + "𠮷野家 wide 字\tx " * 30 + "\n" + "b: 'x'\n" * 90)
        sizes = field.evaluate("one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]")
        assert sizes == [0, 0]
        boxes = page.locator(".ed-line").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        assert max(boxes) - min(boxes) < 0.1
        painted = page.locator(".ed-line").evaluate_all("all => all.map(one => one.firstChild?.textContent ?? '')")
        assert "\n".join(painted) == field.input_value()


def test_highlighting_keeps_every_character(browser: Browser, site: Server) -> None:
    letters = "ab:#-'\"\\[]{},|>!&*? \t\n\n  7é字𠮷\u202e"
    luck = random.Random(5)
    texts = ["".join(luck.choice(letters) for _ in range(luck.randrange(60))) for _ in range(400)]
    with Visitor(browser, site) as visitor:
        page = visitor.open("/workshop/linkavel")
        kept = page.evaluate(
            """async ([address, texts]) => {
              const { tokenizeLines } = await import(address);
              const whole = (lines) => lines.map((line) => line.map((part) => part[1]).join("")).join("\\n");
              return texts.map((text) => whole(tokenizeLines(text.split("\\n"))));
            }""",
            [module_address(page, "pages/workshop/yaml.js"), texts],
        )
        assert kept == texts
        looks: list[Any] = page.evaluate(
            "async ([address, lines]) => (await import(address)).tokenizeLines(lines)",
            [module_address(page, "pages/workshop/yaml.js"), ["- op: draw # x", 'k: "a: 1"', "t: |", "  b: 1", "n: 7"]],
        )
        assert [part for line in looks for part in line if part[0]] == [
            ["sign", "-"],
            ["key", "op"],
            ["sign", ":"],
            ["comment", "# x"],
            ["key", "k"],
            ["sign", ":"],
            ["text", '"a: 1"'],
            ["key", "t"],
            ["sign", ":"],
            ["sign", "|"],
            ["text", "  b: 1"],
            ["key", "n"],
            ["sign", ":"],
            ["number", "7"],
        ]


def test_editing_works_offline(browser: Browser, site: Server) -> None:
    with Visitor(browser, site, outage=True) as visitor:
        page = open_workshop(visitor, "solitaire-tcg")
        visitor.context.set_offline(True)
        write(page, SPELL)
        expect(page.locator(".ws-state")).to_contain_text("cannot be reached")
        expect(page.locator(".ws-old")).to_be_visible()
        visitor.context.set_offline(False)
        expect(page.locator(".ws-state")).to_have_attribute("data-kind", "good")
        expect(page.locator(".ws-face")).to_contain_text("Zebra Spark")


@pytest.mark.parametrize(("dark", "width", "height", "language"), [(False, 1280, 800, "en"), (True, 390, 844, "ja")])
def test_accessibility_and_layout(
    browser: Browser, site: Server, dark: bool, width: int, height: int, language: str
) -> None:
    with Visitor(browser, site, axe=True, dark=dark, width=width, height=height, language=language) as visitor:
        # Dialogs must not fade in while they are checked.
        visitor.page.add_init_script("localStorage['tefuda.settings'] = JSON.stringify({reduced: 'on'});")
        page = open_workshop(visitor, "linkavel")
        assert axe_findings(page) == []
        write(page, MONSTER.replace("level: 2", "level: 9", 1))
        assert axe_findings(page) == []
        page.locator("[data-does=reference]").click()
        expect(page.locator(".ws-reference .book")).to_be_visible()
        page.locator(".ws-reference input").fill("damage")
        expect(page.locator(".ws-reference h3:visible").first).to_contain_text("damage")
        assert axe_findings(page) == []
        page.locator("[data-does=reference]").click()
        page.locator("[data-does=begin]").click()
        expect(page.locator(".ws-found li").first).to_be_visible()
        assert axe_findings(page) == []
        page.keyboard.press("Escape")
        page.locator("[data-does=drafts]").click()
        assert axe_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        page.keyboard.press("Escape")
        small = page.locator("main button:visible, main a:visible, main select:visible").evaluate_all(
            "all => all.map(one => [one.innerText, one.getBoundingClientRect()])"
            ".filter(([, box]) => box.height < 34 || box.right > innerWidth + 1 || box.left < -1).map(([text]) => text)"
        )
        assert small == []
