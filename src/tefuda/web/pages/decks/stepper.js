// A counter with minus and plus buttons.

import { h } from "../../frame/dom.js";
import { t } from "./words.js";

/**
 * @param {string} card its name
 * @param {HTMLElement} count
 * @param {(by: number) => void} change
 * @param {Record<string, any>} [props] attributes of both buttons
 */
export function stepper(card, count, change, props = {}) {
  const button = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {number} */ by) =>
    h("button", { class: "db-step", "aria-label": t(key, { card }), onclick: () => change(by), ...props }, sign);
  return h("span", { class: "db-stepper" }, button("−", "remove", -1), count, button("+", "add", 1));
}

/**
 * Disable the plus button of a stepper while the deck has all allowed copies. It keeps the focus.
 * @param {Element} parent the stepper, or what contains it
 * @param {number} n copies in the deck
 * @param {number} most
 */
export function limitCopies(parent, n, most) {
  const add = /** @type {HTMLElement} */ (parent.querySelector(".db-step:last-child"));
  const full = n >= most;
  add.ariaDisabled = String(full);
  add.title = full ? t("all_copies", { most }) : "";
}
