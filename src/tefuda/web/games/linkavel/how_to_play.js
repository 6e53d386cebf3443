// Pictures of the introduction: reduced cards.

import { h } from "../../frame/dom.js";
import { Catalogue, hiddenCard, miniCard } from "./face.js";

/**
 * Draw a sign: `card:ID`, `gone:ID` for a card that is destroyed or paid, or `back`.
 * @param {string} sign
 * @param {import("../../frame/message_types.js").Card[]} cards
 */
export function drawSign(sign, cards) {
  const [state, id] = sign.split(":");
  const card = state === "back" ? hiddenCard() : miniCard(new Catalogue(cards).get(id));
  return h("span", { class: "htp-card", dataset: { state } }, card);
}
