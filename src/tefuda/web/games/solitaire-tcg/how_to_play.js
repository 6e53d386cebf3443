// Pictures of the introduction: small cards.

import { h } from "../../frame/dom.js";
import { smallFace, unknownCard } from "./face.js";
import { cardBack } from "./table_layout.js";

/**
 * Draw a sign: `card:ID`, `gone:ID` for a card that leaves, or `back`.
 * @param {string} sign
 * @param {import("../../frame/message_types.js").Card[]} cards
 */
export function drawSign(sign, cards) {
  const [state, id] = sign.split(":");
  const card = cards.find((one) => one.id === id) ?? unknownCard(id);
  const face =
    state === "back"
      ? cardBack()
      : h("span", { class: "stc-card", dataset: { type: card.facts.type } }, ...smallFace(card));
  return h("span", { class: "htp-card stc", dataset: { state } }, face);
}
