// How to play: a game on one screen, with pictures that its own screen draws.

import { fetchCards, fetchHowToPlay } from "../../frame/api.js";
import { openShortcutHelp } from "../../frame/bar.js";
import { openDialog } from "../../frame/dialog.js";
import { h, svg } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { loadStyleSheet } from "../../frame/screen.js";
import { localize, t as frameText, withColon } from "../../frame/words.js";
import { loadSignDrawing } from "../../games/index.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Game} Game */
/** @typedef {import("../../frame/message_types.js").Card} Card */

const STYLE = new URL("style.css", import.meta.url);
/** Signs of all games as paths, 24 by 24. @type {Record<string, string>} */
const COMMON_SIGNS = {
  ">": "M3 12h17M14 6l6 6-6 6",
  "+": "M12 5v14M5 12h14",
  "=": "M5 9h14M5 15h14",
};
/** The largest size of a unit, in pixels. Signs are drawn in units. */
const MAX_UNIT = 1.5;
const PADDING = 12;

/**
 * Open the introduction to a game; for a game without one, the keys with a link to its rulebook.
 * @param {Game} game
 */
export async function openHowToPlay(game) {
  if (!game.how_to_play) return openShortcutHelp([game.rules && rulesLink(game)]);
  const [introduction, cards, draw] = await Promise.all([
    fetchHowToPlay(game.id),
    fetchCards(game.id),
    loadSignDrawing(game.id),
    loadStyleSheet(STYLE.href),
  ]);
  if (document.querySelector("dialog:modal")) return undefined;
  const { goal, turn, ideas } = introduction;
  const keys = h("button", { class: "quiet" }, icon("help"), frameText("keys"));
  const dialog = openDialog(withColon(localize(game.title), frameText("how_to_play")), [
    h("p", { class: "htp-goal" }, icon("flag"), h("strong", null, t("goal")), h("span", null, localize(goal))),
    h(
      "ol",
      { class: "htp-turn", "aria-label": frameText("your_turn") },
      ...turn.map((step) => h("li", null, localize(step))),
    ),
    h(
      "ul",
      { class: "htp-ideas" },
      ...ideas.map(({ title, text, picture }) =>
        h(
          "li",
          null,
          draw && pictureOf(picture, (sign) => draw(sign, cards), game.id),
          h("div", null, h("h3", null, localize(title)), h("p", null, localize(text))),
        ),
      ),
    ),
    h(
      "div",
      { class: "row htp-links" },
      game.tutorial &&
        h(
          "a",
          { class: "button primary", href: `/learn/${game.id}`, target: "_blank" },
          icon("play"),
          t("guided_game"),
        ),
      game.rules && rulesLink(game),
      keys,
    ),
  ]);
  dialog.classList.add("htp");
  keys.addEventListener("click", () => {
    dialog.close();
    openShortcutHelp();
  });
  return undefined;
}

/** @param {Game} game */
function rulesLink(game) {
  return h("a", { class: "button", href: `/rules/${game.id}`, target: "_blank" }, icon("book"), t("full_rules"));
}

/**
 * The picture of an idea. The text says the same, so screen readers skip it.
 * @param {string[]} signs
 * @param {(sign: string) => Node} draw
 * @param {string} game
 */
function pictureOf(signs, draw, game) {
  const rows = [h("div")];
  for (const sign of signs) {
    if (sign === "/") rows.push(h("div"));
    else rows[rows.length - 1].append(commonSign(sign) ?? draw(sign));
  }
  const inner = h("div", { class: "htp-rows" }, ...rows);
  const picture = h("div", { class: "htp-picture", "aria-hidden": "true", inert: true, dataset: { game } }, inner);
  new ResizeObserver(() => fitPicture(picture, inner)).observe(picture);
  return picture;
}

/** Draw a sign that all games have; null for others. @param {string} sign */
function commonSign(sign) {
  if (sign.startsWith("text:")) return h("b", { class: "htp-text" }, sign.slice("text:".length));
  const path = COMMON_SIGNS[sign];
  return path ? svg("svg", { viewBox: "0 0 24 24", class: "htp-sign" }, svg("path", { d: path })) : null;
}

/**
 * Use the largest unit with which the signs fit.
 * @param {HTMLElement} picture
 * @param {HTMLElement} inner
 */
function fitPicture(picture, inner) {
  inner.style.setProperty("--u", "1px");
  const { clientWidth: width, clientHeight: height } = picture;
  const unit = Math.min(MAX_UNIT, (width - PADDING) / inner.offsetWidth, (height - PADDING) / inner.offsetHeight);
  inner.style.setProperty("--u", `${unit}px`);
  inner.style.setProperty("--scale", String(unit));
}
