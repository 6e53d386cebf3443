// Sample opening hands of a deck.

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { localize } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */

/**
 * @param {Card[]} deck one entry for each copy
 * @param {number} opening opening hand size
 * @param {(card: Card) => Node} face
 */
export function openSampleHand(deck, opening, face) {
  const cards = h("ul", { class: "db-hand" });
  const left = h("p", { role: "status", class: "faint" });
  const more = h("button", { onclick: () => show(held + 1) }, icon("cards"), t("hand_draw"));
  let order = shuffle(deck);
  let held = 0;
  /** @param {number} count */
  const show = (count) => {
    held = Math.min(count, order.length);
    fill(cards, ...order.slice(0, held).map((card) => h("li", { "aria-label": localize(card.name) }, face(card))));
    left.textContent = t("hand_left", { n: held, left: order.length - held });
    more.disabled = held === order.length;
  };
  const again = h(
    "button",
    {
      class: "primary",
      onclick: () => {
        order = shuffle(deck);
        show(opening);
      },
    },
    icon("again"),
    t("hand_again"),
  );
  const foot = h("div", { class: "row db-foot" }, left, more, again);
  openDialog(t("hand"), [cards, foot], { wide: true }).classList.add("db-dialog");
  show(opening);
}

/**
 * @template T
 * @param {T[]} cards
 * @returns {T[]}
 */
function shuffle(cards) {
  const order = Array.from(cards);
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}
