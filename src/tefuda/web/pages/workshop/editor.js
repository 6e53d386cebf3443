// A code editor: a transparent textarea over the highlighted text. The browser handles typing, undo and screen
// readers. Both layers share one scroller.

import { emit, fill, h } from "../../frame/dom.js";
import { tokenizeLines } from "./yaml.js";

/** @typedef {import("../../frame/message_types.js").Problem} Problem */
/** @typedef {{code: HTMLElement, number: HTMLElement, renderedKey: string}} EditorRow a line and its rendered state */

/** Longer texts are not highlighted, to keep typing fast. */
const MAX_HIGHLIGHT_LENGTH = 200_000;
const MAX_HIGHLIGHT_LINES = 3_000;
/** Maximum number of lines inserted through the browser's undo history. */
const MAX_INSERT_LINES = 200;
const INDENT = "  ";
/** Invisible characters and those that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what it is for
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

export class CodeEditor extends HTMLElement {
  #field = h("textarea", {
    class: "ed-field",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    autocorrect: "off",
    wrap: "off",
  });
  #highlight = h("div", { class: "ed-paint", "aria-hidden": "true" });
  #gutter = h("div", { class: "ed-gutter", "aria-hidden": "true" });
  /** @type {EditorRow[]} */
  #rows = [];
  /** @type {Problem[]} */
  #problems = [];
  /** @type {(problem: Problem) => string} */
  #problemText = () => "";
  /** Whether the last key was Escape; then Tab leaves the editor. */
  #escapePressed = false;

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      h("div", { class: "ed-sheet" }, this.#gutter, h("div", { class: "ed-pane" }, this.#highlight, this.#field)),
    );
    this.#field.addEventListener("input", () => {
      this.#render();
      emit(this, "edited");
    });
    this.#field.addEventListener("keydown", (event) => this.#onKeydown(event));
    this.#field.addEventListener("blur", () => (this.#escapePressed = false));
    this.#gutter.addEventListener("click", (event) => this.#onGutterClick(event));
    this.#render();
  }

  /** @returns {string} */
  get value() {
    return this.#field.value;
  }

  /** Replace the text. This cannot be undone. */
  set value(text) {
    this.#field.value = text;
    this.#problems = [];
    this.#render();
    this.scrollTo(0, 0);
    this.#field.setSelectionRange(0, 0);
  }

  /**
   * @param {string} label
   * @param {string} [described] id of the describing element
   * @param {string} [placeholder]
   */
  label(label, described = "", placeholder = "") {
    this.#field.setAttribute("aria-label", label);
    if (described) this.#field.setAttribute("aria-describedby", described);
    this.#field.placeholder = placeholder;
  }

  /**
   * Mark problems.
   * @param {Problem[]} problems
   * @param {(problem: Problem) => string} texts
   */
  setProblems(problems, texts) {
    this.#problems = problems;
    this.#problemText = texts;
    this.#field.setAttribute("aria-invalid", String(problems.length > 0));
    this.#render();
  }

  /**
   * Move the cursor to a location.
   * @param {number} line counted from 1
   * @param {number} column in characters, counted from 1
   */
  goTo(line, column) {
    const lines = this.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const at = before + columnOffset(lines[line - 1] ?? "", column);
    this.#field.focus({ preventScroll: true });
    this.#field.setSelectionRange(at, at);
    this.scrollIntoView({ block: "nearest" });
    const row = this.#rows[line - 1]?.code;
    if (row) this.scrollTop = row.offsetTop - this.clientHeight / 3;
    const mark = row?.querySelector(".ed-wrong");
    this.scrollLeft = mark instanceof HTMLElement ? Math.max(0, mark.offsetLeft - this.clientWidth / 2) : 0;
  }

  #render() {
    const text = this.value;
    const written = text.length > MAX_HIGHLIGHT_LENGTH ? [] : text.split("\n");
    const long = text.length > MAX_HIGHLIGHT_LENGTH || written.length > MAX_HIGHLIGHT_LINES;
    this.classList.toggle("ed-long", long);
    const lines = long ? [] : written;
    while (this.#rows.length > lines.length) {
      const row = this.#rows.pop();
      row?.code.remove();
      row?.number.remove();
    }
    while (this.#rows.length < lines.length) {
      const row = { code: h("div", { class: "ed-line" }), number: h("span"), renderedKey: "\n" };
      row.number.textContent = String(this.#rows.length + 1);
      this.#rows.push(row);
      this.#highlight.append(row.code);
      this.#gutter.append(row.number);
    }
    /** @type {Map<number, Problem[]>} */
    const wrong = new Map();
    for (const problem of this.#problems) {
      const line = Math.min(problem.line ?? 0, lines.length);
      wrong.set(line, [...(wrong.get(line) ?? []), problem]);
    }
    tokenizeLines(lines).forEach((cut, at) =>
      this.#renderLine(this.#rows[at], lines[at], cut, wrong.get(at + 1) ?? []),
    );
  }

  /**
   * Render a line if it has changed.
   * @param {EditorRow} row
   * @param {string} line
   * @param {import("./yaml.js").Token[]} cut
   * @param {Problem[]} problems
   */
  #renderLine(row, line, cut, problems) {
    const texts = problems.map((problem) => this.#problemText(problem));
    const marks = problems.map((problem) => columnOffset(line, problem.column ?? 1));
    const drawn = JSON.stringify([cut, marks, texts]);
    if (row.renderedKey === drawn) return;
    row.renderedKey = drawn;
    /** @type {HTMLElement[]} */
    const spans = [];
    let at = 0;
    for (const [look, text] of cut) {
      for (const [piece, start] of splitAtMarks(text, at, marks)) {
        const classes = [
          look && `ed-${look}`,
          marks.includes(start) && "ed-wrong",
          INVISIBLE.test(piece) && "ed-invisible",
        ];
        spans.push(h("span", { class: classes.filter(Boolean).join(" ") || null }, piece));
      }
      at += text.length;
    }
    if (marks.some((mark) => mark >= line.length)) spans.push(h("span", { class: "ed-wrong" }, "\u00a0"));
    fill(
      row.code,
      h("span", { class: "ed-code" }, ...spans),
      texts.length > 0 && h("span", { class: "ed-says" }, texts[0]),
    );
    row.code.classList.toggle("ed-bad", problems.length > 0);
    row.number.classList.toggle("ed-bad", problems.length > 0);
    row.number.title = texts.join("\n");
  }

  /** @param {MouseEvent} event */
  #onGutterClick(event) {
    const at = this.#rows.findIndex((row) => row.number === event.target);
    if (at < 0) return;
    const problem = this.#problems.find((one) => one.line === at + 1);
    this.goTo(at + 1, problem?.column ?? 1);
  }

  /** @param {KeyboardEvent} event */
  #onKeydown(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Tab" && !this.#escapePressed) {
      event.preventDefault();
      this.#indent(event.shiftKey);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      const { value, selectionStart } = this.#field;
      const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
      this.#insert(`\n${/^ */.exec(line)?.[0] ?? ""}`);
    } else if (event.key === "F8" && this.#problems.length) {
      event.preventDefault();
      this.#goToNextProblem();
    }
    if (!["Tab", "Shift"].includes(event.key)) this.#escapePressed = event.key === "Escape";
  }

  /** Go to the next problem after the cursor, or to the first. */
  #goToNextProblem() {
    const { value, selectionStart } = this.#field;
    const before = value.slice(0, selectionStart).split("\n");
    const here = [before.length, Array.from(before[before.length - 1]).length + 1];
    const placed = this.#problems.filter((problem) => problem.line !== null);
    const after = (/** @type {Problem} */ { line, column }) =>
      Number(line) > here[0] || (line === here[0] && Number(column ?? 1) > here[1]);
    const next = placed.find(after) ?? placed[0];
    if (next) this.goTo(next.line ?? 1, next.column ?? 1);
  }

  /**
   * Indent or outdent the selected lines. Without a selection, insert spaces.
   * @param {boolean} less
   */
  #indent(less) {
    const { value, selectionStart, selectionEnd } = this.#field;
    if (!less && selectionStart === selectionEnd) return this.#insert(INDENT);
    const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const chosen = value.slice(from, selectionEnd);
    const changed = less ? chosen.replace(/^ {1,2}/gm, "") : chosen.replace(/^(?=.)/gm, INDENT);
    if (changed === chosen) return undefined;
    this.#field.setSelectionRange(from, selectionEnd);
    this.#insert(changed);
    if (selectionStart !== selectionEnd) this.#field.setSelectionRange(from, from + changed.length);
    return undefined;
  }

  /**
   * Replace the selection as if typed, so that undo works. This is slow for many lines.
   * @param {string} text
   */
  #insert(text) {
    if (text.split("\n").length <= MAX_INSERT_LINES && document.execCommand("insertText", false, text)) return;
    this.#field.setRangeText(text, this.#field.selectionStart, this.#field.selectionEnd, "end");
    this.#field.dispatchEvent(new Event("input"));
  }
}

/**
 * Convert a column in characters to an offset in UTF-16 code units.
 * @param {string} line
 * @param {number} column counted from 1
 */
function columnOffset(line, column) {
  return Array.from(line)
    .slice(0, column - 1)
    .join("").length;
}

/**
 * Split a part of a line at marks and invisible characters.
 * @param {string} text
 * @param {number} at start of the part
 * @param {number[]} marks
 * @returns {[string, number][]} pieces with their start
 */
function splitAtMarks(text, at, marks) {
  /** @type {[string, number][]} */
  const found = [];
  let begin = 0;
  for (let end = 1; end <= text.length; end += 1) {
    const cut =
      end === text.length || marks.includes(at + end) || INVISIBLE.test(text[end]) || INVISIBLE.test(text[end - 1]);
    if (!cut) continue;
    found.push([text.slice(begin, end), at + begin]);
    begin = end;
  }
  return found;
}

customElements.define("code-editor", CodeEditor);
