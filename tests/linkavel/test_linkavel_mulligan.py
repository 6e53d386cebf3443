"""The mulligan (LV-4.12): what the players learn, and that nothing else changes."""

from collections import Counter

from linkavel_checks import PAIRS

from tefuda.core.events import SPECTATOR
from tefuda.core.match import Match
from tefuda.games.linkavel.game import GAME

ON = {"mulligan": "on"}


def test_opponent_and_spectator_learn_only_that_it_was_done() -> None:
    for seed, decks in enumerate(PAIRS):
        match = Match(GAME, seed, {**decks, **ON})
        first = match.seat
        views = {viewer: match.view(viewer) for viewer in (1 - first, SPECTATOR)}
        old_hand = match.view(first)["hand"]
        match.play(first, 0, "yes")
        for viewer, before in views.items():
            after = match.view(viewer)
            changed = {key for key in after if after[key] != before[key]}
            assert changed <= {"choice", "decides", "asked"}
            texts = [str(event) for event in match.events_for(viewer)]
            assert not any(card in text for card in old_hand for text in texts)
        own = match.view(first)
        seat = ("one", "two")[first]
        assert Counter(own["hand"] + own["unseen"][seat]) == Counter(old_hand + match.view(first, 0)["unseen"][seat])


def test_hands_are_exchanged_at_random() -> None:
    """An exchanged hand has no more in common with the old one than another hand of the deck."""
    same = 0
    for seed in range(200):
        match = Match(GAME, seed, ON)
        first = match.seat
        before = Counter(match.view(first)["hand"])
        match.play(first, 0, "yes")
        same += (before & Counter(match.view(first)["hand"])).total()
    other = 0
    for seed in range(200):
        one, two = (Match(GAME, number, {"deck.one": "fire"}).view(0)["hand"] for number in (seed, seed + 1000))
        other += (Counter(one) & Counter(two)).total()
    assert abs(same - other) < 120


def test_kept_hands_give_the_game_without_the_option() -> None:
    """The same seed and actions lead to the same positions, except for the option itself."""
    for seed in range(20):
        plain, asked = Match(GAME, seed), Match(GAME, seed, ON)
        for ply in (0, 1):
            asked.play(asked.seat, ply, "no")
        for _ in range(12):
            action = plain.legal(plain.seat)[0]
            assert asked.legal(asked.seat) == plain.legal(plain.seat)
            plain.play(plain.seat, plain.ply, action)
            asked.play(asked.seat, asked.ply, action)
            position = GAME.position(asked.state())
            assert position.pop("options") == ON
            assert position == GAME.position(plain.state())
            if plain.over:
                break


def test_questions_and_answers_are_named() -> None:
    match = Match(GAME, 3, ON)
    assert [match.describe(action, "en") for action in match.legal(match.seat)] == [
        "exchange the opening hand",
        "keep the opening hand",
    ]
    asked = match.prompt(match.seat)
    assert asked is not None
    assert asked.en.startswith("Exchange your opening hand once?")
    held = match.view(match.seat)["hand"]
    levels = {card.id: card.facts["level"] for card in GAME.texts.cards()}
    assert asked.en.endswith(f"Level 1 monsters in it: {sum(levels[card] == 1 for card in held)}.")
    assert asked.ja.startswith("初期手札を1回だけ引き直しますか？")


def test_bare_words_of_yaml_are_accepted() -> None:
    assert GAME.option_values({"mulligan": True, "power_floor": False}) == GAME.option_values(
        {"mulligan": "on", "power_floor": "off"}
    )
