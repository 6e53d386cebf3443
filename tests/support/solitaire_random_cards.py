"""Positions of Solitaire TCG with random cards: every operation, and many copies of few cards."""

from typing import Any, Final

from tefuda.core.random import Xoshiro, xoshiro

TYPES: Final = ["monster", "monster", "spell", "equip", "artifact", "field"]
TRIGGERS: Final = ["on_enter", "on_destroy", "activated", "on_draw", "on_discard", "on_field_set", "on_play"]
ZONES: Final = ["hand", "deck", "board", "field", "grave", "banish"]
TAGS: Final = ["red", "blue"]
CARDS: Final = 7
COPIES: Final = 5


class RandomCards:
    """Makes random cards and a position with them."""

    def __init__(self, seed: int) -> None:
        self.random: Xoshiro = xoshiro(seed, 3)

    def pick(self, *items: Any) -> Any:
        return items[self.random.below(len(items))]

    def filter(self) -> dict[str, Any]:
        return {"tag": self.pick(*TAGS)} if self.random.below(2) else {"type": self.pick(*TYPES)}

    def some(self) -> dict[str, Any]:
        """Return an optional filter."""
        return {"filter": self.filter()} if self.random.below(2) else {}

    def step(self, card_type: str) -> dict[str, Any]:
        """Return a random step."""
        ops = [
            "draw",
            "mill",
            "discard",
            "search",
            "move",
            "destroy",
            "summon",
            "unequip",
            "counter",
            "modify_stat",
            "set_field",
        ]
        op = self.pick(
            *ops,
            *["equip_to"] * (card_type == "equip"),
        )
        arguments: dict[str, Any] = {}
        match op:
            case "draw" | "mill":
                arguments = {"count": self.pick(1, 2)}
            case "discard":
                arguments = {"selection": self.pick("choose", "first", "random"), "count": self.pick(1, 2)}
            case "search":
                to = self.pick("hand", "board", "banish")
                zones = {"from": self.pick("deck", "grave"), "to": to}
                arguments = {**zones, "filter": self.filter(), "max": self.pick(1, 2), "random": self.pick(True, False)}
            case "move":
                zone = self.pick(*ZONES)
                to = self.pick("deck", *[other for other in ZONES if other != zone])
                arguments = {"from": zone, "to": to, "target": self.pick("self", "top", "bottom", "any", "all")}
                arguments |= {"count": self.pick(1, 2), **self.some()}
                if to == "deck":
                    arguments["position"] = self.pick("top", "bottom", "shuffle")
            case "destroy":
                arguments = {"target": self.pick("self", "field", "any", "all", "attached"), **self.some()}
            case "summon":
                arguments = {"from": self.pick("hand", "deck", "grave"), "count": self.pick(1, 2), **self.some()}
            case "unequip":
                arguments = {"target": self.pick("self", "attached", "any", "all"), "to": self.pick("grave", "hand")}
            case "counter":
                arguments = {
                    "name": self.pick(*TAGS),
                    "amount": self.pick(-1, 1, 2),
                    "target": self.pick("self", "any", "all"),
                }
            case "modify_stat":
                arguments = {
                    "target": self.pick("self", "any", "all"),
                    "atk": self.pick(-3, 1, 2),
                    "hp": self.pick(-1, 0, 1),
                }
                arguments["duration"] = self.pick("permanent", "turn")
            case "set_field":
                arguments = {"from": self.pick("hand", "deck", "grave")} if self.random.below(2) else {}
        return {"op": op, **arguments}

    def ability(self, card_type: str) -> dict[str, Any]:
        if card_type != "spell" and self.random.below(4) == 0:
            change = {"op": "modify_stat", "target": self.pick("self", "all"), "atk": 1, "hp": self.pick(-1, 0, 1)}
            return {"when": "static", "condition": f"grave.count >= {self.random.below(8)}", "effect": [change]}
        when = self.pick("on_play", *([] if card_type == "spell" else TRIGGERS))
        steps = [self.step(card_type) for _ in range(self.pick(1, 2))]
        return {"when": when, "effect": steps, **({"once_per_turn": True} if when == "activated" else {})}

    def card(self, number: int) -> dict[str, Any]:
        card_type = TYPES[number] if number < len(TYPES) else self.pick(*TYPES)
        data: dict[str, Any] = {"id": f"card_{number}", "name": f"Card {number}", "type": card_type}
        data |= {"tags": [self.pick(*TAGS)], "abilities": [self.ability(card_type) for _ in range(self.pick(1, 2, 3))]}
        match card_type:
            case "monster":
                data["stats"] = {"atk": self.random.below(4), "hp": 1 + self.random.below(3)}
            case "equip":
                data["equip"] = {"valid_targets": self.pick(["monster"], TAGS, ["field"])}
            case "field":
                data["field"] = {"unique": self.pick(True, True, False)}
        return data

    def position(self) -> dict[str, Any]:
        """Return a position with a random hand, deck and grave."""
        cards = [self.card(number) for number in range(CARDS)]
        names = [card["id"] for card in cards for _ in range(COPIES)]
        self.random.shuffle(names)
        options = {"mode": self.pick("random", "puzzle"), "max_turns": 4, "guard": 12}
        return {"hand": names[:6], "grave": names[6:12], "deck": names[12:], "cards": cards, "options": options}


def random_position(seed: int) -> dict[str, Any]:
    """Return a position with random cards."""
    return RandomCards(seed).position()
