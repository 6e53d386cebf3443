// Marks on zones that scroll: at which edges more cards are hidden.

/** Hidden parts smaller than this are not marked. */
const TOLERANCE = 4;

/** @param {HTMLElement} zone */
export function markScrollEdges(zone) {
  const below = zone.scrollHeight - zone.clientHeight - zone.scrollTop;
  const after = zone.scrollWidth - zone.clientWidth - zone.scrollLeft;
  const scrolls = (/** @type {string} */ axis) => ["auto", "scroll"].includes(axis);
  const { overflowX, overflowY } = getComputedStyle(zone);
  zone.classList.toggle("more-above", scrolls(overflowY) && zone.scrollTop > TOLERANCE);
  zone.classList.toggle("more-below", scrolls(overflowY) && below > TOLERANCE);
  zone.classList.toggle("more-before", scrolls(overflowX) && zone.scrollLeft > TOLERANCE);
  zone.classList.toggle("more-after", scrolls(overflowX) && after > TOLERANCE);
}

/**
 * Update the marks while a zone scrolls.
 * @param {HTMLElement} zone
 */
export function watchScrollEdges(zone) {
  zone.addEventListener("scroll", () => markScrollEdges(zone), { passive: true });
}
