// Pictures of the introduction: cells with stones, and cards.

import { h } from "../../frame/dom.js";
import { Catalogue } from "./cards.js";
import { createStone } from "./stones.js";

/**
 * Draw a sign: `B` or `W` with a mark and its countdown (`B:DRAGON:5`), `gone:W` for a destroyed stone, `.` or `*` for an
 * empty or a legal cell, `card:ID`.
 * @param {string} sign
 * @param {import("../../frame/message_types.js").Card[]} cards
 */
export function drawSign(sign, cards) {
  const gone = sign.startsWith("gone:");
  const [kind, name, left] = sign.replace("gone:", "").split(":");
  if (kind === "card") return h("span", { class: "htp-card" }, new Catalogue(cards).face(name));
  const side = { B: /** @type {const} */ ("black"), W: /** @type {const} */ ("white") }[kind];
  const marks = name ? [{ mark: name, left: Number(left ?? 0) }] : [];
  return h(
    "span",
    { class: kind === "*" ? "htp-cell co-place" : "htp-cell", dataset: { state: gone ? "gone" : "" } },
    side && h("span", { class: "co-stack" }, createStone({ side, marks, sprout: false, special: null })),
  );
}
