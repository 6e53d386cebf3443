// Proofs of positions, and making puzzles.

import * as api from "../../frame/api.js";
import { makePuzzle, provePosition } from "../../frame/author_api.js";
import { copyText, openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { downloadText } from "../../frame/download.js";
import { icon } from "../../frame/icons.js";
import { tierName } from "../../frame/puzzle_tiers.js";
import { localize, language } from "../../frame/words.js";
import { saveOwnPuzzle } from "../puzzles/own_puzzles.js";
import { t } from "./words.js";
import { createNotice, showNotice } from "../../frame/notice.js";

/** @typedef {import("../../frame/author_api.js").Proof} Proof */

export class ProofPanel {
  element = h("section", { class: "op-proof", "aria-live": "polite", hidden: true });
  /** @type {Proof | null} */
  #proof = null;
  /** The par in the file, if any. @type {number | null} */
  #filePar = null;
  /** @type {string | null} */
  #failure = null;
  /** Counts positions; results for older ones are dropped. */
  #count = 0;

  clear() {
    this.#count += 1;
    this.#proof = null;
    this.#failure = null;
    this.element.hidden = true;
  }

  /**
   * @param {string} game
   * @param {() => Promise<object>} position
   * @param {number | null} filePar par in the file
   */
  async prove(game, position, filePar) {
    this.clear();
    const count = this.#count;
    this.#filePar = filePar;
    fill(this.element, h("p", null, t("proving")), h("progress", { "aria-label": t("proving") }));
    this.element.hidden = false;
    try {
      const proof = await provePosition(game, await position());
      if (count === this.#count) this.#proof = proof;
    } catch (failure) {
      if (count === this.#count) this.#failure = api.errorMessage(failure);
    }
    if (count === this.#count) this.render();
  }

  render() {
    if (this.#failure) fill(this.element, h("p", null, this.#failure));
    if (!this.#proof) return;
    const { verdict, par, at_least, line, nodes, seconds } = this.#proof;
    const number = (/** @type {number} */ value) => value.toLocaleString(language());
    const searched = t("searched", {
      nodes: number(nodes),
      seconds: number(Math.max(0.01, Math.round(seconds * 100) / 100)),
    });
    const plays = line.map(({ text }) => h("li", null, localize(text)));
    fill(
      this.element,
      h("p", { class: `op-verdict ${verdict.toLowerCase()}` }, verdictText(this.#proof)),
      verdict === "UNKNOWN" && at_least !== null && at_least > 0 && h("p", null, t("unknown_least", { n: at_least })),
      this.#filePar !== null && par !== null && h("p", null, this.#comparison(par)),
      plays.length > 0 &&
        h("details", null, h("summary", null, t(par === null ? "line_within" : "line")), h("ol", null, ...plays)),
      h("p", { class: "faint" }, searched),
    );
  }

  /** @param {number} par */
  #comparison(par) {
    return par === this.#filePar ? t("agrees") : t("differs", { n: this.#filePar ?? "" });
  }
}

/** @param {Proof} proof */
function verdictText({ verdict, par, at_least, line }) {
  if (verdict === "IMPOSSIBLE") return t("impossible");
  if (verdict === "UNKNOWN") return t("unknown_proof");
  if (par !== null) return t("solved", { n: par });
  return t("solved_within", { n: line.length, least: at_least ?? 1 });
}

/**
 * Open the dialog that makes a puzzle.
 * @param {string} game
 * @param {() => Promise<object>} position
 * @param {import("../../frame/message_types.js").LocalizedText | null} title preset title
 * @param {(made: import("../../frame/message_types.js").Puzzle) => void} play
 */
export function openPuzzleDialog(game, position, title, play) {
  const titles = /** @type {const} */ (["en", "ja"]).map((name) =>
    h("input", { name, value: title?.[name] ?? "", maxlength: 60, lang: name, autocomplete: "off" }),
  );
  // One title is enough; it is used for both languages.
  const need = () => {
    const none = titles.every((field) => !field.value.trim());
    for (const field of titles) field.required = none;
  };
  need();
  const notice = createNotice();
  const outcome = h("div", { class: "op-made", "aria-live": "polite" });
  const form = h(
    "form",
    { class: "op-make", oninput: need },
    ...titles.map((field) => h("label", { class: "field" }, h("span", null, t(`title_${field.name}`)), field)),
    h("p", { class: "faint" }, t("title_one")),
    h("div", { class: "row end" }, h("button", { class: "primary", type: "submit" }, t("make_now"))),
  );
  const dialog = openDialog(t("puzzle_title"), [form, notice, outcome], { wide: true });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void make();
  });

  async function make() {
    const [en, ja] = titles.map((field) => field.value.trim());
    notice.hidden = true;
    fill(outcome, h("p", null, t("making")), h("progress", { "aria-label": t("making") }));
    try {
      const from = await position();
      const { puzzle, yaml } = await makePuzzle(game, from, { en: en || ja, ja: ja || en });
      saveOwnPuzzle({ game, puzzle, position: from });
      form.hidden = true;
      show(puzzle, yaml);
    } catch (failure) {
      fill(outcome);
      showNotice(notice, api.errorMessage(failure));
    }
  }

  /**
   * @param {import("../../frame/message_types.js").Puzzle} puzzle
   * @param {string} yaml
   */
  function show(puzzle, yaml) {
    const { tier, par, solutions } = puzzle;
    const whole = tier !== null && par !== null && solutions !== null;
    const copyStatus = h("span", { class: "faint", role: "status" });
    const copied = async () => fill(copyStatus, t((await copyText(yaml)) ? "copied" : "not_copied"));
    const begin = () => {
      dialog.close();
      play(puzzle);
    };
    fill(
      outcome,
      h("h3", null, localize(puzzle.title)),
      h("p", null, localize(puzzle.goal)),
      h("p", { class: "op-facts" }, whole ? t("made_facts", { tier: tierName(tier), par, solutions }) : t("made_part")),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", onclick: begin }, icon("play"), t("play_it")),
        h(
          "button",
          { onclick: () => downloadText(`${puzzle.id}.yaml`, yaml, "application/yaml") },
          icon("download"),
          t("download"),
        ),
        h("button", { onclick: () => void copied() }, icon("share"), t("copy")),
        copyStatus,
      ),
      h("pre", { class: "op-file", tabindex: "0" }, yaml),
    );
  }
}
