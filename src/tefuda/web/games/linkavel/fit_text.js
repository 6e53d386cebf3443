/** Fits texts into their boxes: uses the first font size without overflow. */

/**
 * @typedef {object} Fit
 * @property {HTMLElement} box box that must not overflow; the style sheet reads its `data-round`
 * @property {string} property CSS variable for the size, in hundredths of the card width
 * @property {number[][]} rounds sizes, preferred ones first; if none fits, the round is "over"
 */

/** @type {WeakMap<Element, {fits: Fit[], width: number}>} */
const fittedCards = new WeakMap();

const sizes = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const card = fittedCards.get(target);
    if (!card || contentRect.width < 1 || Math.abs(card.width - contentRect.width) < 0.5) continue;
    card.width = contentRect.width;
    for (const fit of card.fits) fitBox(/** @type {HTMLElement} */ (target), fit);
  }
});

/**
 * Keep the texts of a card inside their boxes at any card size.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {...Fit} fits
 * @returns {E}
 */
export function fitText(element, ...fits) {
  fittedCards.set(element, { fits, width: 0 });
  sizes.observe(element);
  return element;
}

/** @param {HTMLElement} box */
const overflows = (box) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;

/** @param {HTMLElement} element @param {Fit} fit */
function fitBox(element, { box, property, rounds }) {
  box.removeAttribute("tabindex");
  for (const [round, steps] of rounds.entries()) {
    box.dataset.round = String(round);
    for (const step of steps) {
      element.style.setProperty(property, `${step}cqw`);
      if (!overflows(box)) return;
    }
  }
  box.dataset.round = "over";
  if (getComputedStyle(box).overflowY === "auto") box.tabIndex = 0; // scrollable boxes must be reachable by keyboard
}
