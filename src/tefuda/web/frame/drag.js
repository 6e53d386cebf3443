// Dragging: something is taken, carried and let go. The end of a drag is no click.

/** A pointer that moved less than this has tapped. */
const TAP_DISTANCE = 8;

/**
 * @typedef {object} DragOptions
 * @property {string} selector the selector of what can be taken
 * @property {(taken: HTMLElement) => HTMLElement | null} lift what follows the pointer; null where it may not be taken
 * @property {(x: number, y: number) => void} over where the pointer is
 * @property {(taken: HTMLElement, at: {x: number, y: number} | null) => void} drop where it was let go; null where the drag was broken off
 */

/**
 * @param {HTMLElement} root
 * @param {DragOptions} drag
 */
export function enableDrag(root, drag) {
  let dragged = false;
  root.addEventListener("click", (event) => dragged && event.detail !== 0 && event.stopPropagation(), {
    capture: true,
  });
  root.addEventListener("pointerdown", (down) => {
    dragged = false;
    const taken = /** @type {HTMLElement | null} */ (/** @type {Element} */ (down.target).closest(drag.selector));
    if (!taken || down.button !== 0) return;
    /** @type {HTMLElement | null} */
    let carried = null;
    const listening = new AbortController();
    const { signal } = listening;
    const move = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!carried) {
        if (Math.hypot(dx, dy) < TAP_DISTANCE) return;
        carried = drag.lift(taken);
        if (!carried) return listening.abort();
        dragged = true;
        // What a finger has taken hold of stays with it, wherever the page would scroll.
        if (taken.isConnected) taken.setPointerCapture(down.pointerId);
      }
      carried.style.translate = `${dx}px ${dy}px`;
      drag.over(event.clientX, event.clientY);
    };
    const finish = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      listening.abort();
      if (carried) drag.drop(taken, event.type === "pointerup" ? { x: event.clientX, y: event.clientY } : null);
    };
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", finish, { signal });
    window.addEventListener("pointercancel", finish, { signal });
  });
}

/**
 * Take a card itself.
 * @param {HTMLElement} card
 */
export function pickUp(card) {
  card.classList.add("held");
  return card;
}

/**
 * Let go of a card that was taken: it is back where it belongs.
 * @param {HTMLElement} card
 */
export function putDown(card) {
  card.classList.remove("held");
  card.style.translate = "";
}
