"""The win conditions of the cards in a game, with their present values."""

from tefuda.cardlang import expression
from tefuda.cardlang.expression_text import simplify
from tefuda.cardlang.tree import (
    AND,
    EQUAL,
    GREATER,
    GREATER_EQUAL,
    LESS,
    LESS_EQUAL,
    MINUS,
    PLUS,
    TIMES,
    Binary,
    Expr,
    Not,
    NumberLiteral,
)
from tefuda.cardlang.vocabulary import Text
from tefuda.core.game_parts import Goal, GoalPart
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.language.conditions import PHRASES, PLACES, counted
from tefuda.games.solitaire_tcg.rules.codes import ZONES
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.rules.references import ZoneCount, ZoneExists
from tefuda.games.solitaire_tcg.rules.state import SolitaireState

SIGNS = {PLUS: "+", MINUS: "−", TIMES: "×"}
NEEDED = {
    EQUAL: ("exactly {}", "ちょうど{}"),
    LESS: ("fewer than {}", "{}未満"),
    LESS_EQUAL: ("at most {}", "{}以下"),
}


def goals(state: SolitaireState) -> list[Goal]:
    """Return the win conditions of the cards of the game."""
    found: list[Goal] = []
    for card in state.pool.cards:
        for needs in win_conditions(card):
            conditions = strictest([part for expr in needs for part in parts_of(simplify(expr))])
            at = nearest_copy(state, card, conditions)
            parts = [goal_part(state, at, part) for part in conditions]
            if parts:
                found.append(Goal(card.id, parts))
    return found


def win_conditions(card: Card) -> list[list[Expr]]:
    """Return what each winning effect of a card needs: the condition of its ability, requirements and `win_if`."""
    found: list[list[Expr]] = []
    for ability in card.parsed["abilities"]:
        needs = [] if ability.values["condition"] is None else [ability.values["condition"]]
        for step in ability.steps:
            if step.op.name == "require":
                needs.append(step.arguments["expr"])
            elif step.op.name == "win_if":
                found.append([*needs, step.arguments["expr"]])
            elif step.op.name == "win":
                found.append([*needs])
    return found


def parts_of(expr: Expr) -> list[Expr]:
    """Return the conditions that must all be met."""
    if isinstance(expr, Binary) and expr.operator == AND:
        return [*parts_of(expr.left), *parts_of(expr.right)]
    return [expr]


def strictest(conditions: list[Expr]) -> list[Expr]:
    """Return the conditions without lower bounds of what a later one bounds higher."""
    found: dict[str, Expr] = {}
    for expr in conditions:
        at_least = isinstance(expr, Binary) and expr.operator == GREATER_EQUAL
        found[expression.write(expr.left) if at_least and isinstance(expr, Binary) else expression.write(expr)] = expr
    return list(found.values())


def nearest_copy(state: SolitaireState, card: Card, conditions: list[Expr]) -> int:
    """Return the copy of a card that is nearest to meeting the conditions."""
    copies = [number for number, definition in enumerate(state.pool.definitions) if definition is card]
    return min(copies, key=lambda number: sum(expr.shortfall(state, number) for expr in conditions))


def goal_part(state: SolitaireState, card: int, expr: Expr) -> GoalPart:
    """Return a condition with its present value."""
    met = expr.value(state, card) != 0
    expr = as_count(expr)
    if isinstance(expr, Binary) and expr.operator in (EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL):
        needed = expr.right
        if isinstance(needed, NumberLiteral) and not isinstance(expr.left, NumberLiteral):
            return GoalPart(progress(state, card, expr, needed.number), met)
    found = PHRASES.condition(expr)
    return GoalPart(Message("goal", f"Needed: {found.en}", f"条件：{found.plain_ja}"), met)


def as_count(expr: Expr) -> Expr:
    """Return `zone.exists` and its negation as comparisons of the number of cards, which has a value to show."""
    inner = expr.inner if isinstance(expr, Not) else expr
    if not isinstance(inner, ZoneExists):
        return expr
    zone = ZONES[inner.zone]
    cards = ZoneCount(inner.zone, f"{zone}.count", "", "")
    if inner is expr:
        return Binary(GREATER_EQUAL, cards, NumberLiteral(1))
    return Binary(EQUAL, cards, NumberLiteral(0))


def progress(state: SolitaireState, card: int, expr: Binary, number: int) -> Message:
    """Return a comparison with a number as progress: `Lamp cards on the board: 9 of 10`."""
    value, left = expr.left.value(state, card), expr.left
    label, label_ja = terms(left)
    definition = state.pool.definitions[card]
    if not isinstance(left, Binary):
        # The goal names its card already.
        label, label_ja = label.removesuffix(" on this card"), label_ja.removeprefix("このカードの")
    label, label_ja = label.replace("this card", definition.en), label_ja.replace("このカード", f"《{definition.ja}》")
    shown = values(state, card, left)
    shown = f"{shown} = {value}" if isinstance(left, Binary) else shown
    unit = ((found := counted(left)) and found.unit) or ""
    en = label[0].upper() + label[1:]
    if expr.operator in (GREATER, GREATER_EQUAL):
        least = number + (expr.operator == GREATER)
        if value > least:
            reached_ja = f"{label_ja}：{shown}{unit}（{least}{unit}以上で達成）"
            return Message("goal", f"{en}: {shown} ({least} needed)", reached_ja)
        return Message("goal", f"{en}: {shown} of {least}", f"{label_ja}：{shown}／{least}{unit}")
    need, need_ja = NEEDED[expr.operator] if number else ("none", "{}")
    return Message(
        "goal",
        f"{en}: {shown} (needed: {need.format(number)})",
        f"{label_ja}：{shown}{unit}（{need_ja.format(f'{number}{unit}')}にする）",
    )


def terms(expr: Expr) -> Text:
    """Return what is counted, with the signs between. A place that all terms share is said once."""
    if not isinstance(expr, Binary):
        return PHRASES.count(expr) or PHRASES.number(expr)
    (left, left_ja), (right, right_ja) = terms(expr.left), terms(expr.right)
    for place, place_ja in PLACES.values():
        where_ja = f"{place_ja.removesuffix('に')}の"
        if place and left.endswith(place) and right.endswith(place) and right_ja.startswith(where_ja):
            left, right_ja = left.removesuffix(place), right_ja.removeprefix(where_ja)
    sign = SIGNS[expr.operator]
    return f"{left} {sign} {right}", f"{left_ja}{sign}{right_ja}"


def values(state: SolitaireState, card: int, expr: Expr) -> str:
    """Return the values of the terms, with the signs between: `4 × 6 × 3`."""
    if isinstance(expr, Binary):
        return f"{values(state, card, expr.left)} {SIGNS[expr.operator]} {values(state, card, expr.right)}"
    return str(expr.value(state, card))
