// The buttons that are always visible at a table: take back, hint, resign, new deal, sound and menu.

import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { Tooltips } from "../frame/tooltips.js";
import { t } from "../frame/words.js";
import { SoundControl } from "./sound_control.js";
import { originLink } from "./workshop/links.js";

/** @typedef {import("../frame/message_types.js").Table} Table */
/** @typedef {"takeback" | "hint" | "resign" | "new_deal"} Tool */
/**
 * @typedef {object} ToolbarState
 * @property {number[]} own the player's seats; empty for spectators and between two players on one screen
 * @property {boolean} mine whether the player is to act
 * @property {number} ply the number of actions, including those that are being animated
 * @property {boolean} canTakeBack whether there is an action to take back, and no takeback is requested
 */

/** @type {Partial<Record<Tool, string>>} keys by tool */
const KEYS = { takeback: "Ctrl+Z", hint: "H" };
/** @type {Record<Tool, string>} icons by tool */
const ICONS = { takeback: "undo", hint: "bulb", resign: "flag", new_deal: "again" };

export class TableToolbar {
  element = h("div", { class: "toolbar", role: "group" });
  /** @type {Record<Tool, HTMLButtonElement>} */
  #buttons;
  #menu;
  #sound = new SoundControl();
  #tooltips = new Tooltips(this.element);
  #puzzle = false;
  /** The number of actions when the table was rendered last. */
  #ply = 0;

  /**
   * @param {Record<Tool, () => void | Promise<void>>} handlers
   * @param {HTMLElement | null} menu the popover of the menu button; null if its content is always visible
   */
  constructor(handlers, menu) {
    const button = (/** @type {Tool} */ tool) =>
      h("button", { class: "tool", dataset: { tool }, hidden: true, onclick: () => void this.#use(tool, handlers) });
    this.#buttons = {
      takeback: button("takeback"),
      hint: button("hint"),
      resign: button("resign"),
      new_deal: button("new_deal"),
    };
    this.#buttons.takeback.setAttribute("aria-keyshortcuts", "Control+Z Meta+Z");
    this.#buttons.hint.setAttribute("aria-keyshortcuts", "H");
    this.#menu = h("button", { class: "tool menu", hidden: !menu });
    this.#menu.popoverTargetElement = menu;
    for (const tool of /** @type {Tool[]} */ (Object.keys(this.#buttons)))
      this.#tooltips.explain(this.#buttons[tool], () => this.#explanation(tool));
    this.#tooltips.explain(this.#sound.button, () => [h("strong", null, t("sound"))]);
    this.#tooltips.explain(this.#menu, () => [h("strong", null, t("menu")), h("p", null, t("menu_note"))]);
    const parts = [this.#sound.button, this.#sound.popover, this.#menu, this.#tooltips.element];
    this.element.append(...Object.values(this.#buttons), ...parts);
    document.addEventListener("keydown", this.#onKeydown);
    this.relabel();
  }

  close() {
    document.removeEventListener("keydown", this.#onKeydown);
  }

  relabel() {
    this.element.setAttribute("aria-label", t("controls"));
    for (const tool of /** @type {Tool[]} */ (Object.keys(this.#buttons))) this.#label(tool);
    fill(this.#menu, icon("menu"), h("span", null, t("menu")));
    this.#sound.relabel();
  }

  /**
   * Show the tools of a table. Buttons are only hidden or disabled, so they keep the focus.
   * @param {Table} table
   * @param {ToolbarState} now
   */
  render(table, { own, mine, ply, canTakeBack }) {
    const { practice, status, ended, seats } = table;
    const playing = own.length > 0 && status === "playing";
    const others = seats.filter((seat) => seat.kind === "human").length > own.length;
    const { takeback, hint, resign, new_deal: newDeal } = this.#buttons;
    const undoEnd = own.length > 0 && practice && ended === "play";
    takeback.hidden = !(playing && (practice || others)) && !undoEnd;
    takeback.disabled = !canTakeBack;
    hint.hidden = !(playing && practice);
    hint.disabled = !mine;
    resign.hidden = !playing;
    // A hint for an earlier position is dropped.
    if (ply !== this.#ply) hint.removeAttribute("aria-busy");
    this.#ply = ply;
    newDeal.hidden =
      own.length === 0 || others || status === "open" || status === "dealing" || originLink(table.id) !== null;
    if (this.#puzzle === Boolean(table.puzzle)) return;
    this.#puzzle = Boolean(table.puzzle);
    this.#label("new_deal");
  }

  /** @param {Tool} tool */
  #label(tool) {
    fill(this.#buttons[tool], icon(ICONS[tool]), h("span", null, t(this.#textKey(tool))));
  }

  /** @param {Tool} tool */
  #textKey(tool) {
    return tool === "new_deal" && this.#puzzle ? "start_over" : tool;
  }

  /** What a tool does. @param {Tool} tool */
  #explanation(tool) {
    const [key, shortcut] = [this.#textKey(tool), KEYS[tool]];
    return [
      h("strong", null, shortcut ? `${t(key)} (${shortcut})` : t(key)),
      h("p", null, t(`${key}_note`)),
      ...(tool === "hint" && this.#puzzle ? [h("p", null, t("hint_costs"))] : []),
    ];
  }

  /** Use a tool; the button shows that it is busy. @param {Tool} tool @param {Record<Tool, () => void | Promise<void>>} handlers */
  async #use(tool, handlers) {
    const button = this.#buttons[tool];
    button.setAttribute("aria-busy", "true");
    await handlers[tool]();
    button.removeAttribute("aria-busy");
  }

  #onKeydown = (/** @type {KeyboardEvent} */ event) => {
    const typing = /** @type {Element} */ (event.target).closest?.("input:not([type=range]), textarea, select");
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const control = ctrlKey || metaKey;
    const tool = control && key.toLowerCase() === "z" ? "takeback" : !control && key === "h" ? "hint" : null;
    if (!tool || shiftKey || altKey || typing || document.querySelector("dialog:modal")) return;
    if (this.#buttons[tool].hidden) return;
    event.preventDefault();
    if (!event.repeat) this.#buttons[tool].click();
  };
}
