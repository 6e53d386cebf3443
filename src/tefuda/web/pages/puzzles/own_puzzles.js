// The puzzles that the reader has made, on this device only: listed, played, deleted.

import { game as gameOf } from "../../frame/api.js";
import { confirm } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { both } from "../../frame/words.js";
import { practise } from "../workshop/practice.js";
import { parOf, tierName } from "./daily_puzzle.js";
import { t } from "./words.js";

/** @typedef {{game: string, puzzle: import("../../frame/message_types.js").Puzzle, position: object}} Own */

const KEY = "tefuda.own-puzzles";
const MOST = 30;

/** The newest first. @returns {Own[]} */
function owned() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return (Array.isArray(found) ? found : []).filter(whole);
  } catch {
    return [];
  }
}

/** @param {any} one */
function whole(one) {
  const { game, puzzle, position } = one ?? {};
  return [game, puzzle?.title?.en, puzzle?.goal?.en].every((text) => typeof text === "string") && position;
}

/** @param {Own[]} all */
function write(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // Without storage there is still the file.
  }
}

/** Another under the same title takes the place of the one before. @param {Own} made */
export function own(made) {
  write([made, ...without(made)]);
}

/** @param {Own} gone */
function without(gone) {
  return owned().filter(({ game, puzzle }) => game !== gone.game || puzzle.title.en !== gone.puzzle.title.en);
}

/**
 * The list; nothing where there are none.
 * @param {(failure: unknown) => void} failed
 */
export function ownPuzzles(failed) {
  const section = h("section", { class: "tier own", "aria-labelledby": "own-title" });
  const play = async (/** @type {Own} */ { game, puzzle, position }) => {
    try {
      await practise(await gameOf(game), position, { from: "/puzzles", puzzle });
    } catch (failure) {
      failed(failure);
    }
  };
  const draw = () => {
    const all = owned();
    section.hidden = all.length === 0;
    fill(
      section,
      h("header", null, h("div", null, h("h2", { id: "own-title" }, t("own")), h("p", null, t("own_note")))),
      h("ol", { class: "tiles" }, ...all.map(row)),
    );
  };
  const row = (/** @type {Own} */ one) => {
    const { puzzle } = one;
    const title = both(puzzle.title);
    const remove = async () => {
      if (!(await confirm(t("own_delete_sure", { title }), t("delete")))) return;
      write(without(one));
      draw();
    };
    return h(
      "li",
      { class: "own-puzzle" },
      h("strong", null, title),
      h("span", { class: "goal" }, both(puzzle.goal)),
      h(
        "span",
        { class: "faint" },
        [puzzle.tier !== null && tierName(puzzle.tier), parOf(puzzle)].filter(Boolean).join(" · "),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { class: "primary", "aria-label": t("own_play", { title }), onclick: () => void play(one) },
          icon("play"),
          t("solve"),
        ),
        h(
          "button",
          { class: "quiet", "aria-label": t("own_delete", { title }), onclick: () => void remove() },
          t("delete"),
        ),
      ),
    );
  };
  draw();
  return section;
}
