"""Actions, choices and reasons of LinkaVel as sentences in English and Japanese."""

from typing import Final

from tefuda.cardlang.card_text import activated_texts, card_message
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.core.state import OVER, RESIGN
from tefuda.core.text import LANGUAGES, Message, messages
from tefuda.games.linkavel.language.card_facts import cost_words
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.language.nouns import ZONE_WORDS
from tefuda.games.linkavel.language.vocabulary import vocabulary
from tefuda.games.linkavel.notation import ACTION_WORDS, PICK_BASES, SLOT_NAMES
from tefuda.games.linkavel.rules import codes
from tefuda.games.linkavel.rules.continuous import attacks_left
from tefuda.games.linkavel.rules.costs import payments
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.text import card_name, slot_text

RULE_PROMPTS: Final = messages(
    {
        "cost": (
            "choose a monster to send to the trash as the cost",
            "コストとしてトラッシュに送るモンスターを選んでください",
        ),
        "limit": (
            "too many cards in hand; choose one to discard",
            "手札が多すぎます。捨てるカードを選んでください",
        ),
        "may": ("use the effect?", "効果を発動しますか？"),
        "mulligan": ("exchange your opening hand once?", "初期手札を1回だけ引き直しますか？"),
        "order": (
            "several effects triggered; choose which resolves first",
            "複数の効果が誘発しました。先に解決するものを選んでください",
        ),
    }
)
"""What a choice of the rules asks for. The choice of an effect has the prompt of its operation."""
RULE_VERBS: Final = {"cost": "pay", "limit": "discard"}
NO_SOURCE_PROMPTS: Final = ["limit", "order"]
"""The choices that do not belong to one card."""

EARLIER_PHASE: Final = Message("phase", "Phases only go forward.", "フェイズは戻れません。")
NO_FIRST_BATTLE: Final = Message(
    "first", "There is no battle phase on turn 1.", "先行の第1ターンはバトルフェイズを行えません。"
)
OPPONENT_CHOOSES: Final = Message("opponent_chooses", "Your opponent is choosing.", "相手が選択しています。")

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
MULLIGAN_TEXTS: Final = {
    codes.YES: ("exchange the opening hand", "初期手札を引き直す"),
    codes.NO: ("keep the opening hand", "初期手札をキープする"),
}


def choice_prompt(op: str) -> Message:
    """Return what a choice asks for."""
    return RULE_PROMPTS.get(op) or vocabulary().choice_prompt(op)


def pick_verb(op: str) -> str:
    """Return the verb for picking a card."""
    return RULE_VERBS.get(op) or vocabulary().op_named(op).verb


def describe(state: LinkaVelState, action: int, language: str) -> str:
    """Return a legal action as a sentence."""
    ja = language == "ja"
    if state.choice is not None and state.choice.op == "mulligan" and action in MULLIGAN_TEXTS:
        return MULLIGAN_TEXTS[action][ja]
    if action in ACTION_WORDS:
        return ACTION_TEXTS[ACTION_WORDS[action]][ja]
    if action >= codes.RESOLVE:
        number = action - codes.RESOLVE
        card = card_name(state.name(state.batch[number].card), language)
        return f"{card}の効果を先に解決する" if ja else f"resolve {card} next"
    if action < codes.USE:
        slot, target = divmod(action - codes.ATTACK, 4)
        mine = _card_text_at(state, slot, language)
        if target == codes.SLOTS:
            return f"{mine}でダイレクトアタック" if ja else f"attack directly with {mine}"
        theirs = _card_text_at(state, 2 * codes.SLOTS + target, language)
        return f"{mine}で{theirs}を攻撃" if ja else f"attack {theirs} with {mine}"
    if action < codes.PICK_SLOT:
        place, number = divmod(action - codes.USE, codes.MAX_ACTIVATED)
        card = _card_text_at(state, place, language)
        uses = activated_texts(card_schema(), state.card(card_at_slot(state, place)), language)
        which = f": {uses[number]}" if len(uses) > 1 else ""
        return f"{card}の効果を起動する{which}" if ja else f"use {card}{which}"
    verb = pick_verb(state.choice.op) if state.choice is not None else "choose"
    if action < codes.SUMMON:
        card = _card_text_at(state, action - codes.PICK_SLOT, language)
        return f"{card}を選ぶ" if ja else f"{verb} {card}"
    cards = state.pool.cards
    if action < codes.MAGIC:
        kind, slot = divmod(action - codes.SUMMON, codes.SLOTS)
        card = card_name(cards[kind].id, language)
        where = slot_text(slot, language)
        return f"{card}を{where}に召喚する" if ja else f"summon {card} to the {where}"
    if action < codes.PICK_HAND:
        card = card_name(cards[action - codes.MAGIC].id, language)
        return f"{card}を発動する" if ja else f"activate {card}"
    zone = next(zone for zone, first in reversed(PICK_BASES.items()) if action >= first)
    card = card_name(cards[action - PICK_BASES[zone]].id, language)
    if zone == "hand":
        return f"{card}を選ぶ" if ja else f"{verb} {card}"
    return f"{ZONE_WORDS[zone].ja}の{card}を選ぶ" if ja else f"{verb} {card} from the {zone}"


def prompt(state: LinkaVelState) -> Message | None:
    """Return what the player is asked to choose, with the card that asks and the number of cards."""
    choice = state.choice
    if choice is None:
        return None
    asked = choice_prompt(choice.op)
    en, ja = asked.en, asked.ja
    if choice.card != NO_CARD and choice.op not in NO_SOURCE_PROMPTS:
        name = state.name(choice.card)
        en, ja = f"{card_name(name, 'en')}: {en}", f"{card_name(name, 'ja')}：{ja}"
    need, picked = choice.need(), len(choice.picked)
    if choice.op == "mulligan":
        hand = [state.card(card) for card in state.zone(choice.seat, codes.HAND)]
        starters = sum(card.is_monster and card.level == 1 for card in hand)
        en = f"{en} It is shuffled into your deck, and you take as many cards. Level 1 monsters in it: {starters}"
        ja = f"{ja}手札をデッキに戻してシャッフルし、同じ枚数を引きます。手札のレベル1モンスターは{starters}枚"
    if choice.up_to:
        en, ja = f"{en} (up to {need})", f"{ja}（{need}枚まで）"
    elif need > 1:
        en, ja = f"{en} ({picked} of {need})", f"{ja}（{need}枚中{picked}枚）"
    en = f"{en[0].upper()}{en[1:]}"
    return Message("choose", en if en.endswith("?") else f"{en}.", ja if ja.endswith("？") else f"{ja}。")


def item_actions(state: LinkaVelState, item: str) -> list[int]:
    """Return the actions that use a card in hand (`hand:CARD`) or an own slot (`m1`, `s2`)."""
    zone, _, name = item.partition(":")
    if zone == "hand":
        kind = next((number for number, card in enumerate(state.pool.cards) if card.id == name), -1)
        if kind < 0:
            return []
        if state.choice is not None:
            return [codes.PICK_HAND + kind]
        if not state.pool.cards[kind].is_monster:
            return [codes.MAGIC + kind]
        return [codes.SUMMON + kind * codes.SLOTS + slot for slot in range(codes.SLOTS)]
    place = SLOT_NAMES.index(item)
    card = card_at_slot(state, place)
    if card == NO_CARD:
        return []
    if state.choice is not None:
        return [codes.PICK_SLOT + place]
    uses = [
        codes.USE + place * codes.MAX_ACTIVATED + number
        for number, ability in enumerate(state.card(card).abilities_on[codes.ACTIVATED])
        if ability.timing == codes.TIMING_OPEN
    ]
    attacks = [codes.ATTACK + 4 * place + target for target in range(codes.SLOTS + 1)] if place < codes.SLOTS else []
    return [*attacks, *uses] if state.phase == codes.PHASE_BATTLE else [*uses, *attacks]


def why_no_phase(state: LinkaVelState, phase: str) -> Message:
    """Return why the turn cannot go back to a phase."""
    if phase == "draw" and state.turn_number == 1:
        return Message("first", "The first player does not draw on turn 1.", "先行の第1ターンはドローしません。")
    return EARLIER_PHASE


def card_at_slot(state: LinkaVelState, place: int) -> int:
    """Return the card in a slot, numbered from the view of the deciding player."""
    seat = state.seat if place < 2 * codes.SLOTS else 1 - state.seat
    return state.zones.in_slot(codes.FIELD_SLOTS * seat + place % codes.FIELD_SLOTS)


def _card_text_at(state: LinkaVelState, place: int, language: str) -> str:
    card = card_at_slot(state, place)
    return SLOT_NAMES[place] if card == NO_CARD else card_name(state.name(card), language)


def why_illegal(state: LinkaVelState, action: int) -> Message:
    """Return why an action is not legal now."""
    if state.seat == OVER:
        return Message("over", "The game is over.", "ゲームは終わっています。")
    choice = state.choice
    if choice is not None:
        asked = prompt(state)
        assert asked is not None
        return Message("choose", f"Make the open choice first. {asked.en}", f"先に選択を済ませてください。{asked.ja}")
    cards = state.pool.cards
    picks = codes.PICK_SLOT <= action < codes.SUMMON or action >= codes.PICK_HAND
    if action == RESIGN or picks or (action in ACTION_WORDS and action > codes.TO_MAIN2):
        return Message("no_choice", "There is nothing to choose now.", "今は選ぶものがありません。")
    if action < codes.ATTACK:
        return _why_no_phase(state, action)
    if codes.ATTACK <= action < codes.USE:
        return _why_no_attack(state, action)
    if codes.USE <= action < codes.PICK_SLOT:
        return _why_no_use(state, action)
    kind = (action - codes.SUMMON) // codes.SLOTS if action < codes.MAGIC else action - codes.MAGIC
    if kind >= len(cards) or action < codes.SUMMON:
        return Message("illegal", "That is not possible now.", "今はできません。")
    return _why_not_played(state, kind, (action - codes.SUMMON) % codes.SLOTS if action < codes.MAGIC else -1)


def _why_no_phase(state: LinkaVelState, action: int) -> Message:
    return NO_FIRST_BATTLE if action == codes.TO_BATTLE and state.turn_number == 1 else EARLIER_PHASE


def _why_no_attack(state: LinkaVelState, action: int) -> Message:
    slot, target = divmod(action - codes.ATTACK, 4)
    card = state.monster(state.turn, slot)
    if state.turn_number == 1:
        return NO_FIRST_BATTLE
    if state.phase != codes.PHASE_BATTLE:
        return Message("phase", "Monsters attack in the battle phase.", "モンスターの攻撃はバトルフェイズに行います。")
    if card == NO_CARD:
        en, ja = (slot_text(slot, language) for language in LANGUAGES)
        return Message("empty", f"There is no monster in the {en}.", f"{ja}にモンスターがいません。")
    name = state.card(card)
    if attacks_left(state, card) <= 0:
        return card_message(
            "attacked", name, "{} has already attacked this turn.", "{}はこのターンすでに攻撃しました。"
        )
    if target == codes.SLOTS:
        en, ja = (
            "Your opponent has monsters: attack one of them.",
            "相手にモンスターがいるのでダイレクトアタックできません。",
        )
        return Message("direct", en, ja)
    if state.monster_count(1 - state.turn) == 0:
        return Message(
            "direct",
            f"Your opponent has no monsters: attack {slot + 1}>lp.",
            f"相手の場は空です（attack {slot + 1}>lp）。",
        )
    en, ja = (slot_text(target, language) for language in LANGUAGES)
    return Message("empty", f"Your opponent has no monster in the {en}.", f"相手の{ja}は空です。")


def _why_no_use(state: LinkaVelState, action: int) -> Message:
    place, number = divmod(action - codes.USE, codes.MAX_ACTIVATED)
    card = card_at_slot(state, place)
    if card == NO_CARD:
        return Message(
            "empty", f"There is no card at {SLOT_NAMES[place]}.", f"{SLOT_NAMES[place]} にカードがありません。"
        )
    definition = state.card(card)
    abilities = definition.abilities_on[codes.ACTIVATED]
    if number >= len(abilities):
        return card_message("no_effect", definition, "{} has no such effect.", "{}にその起動効果はありません。")
    ability = abilities[number]
    if ability.timing:
        en, ja = "{} cannot be used at this timing.", "{}は今のタイミングでは使えません。"
        return card_message("timing", definition, en, ja)
    if state.is_limit_used(card, ability):
        return card_message("used", definition, "{} has already been used.", "{}の効果はすでに使いました。")
    if not state.condition_holds(ability, card):
        return card_message("condition", definition, "The condition of {} is not met.", "{}の条件を満たしていません。")
    return card_message("nothing", definition, "{} would have no effect now.", "{}の対象がありません。")


def _why_not_played(state: LinkaVelState, kind: int, slot: int) -> Message:
    definition = state.pool.cards[kind]
    if kind not in [state.pool.kinds[card] for card in state.zone(state.turn, codes.HAND)]:
        return card_message("not_held", definition, "{} is not in your hand.", "{}は手札にありません。")
    if definition.is_monster != (slot >= 0):
        verb = "summon" if definition.is_monster else "magic"
        return card_message("verb", definition, f"Use {verb} for {{}}.", f"{{}}には {verb} を使います。")
    if state.phase not in (codes.PHASE_MAIN1, codes.PHASE_END - 1):
        en, ja = "Cards are played from the hand in a main phase.", "手札のカードはメインフェイズに使います。"
        return Message("phase", en, ja)
    if not definition.is_monster:
        if state.magic_count(state.turn) == codes.SLOTS:
            return Message("no_slot", "Your magic zone is full.", "魔術ゾーンに空きがありません。")
        en, ja = "{} has no target or would have no effect.", "{}は対象がないか、何も起こせません。"
        return card_message("nothing", definition, en, ja)
    if state.has_summoned:
        return Message("summoned", "You've used your normal summon this turn.", "このターンの通常召喚は済んでいます。")
    if payments(state, definition) == 0:
        en = f"{{}} costs {cost_words(definition, 'en')}; you don't have these monsters."
        ja = f"{{}}の召喚条件（{cost_words(definition, 'ja')}）が自分のフィールドにそろっていません。"
        return card_message("cost", definition, en, ja)
    if definition.cost_count == 0 and state.monster_count(state.turn) == codes.SLOTS:
        return Message("no_room", "Your monster zone is full.", "モンスターゾーンに空きがありません。")
    en, ja = (slot_text(slot, language) for language in LANGUAGES)
    return Message("slot", f"The {en} is taken.", f"{ja}はふさがっています。")
