// Buttons of visible cards. A button is kept while its card is visible.

import { fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { smallFace } from "./face.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("./model.js").Piece} Piece */
/** @typedef {"hand" | "table" | "bar" | "casting" | "leaving"} ButtonPlace */
/** @typedef {{look: ButtonPlace, does: string[], picked: boolean, on: string, copy: string}} ButtonState legal actions as notations, the card it is attached to, and the number of a further copy as in the log */

/**
 * Create the button of a card.
 * @param {Card} card
 */
export function cardButton(card) {
  return h(
    "button",
    { class: "stc-card", type: "button", dataset: { type: card.facts.type, id: card.id } },
    ...smallFace(card),
  );
}

/**
 * Update a button.
 * @param {HTMLElement} button
 * @param {Card} card
 * @param {Piece} piece
 * @param {ButtonState} standing
 * @param {(name: string) => string} labelOf
 */
export function updateCardButton(button, card, piece, { look, does, picked, on, copy }, labelOf) {
  const { facts } = card;
  const [atk, hp] = [piece.atk ?? facts.atk, piece.hp ?? facts.hp];
  const changed = (/** @type {number} */ now, /** @type {number} */ printed) =>
    h("span", { class: now > printed ? "up" : now < printed ? "down" : "" }, now);
  const hasStats = typeof atk === "number" && typeof hp === "number";
  const [stats, badges] = ["stats", "badges"].map(
    (name) => /** @type {Element} */ (button.querySelector(name === "stats" ? ".stc-mini-stats" : ".stc-badges")),
  );
  fill(stats, ...(hasStats ? [changed(atk, facts.atk), "/", changed(hp, facts.hp)] : []));
  const counters = Object.entries(piece.counters).map(([name, count]) => ({ name, label: labelOf(name), count }));
  const states = [picked && t("picked"), (look === "casting" || look === "leaving") && t(look)].filter(
    (state) => state !== false,
  );
  const marks = [
    ...counters.map(({ name, label, count }) =>
      h("span", { class: "stc-badge", dataset: { counter: name } }, h("span", null, `${label} `), count),
    ),
    ...(piece.used.length ? [h("span", { class: "stc-badge used" }, t("used"))] : []),
    ...states.map((state) => h("span", { class: "stc-badge state" }, state)),
  ];
  fill(badges, ...marks.flatMap((mark) => [mark, " "]));
  const name = /** @type {HTMLElement} */ (button.querySelector(".stc-mini-name > span"));
  if (copy) name.dataset.copy = copy;
  else delete name.dataset.copy;
  button.classList.toggle("stc-bar", look === "bar");
  button.classList.toggle("casting", look === "casting");
  button.classList.toggle("leaving", look === "leaving");
  button.classList.toggle("picked", picked);
  button.classList.toggle("ready", does.length > 0);
  button.dataset.key = String(piece.key);
  if (does.length === 1) [button.dataset.does] = does;
  else delete button.dataset.does;
  if (does.length > 1) button.dataset.menu = does.join("|");
  else delete button.dataset.menu;
  const verb = does.length ? t({ play: "play", use: "use", pick: "choose" }[does[0].split(" ")[0]] ?? "choose") : "";
  // The accessible label starts with the visible text.
  const seen = [
    localize(card.name),
    copy && `(${copy})`,
    hasStats ? `${atk}/${hp}` : "",
    ...marks.map((mark) => mark.textContent),
  ]
    .filter(Boolean)
    .join(" ");
  const more = [localize(facts.type_name), on && t("attached", { card: on }), verb].filter(Boolean);
  button.setAttribute("aria-label", [seen, ...more].join(", "));
  button.setAttribute("aria-disabled", String(!does.length));
}
