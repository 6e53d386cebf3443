"""Texts of Card Othello in English and Japanese: actions, errors, and logs."""

from typing import Any, Final

from tefuda.core.text import Message
from tefuda.games.card_othello.catalogue import catalogue
from tefuda.games.card_othello.rules.board import BIT, CELL_NAMES, popcount
from tefuda.games.card_othello.rules.codes import (
    CARD_CODES,
    DONE,
    PASS,
    PICK,
    PICK_CARD,
    PICKS_CARD,
    PICKS_CELL,
    PICKS_NOTHING,
    SACRIFICE_WILL,
    SIDES,
    USE,
)
from tefuda.games.card_othello.rules.state import CardOthelloState
from tefuda.games.card_othello.rules.targets import has_target

SIDE_NAMES: Final = {"black": Message("black", "Black", "黒"), "white": Message("white", "White", "白")}
MARK_NAMES: Final = {
    "PROTECTED": Message("PROTECTED", "short protection", "短期保護"),
    "PERMA_PROTECTED": Message("PERMA_PROTECTED", "lasting protection", "永続保護"),
    "GUARD": Message("GUARD", "guard", "完全保護"),
    "TRAP": Message("TRAP", "trap", "罠"),
    "TIME_BOMB": Message("TIME_BOMB", "time bomb", "時限爆弾"),
    "DRAGON": Message("DRAGON", "dragon", "究極反転龍"),
    "BREEDING": Message("BREEDING", "breeding", "繁殖"),
    "UDG": Message("UDG", "destruction god", "究極破壊神"),
    "WORK": Message("WORK", "work", "出稼ぎ"),
    "REGEN": Message("REGEN", "revival", "復活"),
    "HYPERACTIVE": Message("HYPERACTIVE", "restlessness", "多動"),
    "ULTIMATE_HYPERACTIVE": Message("ULTIMATE_HYPERACTIVE", "restless god", "究極多動神"),
}
FLIP_PHASES: Final = {
    "exchange": Message("exchange", "exchange", "交換"),
    "revival": Message("revival", "revival", "復活"),
    "chain1": Message("chain1", "chain 1", "連鎖1"),
    "chain2": Message("chain2", "chain 2", "連鎖2"),
    "dragon": Message("dragon", "the dragon", "究極反転龍"),
    "breeding": Message("breeding", "breeding", "繁殖"),
    "restless": Message("restless", "a restless stone", "多動"),
}
DESTROY_CAUSES: Final = {
    "sacrifice": Message("sacrifice", "sacrificed", "生贄"),
    "destruction": Message("destruction", "the God of Destruction", "破壊神"),
    "unsprung": Message("unsprung", "trap not triggered", "不発の罠"),
    "bomb": Message("bomb", "the time bomb", "時限爆弾"),
    "cross_bomb": Message("cross_bomb", "the cross bomb", "十字爆弾"),
    "udg": Message("udg", "the destruction god", "究極破壊神"),
    "over": Message("over", "expired", "効果終了"),
    "enclosed": Message("enclosed", "nowhere to go", "行き場なし"),
    "burst": Message("burst", "the restless god's explosion", "究極多動神の最期"),
    "self": Message("self", "self-destruction", "自壊"),
}
CHARGE_REASONS: Final = {
    "placement": Message("placement", "flips", "反転"),
    **FLIP_PHASES,
    "cost": Message("cost", "cost", "コスト"),
    "treasure": Message("treasure", "treasure", "宝箱"),
    "sacrifice": Message("sacrifice", "sacrifice", "生贄"),
    "gale": Message("gale", "gale", "強風"),
    "sale": Message("sale", "sale", "売却"),
    "resale": Message("resale", "resale", "転売"),
    "absorption": Message("absorption", "flips and absorption", "反転と吸収"),
    "plundered": Message("plundered", "absorbed", "吸収された"),
    "work": Message("work", "work", "出稼ぎ"),
    "trap": Message("trap", "trap", "罠"),
    "trapped": Message("trapped", "trapped", "罠にかかった"),
}
NEW_MARK_JA: Final = {
    "PROTECTED": "{} に短期保護を付与。",
    "PERMA_PROTECTED": "{} に永続保護を付与。",
    "GUARD": "{} に完全保護を付与。",
    "TRAP": "{} に罠を仕掛けた。",
    "TIME_BOMB": "{} の石が時限爆弾になった。",
    "DRAGON": "{} の石が究極反転龍になった。",
    "BREEDING": "{} の石が繁殖石になった。",
    "UDG": "{} の石が究極破壊神になった。",
    "WORK": "{} の石が出稼ぎを始めた。",
    "REGEN": "{} の石に復活の力が付いた。",
    "HYPERACTIVE": "{} の石が多動石になった。",
    "ULTIMATE_HYPERACTIVE": "{} の石が究極多動神になった。",
}
"""The log line of a new mark in Japanese."""

NORMAL_LOG_EVENTS: Final = ["turn", "draw", "no_draw", "use", "place", "pass", "end"]
"""The events of the normal log, in addition to the flips of a placement (CO-12.7)."""


def card_name(type_code: str, language: str) -> str:
    return catalogue()[CARD_CODES[type_code]].name.text(language)


def join_names(cells: list[str], ja: bool) -> str:
    return "・".join(cells) if ja else ", ".join(cells)


def channel(event: dict[str, Any]) -> str:
    """Return the log of an event: `normal`, `effect` or `charge` (CO-12.6 to CO-12.8)."""
    if event["kind"] in NORMAL_LOG_EVENTS or (event["kind"] == "flip" and event["phase"] == "placement"):
        return "normal"
    return "charge" if event["kind"] == "charge" else "effect"


def event_text(event: dict[str, Any], language: str) -> str:
    """Return an event as a log line; empty if the event is not logged."""
    ja = language == "ja"
    if channel(event) == "normal":
        return _normal_line(event, language, ja)
    line = _effect_line(event, language, ja)
    side = event.get("side") or event.get("owner")
    if not line or side is None:
        return ""
    return f"{SIDE_NAMES[side].text(language)}: {line}"


def _normal_line(event: dict[str, Any], language: str, ja: bool) -> str:
    """Return a line about turns, draws, cards, placements or passes (CO-12.7)."""
    side = SIDE_NAMES[event["side"]].text(language) if "side" in event else ""
    match event["kind"]:
        case "turn":
            return f"{side}の手番。" if ja else f"{side}'s turn."
        case "draw":
            if "card" in event:
                card = card_name(event["card"], language)
                return f"{side}が「{card}」をドロー。" if ja else f"{side} draws {card}."
            return f"{side}がドロー。" if ja else f"{side} draws a card."
        case "no_draw":
            if event["reason"] == "hand_full":
                return f"{side}は手札が上限のためドローなし。" if ja else f"{side} draws nothing: the hand is full."
            return f"{side}は山札が空のためドローなし。" if ja else f"{side} draws nothing: the deck is empty."
        case "use":
            card = card_name(event["card"], language)
            return f"{side}が「{card}」を使用。" if ja else f"{side} uses {card}."
        case "place":
            return f"{side}が {event['at']} に配置。" if ja else f"{side} places on {event['at']}."
        case "flip":
            number = len(event["cells"])
            return f"{side}が{number}枚反転！" if ja else f"{side} flips {number}!"
        case "pass":
            return f"{side}はパス。" if ja else f"{side} passes."
    return _end_line(event, language, ja)


def _end_line(event: dict[str, Any], language: str, ja: bool) -> str:
    """Return the last line: the reason of the end and the winner (CO-8.2, CO-8.3)."""
    score = f"黒 {event['black']} - 白 {event['white']}" if ja else f"Black {event['black']}, White {event['white']}"
    if event["reason"] == "full":
        why = "盤面が埋まりました。" if ja else "The board is full. "
    else:
        why = "両者パスで終局です。" if ja else "Both passed. "
    if event["winner"] is None:
        return f"{why}{score} で引き分け。" if ja else f"{why}{score}: a draw."
    winner = SIDE_NAMES[event["winner"]].text(language)
    return f"{why}{score} で{winner}の勝ち！" if ja else f"{why}{score}: {winner} wins!"


def _effect_line(event: dict[str, Any], language: str, ja: bool) -> str:
    """Return a line about an effect (CO-12.6)."""
    match event["kind"]:
        case "flip":
            phase, number = FLIP_PHASES[event["phase"]].text(language), len(event["cells"])
            return f"{phase}で{number}枚反転！" if ja else f"{phase} flips {number}!"
        case "revive":
            return f"{event['at']} の石が復活！" if ja else f"the stone on {event['at']} revives!"
        case "chain":
            return ""
        case "treasure":
            return f"宝箱から布石を{event['amount']}獲得！" if ja else f"finds {event['amount']} charge in the chest!"
        case "spawn":
            return f"{event['at']} に石が生まれた。" if ja else f"a stone grows on {event['at']}."
        case "tempt":
            return f"{event['at']} の石を誘惑した。" if ja else f"the stone on {event['at']} is tempted."
        case "move":
            return _move_line(event, ja)
        case "destroy":
            cause, cells = DESTROY_CAUSES[event["by"]].text(language), join_names(event["cells"], ja)
            verb = "が消滅" if event["by"] in ("over", "enclosed", "unsprung", "self") else "を破壊"
            return f"{cells} {verb}（{cause}）。" if ja else f"{cells} destroyed ({cause})."
        case "charge":
            reason, by = CHARGE_REASONS[event["reason"]].text(language), f"{event['by']:+d}"
            return f"布石{by}（{reason}、計{event['now']}）。" if ja else f"charge {by} ({reason}; now {event['now']})."
        case "mark" | "unmark":
            return _mark_line(event, language, ja)
    return _card_line(event, language, ja)


def _move_line(event: dict[str, Any], ja: bool) -> str:
    start, end = event["moves"][0]
    match event["by"]:
        case "gale":
            return f"強風で {start} の石が {end} へ。" if ja else f"the gale blows {start} to {end}."
        case "transposition":
            return f"{start} と {end} を入れ替えた。" if ja else f"{start} and {end} swap places."
    return f"多動石が {start} から {end} へ。" if ja else f"a restless stone goes from {start} to {end}."


def _mark_line(event: dict[str, Any], language: str, ja: bool) -> str:
    mark, at = MARK_NAMES[event["mark"]].text(language), event["at"]
    if event["kind"] == "mark":
        return NEW_MARK_JA[event["mark"]].format(at) if ja else f"{mark} on {at}."
    match event["reason"]:
        case "flipped":
            return f"{at} の{mark}が解除された。" if ja else f"{mark} on {at} is removed."
        case "over" | "replaced" | "tempted":
            return f"{at} の{mark}の効果が終わった。" if ja else f"{mark} on {at} ends."
    return ""


def _card_line(event: dict[str, Any], language: str, ja: bool) -> str:
    match event["kind"]:
        case "snare":
            return "どこかに罠を仕掛けた。" if ja else "sets a hidden trap."
        case "trap_sprung":
            return f"{event['at']} の罠が発動！" if ja else f"the trap on {event['at']} is triggered!"
        case "trap_unsprung":
            return f"{event['at']} の罠は不発。" if ja else f"the trap on {event['at']} was not triggered."
        case "confiscate":
            if "cards" in event:
                cards = join_names([card_name(card, language) for card in event["cards"]], ja)
                return f"相手の手札を没収（{cards}）。" if ja else f"takes {cards} from the opponent's hand."
            number = event["count"]
            cards = f"{number} card{'s' if number > 1 else ''}"
            return f"相手の手札を{number}枚没収。" if ja else f"takes {cards} from the opponent's hand."
        case "forfeit":
            cards = join_names([card_name(card, language) for card in event["cards"]], ja)
            return f"罠で手札を失う（{cards}）。" if ja else f"loses {cards} to the trap."
        case "sell":
            card = card_name(event["card"], language)
            return f"「{card}」を売却。" if ja else f"sells {card}."
        case "offers":
            return f"候補{event['count']}枚が示された。" if ja else f"{event['count']} cards are offered."
        case "blessed":
            card = f"「{card_name(event['card'], language)}」" if "card" in event else "カード1枚"
            if ja:
                return f"{card}を手札に加えた。"
            return f"takes {card_name(event['card'], language) if 'card' in event else 'a card'}."
        case "show":
            return "相手の手札を公開させた。" if ja else "looks at the opponent's hand."
        case "condemn":
            card = card_name(event["card"], language)
            return f"相手の手札の「{card}」を捨てた。" if ja else f"discards {card} from the opponent's hand."
        case "steal":
            names = [card_name(card, language) for card in event["cards"]]
            quoted = "".join(f"「{name}」" for name in names)
            return f"相手の{quoted}を奪って売却。" if ja else f"takes and sells {', '.join(names)}."
    return ""


# Actions


def describe(state: CardOthelloState, action: int, language: str) -> str:
    """Return a legal action as a sentence."""
    ja = language == "ja"
    if action < PICK:
        number = popcount(state.flips_at(action, state.seat))
        cell = CELL_NAMES[action]
        if number == 0:
            return f"{cell} に置く（反転なし）" if ja else f"place on {cell}, no flips"
        return f"{cell} に置き、{number}枚反転する" if ja else f"place on {cell}, flipping {number}"
    if action < USE:
        cell = CELL_NAMES[action - PICK]
        side = SIDE_NAMES["black" if state.black & BIT[action - PICK] else "white"].text(language)
        card = card_name(catalogue()[state.pending].type, language)
        return f"「{card}」の対象に {cell} の{side}石を選ぶ" if ja else f"{card}: pick {side}'s stone on {cell}"
    if action < PICK_CARD:
        entry = catalogue()[action - USE]
        name, cost = entry.name.text(language), state.options.costs[action - USE]
        summary = entry.summary.text(language).rstrip("。.")
        return f"「{name}」を使う（コスト{cost}、{summary}）" if ja else f"use {name} for {cost}: {summary}"
    if action < DONE:
        card = card_name(catalogue()[state.pending].type, language)
        picked = catalogue()[action - PICK_CARD].name.text(language)
        return f"「{card}」で「{picked}」を選ぶ" if ja else f"{card}: pick {picked}"
    if action == DONE:
        return "選択を終える" if ja else "stop picking"
    return "パスする" if ja else "pass"


def why_illegal(state: CardOthelloState, action: int) -> Message:
    """Return why an action is illegal. The answer depends only on what the player to move can see."""
    kind = state.pick_kind()
    if not 0 <= action <= PASS:
        return Message("illegal", "Unknown action.", "不明な行動です。")
    if kind != PICKS_NOTHING and not (PICK <= action < USE or action >= PICK_CARD):
        card = catalogue()[state.pending].name
        return Message(
            "picking",
            f"Make a choice for {card.en} first. A used card cannot be taken back.",
            f"先に「{card.ja}」の選択が必要です（使ったカードは取り消せません）。",
        )
    if action < PICK:
        return _why_not_placed(state, action)
    if action == PASS:
        return Message(
            "pass", "You can't pass while you can place a stone.", "置ける場所があるので、パスはできません。"
        )
    if USE <= action < PICK_CARD:
        return _why_not_used(state, action - USE)
    return _why_not_picked(state, action, kind)


def _why_not_placed(state: CardOthelloState, cell: int) -> Message:
    name = CELL_NAMES[cell]
    if (state.black | state.white) & BIT[cell]:
        return Message("occupied", f"{name} is occupied.", f"{name} にはすでに石があります。")
    return Message(
        "no_line", f"A stone on {name} would not flip any stones.", f"{name} に置いても 1 枚も反転できません。"
    )


def _why_not_used(state: CardOthelloState, card: int) -> Message:
    entry = catalogue()[card]
    holding = state.holding(state.seat)
    name = entry.name
    if not holding.has_in_hand(card):
        return Message("not_held", f"{name.en} is not in your hand.", f"「{name.ja}」は手札にありません。")
    if state.card_used:
        return Message("card_used", "You've used your card for this turn.", "この手番ではすでにカードを使いました。")
    cost = state.options.costs[card]
    if holding.charge < cost:
        return Message(
            "charge",
            f"{name.en} costs {cost} charge; you have {holding.charge}.",
            f"布石が足りません（「{name.ja}」のコスト {cost}、手持ち {holding.charge}）。",
        )
    assert not has_target(state, card)
    return Message("no_target", f"{name.en} has no target.", f"「{name.ja}」の対象がありません。")


def _why_not_picked(state: CardOthelloState, action: int, kind: int) -> Message:
    if kind == PICKS_NOTHING:
        return Message("not_picking", "There is nothing to pick.", "今は選ぶものがありません。")
    card = catalogue()[state.pending].name
    if action == DONE:
        if kind == PICKS_CELL and state.pending == SACRIFICE_WILL:
            return Message("one_first", "Pick at least one stone.", "少なくとも 1 つ選んでください。")
        return Message("must_pick", f"Pick a target for {card.en}.", f"「{card.ja}」の対象を選んでください。")
    if kind == PICKS_CELL and action < USE:
        cell = CELL_NAMES[action - PICK]
        if action - PICK == state.first_pick:
            return Message("picked", f"{cell} is already picked.", f"{cell} はすでに選んでいます。")
        return Message("no_target", f"{card.en} cannot pick {cell}.", f"「{card.ja}」の対象に {cell} は選べません。")
    if kind == PICKS_CARD and action >= PICK_CARD:
        picked = catalogue()[action - PICK_CARD].name
        return Message("not_there", f"{picked.en} is not one of the choices.", f"「{picked.ja}」は選択肢にありません。")
    if kind == PICKS_CELL:
        return Message(
            "pick_cell",
            f"Pick a stone for {card.en}, for example pick d4.",
            f"「{card.ja}」では石を選びます（例: pick d4）。",
        )
    return Message("pick_card", f"Pick a card for {card.en}.", f"「{card.ja}」ではカードを選びます。")


def side_name(seat: int) -> Message:
    return SIDE_NAMES[SIDES[seat]]
