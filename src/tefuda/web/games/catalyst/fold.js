// Updates a view event by event, as `fold` in the game's view.py does. It contains no rules.

/** @typedef {{field: string[], hand: string[], deck: number, removed: string[], result: "win" | "loss" | null}} CatalystView */

/**
 * Update a view with an event; return false for an unknown kind.
 * @param {CatalystView} view
 * @param {import("../../frame/message_types.js").GameEvent} event
 */
export function fold(view, event) {
  const { field, hand, removed, deck } = event.kind === "setup" ? event : view;
  switch (event.kind) {
    case "setup":
      Object.assign(view, { field, hand, removed, deck, result: null });
      return true;
    case "deal":
      Object.assign(view, { field: [...field, ...event.cards], deck: deck - event.cards.length });
      return true;
    case "place":
      view.hand = hand.toSpliced(hand.indexOf(event.card), 1);
      view.field = field.toSpliced(event.at, 0, event.card);
      return true;
    case "react":
      Object.assign(view, { field: field.toSpliced(event.at, 3), removed: [...removed, ...event.cards] });
      return true;
    case "draw":
      Object.assign(view, { hand: [...hand, event.card], deck: deck - 1 });
      return true;
    case "win":
    case "loss":
      view.result = event.kind;
      return true;
    default:
      return false;
  }
}
