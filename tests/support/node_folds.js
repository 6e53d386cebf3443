// Folds stories with the fold modules of the page, and compares the views with Python's after every event.
// Reads lines of JSON from the standard input: a story is [game, name, start view], then [event, changed view
// fields] for every event. Prints the first difference, or the number of events.

import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { fold as foldOthello } from "../../src/tefuda/web/games/card-othello/fold.js";
import { fold as foldCatalyst } from "../../src/tefuda/web/games/catalyst/fold.js";
import { fold as foldLinkavel } from "../../src/tefuda/web/games/linkavel/fold.js";
import { fold as foldSolitaire } from "../../src/tefuda/web/games/solitaire-tcg/fold.js";

const FOLDS = {
  "card-othello": foldOthello,
  catalyst: foldCatalyst,
  linkavel: foldLinkavel,
  "solitaire-tcg": foldSolitaire,
};

/** The first difference of two values as a path and both values. */
function difference(page, python, path = "view") {
  const isLeaf = (value) => value === null || typeof value !== "object";
  if (isLeaf(page) || isLeaf(python) || Array.isArray(page) !== Array.isArray(python))
    return `${path}: the page has ${JSON.stringify(page)}, Python has ${JSON.stringify(python)}`;
  const keys = [...Object.keys(page), ...Object.keys(python)];
  const key = keys.find((one) => !isDeepStrictEqual(page[one], python[one]));
  return difference(page[key], python[key], `${path}.${key}`);
}

function checkEqual(page, python, when) {
  if (!isDeepStrictEqual(page, python)) throw new Error(`${story.name}, ${when}: ${difference(page, python)}`);
}

let count = 0;
let story = { fold: foldCatalyst, name: "", page: {}, python: {} };

function playEvent(event, changed) {
  story.fold(story.page, event);
  Object.assign(story.python, changed);
  count += 1;
  checkEqual(story.page, story.python, `after ${JSON.stringify(event)}`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  try {
    if (typeof told[0] === "string") {
      const [game, name, start] = told;
      story = { fold: FOLDS[game], name, page: structuredClone(start), python: start };
    } else playEvent(...told);
  } catch (failure) {
    console.log(failure.message);
    process.exit(1);
  }
}
console.log(count);
