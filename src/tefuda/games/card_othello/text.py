"""Log lines and names of Card Othello in English and Japanese."""

from typing import Any, Final

from tefuda.core.text import Message
from tefuda.games.card_othello.catalogue import catalogue
from tefuda.games.card_othello.rules.codes import CARD_CODES, SIDES

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
    "bomb": Message("bomb", "the time bomb", "時限爆弾"),
    "cross_bomb": Message("cross_bomb", "the cross bomb", "十字爆弾"),
    "udg": Message("udg", "the destruction god", "究極破壊神"),
    "over": Message("over", "expired", "効果終了"),
    "enclosed": Message("enclosed", "nowhere to go", "行き場なし"),
    "burst": Message("burst", "the restless god's explosion", "究極多動神の最期"),
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
    "absorption": Message("absorption", "absorption", "吸収"),
    "plundered": Message("plundered", "absorbed", "吸収された"),
    "work": Message("work", "work", "出稼ぎ"),
    "trap": Message("trap", "trap", "罠"),
    "trapped": Message("trapped", "trapped", "罠にかかった"),
}
NEW_MARK_LINES: Final = {
    "PROTECTED": ("the stone on {} is protected for a turn.", "{} に短期保護を付与。"),
    "PERMA_PROTECTED": ("the stone on {} is protected for good.", "{} に永続保護を付与。"),
    "GUARD": ("the stone on {} is guarded.", "{} に完全保護を付与。"),
    "TRAP": ("the stone on {} is now a trap.", "{} に罠を仕掛けた。"),
    "TIME_BOMB": ("the stone on {} is now a time bomb.", "{} の石が時限爆弾になった。"),
    "DRAGON": ("the stone on {} is now a dragon.", "{} の石が究極反転龍になった。"),
    "BREEDING": ("the stone on {} starts to breed.", "{} の石が繁殖石になった。"),
    "UDG": ("the stone on {} is now a destruction god.", "{} の石が究極破壊神になった。"),
    "WORK": ("the stone on {} starts to work.", "{} の石が出稼ぎを始めた。"),
    "REGEN": ("the stone on {} can revive once.", "{} の石に復活の力が付いた。"),
    "HYPERACTIVE": ("the stone on {} is now restless.", "{} の石が多動石になった。"),
    "ULTIMATE_HYPERACTIVE": ("the stone on {} is now a restless god.", "{} の石が究極多動神になった。"),
}
"""The log line of a new mark in English and Japanese."""

NORMAL_LOG_EVENTS: Final = ["turn", "draw", "no_draw", "use", "place", "pass", "end", "trap_unsprung"]
"""The events of the normal log, in addition to those of `is_progress` (CO-12.7)."""


def card_name(type_code: str, language: str) -> str:
    return catalogue()[CARD_CODES[type_code]].name.text(language)


def join_names(cells: list[str], ja: bool) -> str:
    return "・".join(cells) if ja else ", ".join(cells)


def is_progress(event: dict[str, Any]) -> bool:
    """Whether an event shows no effect: the flips of a placement, a mark that expires, a trap that fizzles."""
    match event["kind"]:
        case "flip":
            return bool(event["phase"] == "placement")
        case "destroy":
            return bool(event["by"] == "unsprung")
        case "unmark":
            return event["reason"] == "over" or (event["mark"] == "TRAP" and event["reason"] in ("flipped", "replaced"))
    return False


def channel(event: dict[str, Any]) -> str:
    """Return the log of an event: `normal`, `effect` or `charge` (CO-12.6 to CO-12.8)."""
    if event["kind"] in NORMAL_LOG_EVENTS or is_progress(event):
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
        case "trap_unsprung":
            owner = SIDE_NAMES[event["owner"]].text(language)
            return (
                f"{event['at']} の{owner}の罠は不発。" if ja else f"{owner}'s trap on {event['at']} was not triggered."
            )
        case "destroy":
            cells = join_names(event["cells"], ja)
            return f"{cells} の罠石は消滅。" if ja else f"The trap stone on {cells} is removed."
        case "unmark":
            mark = MARK_NAMES[event["mark"]].text(language)
            return f"{event['at']} の{mark}が終わった。" if ja else f"{mark.capitalize()} on {event['at']} ends."
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
        case "absorb":
            return f"相手の布石を{event['amount']}吸収！" if ja else f"absorbs {event['amount']} charge!"
        case "earn":
            at, amount = event["at"], event["amount"]
            return f"{at} の出稼ぎで布石を{amount}獲得！" if ja else f"the stone on {at} earns {amount} charge!"
        case "multiply":
            card, sum_ = card_name(event["card"], language), f"{event['flips']}×{event['factor']}"
            return (
                f"「{card}」で布石{event['factor']}倍（{sum_}）！" if ja else f"{card} multiplies the charge ({sum_})!"
            )
        case "free_placement":
            card = card_name("FREE_PLACEMENT", language)
            return f"「{card}」で {event['at']} を選んだ。" if ja else f"{card} opens {event['at']}."
        case "extra_placement":
            card = card_name("DOUBLE_PLACE", language)
            return f"「{card}」でもう1つ置ける！" if ja else f"{card} grants a second placement!"
        case "spawn":
            return f"{event['at']} に石が生まれた。" if ja else f"a stone grows on {event['at']}."
        case "tempt":
            return f"{event['at']} の石を誘惑した。" if ja else f"the stone on {event['at']} is tempted."
        case "move":
            return _move_line(event, ja)
        case "destroy":
            if event["by"] == "self":  # GOLD_STONE, SILVER_STONE: their charge follows
                at = event["cells"][0]
                return f"{at} の石が布石に変わる。" if ja else f"the stone on {at} turns into charge."
            cause, cells = DESTROY_CAUSES[event["by"]].text(language), join_names(event["cells"], ja)
            verb = "が消滅" if event["by"] in ("over", "enclosed") else "を破壊"
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
        en, japanese = NEW_MARK_LINES[event["mark"]]
        return (japanese if ja else en).format(at)
    match event["reason"]:
        case "flipped":
            return f"{at} の{mark}が解除された。" if ja else f"the {mark} on {at} is removed."
        case "replaced" | "tempted":
            return f"{at} の{mark}の効果が終わった。" if ja else f"the {mark} on {at} ends."
    return ""


def _card_line(event: dict[str, Any], language: str, ja: bool) -> str:
    match event["kind"]:
        case "snare":
            return "どこかに罠を仕掛けた。" if ja else "sets a hidden trap."
        case "trap_sprung":
            return f"{event['at']} の罠が発動！" if ja else f"the trap on {event['at']} is triggered!"
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


def side_name(seat: int) -> Message:
    return SIDE_NAMES[SIDES[seat]]
