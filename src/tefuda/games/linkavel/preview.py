"""Previews of LinkaVel: what an attack or a level-up summon would lead to, from what the player knows."""

from dataclasses import dataclass, field
from typing import Final

from tefuda.cardlang.engine.zones import NO_CARDS
from tefuda.core.events import Event
from tefuda.core.text import Message
from tefuda.games.linkavel.rules import codes
from tefuda.games.linkavel.rules.continuous import power_sources
from tefuda.games.linkavel.rules.costs import cost_candidates
from tefuda.games.linkavel.rules.model import POWER_MODIFIER
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.text import card_name

AFTER_BATTLE: Final = ("status", "result")
"""The events that belong to a battle after it is over: changed powers and the end of the game."""
ANSWERS: Final = {"may": codes.NO, "order": codes.AS_LISTED}
"""The answers to the choices before the powers are compared."""


@dataclass
class Battle:
    """The expected result of an attack, up to the first hidden or random result."""

    powers: list[int] | None = None
    """The powers of attacker and target when they are compared; None in a direct attack."""
    changes: dict[str, dict[str, int]] = field(default_factory=dict)
    """Changes of power during the attack: amounts by slot and by the card whose effect it is."""
    active_card: str = ""
    """The card whose effect is resolving."""
    destroyed: list[str] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    """Cards that would be destroyed, and those that a protection would save."""
    places: list[str] = field(default_factory=list)
    """The slots of the destroyed cards."""
    damage: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Damage by seat, and the LP after it."""
    asked: list[str] = field(default_factory=list)
    """Cards whose optional effects may change the result."""
    over: bool = False
    """Whether the battle ends within the preview."""
    winner: str | None = None

    def read(self, event: Event) -> None:
        """Update the result with an event."""
        data = event.data
        match event.kind:
            case "resolve" | "use":
                self.active_card = data["card"]
            case "power" if self.powers is None:
                changes = self.changes.setdefault(data["at"], {})
                changes[self.active_card] = changes.get(self.active_card, 0) + data["amount"]
            case "battle":
                self.powers = list(data["powers"])
            case "destroy":
                self.destroyed.append(data["card"])
                self.places.append(data["at"])
            case "saved":
                self.saved.append(data["card"])
            case "damage":
                before, _ = self.damage.get(data["seat"], (0, 0))
                self.damage[data["seat"]] = (before + data["amount"], data["lp"])
            case "battle_over" | "attack_ends":
                self.over = True
            case "result":
                self.over, self.winner = True, data["result"]

    def lost(self, seat: str) -> list[str]:
        """Return what a player loses: slots of monsters and, in a battle without such a loss, the player's LP."""
        return [place for place in self.places if place.startswith(seat)] or [one for one in self.damage if one == seat]

    def is_lost_by(self, seat: str) -> bool:
        """Whether only this player loses something."""
        other = next(one for one in codes.SEATS if one != seat)
        return self.over and bool(self.lost(seat)) and not self.lost(other)


def battle(state: LinkaVelState, action: int) -> Battle:
    """Return the expected result of an attack. Optional effects are not used.

    The attack is played on a copy, up to the end of the battle or to the first event that reveals hidden information or
    a random result. So the answer depends only on what the player knows (LV-15).
    """
    copy = state.clone()
    found = Battle()
    answer = action
    while not found.over:
        log: list[Event] = []
        copy.log = log
        copy.play(answer)
        for event in log:
            if event.reveals or (found.over and event.kind not in AFTER_BATTLE):
                return found
            found.read(event)
        asked = copy.choice
        if asked is None or asked.op not in ANSWERS:
            return found
        if asked.op == "may":
            found.asked.append(copy.name(asked.card))
        answer = ANSWERS[asked.op]
    return found


def is_attack(state: LinkaVelState, action: int) -> bool:
    return state.choice is None and codes.ATTACK <= action < codes.USE


def is_level_up(state: LinkaVelState, action: int) -> bool:
    """Whether an action is a summon with a cost."""
    if state.choice is not None or not codes.SUMMON <= action < codes.MAGIC:
        return False
    return state.pool.cards[(action - codes.SUMMON) // codes.SLOTS].cost_count > 0


@dataclass
class Payment:
    """The monsters that a level-up summon sends to the trash at once, as slots (LV-5.4, LV-5.5)."""

    slots: list[str]
    cards: list[tuple[str, int]]
    """Id and level of each."""
    is_choice: bool
    """Whether another payment is possible, or a monster of a higher level than the cost asks for is paid."""


def payment(state: LinkaVelState, action: int) -> Payment:
    """Return what a level-up summon pays without asking."""
    copy = state.clone()
    log: list[Event] = []
    copy.log = log
    copy.play(action)
    kind = (action - codes.SUMMON) // codes.SLOTS
    wanted = state.pool.cards[kind]
    paid: list[int] = []
    for event in log:
        if event.kind == "cost":
            paid = [_monster_at(state, place) for place in event.data["cards"]]
            break
    levels = [state.card(card).level for card in paid]
    asked = sorted(part.level for part in wanted.cost for _ in range(part.count))
    more = len(cost_candidates(state, wanted, NO_CARDS)) > wanted.cost_count
    return Payment(
        [state.slot_name(card) for card in paid],
        [(state.name(card), level) for card, level in zip(paid, levels, strict=True)],
        bool(paid) and (more or any(level > least for level, least in zip(sorted(levels), asked, strict=True))),
    )


def _monster_at(state: LinkaVelState, place: str) -> int:
    """Return the card in a slot such as `one.m2`."""
    seat, _, slot = place.partition(".")
    return state.monster(codes.SEATS.index(seat), int(slot[1]) - 1)


def preview(state: LinkaVelState, action: int) -> dict[str, list[str]]:
    """Return the places that an action would change.

    An attack: `destroys` the monsters in these slots, and `damages` these players; `confirms` has what the attacker
    loses if the opponent loses nothing. A level-up summon: `pays` the monsters in these slots; `confirms` has them too
    if the player could pay otherwise, or pays more than the cost.
    """
    if is_attack(state, action):
        found = battle(state, action)
        own = codes.SEATS[state.seat]
        confirms = found.lost(own) if found.is_lost_by(own) else []
        return {"destroys": found.places, "damages": list(found.damage), "confirms": confirms}
    if is_level_up(state, action):
        paid = payment(state, action)
        return {"pays": paid.slots, "confirms": paid.slots if paid.is_choice else []}
    return {}


def outcome(state: LinkaVelState, action: int) -> Message | None:
    """Return what an attack or a level-up summon would lead to, as sentences for the player who decides."""
    if is_attack(state, action):
        return Message("battle", _battle_text(state, action, "en"), _battle_text(state, action, "ja"))
    if is_level_up(state, action):
        paid = payment(state, action)
        if paid.cards:
            en = " and ".join(f"{card_name(card, 'en')} (level {level})" for card, level in paid.cards)
            ja = "と".join(f"{card_name(card, 'ja')}（レベル{level}）" for card, level in paid.cards)
            return Message("cost", f"Cost: {en}.", f"コスト：{ja}。")
        return Message("cost", "You choose the cost next.", "次にコストを選びます。")
    return None


def _battle_text(state: LinkaVelState, action: int, language: str) -> str:
    ja = language == "ja"
    found = battle(state, action)
    parts: list[str] = []
    if found.powers is not None:
        slot, target = divmod(action - codes.ATTACK, 4)
        mine, theirs = (
            _power_text(state, found, seat, number, amount, ja)
            for seat, number, amount in zip((state.turn, 1 - state.turn), (slot, target), found.powers, strict=True)
        )
        parts.append(f"パワー {mine} 対 {theirs}。" if ja else f"Power {mine} against {theirs}.")
    if not found.over:
        return " ".join([*parts, "効果しだいで結果が変わります。" if ja else "The result depends on effects."])
    parts += _destroyed_texts(found, codes.SEATS[state.seat], language)
    for card in found.saved:
        name = card_name(card, language)
        parts.append(f"{name}は破壊されない。" if ja else f"{name} is protected.")
    for seat, (amount, left) in found.damage.items():
        own = seat == codes.SEATS[state.seat]
        if ja:
            parts.append(f"{'自分' if own else '相手'}に{amount}のダメージ（残りLP {left}）。")
        else:
            parts.append(f"{'You take' if own else 'Your opponent takes'} {amount} damage ({left} LP left).")
    if not found.damage:
        parts.append("ダメージなし。" if ja else "No damage.")
    if found.winner is not None:
        won = found.winner == codes.SEATS[state.seat]
        parts.append(
            ("自分の勝利！" if won else "相手の勝利。") if ja else ("You win!" if won else "Your opponent wins.")
        )
    if found.asked:
        names = [card_name(card, language) for card in dict.fromkeys(found.asked)]
        parts.append(
            f"（{'、'.join(names)}の効果を使わない場合）" if ja else f"(Without the effect of {', '.join(names)}.)"
        )
    return "".join(parts) if ja else " ".join(parts)


def _destroyed_texts(found: Battle, own: str, language: str) -> list[str]:
    ja = language == "ja"
    owners = [place.partition(".")[0] for place in found.places]
    if len(owners) == len(codes.SEATS) == len(set(owners)):
        return ["両方とも破壊される。" if ja else "Both monsters are destroyed."]
    texts = []
    for card, owner in zip(found.destroyed, owners, strict=True):
        name = card_name(card, language)
        if owner == own:
            texts.append(f"自分の{name}は破壊される。" if ja else f"Your {name} is destroyed.")
        else:
            texts.append(f"{name}は破壊される。" if ja else f"{name} is destroyed.")
    return texts


def _power_text(state: LinkaVelState, found: Battle, seat: int, slot: int, amount: int, ja: bool) -> str:
    """Return a power with the effects that it comes from: `1000 (500, Red-Hot Edge +500)`."""
    card = state.monster(seat, slot)
    sources: dict[str, int] = {}
    for modifier in state.modifiers:
        if modifier.card == card and modifier.kind == POWER_MODIFIER:
            name = state.name(modifier.source)
            sources[name] = sources.get(name, 0) + modifier.amount
    for effect in power_sources(state, card):
        sources[effect["card"]] = sources.get(effect["card"], 0) + effect["amount"]
    for name, change in found.changes.get(state.slot_name(card), {}).items():
        sources[name] = sources.get(name, 0) + change
    printed = state.card(card).power
    # Continuous effects may change during the attack, and power is never below 0.
    if not any(sources.values()) or printed + sum(sources.values()) != amount:
        return str(amount)
    language = "ja" if ja else "en"
    named = [f"{card_name(name, language)} {change:+d}" for name, change in sources.items() if change]
    return (
        f"{amount}（{'、'.join([str(printed), *named])}）" if ja else f"{amount} ({', '.join([str(printed), *named])})"
    )
