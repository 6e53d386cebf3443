/** The card tracker: where every card is, by suit. All of it is public (CR-1.4). */

import { fill, h, svg } from "../../frame/dom.js";
import { SUITS, rankText } from "./cards.js";
import { cardName, t } from "./words.js";

const RANKS = "A23456789TJQK";
const PLACES = /** @type {const} */ (["coming", "hand", "field", "removed"]);

/**
 * Count each card by place. The rest is in the deck.
 * @param {Record<string, any>} view
 * @returns {Map<string, Record<string, number>>}
 */
function countByPlace(view) {
  const seen = view.field.length + view.hand.length + view.removed.length;
  const packs = Math.max(1, Math.ceil((seen + view.deck) / 52));
  const found = new Map();
  for (const suit of Object.keys(SUITS)) {
    for (const value of RANKS) found.set(value + suit, { coming: packs, hand: 0, field: 0, removed: 0 });
  }
  for (const place of /** @type {const} */ (["hand", "field", "removed"])) {
    for (const card of view[place]) {
      found.get(card)[place] += 1;
      found.get(card).coming -= 1;
    }
  }
  return found;
}

/**
 * Render the tracker for a view.
 * @param {HTMLDialogElement} dialog
 * @param {Record<string, any>} view
 */
export function renderTracker(dialog, view) {
  const where = countByPlace(view);
  const rows = Object.entries(SUITS).map(([suit, path]) =>
    h(
      "tr",
      { class: `suit-${suit}` },
      h(
        "th",
        { scope: "row" },
        svg(
          "svg",
          { viewBox: "-13 -13 26 26", role: "img", "aria-label": t(suit) },
          svg("path", { class: "pip", d: path }),
        ),
      ),
      ...Array.from(RANKS, (value) => cardCell(value + suit, where.get(value + suit) ?? {})),
    ),
  );
  const close = h("button", { type: "button", class: "close", onclick: () => dialog.close() }, t("close"));
  fill(
    dialog,
    h("h2", { id: "tracker-title" }, t("tracker")),
    h("table", null, h("tbody", null, ...rows)),
    h(
      "ul",
      { class: "legend" },
      ...PLACES.map((place) => h("li", null, h("span", { class: `mark ${place}` }, "7"), t(`where_${place}`))),
    ),
    close,
  );
  dialog.setAttribute("aria-labelledby", "tracker-title");
}

/**
 * A cell of the table, marked with the card's place.
 * @param {string} card @param {Record<string, number>} counts
 */
function cardCell(card, counts) {
  const here = PLACES.filter((place) => counts[place]);
  const many = Object.values(counts).reduce((sum, count) => sum + count, 0) > 1;
  const words = here.map((place) => t(`where_${place}`) + (many ? ` ${counts[place]}` : "")).join(", ");
  return h(
    "td",
    null,
    h(
      "span",
      {
        class: `mark ${here[0]}`,
        role: "img",
        "aria-label": `${cardName(card)}: ${words}`,
        title: `${cardName(card)}: ${words}`,
      },
      rankText(card),
      many && h("sub", null, counts.coming),
    ),
  );
}
