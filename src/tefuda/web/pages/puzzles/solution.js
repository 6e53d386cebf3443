// The shortest solution of a puzzle, computed by the solver.

import { fetchReplay, errorMessage } from "../../frame/api.js";
import { provePosition } from "../../frame/author_api.js";
import { confirmDialog, openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { ACTION_HINT, recordHint } from "../../frame/progress.js";
import { localize } from "../../frame/words.js";
import { t } from "./words.js";

/**
 * Show the solution. Before the puzzle is solved the player is asked, and it counts as a hint: the player may take back
 * and continue.
 * @param {import("../../frame/message_types.js").Table} table a finished table
 */
export async function showSolution(table) {
  const solved = table.outcomes?.[0] === 1;
  if (!solved && !(await confirmDialog(t("solution_sure"), t("solution_show")))) return;
  const inside = h("div", { class: "solution", role: "status" }, h("p", { class: "faint" }, t("solution_asking")));
  openDialog(t("solution"), [inside]);
  try {
    const { start } = JSON.parse(await fetchReplay(table.id));
    const proof = await provePosition(table.game, start);
    if (!proof.line.length) {
      fill(inside, h("p", null, t("solution_none")));
      return;
    }
    if (!solved) recordHint(table.id, ACTION_HINT);
    const n = proof.plays ?? proof.line.length;
    fill(
      inside,
      h("p", null, t(proof.par === n ? "solution_of" : "solution_long", { n })),
      h("ol", null, ...proof.line.map((play) => h("li", { dataset: { action: play.action } }, localize(play.text)))),
      !solved && h("p", { class: "faint" }, t("solution_note")),
    );
  } catch (failure) {
    fill(inside, h("p", { class: "notice" }, errorMessage(failure)));
  }
}
