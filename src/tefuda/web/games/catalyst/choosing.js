/** Choosing by hand: a card is dragged to a gap, or keys choose both. */

/** A pointer that moved less than this has tapped. */
const TAP = 7;

/**
 * @typedef {object} Drag
 * @property {(card: HTMLElement) => boolean} lift whether the card may be taken
 * @property {(x: number, y: number) => void} over where the card's middle is
 * @property {(x: number, y: number) => boolean} drop whether the card found its place; else it goes back
 */

/**
 * Let the cards of a hand be dragged.
 * @param {HTMLElement} hand
 * @param {Drag} drag
 */
export function draggable(hand, drag) {
  /** The end of a drag is no click. */
  let dragged = false;
  const swallow = (/** @type {MouseEvent} */ event) => {
    if (dragged && event.detail !== 0) event.stopPropagation();
  };
  hand.addEventListener("click", swallow, { capture: true });
  hand.addEventListener("pointerdown", (down) => {
    dragged = false;
    const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (down.target).closest(".card"));
    if (!card || down.button !== 0) return;
    const box = card.getBoundingClientRect();
    const [middle, height] = [box.left + box.width / 2 - down.clientX, box.top + box.height / 2 - down.clientY];
    let lifted = false;
    const listening = new AbortController();
    const { signal } = listening;
    const move = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!lifted && Math.hypot(dx, dy) < TAP) return;
      if (!lifted) {
        if (!drag.lift(card)) return listening.abort();
        lifted = dragged = true;
        card.setPointerCapture(down.pointerId);
        card.classList.add("held");
      }
      card.style.translate = `${dx}px ${dy}px`;
      drag.over(event.clientX + middle, event.clientY + height);
    };
    const finish = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      listening.abort();
      if (!lifted) return;
      const placed = event.type === "pointerup" && drag.drop(event.clientX + middle, event.clientY + height);
      if (!placed) putDown(card);
    };
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", finish, { signal });
    window.addEventListener("pointercancel", finish, { signal });
  });
}

/**
 * Let go of a card that was dragged: it is back where it belongs.
 * @param {HTMLElement} card
 */
export function putDown(card) {
  card.classList.remove("held");
  card.style.translate = "";
}

/**
 * Whether a key is meant for the board, wherever the focus is: not while something is typed, or a dialog is open.
 * @param {KeyboardEvent} event
 */
export function forTheBoard(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !target.closest?.("input, textarea, select, dialog, [contenteditable]") && !document.querySelector("dialog[open]");
}
