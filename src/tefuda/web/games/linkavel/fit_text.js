/** Fits texts into their boxes: uses the first font size without overflow. */

/**
 * @typedef {object} Fit
 * @property {HTMLElement} box box that must not overflow; the style sheet reads its `data-round`
 * @property {string} property CSS variable for the size, in hundredths of the card width
 * @property {number[][]} rounds sizes, preferred ones first; if none fits, the round is "over"
 */

/** @type {WeakMap<Element, {fits: Fit[], width: number}>} */
const fittedCards = new WeakMap();

const cardSizes = new ResizeObserver((entries) => {
  const resized = entries.flatMap(({ target, contentRect }) => {
    const card = fittedCards.get(target);
    if (!card || contentRect.width < 1 || Math.abs(card.width - contentRect.width) < 0.5) return [];
    card.width = contentRect.width;
    return [{ element: /** @type {HTMLElement} */ (target), fits: card.fits }];
  });
  // The first box of all cards, then the second: the size of a name changes the space for the text.
  const most = Math.max(0, ...resized.map(({ fits }) => fits.length));
  for (let at = 0; at < most; at += 1) {
    fitBoxes(resized.flatMap(({ element, fits }) => (fits[at] ? [{ element, ...fits[at] }] : [])));
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
  cardSizes.observe(element);
  return element;
}

/** @param {HTMLElement} box */
const overflows = (box) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;

/**
 * Try the sizes of all boxes together. Each size takes one layout, not one for each box.
 * @param {(Fit & {element: HTMLElement})[]} fits
 */
function fitBoxes(fits) {
  let open = fits.map(({ element, box, property, rounds }) => {
    const sizes = rounds.flatMap((steps, round) => steps.map((step) => ({ round, step })));
    return { element, box, property, sizes };
  });
  const unfit = [];
  for (const { box } of open) box.removeAttribute("tabindex");
  for (let trial = 0; open.length; trial += 1) {
    for (const { element, box, property, sizes } of open) {
      box.dataset.round = String(sizes[trial].round);
      element.style.setProperty(property, `${sizes[trial].step}cqw`);
    }
    const overflowing = open.filter(({ box }) => overflows(box));
    open = overflowing.filter(({ sizes }) => trial + 1 < sizes.length);
    unfit.push(...overflowing.filter(({ sizes }) => trial + 1 === sizes.length));
  }
  for (const { box } of unfit) box.dataset.round = "over";
  for (const { box } of unfit) {
    if (getComputedStyle(box).overflowY === "auto") box.tabIndex = 0; // scrollable boxes must be reachable by keyboard
  }
}
