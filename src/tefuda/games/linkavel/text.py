"""Log lines and names of LinkaVel in English and Japanese."""

from typing import Any, Final

from tefuda.core.events import SPECTATOR
from tefuda.core.text import Message, messages
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.nouns import PHASE_WORDS, ZONE_WORDS
from tefuda.games.linkavel.rules.codes import SEATS

card_name: Final = LIBRARY.card_name
SEAT_TITLES: Final = messages({"one": ("Player 1", "プレイヤー1"), "two": ("Player 2", "プレイヤー2")})
LOG_LINES: Final = {
    "trash": ("{card} goes to the trash ({cause}).", "{card}がトラッシュへ（{cause}）。"),
    "mulligan": ("{who} exchange{s} the opening hand.", "{who}は初期手札を引き直した。"),
    "keep": ("{who} keep{s} the opening hand.", "{who}は初期手札をキープした。"),
    "search": ("{who} add{s} {card} to the hand from {from}.", "{who}は{from}から{card}を手札に加えた。"),
    "retrieve": ("{who} return{s} {card} from the trash to the hand.", "{who}はトラッシュから{card}を手札に加えた。"),
    "return_hand": ("{card} returns to {whose} hand.", "{card}が{who}の手札に戻った。"),
    "return_deck": ("{card} returns to {whose} deck.", "{card}が{who}のデッキに戻った。"),
    "shuffle": ("{whose} deck is shuffled.", "{who}のデッキをシャッフル。"),
    "summon": ("{who} summon{s} {card}.", "{who}は{card}を召喚。"),
    "special_summon": ("{who} special summon{s} {card} from {from}.", "{who}は{from}から{card}を特殊召喚。"),
    "magic": ("{who} activate{s} {card}.", "{who}は{card}を発動。"),
    "no_draw": ("{who} {has} no card to draw.", "{who}は引けるカードがない。"),
    "show": ("{who} show{s} {card}.", "{who}は{card}を公開。"),
    "refresh": ("{who} refresh{es} the deck ({cards} cards).", "{who}はリフレッシュ（{cards}枚）。"),
    "gain": ("{who} gain{s} {amount} LP ({lp}).", "{who}はLPを{amount}回復（{lp}）。"),
    "damage": ("{who} take{s} {amount} damage ({lp} LP left).", "{who}に{amount}のダメージ（残りLP {lp}）。"),
    "destroy": ("{card} is destroyed.", "{card}が破壊された。"),
    "saved": ("{card} is not destroyed: protected by {by}.", "{card}は{by}により破壊されない。"),
    "power": ("{card}: power {amount:+d}, now {power}.", "{card}: パワー{amount:+d}（{power}）。"),
    "shield": ("{card} is protected.", "{card}は破壊から守られる。"),
    "extra_attack": ("{card} can attack again this turn ({times}).", "{card}はこのターンもう{times}回攻撃できる。"),
    "attack_ends": ("The attack ends: a monster has left the field.", "モンスターが離れ、攻撃は中断された。"),
    "triggered": ("{card} triggers.", "{card}の効果が誘発。"),
    "resolve": ("The effect of {card} resolves.", "{card}の効果を解決。"),
    "use": ("{who} use{s} the effect of {card}.", "{who}は{card}の効果を発動。"),
    "skip": ("The effect of {card} has no effect.", "{card}の効果は不発。"),
    "decline": ("{who} {does} not use the effect of {card}.", "{who}は{card}の効果を発動しない。"),
    "nothing": ("It finds no target.", "対象がない。"),
    "stalled": ("Too many triggers in a row: the rest are dropped.", "誘発が続きすぎたため、残りを打ち切った。"),
    "surrender": ("{who} surrender{s}.", "{who}は投了した。"),
}  # fmt: skip
"""Lines of the log. `{s}`, `{es}`, `{has}` and `{does}` follow the player, who may be "you"."""
SIDE_WORDS: Final = (("left", "左"), ("middle", "中央"), ("right", "右"))
"""The slots of a row, as both players see them."""
SILENT_EVENTS: Final = ["triggered"]
YOU: Final = Message("you", "you", "あなた")
YOUR_OPPONENT: Final = Message("opponent", "your opponent", "相手")
THIRD_PERSON: Final = {"s": "s", "es": "es", "has": "has", "does": "does"}
SECOND_PERSON: Final = {"s": "", "es": "", "has": "have", "does": "do"}
CAUSE_WORDS: Final = {
    "cost": ("cost", "コスト"),
    "battle": ("battle", "戦闘"),
    "effect": ("effect", "効果"),
    "mill": ("from the deck", "デッキから"),
    "discard": ("discarded", "手札から"),
    "limit": ("hand limit", "手札枚数制限"),
    "spent": ("resolved", "解決後"),
}


def slot_text(slot: int, language: str, kind: str = "") -> str:
    """Return a slot, counted from 0, as players say it: `middle slot`, or `middle monster slot`."""
    en, ja = SIDE_WORDS[slot]
    return f"{ja}の{kind or '枠'}" if language == "ja" else f"{en} {kind}{' ' if kind else ''}slot"


def location_text(place: str, language: str) -> str:
    """Return a slot such as `one.m2` in words."""
    zone, _, own = place.partition(".")
    if zone not in SEATS:
        return ZONE_WORDS[place].text(language).removeprefix("your ") if place in ZONE_WORDS else place
    kind = {"m": ("monster", "モンスターゾーン"), "s": ("magic", "魔術ゾーン")}[own[0]][language == "ja"]
    return slot_text(int(own[1]) - 1, language, kind)


def player_words(seat: str, language: str, viewer: int) -> dict[str, str]:
    """Return the words for a player: the name, its genitive and the endings of English verbs."""
    if viewer == SPECTATOR:
        who = SEAT_TITLES[seat].text(language)
        return {"who": who, "whose": f"{who}'s", **THIRD_PERSON}
    if seat == SEATS[viewer]:
        return {"who": YOU.text(language), "whose": "your", **SECOND_PERSON}
    who = YOUR_OPPONENT.text(language)
    return {"who": who, "whose": f"{who}'s", **THIRD_PERSON}


def event_text(event: dict[str, Any], language: str, viewer: int = SPECTATOR) -> str:
    """Return an event as a line of the log, or an empty text. A viewer with a seat is "you"."""
    line = _event_text(event, language, viewer)
    return line[:1].upper() + line[1:]


def _event_text(event: dict[str, Any], language: str, viewer: int) -> str:
    ja = language == "ja"
    kind = event["kind"]
    values: dict[str, Any] = dict(event)
    for key in ("card", "by"):
        if isinstance(event.get(key), str):
            values[key] = card_name(event[key], language)
    if "seat" in event and event["seat"] in SEAT_TITLES:
        values.update(player_words(event["seat"], language, viewer))
    if "from" in event:
        place = location_text(str(event["from"]), language)
        values["from"] = place if ja else f"the {place}"
    if "cause" in event:
        values["cause"] = CAUSE_WORDS.get(event["cause"], ("", ""))[ja]
    # An earlier line says that the card is destroyed, or that the magic is activated.
    if kind in SILENT_EVENTS or (kind == "trash" and (event.get("destroyed") or event["cause"] == "spent")):
        return ""
    if kind == "saved" and event["by"] == event["card"]:
        return (
            f"{values['card']}は自身の効果で破壊されない。"
            if ja
            else f"{values['card']} is protected by its own effect."
        )
    if kind in LOG_LINES:
        return LOG_LINES[kind][ja].format(**values)
    match kind:
        case "draw":
            card = values.get("card")
            if card is None:
                return f"{values['who']}はカードを引いた。" if ja else f"{values['who']} draw{values['s']} a card."
            return f"{values['who']}は{card}を引いた。" if ja else f"{values['who']} draw{values['s']} {card}."
        case "phase":
            phase = PHASE_WORDS[event["phase"]].text(language)
            if event["phase"] == "draw":
                number = event["turn"]
                who = values["who"][0].upper() + values["who"][1:]
                return f"── ターン{number}: {who} ──" if ja else f"── Turn {number}: {who} ──"
            if event["phase"] != "battle":
                return ""
            return f"［{phase}］" if ja else f"[{phase.capitalize()}]"
        case "attack":
            if event["on"] == "lp":
                return f"{values['card']}のダイレクトアタック！" if ja else f"{values['card']} attacks directly!"
            target = card_name(event["target"], language)
            return f"{values['card']}が{target}を攻撃！" if ja else f"{values['card']} attacks {target}!"
        case "battle":
            mine, theirs = event["powers"]
            return f"パワー {mine} 対 {theirs}。" if ja else f"Power {mine} against {theirs}."
        case "chance":
            picked = [card_name(name, language) for name in event["cards"]]
            if ja:
                return f"{'、'.join(picked)}がランダムに選ばれた。"
            return f"{', '.join(picked)} {'is' if len(picked) == 1 else 'are'} chosen at random."
        case "result":
            return result_line(event, language, viewer)
    return ""


def result_line(event: dict[str, Any], language: str, viewer: int = SPECTATOR) -> str:
    """Return the result of the game."""
    result = event["result"]
    ja = language == "ja"
    if result is None:
        return ""
    reason = event["reason"]
    reason_text = {"lp": ("", ""), "surrender": ("", "")}.get(reason)
    by = (
        reason_text[ja]
        if reason_text is not None
        else (f"（{card_name(reason, language)}）" if ja else f" by {card_name(reason, language)}")
    )
    if result == "draw":
        return f"引き分け{by}。" if ja else f"A draw{by}."
    words = player_words(result, language, viewer)
    line = f"{words['who']}の勝利！{by}" if ja else f"{words['who']} win{words['s']}{by}!"
    if reason == "lp":
        loser = player_words(next(seat for seat in SEAT_TITLES if seat != result), language, viewer)
        cause = f"{loser['who']}のLPが0になった。" if ja else f"{loser['whose']} LP fell to 0. "
        line = cause + line[:1].upper() + line[1:]
    return line
