"""Log lines and messages of LinkaVel in English and Japanese."""

from typing import Any, Final

from tefuda.core.state import OVER, RESIGN
from tefuda.core.text import Message
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.operation_text import PHASE_WORDS, ZONE_WORDS
from tefuda.games.linkavel.notation import ACTION_WORDS, SLOT_NAMES
from tefuda.games.linkavel.rules.codes import (
    ACTIVATED,
    ATTACK,
    MAGIC,
    MAX_ACTIVATED,
    NO_CARD,
    PHASE_BATTLE,
    PHASE_END,
    PHASE_MAIN1,
    PICK_DECK,
    PICK_HAND,
    PICK_SLOT,
    PICK_TRASH,
    RESOLVE,
    SEATS,
    SLOTS,
    SUMMON,
    TO_BATTLE,
    TO_MAIN2,
    USE,
)
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.zones import first_free_slot

SEAT_TITLES: Final = {
    "one": Message("one", "Player 1", "プレイヤー1"),
    "two": Message("two", "Player 2", "プレイヤー2"),
}
CHOICE_PROMPTS: Final = {
    "cost": Message("cost", "send as a cost", "コストにするモンスターを選ぶ"),
    "limit": Message("limit", "discard down to the hand limit", "手札枚数制限で捨てるカードを選ぶ"),
    "may": Message("may", "use the effect, yes or no", "効果を発動しますか（yes / no）"),
    "order": Message("order", "which trigger comes next", "次に解決する誘発効果を選ぶ"),
    "power": Message("power", "choose whose power changes", "パワーを変えるモンスターを選ぶ"),
    "destroy": Message("destroy", "destroy", "破壊するカードを選ぶ"),
    "send": Message("send", "send to the trash", "トラッシュに送るカードを選ぶ"),
    "return": Message("return", "return", "戻すカードを選ぶ"),
    "protect": Message("protect", "protect", "守るモンスターを選ぶ"),
    "extra_attack": Message("extra_attack", "let attack again", "もう一度攻撃させるモンスターを選ぶ"),
    "summon": Message("summon", "special summon", "特殊召喚するモンスターを選ぶ"),
    "search": Message("search", "add to your hand", "手札に加えるカードを選ぶ"),
    "retrieve": Message("retrieve", "return to your hand", "手札に加えるカードを選ぶ"),
    "discard": Message("discard", "discard", "捨てるカードを選ぶ"),
}
"""Prompts of choices by op."""

PICK_VERBS: Final = {
    "cost": "pay",
    "limit": "discard",
    "destroy": "destroy",
    "send": "send to the trash:",
    "return": "return",
    "protect": "protect",
    "summon": "special summon",
    "search": "take",
    "retrieve": "take",
    "discard": "discard",
}
"""Verbs for picking a card by op. The default is `choose`."""

ACTION_TEXTS: Final = {
    "end": ("end the turn", "ターンを終える"),
    "battle": ("go to the battle phase", "バトルフェイズへ進む"),
    "main2": ("go to main phase 2", "メインフェイズ2へ進む"),
    "yes": ("use the effect", "効果を発動する"),
    "no": ("do not use the effect", "効果を発動しない"),
    "done": ("choose no more", "選び終える"),
    "as_listed": ("resolve them in this order", "この順番で解決する"),
    "surrender": ("surrender", "投了する"),
}
LOG_LINES: Final = {
    "trash": ("{card} goes to the trash ({cause}).", "{card}がトラッシュへ（{cause}）。"),
    "search": ("{who} adds {card} to the hand from {from}.", "{who}は{from}から{card}を手札に加えた。"),
    "retrieve": ("{who} returns {card} from the trash to the hand.", "{who}はトラッシュから{card}を手札に加えた。"),
    "return_hand": ("{card} returns to the hand of {who}.", "{card}が{who}の手札に戻った。"),
    "return_deck": ("{card} returns to the deck of {who}.", "{card}が{who}のデッキに戻った。"),
    "shuffle": ("The deck of {who} is shuffled.", "{who}のデッキをシャッフル。"),
    "summon": ("{who} summons {card}.", "{who}は{card}を召喚。"),
    "special_summon": ("{who} special summons {card} from {from}.", "{who}は{from}から{card}を特殊召喚。"),
    "magic": ("{who} activates {card}.", "{who}は{card}を発動。"),
    "no_draw": ("{who} has no card to draw.", "{who}は引けるカードがない。"),
    "show": ("{who} shows {card}.", "{who}は{card}を公開。"),
    "refresh": ("{who} refreshes the deck ({cards} cards).", "{who}はリフレッシュ（{cards}枚）。"),
    "gain": ("{who} gains {amount} LP ({lp}).", "{who}はLPを{amount}回復（{lp}）。"),
    "damage": ("{who} takes {amount} damage ({lp} LP left).", "{who}に{amount}のダメージ（残りLP {lp}）。"),
    "destroy": ("{card} is destroyed.", "{card}が破壊された。"),
    "saved": ("{card} is not destroyed: protected by {by}.", "{card}は{by}により破壊されない。"),
    "power": ("{card}: power {amount:+d}, now {power}.", "{card}: パワー{amount:+d}（{power}）。"),
    "shield": ("{card} is protected.", "{card}は破壊から守られる。"),
    "extra_attack": ("{card} can attack again this turn ({times}).", "{card}はこのターンもう{times}回攻撃できる。"),
    "attack_ends": ("The attack ends: a monster has left the field.", "モンスターが離れ、攻撃は中断された。"),
    "triggered": ("{card} triggers.", "{card}の効果が誘発。"),
    "resolve": ("The effect of {card} resolves.", "{card}の効果を解決。"),
    "use": ("{who} uses the effect of {card}.", "{who}は{card}の効果を発動。"),
    "skip": ("The effect of {card} has no effect.", "{card}の効果は不発。"),
    "decline": ("{who} does not use the effect of {card}.", "{who}は{card}の効果を発動しない。"),
    "nothing": ("It finds no target.", "対象がない。"),
    "stalled": ("Too many triggers in a row: the rest are dropped.", "誘発が続きすぎたため、残りを打ち切った。"),
    "surrender": ("{who} surrenders.", "{who}は投了した。"),
}  # fmt: skip
SILENT_EVENTS: Final = ["triggered"]
SILENT_TRASH_CAUSES: Final = ["battle", "spent"]
"""Causes without a line in the log: an earlier line already explains them."""
CAUSE_WORDS: Final = {
    "cost": ("cost", "コスト"),
    "battle": ("battle", "戦闘"),
    "effect": ("effect", "効果"),
    "mill": ("from the deck", "デッキから"),
    "discard": ("discarded", "手札から"),
    "limit": ("hand limit", "手札枚数制限"),
    "spent": ("resolved", "解決後"),
}


def seat_title(seat: str) -> Message:
    return SEAT_TITLES[seat]


def card_name(name: str, language: str) -> str:
    """Return the name of a card."""
    card = LIBRARY.all_cards().get(name)
    shown = name if card is None else card.name(language)
    return f"《{shown}》" if language == "ja" else shown


def location_text(place: str, language: str) -> str:
    """Return a slot such as `one.m2` in words."""
    zone, _, own = place.partition(".")
    if zone not in SEATS:
        return ZONE_WORDS[place].text(language).removeprefix("your ") if place in ZONE_WORDS else place
    kind = {"m": ("monster slot", "モンスターゾーン"), "s": ("magic slot", "魔術ゾーン")}[own[0]]
    return f"{kind[1]}{own[1]}" if language == "ja" else f"{kind[0]} {own[1]}"


def event_text(event: dict[str, Any], language: str) -> str:
    """Return an event as a line of the log, or an empty text."""
    ja = language == "ja"
    kind = event["kind"]
    values: dict[str, Any] = dict(event)
    for key in ("card", "by"):
        if isinstance(event.get(key), str):
            values[key] = card_name(event[key], language)
    if "seat" in event and event["seat"] in SEAT_TITLES:
        values["who"] = SEAT_TITLES[event["seat"]].text(language)
    if "from" in event:
        place = location_text(str(event["from"]), language)
        values["from"] = place if ja else f"the {place}"
    if "cause" in event:
        values["cause"] = CAUSE_WORDS.get(event["cause"], ("", ""))[ja]
    if kind in SILENT_EVENTS or (kind == "trash" and event["cause"] in SILENT_TRASH_CAUSES):
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
                return f"{values['who']}はカードを引いた。" if ja else f"{values['who']} draws a card."
            return f"{values['who']}は{card}を引いた。" if ja else f"{values['who']} draws {card}."
        case "phase":
            phase = PHASE_WORDS[event["phase"]].text(language)
            if event["phase"] == "draw":
                number = event["turn"]
                return f"── ターン{number}: {values['who']} ──" if ja else f"-- Turn {number}: {values['who']} --"
            if event["phase"] != "battle":
                return ""
            return f"［{phase}］" if ja else f"[{phase}]"
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
        case "now":
            return result_line(event, language)
    return ""


def result_line(event: dict[str, Any], language: str) -> str:
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
    who = SEAT_TITLES[result].text(language)
    return f"{who}の勝利！{by}" if ja else f"{who} wins{by}!"


# Actions


def describe(state: LinkaVelState, action: int, language: str) -> str:
    """Return a legal action as a sentence."""
    ja = language == "ja"
    if action in ACTION_WORDS:
        return ACTION_TEXTS[ACTION_WORDS[action]][ja]
    if action < ATTACK:
        number = action - RESOLVE
        card = card_name(state.name(state.batch[number].card), language)
        return f"{card}の効果を先に解決する" if ja else f"resolve {card} next"
    if action < USE:
        slot, target = divmod(action - ATTACK, 4)
        mine = _card_text_at(state, slot, language)
        if target == SLOTS:
            return f"{mine}でダイレクトアタック" if ja else f"attack directly with {mine}"
        theirs = _card_text_at(state, 2 * SLOTS + target, language)
        return f"{mine}で{theirs}を攻撃" if ja else f"attack {theirs} with {mine}"
    if action < PICK_SLOT:
        place = (action - USE) // MAX_ACTIVATED
        card = _card_text_at(state, place, language)
        return f"{card}の効果を起動する" if ja else f"use {card}"
    verb = PICK_VERBS.get(state.choice.op, "choose") if state.choice is not None else "choose"
    if action < SUMMON:
        card = _card_text_at(state, action - PICK_SLOT, language)
        return f"{card}を選ぶ" if ja else f"{verb} {card}"
    cards = state.pool.cards
    if action < MAGIC:
        kind, slot = divmod(action - SUMMON, SLOTS)
        card = card_name(cards[kind].id, language)
        return f"{card}を枠{slot + 1}に召喚する" if ja else f"summon {card} to slot {slot + 1}"
    if action < PICK_HAND:
        card = card_name(cards[action - MAGIC].id, language)
        return f"{card}を発動する" if ja else f"activate {card}"
    start = PICK_TRASH if action >= PICK_TRASH else PICK_DECK if action >= PICK_DECK else PICK_HAND
    card = card_name(cards[action - start].id, language)
    where = {
        PICK_HAND: ("", ""),
        PICK_DECK: (" from the deck", "デッキの"),
        PICK_TRASH: (" from the trash", "トラッシュの"),
    }
    return f"{where[start][1]}{card}を選ぶ" if ja else f"{verb} {card}{where[start][0]}"


def card_at_slot(state: LinkaVelState, place: int) -> int:
    """Return the card in a slot, numbered from the view of the deciding player."""
    seat = state.seat if place < 2 * SLOTS else 1 - state.seat
    side = state.side(seat)
    at = place % (2 * SLOTS)
    return side.monsters[at] if at < SLOTS else side.magics[at - SLOTS]


def _card_text_at(state: LinkaVelState, place: int, language: str) -> str:
    card = card_at_slot(state, place)
    return SLOT_NAMES[place] if card == NO_CARD else card_name(state.name(card), language)


def why_illegal(state: LinkaVelState, action: int) -> Message:
    """Return why an action is not legal now."""
    if state.seat == OVER:
        return Message("over", "The game is over.", "ゲームは終わっています。")
    choice = state.choice
    if choice is not None:
        verb = CHOICE_PROMPTS[choice.op]
        return Message("choose", f"Finish the open choice first: {verb.en}.", f"先に選択を終えてください: {verb.ja}。")
    cards = state.pool.cards
    picks = PICK_SLOT <= action < SUMMON or action >= PICK_HAND or RESOLVE <= action < ATTACK
    if action == RESIGN or picks or (action in ACTION_WORDS and action > TO_MAIN2):
        return Message("no_choice", "There is nothing to choose now.", "今は選ぶものがありません。")
    if action < RESOLVE:
        return _why_no_phase(state, action)
    if ATTACK <= action < USE:
        return _why_no_attack(state, action)
    if USE <= action < PICK_SLOT:
        return _why_no_use(state, action)
    kind = (action - SUMMON) // SLOTS if action < MAGIC else action - MAGIC
    if kind >= len(cards) or action < SUMMON:
        return Message("illegal", "That is not possible now.", "今はできません。")
    return _why_not_played(state, kind, (action - SUMMON) % SLOTS if action < MAGIC else -1)


def _why_no_phase(state: LinkaVelState, action: int) -> Message:
    if action == TO_BATTLE and state.turn_number == 1:
        return Message(
            "first", "There is no battle phase in the first turn.", "先行の第1ターンはバトルフェイズを行えません。"
        )
    return Message("phase", "Phases only go forward.", "フェイズは戻れません。")


def _why_no_attack(state: LinkaVelState, action: int) -> Message:
    slot, target = divmod(action - ATTACK, 4)
    card = state.side(state.turn).monsters[slot]
    theirs = state.side(1 - state.turn).monsters
    if state.phase != PHASE_BATTLE:
        return Message("phase", "You can attack only in the battle phase.", "攻撃はバトルフェイズで行います。")
    if card == NO_CARD:
        return Message("empty", f"There is no monster in slot {slot + 1}.", f"枠{slot + 1}にモンスターがいません。")
    name = state.pool.card(card)
    if state.attacks_left(card) <= 0:
        return Message(
            "attacked", f"{name.en} has already attacked this turn.", f"《{name.ja}》はこのターンすでに攻撃しました。"
        )
    if target == SLOTS:
        en, ja = (
            "Your opponent has monsters: attack one of them.",
            "相手にモンスターがいるのでダイレクトアタックできません。",
        )
        return Message("direct", en, ja)
    if all(number == NO_CARD for number in theirs):
        return Message(
            "direct",
            f"Your opponent has no monsters: attack {slot + 1}>lp.",
            f"相手の場は空です（attack {slot + 1}>lp）。",
        )
    return Message("empty", f"Your opponent has no monster in slot {target + 1}.", f"相手の枠{target + 1}は空です。")


def _why_no_use(state: LinkaVelState, action: int) -> Message:
    place, number = divmod(action - USE, MAX_ACTIVATED)
    card = card_at_slot(state, place)
    if card == NO_CARD:
        return Message(
            "empty", f"There is no card at {SLOT_NAMES[place]}.", f"{SLOT_NAMES[place]} にカードがありません。"
        )
    definition = state.pool.card(card)
    abilities = definition.abilities_on[ACTIVATED]
    if number >= len(abilities):
        return Message(
            "no_effect", f"{definition.en} has no such effect.", f"《{definition.ja}》にその起動効果はありません。"
        )
    ability = abilities[number]
    if ability.timing:
        en, ja = (
            f"{definition.en} cannot be used at this timing.",
            f"《{definition.ja}》は今のタイミングでは使えません。",
        )
        return Message("timing", en, ja)
    if state.is_limit_used(card, ability):
        return Message(
            "used", f"{definition.en} has already been used.", f"《{definition.ja}》の効果はすでに使いました。"
        )
    if not state.condition_holds(ability, card):
        return Message(
            "condition",
            f"The condition of {definition.en} is not met.",
            f"《{definition.ja}》の条件を満たしていません。",
        )
    return Message("nothing", f"{definition.en} would have no effect now.", f"《{definition.ja}》の対象がありません。")


def _why_not_played(state: LinkaVelState, kind: int, slot: int) -> Message:
    definition = state.pool.cards[kind]
    name, ja_name = definition.en, definition.ja
    side = state.side(state.turn)
    if kind not in [state.pool.kinds[card] for card in side.hand]:
        return Message("not_held", f"{name} is not in your hand.", f"《{ja_name}》は手札にありません。")
    if definition.is_monster != (slot >= 0):
        verb = "summon" if definition.is_monster else "magic"
        return Message("verb", f"Use {verb} for {name}.", f"《{ja_name}》には {verb} を使います。")
    if state.phase not in (PHASE_MAIN1, PHASE_END - 1):
        return Message("phase", "Only possible in a main phase.", "メインフェイズで行います。")
    if not definition.is_monster:
        if first_free_slot(side.magics) < 0:
            return Message("no_slot", "Your magic zone is full.", "魔術ゾーンに空きがありません。")
        return Message(
            "nothing",
            f"{name} has no target or would have no effect.",
            f"《{ja_name}》は対象がないか、何も起こせません。",
        )
    if state.has_summoned:
        return Message("summoned", "You've used your normal summon this turn.", "このターンの通常召喚は済んでいます。")
    if definition.cost_count > len(state.cost_candidates(definition.cost_level)):
        cost = f"Lv{definition.cost_level}×{definition.cost_count}"
        return Message(
            "cost", f"{name} costs {cost}; you don't have these monsters.", f"《{ja_name}》の召喚条件は {cost} 体です。"
        )
    if definition.cost_count == 0 and first_free_slot(side.monsters) < 0:
        return Message("no_room", "Your monster zone is full.", "モンスターゾーンに空きがありません。")
    return Message("slot", f"Slot {slot + 1} is taken.", f"枠{slot + 1}はふさがっています。")
