// Drag and drop with pointer events. The click that ends a drag is suppressed.

/** A pointer that moves less than this is a tap. */
const TAP_DISTANCE = 8;

/**
 * @typedef {object} DragOptions
 * @property {string} selector selector of draggable elements
 * @property {(taken: HTMLElement) => HTMLElement | null} lift returns the element that follows the pointer, or null to refuse the drag
 * @property {(x: number, y: number) => void} over called while the pointer moves
 * @property {(taken: HTMLElement, at: {x: number, y: number} | null) => void} drop called at the end; null if the drag was cancelled
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
        // Capture the pointer, so that touch drags do not scroll the page.
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
 * Drag the card itself.
 * @param {HTMLElement} card
 */
export function pickUp(card) {
  card.classList.add("held");
  return card;
}

/**
 * Put a dragged card back in its place.
 * @param {HTMLElement} card
 */
export function putDown(card) {
  card.classList.remove("held");
  card.style.translate = "";
}
