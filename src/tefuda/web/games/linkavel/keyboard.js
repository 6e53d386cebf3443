/** Keys: actions, hand cards by number, details, and arrows that move the focus to the nearest button. */

import { isBoardKey } from "../../frame/dom.js";

/**
 * @typedef {object} KeyHandlers
 * @property {(action: string) => boolean} act plays an action; false if it is not legal
 * @property {(index: number) => HTMLElement | null} held the card in hand at an index
 * @property {() => boolean} details opens the selected card; false if there is none
 * @property {() => boolean} cancel ends the current choice; false if there is none
 */

/** @type {Record<string, string>} */
const ACTION_KEYS = { b: "battle", m: "main2", e: "end", y: "yes", n: "no" };
const DIRECTIONS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
/** Weight of sideways distance. */
const SIDEWAYS_WEIGHT = 2.5;

/**
 * Handle a key on the board.
 * @param {HTMLElement} root
 * @param {KeyboardEvent} event
 * @param {KeyHandlers} on
 */
export function handleKey(root, event, on) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.repeat || !isBoardKey(event, root)) return;
  const key = event.key.toLowerCase();
  const held = /^[0-9]$/.test(key) ? on.held((Number(key) + 9) % 10) : null;
  const next = event.key in DIRECTIONS && root.contains(target) ? nearestButton(root, target, event.key) : null;
  held?.focus();
  held?.click();
  next?.focus();
  const handled =
    held ||
    next ||
    (key in ACTION_KEYS && on.act(ACTION_KEYS[key])) ||
    (key === "d" && on.details()) ||
    (key === "escape" && on.cancel());
  if (handled) event.preventDefault();
}

/** Focus the first element with an action. @param {HTMLElement} root @param {boolean} isChosen whether the first of two steps is done */
export function focusFirstAction(root, isChosen) {
  const selector = isChosen
    ? ".lv-lit:not(.lv-risky), .lv-prompt [data-act]"
    : ".lv-tray [data-act], .lv-prompt [data-act], .lv-lit, .lv-can, .lv-phase[data-act]";
  const all = /** @type {HTMLElement[]} */ (Array.from(root.querySelectorAll(selector)));
  all.find((one) => one.getClientRects().length > 0)?.focus();
}

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} from
 * @param {string} key
 * @returns {HTMLElement | null}
 */
function nearestButton(root, from, key) {
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
