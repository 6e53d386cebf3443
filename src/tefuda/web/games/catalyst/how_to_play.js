// Pictures of the introduction: playing cards.

import { h } from "../../frame/dom.js";
import { cardBack, cardFace } from "./cards.js";

/**
 * Draw a sign: a card, `!CARD` for the catalyst, `~CARD` for a card that vanishes, or `back`.
 * @param {string} sign
 */
export function drawSign(sign) {
  const state = { "!": "catalyst", "~": "vanishing" }[sign[0]];
  const card = state ? sign.slice(1) : sign;
  return h("span", { class: "htp-card", dataset: { state } }, card === "back" ? cardBack() : cardFace(card));
}
