// Puzzles made on this device: list, play and delete.

import { fetchGame as gameOf } from "../../frame/api.js";
import { confirmDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { readStored, writeStored } from "../../frame/storage.js";
import { localize } from "../../frame/words.js";
import { startPractice } from "../workshop/practice.js";
import { tierName } from "../../frame/puzzle_tiers.js";
import { parText } from "./daily_puzzle.js";
import { t } from "./words.js";

/** @typedef {{game: string, puzzle: import("../../frame/message_types.js").Puzzle, position: object}} OwnPuzzle */

const STORAGE_KEY = "tefuda.own-puzzles";
const MAX_PUZZLES = 30;

/** Newest first. @returns {OwnPuzzle[]} */
function loadOwnPuzzles() {
  const found = readStored(STORAGE_KEY);
  return (Array.isArray(found) ? found : []).filter(isOwnPuzzle);
}

/** @param {any} one */
function isOwnPuzzle(one) {
  const { game, puzzle, position } = one ?? {};
  return [game, puzzle?.title?.en, puzzle?.goal?.en].every((text) => typeof text === "string") && position;
}

/** @param {OwnPuzzle[]} all */
function writeOwnPuzzles(all) {
  writeStored(STORAGE_KEY, all.slice(0, MAX_PUZZLES));
}

/** Save a puzzle, replacing the one with the same title. @param {OwnPuzzle} made */
export function saveOwnPuzzle(made) {
  writeOwnPuzzles([made, ...withoutPuzzle(made)]);
}

/** @param {OwnPuzzle} gone */
function withoutPuzzle(gone) {
  return loadOwnPuzzles().filter(({ game, puzzle }) => game !== gone.game || puzzle.title.en !== gone.puzzle.title.en);
}

/**
 * Create the list; hidden if empty.
 * @param {(failure: unknown) => void} failed
 */
export function ownPuzzleList(failed) {
  const section = h("section", { class: "tier own", "aria-labelledby": "own-title" });
  const play = async (/** @type {OwnPuzzle} */ { game, puzzle, position }) => {
    try {
      await startPractice(await gameOf(game), { position }, { from: "/puzzles", puzzle });
    } catch (failure) {
      failed(failure);
    }
  };
  const draw = () => {
    const all = loadOwnPuzzles();
    section.hidden = all.length === 0;
    fill(
      section,
      h("header", null, h("div", null, h("h2", { id: "own-title" }, t("own")), h("p", null, t("own_note")))),
      h("ol", { class: "tiles" }, ...all.map(row)),
    );
  };
  const row = (/** @type {OwnPuzzle} */ one) => {
    const { puzzle } = one;
    const title = localize(puzzle.title);
    const remove = async () => {
      if (!(await confirmDialog(t("own_delete_sure", { title }), t("delete")))) return;
      writeOwnPuzzles(withoutPuzzle(one));
      draw();
    };
    return h(
      "li",
      { class: "own-puzzle" },
      h("strong", null, title),
      h("span", { class: "goal" }, localize(puzzle.goal)),
      h(
        "span",
        { class: "faint" },
        [puzzle.tier !== null && tierName(puzzle.tier), parText(puzzle)].filter(Boolean).join(" · "),
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
