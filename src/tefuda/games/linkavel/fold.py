"""Applies events to a view, as clients do. Changed values of a view are replaced, never modified."""

from collections.abc import Callable
from typing import Any, Final

View = dict[str, Any]
Data = dict[str, Any]

TRIGGER_KEYS: Final = ["seat", "card", "at", "when", "ability"]
CARD_KEYS: Final = ["card", "power", "printed"]


def fold(view: View, event: Data) -> None:
    """Update a view with one event."""
    kind = event["kind"]
    if kind in FOLDS:
        FOLDS[kind](view, event)
        view["decides"] = None if view["result"] else view["choice"]["seat"] if view["choice"] else view["turn"]


def set_up(view: View, event: Data) -> None:
    view.update({key: value for key, value in event.items() if key != "kind"})


# Cards


def leave(view: View, event: Data) -> None:
    """Remove a card from where it was: a slot, the trash, the deck or a hand."""
    seat, card, place = event["seat"], event["card"], event["from"]
    player = view[seat]
    if place == "trash":
        change_player(view, seat, trash=without(player["trash"], event["index"]))
    elif place == "deck":
        change_player(view, seat, deck=player["deck"] - 1)
        see(view, seat, card)
    elif place == "hand":
        change_player(view, seat, hand=player["hand"] - 1)
        if card in player["shown"]:
            change_player(view, seat, shown=without(player["shown"], player["shown"].index(card)))
        elif view["seat"] != seat:
            see(view, seat, card)
    else:
        change_slot(view, place, None)
        view["waiting"] = [{**one, "at": ""} if one["at"] == place else one for one in view["waiting"]]
        if view["battle"] and place in (view["battle"]["at"], view["battle"]["on"]):
            view["battle"] = None


def see(view: View, seat: str, card: str) -> None:
    """Remove a card from the unseen ones."""
    unseen = view["unseen"][seat]
    view["unseen"] = {**view["unseen"], seat: without(unseen, unseen.index(card))}


def without(items: list[Any], at: int) -> list[Any]:
    return [*items[:at], *items[at + 1 :]]


def change_player(view: View, seat: str, **changes: Any) -> None:
    view[seat] = {**view[seat], **changes}


def change_slot(view: View, place: str, thing: Data | None) -> None:
    """Replace the card in a slot such as `one.m2`."""
    seat, _, slot = place.partition(".")
    row = "monsters" if slot[0] == "m" else "magics"
    at = int(slot[1]) - 1
    change_player(view, seat, **{row: [*view[seat][row][:at], thing, *view[seat][row][at + 1 :]]})


def card_in_slot(view: View, place: str) -> Data:
    seat, _, slot = place.partition(".")
    found: Data = view[seat]["monsters" if slot[0] == "m" else "magics"][int(slot[1]) - 1]
    return found


def enter_field(view: View, event: Data) -> None:
    leave(view, event)
    change_slot(view, event["at"], {key: event[key] for key in CARD_KEYS if key in event})
    for place in event.get("waiting", []):
        waiting = view["waiting"]
        view["waiting"] = [*waiting[:place], {**waiting[place], "at": event["at"]}, *waiting[place + 1 :]]


def summon(view: View, event: Data) -> None:
    enter_field(view, event)
    view["summoned"] = True


def to_trash(view: View, event: Data) -> None:
    leave(view, event)
    change_player(view, event["seat"], trash=[*view[event["seat"]]["trash"], event["card"]])


def to_hand(view: View, event: Data) -> None:
    leave(view, event)
    seat = event["seat"]
    player = view[seat]
    change_player(view, seat, hand=player["hand"] + 1, shown=sorted([*player["shown"], event["card"]]))
    if view["seat"] == seat:
        view["hand"] = [*view["hand"], event["card"]]


def to_deck(view: View, event: Data) -> None:
    leave(view, event)
    seat = event["seat"]
    change_player(view, seat, deck=view[seat]["deck"] + 1)
    view["unseen"] = {**view["unseen"], seat: sorted([*view["unseen"][seat], event["card"]])}


def leave_hand(view: View, event: Data) -> None:
    view["hand"] = without(view["hand"], event["index"])


def draw(view: View, event: Data) -> None:
    seat = event["seat"]
    change_player(view, seat, hand=view[seat]["hand"] + 1, deck=view[seat]["deck"] - 1)
    if view["seat"] == seat:
        view["hand"] = [*view["hand"], event["card"]]
        see(view, seat, event["card"])


def exchange_hand(view: View, event: Data) -> None:
    seat = event["seat"]
    if view["seat"] == seat:
        unseen = [*view["unseen"][seat], *view["hand"]]
        for card in event["hand"]:
            unseen.remove(card)
        view["hand"] = event["hand"]
    else:
        unseen = [*view["unseen"][seat], *view[seat]["shown"]]
    view["unseen"] = {**view["unseen"], seat: sorted(unseen)}
    change_player(view, seat, shown=[])


def show(view: View, event: Data) -> None:
    seat = event["seat"]
    change_player(view, seat, shown=sorted([*view[seat]["shown"], event["card"]]))
    if view["seat"] != seat:
        see(view, seat, event["card"])


def refresh(view: View, event: Data) -> None:
    seat = event["seat"]
    unseen = sorted([*view["unseen"][seat], *view[seat]["trash"]])
    view["unseen"] = {**view["unseen"], seat: unseen}
    change_player(view, seat, deck=event["cards"], trash=[], refreshed=True)


def status(view: View, event: Data) -> None:
    """Change the keys of a card on the field."""
    thing = {**card_in_slot(view, event["at"]), **event.get("set", {})}
    change_slot(view, event["at"], {key: value for key, value in thing.items() if key not in event.get("unset", [])})


# Players and turns


def change_lp(view: View, event: Data) -> None:
    change_player(view, event["seat"], lp=event["lp"])


def use_limit(view: View, event: Data) -> None:
    change_player(view, event["seat"], spent=[*view[event["seat"]]["spent"], event["effect"]])


def enter_phase(view: View, event: Data) -> None:
    view["phase"] = event["phase"]


def start_turn(view: View, event: Data) -> None:
    view.update(turn=event["seat"], turn_number=event["turn"], summoned=False)
    for seat in ("one", "two"):
        change_player(view, seat, refreshed=False)


def attack(view: View, event: Data) -> None:
    view["battle"] = {"attacker": event["card"], "at": event["at"], "on": event["on"]}


def end_battle(view: View, event: Data) -> None:
    view["battle"] = None


def end_game(view: View, event: Data) -> None:
    view.update(result=event["result"], reason=event["reason"], waiting=[], choice=None, asked=None, battle=None)


# Triggers and choices


def queue(view: View, event: Data) -> None:
    waiting, place = view["waiting"], event["place"]
    view["waiting"] = [*waiting[:place], {key: event[key] for key in TRIGGER_KEYS}, *waiting[place:]]


def reorder(view: View, event: Data) -> None:
    view["waiting"] = [view["waiting"][place] for place in event["order"]]


def put_first(view: View, event: Data) -> None:
    waiting, place = view["waiting"], event["next"]
    view["waiting"] = [waiting[place], *without(waiting, place)]


def drop_first(view: View, event: Data) -> None:
    view["waiting"] = view["waiting"][1:]


def drop(view: View, event: Data) -> None:
    view["waiting"] = [one for place, one in enumerate(view["waiting"]) if place not in event["places"]]


def drop_all(view: View, event: Data) -> None:
    view["waiting"] = []


def ask(view: View, event: Data) -> None:
    view["choice"] = {key: event[key] for key in ("seat", "op", "card")}
    view["asked"] = event.get("asked")


def pick(view: View, event: Data) -> None:
    asked = view["asked"]
    if asked is not None:
        view["asked"] = {**asked, "picked": [*asked["picked"], event["at"] or event["card"]]}


def answer(view: View, event: Data) -> None:
    view.update(choice=None, asked=None)


FOLDS: Final[dict[str, Callable[[View, Data], None]]] = {
    "setup": set_up,
    "phase": enter_phase,
    "turn": start_turn,
    "summon": summon,
    "special_summon": enter_field,
    "magic": enter_field,
    "trash": to_trash,
    "search": to_hand,
    "retrieve": to_hand,
    "return_hand": to_hand,
    "return_deck": to_deck,
    "leave_hand": leave_hand,
    "draw": draw,
    "mulligan": exchange_hand,
    "show": show,
    "refresh": refresh,
    "status": status,
    "gain": change_lp,
    "damage": change_lp,
    "limit": use_limit,
    "attack": attack,
    "attack_ends": end_battle,
    "battle_over": end_battle,
    "triggered": queue,
    "queued": queue,
    "batch": reorder,
    "order": put_first,
    "resolve": drop_first,
    "skip": drop_first,
    "decline": drop_first,
    "dropped": drop,
    "stalled": drop_all,
    "choice": ask,
    "pick": pick,
    "answered": answer,
    "result": end_game,
}
