// The pile dialog: all cards, and the selected one in full.

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { face, smallFace } from "./face.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {{title: string, cards: string[], ordered: boolean}} PilePart */

/**
 * @param {string} title
 * @param {PilePart[]} parts
 * @param {(id: string) => Card} cardOf
 */
export function openPileDialog(title, parts, cardOf) {
  const reading = h("div", { class: "stc-look-reading" });
  const read = (/** @type {string} */ id) => {
    if (reading.firstElementChild?.getAttribute("data-id") !== id) fill(reading, face(cardOf(id)));
  };
  const card = (/** @type {string} */ id, /** @type {number} */ copies) => {
    const one = cardOf(id);
    const name = copies > 1 ? `${localize(one.name)}, ${t("copies", { n: copies })}` : localize(one.name);
    const show = () => read(id);
    return h(
      "button",
      {
        class: "stc-card",
        type: "button",
        dataset: { type: one.facts.type, id, ...(copies > 1 && { copies: `×${copies}` }) },
        "aria-label": name,
        onclick: show,
        onfocus: show,
        onpointerenter: show,
      },
      ...smallFace(one),
    );
  };
  const filled = parts.filter((part) => part.cards.length);
  const sections = filled.map((part) => {
    const cards = part.ordered
      ? part.cards.map((id) => card(id, 1))
      : Array.from(countCards(part.cards), ([id, copies]) => card(id, copies));
    return h("section", null, h("h3", null, part.title), h("div", { class: "stc-look-cards" }, ...cards));
  });
  if (filled.length) read(filled[0].cards[0]);
  const inside = filled.length
    ? h("div", { class: "stc stc-look" }, reading, h("div", { class: "stc-look-parts" }, ...sections))
    : h("p", null, t("nothing"));
  const dialog = openDialog(title, [inside], { wide: true });
  dialog.classList.add("stc-dialog");
}

/**
 * @param {string[]} cards
 * @returns {Map<string, number>}
 */
export function countCards(cards) {
  const found = new Map();
  for (const id of cards) found.set(id, (found.get(id) ?? 0) + 1);
  return found;
}
