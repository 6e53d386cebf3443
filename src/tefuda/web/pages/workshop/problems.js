// The list of problems in a text, with links to their locations.

import { fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Problem} Problem */

/** Maximum number of listed problems. */
const MAX_PROBLEMS = 50;

/**
 * @param {HTMLElement} list
 * @param {Problem[]} problems
 * @param {import("./editor.js").CodeEditor} editor
 */
export function renderProblems(list, problems, editor) {
  const rows = problems.slice(0, MAX_PROBLEMS).map((problem) => {
    const { line, column, path } = problem;
    const go = () => editor.goTo(line ?? 1, column ?? 1);
    const place = line === null ? t("no_place") : `${line}:${column ?? 1}`;
    return h(
      "li",
      null,
      h(
        "button",
        { class: "quiet problem", onclick: go },
        h("span", { class: "place" }, place),
        h("span", { class: "what" }, path && h("code", null, path), " ", localize(problem)),
      ),
    );
  });
  const more = problems.length - MAX_PROBLEMS;
  fill(list, ...rows, more > 0 && h("li", { class: "faint" }, t("more_problems", { n: more })));
  list.setAttribute("aria-label", t("problems"));
  list.hidden = problems.length === 0;
}
