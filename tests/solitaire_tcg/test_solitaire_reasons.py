"""Solitaire TCG: reasons, questions and names of abilities."""

import random
from collections.abc import Iterator

import tefuda
from tefuda.core.match import Match

GAME = tefuda.game("solitaire-tcg")
NAMES = {card.id: card.name for card in GAME.texts.cards()}


def positions() -> Iterator[Match]:
    """Yield games before every decision."""
    luck = random.Random(5)
    deck = next(option for option in GAME.options if option.name == "deck").default
    for number in range(12):
        match = Match(GAME, number, {"deck": deck, "max_turns": 3})
        while not match.over and match.ply < 120:
            yield match
            match.play(0, match.ply, luck.choice(match.legal(0)))


def test_reasons_for_cards_in_hand() -> None:
    heard = set()
    for match in positions():
        view, legal = match.view(0), match.legal(0)
        for card in set(view["hand"]):
            why = match.why_unusable(0, f"hand:{card}")
            verb = "pick" if view["choice"] else "play"
            assert (why is None) == (f"{verb} {card}" in legal), (card, legal)
            if why is not None:
                assert NAMES[card].en in why.en
                assert f"《{NAMES[card].ja}》" in why.ja
                assert why.code == ("no_candidate" if view["choice"] else "no_host")
                heard.add(why.code)
    assert heard == {"no_candidate", "no_host"}


def test_equip_without_a_host_names_the_hosts() -> None:
    match = Match(GAME, 1, position={"hand": ["eqp_001"], "board": [], "deck": ["spl_001"]})
    why = match.why_unusable(0, "hand:eqp_001")
    hosts = next(card.facts["hosts"] for card in GAME.texts.cards() if card.id == "eqp_001")
    assert why is not None
    assert hosts["en"] in why.en
    assert hosts["ja"] in why.ja


def test_every_choice_has_a_question() -> None:
    asked = set()
    for match in positions():
        question, choice = match.prompt(0), match.view(0)["choice"]
        assert (question is None) == (choice is None)
        if question is not None:
            name = NAMES[choice["card"].partition("#")[0]]
            assert question.en.startswith(name.en)
            assert question.ja.startswith(f"《{name.ja}》")
            assert question.en != f"{name.en}: choose a card"
            asked.add(choice["op"])
    assert len(asked) >= 3


def test_abilities_of_one_card_have_different_names() -> None:
    """Art 005 has two activated abilities; their actions are told apart."""
    match = Match(
        GAME,
        1,
        position={
            "hand": ["mon_001", *GARDEN[:1]],
            "grave": GARDEN[:4],
            "board": ["art_005"],
            "deck": ["spl_001"] * 5,
        },
    )
    uses = [action for action in match.legal(0) if action.startswith("use art_005")]
    assert uses == ["use art_005", "use art_005:2"]
    facts = next(card.facts for card in GAME.texts.cards() if card.id == "art_005")
    for language in ("en", "ja"):
        told = [match.describe(action, language) for action in uses]
        assert [text.endswith(use[language]) for text, use in zip(told, facts["uses"], strict=True)] == [True, True]


GARDEN = [
    card.id
    for card in GAME.texts.cards()
    if any(tag["id"] == "garden" for tag in card.facts["tags"]) and card.id != "art_005"
]
