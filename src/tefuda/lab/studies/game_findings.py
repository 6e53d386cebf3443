"""The findings of a game study, in sentences."""

from typing import Any, Final

from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.lab.studies.spec import Spec
from tefuda.lab.studies.summary import format_interval, format_percent
from tefuda.lab.studies.trajectory import TENTHS

MOSTLY_SKILL: Final = 0.9
MORE_SKILL_THAN_LUCK: Final = 0.7
"""Minimum scores against random play for these words."""


def game_findings(spec: Spec, game: Game, figures: dict[str, Any]) -> list[Message]:
    """Return the findings of a game study, one sentence for each."""
    found = [_length_finding(figures), _branching_finding(figures)]
    if game.seats > 1:
        found.append(_first_player_finding(figures))
        if figures["course"] is not None:
            found.append(_leads_finding(figures["course"]))
    found.append(_choices_finding(figures["choices"]))
    return [
        *found,
        *[
            _skill_finding(game, one, spec.players[0], figures)
            for one in figures["skill"]
            if one["name"] != spec.players[0]
        ],
    ]


def _length_finding(figures: dict[str, Any]) -> Message:
    plays, turns = figures["plays"], figures.get("measured", {}).get("turns")
    en = f"A game takes {plays['median']:g} plays (median), 90 % at most {plays['nine_tenths']:g}"
    ja = f"1 ゲームは {plays['median']:g} 手（中央値）、9割が {plays['nine_tenths']:g} 手以内"
    if turns is not None:
        en, ja = f"{en}, or {turns['median']:g} turns", f"{ja}。ターン数は {turns['median']:g}"
    return Message("length", f"{en}.", f"{ja}。")


def _branching_finding(figures: dict[str, Any]) -> Message:
    found = figures["branching"]
    if found["actions"] is None:
        return Message("branching", "There were no decisions.", "選択の余地はありませんでした。")
    forced = format_percent(found["forced"])
    en = f"A player has {found['actions']:.1f} legal actions on average; {forced} of the plays are forced."
    ja = f"選べる行動は平均 {found['actions']:.1f} 通り、一択の手は {forced}。"
    return Message("branching", en, ja)


def _first_player_finding(figures: dict[str, Any]) -> Message:
    first = figures["first_player"]
    rate = f"{format_percent(first['rate'])} ({format_interval(first)})"
    if first["low"] > 0.5:
        return Message("first", f"The first player has an advantage: {rate}.", f"先手が有利: 勝率 {rate}。")
    if first["high"] < 0.5:
        return Message("first", f"The first player has a disadvantage: {rate}.", f"先手が不利: 勝率 {rate}。")
    return Message(
        "first",
        f"The first player has no significant advantage: {rate}.",
        f"先後の差は明確でない: 先手の勝率 {rate}。",
    )


def _leads_finding(course: dict[str, Any]) -> Message:
    half = course["leader_won"][TENTHS // 2]
    if course["changes"] is None or half["rate"] is None:
        return Message("leads", "Too few games for the leads.", "ゲーム数が少なく、優劣の推移は不明。")
    changes = course["changes"]["mean"]
    en = f"The lead changes {changes:.1f} times per game. The leader at half time wins {format_percent(half['rate'])}."
    return Message(
        "leads",
        en,
        f"形勢は 1 ゲームに {changes:.1f} 回入れ替わり、中盤で優勢な側の勝率は {format_percent(half['rate'])}。",
    )


def _choices_finding(choices: dict[str, Any]) -> Message:
    if not choices["decisions"]:
        return Message("choices", "There were no decisions.", "選択の機会はありませんでした。")
    mattered, cost = format_percent(choices["mattered"]["value"]), f"{100 * choices['cost']['value']:.1f}"
    least = f"{100 * choices['least']:.0f}"
    en = f"{mattered} of the decisions matter by {least} points or more. A random choice costs {cost} points."
    ja = f"勝率が {least} ポイント以上変わる重要な選択は {mattered}。ランダムに選ぶと平均 {cost} ポイント下がる。"
    if choices["cost"]["low"] is None or choices["cost"]["low"] <= 0:
        en = f"{mattered} of the decisions matter by {least} points or more. Good choices show no clear gain."
        ja = f"勝率が {least} ポイント以上変わる重要な選択は {mattered}。選び方の良し悪しによる差は明確でない。"
    return Message("choices", en, ja)


def _skill_finding(game: Game, one: dict[str, Any], first: str, figures: dict[str, Any]) -> Message:
    name = one["name"]
    if game.seats == 1:
        base = figures["skill"][0]["wins"]["rate"]
        rates = f"{format_percent(one['wins']['rate'])}", f"{format_percent(base)}"
        clear = one["difference"]["low"] > 0 or one["difference"]["high"] < 0
        doubt = ("", "") if clear else ("; that may be luck", "（運の範囲内）")
        en = f"{name} wins {rates[0]} of the games, {first} {rates[1]} of the same deals{doubt[0]}."
        return Message("skill", en, f"同じ配札で {name} の勝率は {rates[0]}、{first} は {rates[1]}{doubt[1]}。")
    score = one["score"]
    rate = format_percent(score["value"])
    if not one["deals"]:
        return Message(
            "skill", f"{name} finished no deal against {first}.", f"{name} と {first} の対戦は決着しなかった。"
        )
    en, ja = _skill_words(score)
    return Message(
        "skill", f"{name} scores {rate} against {first}: {en}.", f"{name} の {first} に対する得点率は {rate}: {ja}。"
    )


def _skill_words(score: dict[str, float]) -> tuple[str, str]:
    """Return words for the influence of skill."""
    if score["low"] >= MOSTLY_SKILL:
        return "skill decides nearly every game", "ほぼ実力で決まる"
    if score["low"] >= MORE_SKILL_THAN_LUCK:
        return "skill decides more than luck", "運より実力がものを言う"
    if score["low"] > 0.5:
        return "both skill and luck matter", "実力も運もものを言う"
    if score["high"] < 0.5:
        return "it is weaker than random play", "ランダムより弱い"
    return "no significant difference", "明確な差はない"
