// A text that the server checks while it is edited: the editor, a status line and the list of problems.

import { h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { localize } from "../../frame/words.js";
import { TextChecker } from "./checker.js";
import "./editor.js"; // defines <code-editor>
import { renderProblems } from "./problems.js";

/** @typedef {import("../../frame/message_types.js").Problem} Problem */
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Translate */
/**
 * @template A
 * @typedef {object} CheckedEditorOptions
 * @property {Translate} t texts of the page: `checking`, `offline`, `nothing`, `wrong` and `too_large`
 * @property {string} statusId id of the status line
 * @property {number} maxBytes largest text that the server accepts
 * @property {(text: string) => Promise<A>} check
 * @property {(answer: A) => void} onResult
 * @property {() => void} onEmpty the text is empty
 * @property {(message: string) => void} onFailure the text cannot be checked
 */

/** @template A */
export class CheckedEditor {
  editor = /** @type {import("./editor.js").CodeEditor} */ (h("code-editor"));
  status;
  problemList = h("ol", { class: "ws-problems", hidden: true });
  #options;
  /** @type {TextChecker<A>} */
  #checker;

  /** @param {CheckedEditorOptions<A>} options */
  constructor(options) {
    const { t } = options;
    this.#options = options;
    this.status = h("p", { class: "ws-state", role: "status", id: options.statusId });
    this.#checker = new TextChecker({
      check: options.check,
      onStart: () => this.setStatus("busy", t("checking")),
      onResult: (answer) => options.onResult(answer),
      onError: (message, retrying) => options.onFailure(retrying ? t("offline", { reason: message }) : message),
    });
  }

  get value() {
    return this.editor.value;
  }

  set value(text) {
    this.editor.value = text;
  }

  /**
   * Check the text after a delay.
   * @param {number} [delay]
   */
  check(delay) {
    const text = this.value;
    const tooLarge = this.tooLargeText(new Blob([text]).size);
    this.stop();
    if (tooLarge) this.#options.onFailure(tooLarge);
    else if (text.trim()) this.#checker.schedule(text, delay);
    else {
      this.#options.onEmpty();
      this.setStatus("idle", this.#options.t("nothing"));
    }
  }

  stop() {
    this.#checker.stop();
  }

  /**
   * The message for a text that is too large; empty for smaller ones.
   * @param {number} size in bytes
   */
  tooLargeText(size) {
    const { t, maxBytes } = this.#options;
    return size > maxBytes ? t("too_large", { n: Math.ceil(size / 1000), most: maxBytes / 1000 }) : "";
  }

  /**
   * Mark problems in the text and list them. Without problems the status line is left as it is.
   * @param {Problem[]} problems
   */
  showProblems(problems) {
    this.editor.setProblems(problems, localize);
    renderProblems(this.problemList, problems, this.editor);
    if (problems.length) this.setStatus("wrong", this.#options.t("wrong", { n: problems.length }));
  }

  /**
   * @param {"idle" | "busy" | "good" | "wrong"} kind
   * @param {string} text
   */
  setStatus(kind, text) {
    this.status.dataset.kind = kind;
    this.status.textContent = text;
  }
}

/**
 * A button with an icon and a label.
 * @param {Translate} t
 * @param {string} sign name of the icon
 * @param {string} key text of the label
 * @param {() => unknown} onclick
 */
export function toolButton(t, sign, key, onclick) {
  return h("button", { onclick, dataset: { does: key } }, icon(sign), t(key));
}
