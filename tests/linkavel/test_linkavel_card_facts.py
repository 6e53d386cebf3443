"""Facts of LinkaVel's cards: the classes of their effects, for badges and filters."""

from tefuda.games.linkavel.game import GAME

CLASSES = {"triggered": "誘発", "activated": "起動", "continuous": "永続"}
BY_WORD = {word: name for name, word in CLASSES.items()}


def test_effect_classes_are_those_of_the_text() -> None:
    """LV-9.1: each class once, in printed order, as the text begins its paragraphs."""
    seen: set[str] = set()
    for card in GAME.texts.cards():
        classes = [one["id"] for one in card.facts["classes"]]
        printed = [BY_WORD[word] for word in map(word_of, card.text.ja.splitlines()) if word in BY_WORD]
        assert classes == list(dict.fromkeys(printed)), card.id
        assert all(one["ja"] == CLASSES[one["id"]] for one in card.facts["classes"])
        seen.update(classes)
    assert seen == set(CLASSES)


def word_of(paragraph: str) -> str:
    """Return the label at the beginning of a paragraph: 【誘発】 gives 誘発."""
    return paragraph.removeprefix("【").partition("】")[0]
