/** Arrow keys move the focus to the nearest button in their direction. */

const DIRECTIONS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
/** Weight of sideways distance. */
const SIDEWAYS_WEIGHT = 2.5;

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} from
 * @param {string} key
 * @returns {HTMLElement | null}
 */
export function nearestButton(root, from, key) {
  const way = DIRECTIONS[key];
  const start = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("button:not(:disabled)"))) {
    if (one === from || one.getClientRects().length === 0) continue;
    const [dx, dy] = [middle(one)[0] - start[0], middle(one)[1] - start[1]];
    const [ahead, aside] = [dx * way[0] + dy * way[1], Math.abs(dx * way[1]) + Math.abs(dy * way[0])];
    const far = ahead + SIDEWAYS_WEIGHT * aside;
    if (ahead > 4 && far < least) [best, least] = [one, far];
  }
  return best;
}

/** @param {HTMLElement} element */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
