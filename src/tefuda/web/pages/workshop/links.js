// Links to the workshop and to the page for positions, and back from tables made there.

import { h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { loadSeatTokens } from "../../frame/seat_tokens.js";
import { localize, withColon } from "../../frame/words.js";
import { t } from "./words.js";

/**
 * Link to the workshop of a game with custom cards.
 * @param {import("../../frame/message_types.js").Game} game
 */
export function workshopLink(game) {
  if (!game.decks.length) return null;
  const label = withColon(localize(game.title), t("workshop"));
  return h("a", { href: `/workshop/${game.id}`, "aria-label": label }, icon("pen"), t("workshop_short"));
}

export function openPageLink() {
  return h("a", { href: "/open" }, icon("eye"), t("open_text"));
}

/** Button that opens the shown position. @param {() => void} onclick */
export function openPositionButton(onclick) {
  return h("button", { onclick }, icon("eye"), t("open_here"));
}

/**
 * Link to the page that made a table; null for other tables.
 * @param {string} table
 */
export function originLink(table) {
  const from = loadSeatTokens()[table]?.from;
  const page = /^\/(?:(workshop|decks)\/[\w-]+|open|puzzles)$/.exec(from ?? "");
  if (!from || !page) return null;
  return h("a", { class: "button", href: from }, icon("pen"), t(`back_${page[1] ?? from.slice(1)}`));
}
