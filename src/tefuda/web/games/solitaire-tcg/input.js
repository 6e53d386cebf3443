// Input by mouse, touch and keyboard. The mouse reads by hovering and acts by clicking; touch reads with a tap and acts
// with the buttons of the card details.

import { confirmDialog } from "../../frame/dialog.js";
import { isBoardKey, enableRovingFocus } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { enableDrag, pickUp, putDown } from "../../frame/drag.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("./model.js").Piece} Piece */
/**
 * @typedef {object} InputParts
 * @property {HTMLElement} root
 * @property {import("./table_layout.js").TableLayout} table
 * @property {import("./model.js").Model} model
 * @property {import("./zones.js").Zones} zones
 * @property {import("./choice_tray.js").ChoiceTray} tray
 * @property {import("./card_detail.js").CardDetail} detail
 * @property {import("./queue_view.js").QueueView} queueView
 * @property {(id: string) => Card} cardOf
 * @property {(notation: string) => void} act
 * @property {(id: string | null) => void} explainUnplayable asks the server why a hand card cannot be used; null clears the reason
 * @property {() => void} render
 */

const TOOL_KEYS = { s: ".stc-step", e: ".stc-end" };

export class TableInput {
  /** The copy that the player chose to play. @type {Piece | null} */
  playedPiece = null;
  /** @type {Set<string>} */
  #legal = new Set();
  /** @type {{id: string, piece: Piece | null, does: string[]} | null} the card in the detail panel */
  #inspected = null;
  /** The card that an equip was dropped on. */
  #dropTarget = "";
  #touch = false;
  #byKeys = false;
  /** The last used position in the hand. */
  #slot = 0;
  #spaceHandled = false;
  #parts;
  #settleTray;

  /** @param {InputParts} parts */
  constructor(parts) {
    this.#parts = parts;
    const { root, table, tray } = parts;
    this.#settleTray = enableRovingFocus(tray.element, ".stc-card, .stc-use");
    root.addEventListener("pointerdown", (event) => (this.#touch = event.pointerType !== "mouse"), { capture: true });
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#inspect(event.target));
    root.addEventListener("focusin", (event) => !this.#touch && this.#inspect(event.target));
    root.addEventListener("click", (event) => this.#onClick(event));
    parts.detail.onClose = () => this.#forgetCard();
    enableDrag(table.hand, {
      selector: ".stc-card",
      lift: (card) => (card.dataset.does?.startsWith("play") ? pickUp(card) : null),
      over: (x, y) => this.#over(x, y),
      drop: (card, at) => this.#drop(card, at),
    });
  }

  listen() {
    document.addEventListener("keydown", this.#keydown, { capture: true });
    document.addEventListener("keyup", this.#keyup, { capture: true });
  }

  stop() {
    document.removeEventListener("keydown", this.#keydown, { capture: true });
    document.removeEventListener("keyup", this.#keyup, { capture: true });
  }

  /** Called when the table shows the current view. */
  onSettled() {
    this.playedPiece = null;
  }

  /** @param {Set<string>} legal */
  setLegal(legal) {
    this.#legal = legal;
    for (const card of this.#parts.zones.cards.values()) putDown(card);
  }

  /** Called when the legal actions are shown: completes a dropped equip and restores the focus. */
  onActionsShown() {
    if (!this.#legal.size) return;
    const aim = `pick ${this.#dropTarget}`;
    const aimed = this.#dropTarget && this.#parts.model.view.choice?.op === "play" && this.#legal.has(aim);
    this.#dropTarget = "";
    this.#settleTray();
    if (aimed) this.#play(aim);
    else if (this.#byKeys) this.#refocus();
  }

  /** Update the detail panel. */
  renderDetail() {
    const { zones, detail, cardOf } = this.#parts;
    const read = this.#inspected;
    if (read?.piece) read.does = zones.actionsOf(read.piece, this.#legal);
    else if (read) read.does = read.does.filter((does) => this.#legal.has(does));
    const actions = (read?.does ?? []).map((does) => ({
      does,
      label: this.#actionLabel(does),
      act: () => this.#play(does),
    }));
    detail.render(read && cardOf(read.id), read?.piece ?? null, actions);
  }

  /** End the turn. The last turn needs a confirmation. */
  async endTurn() {
    const { turn, max_turns: turns } = this.#parts.model.view;
    const last = turn >= turns && this.#legal.size > 1;
    if (!this.#legal.has("end") || (last && !(await confirmDialog(t("endSure"), t("end"))))) return;
    this.#play("end");
  }

  /** Open the details of a card. @param {HTMLElement} element @returns {boolean} whether it is a card */
  openDetail(element) {
    if (element.matches(".stc-goals li")) {
      this.openCard(element.dataset.card ?? "");
      return true;
    }
    if (!element.matches(".stc-card, .stc-chip")) return false;
    this.#inspectButton(element);
    this.#parts.detail.setOpen(true);
    return true;
  }

  /** Open the details of a card that is not on the table. @param {string} id */
  openCard(id) {
    this.#inspected = { id, piece: null, does: [] };
    this.renderDetail();
    this.#parts.detail.setOpen(true);
  }

  /** @param {EventTarget | null} target */
  #inspect(target) {
    const button = target instanceof Element ? target.closest(".stc-card, .stc-chip") : null;
    if (button) this.#inspectButton(/** @type {HTMLElement} */ (button));
  }

  /** @param {HTMLElement} button */
  #inspectButton(button) {
    const { id = "", key = "", does } = button.dataset;
    const { hand } = this.#parts.model.zones;
    const piece = [...hand, ...this.#parts.model.table].find((one) => String(one.key) === key) ?? null;
    this.#inspected = { id, piece, does: does ? [does] : [] };
    if (piece && hand.includes(piece)) this.#slot = hand.indexOf(piece);
    for (const card of this.#parts.root.querySelectorAll(".read")) card.classList.remove("read");
    button.classList.add("read");
    this.renderDetail();
  }

  /** Called when the player closes the details. */
  #forgetCard() {
    this.#inspected = null;
    for (const card of this.#parts.root.querySelectorAll(".read")) card.classList.remove("read");
    this.renderDetail();
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const button = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest(".stc-card, .stc-use, .stc-chip")
    );
    // A click on the top card of a pile opens the pile.
    if (!button || button.closest(".stc-pile")) return;
    this.#byKeys = event.detail === 0;
    const reads = this.#touch && !this.#byKeys && !button.classList.contains("stc-use");
    this.#inspect(button);
    this.#parts.explainUnplayable(this.#isUnplayable(button) ? (button.dataset.id ?? null) : null);
    if (reads || button.matches(".stc-chip") || !(button.dataset.does || button.dataset.menu))
      this.#parts.detail.setOpen(true);
    else if (button.dataset.menu) this.#chooseAbility(button.dataset.menu.split("|"), button.dataset.id ?? "");
    else this.#play(button.dataset.does ?? "");
  }

  /** Whether a button is a hand card without actions while other actions exist. @param {HTMLElement} button */
  #isUnplayable(button) {
    const { does, menu } = button.dataset;
    return this.#legal.size > 0 && !does && !menu && this.#parts.table.hand.contains(button);
  }

  /** @param {string} notation */
  #play(notation) {
    if (!this.#legal.has(notation)) return;
    this.playedPiece = notation.startsWith("play ") ? (this.#inspected?.piece ?? null) : null;
    this.#parts.detail.setOpen(false);
    this.#legal = new Set();
    this.#parts.act(notation);
  }

  /** Choose one of several abilities. @param {string[]} uses @param {string} id */
  #chooseAbility(uses, id) {
    const { tray, cardOf, render: redraw } = this.#parts;
    const title = t("whichAbility", { card: localize(cardOf(id).name) });
    tray.showAbilities(
      title,
      uses.map((does) => ({ does, text: this.#abilityText(does, id) })),
      redraw,
    );
    this.#settleTray();
    if (this.#byKeys) this.#focus(tray.element.querySelector(".stc-use"));
  }

  /**
   * The text of an ability: `use art_005:2` is the second that the player can use.
   * @param {string} does
   * @param {string} id
   */
  #abilityText(does, id) {
    return localize(this.#parts.cardOf(id).facts.uses[Number(does.split(":")[1] ?? 1) - 1]);
  }

  /** @param {string} does */
  #actionLabel(does) {
    const verb = does.split(" ")[0];
    if (verb === "use" && (this.#inspected?.does.length ?? 0) > 1)
      return this.#abilityText(does, this.#inspected?.id ?? "");
    return t({ play: "play", use: "use" }[verb] ?? "choose");
  }

  // Dragging

  /** @param {number} x @param {number} y */
  #under(x, y) {
    return document.elementsFromPoint(x, y).find((one) => one.closest(".stc-board, .stc-field"));
  }

  /** @param {number} x @param {number} y */
  #over(x, y) {
    this.#parts.root.classList.toggle("aimed", Boolean(this.#under(x, y)));
  }

  /** @param {HTMLElement} card @param {{x: number, y: number} | null} at */
  #drop(card, at) {
    this.#parts.root.classList.remove("aimed");
    const under = at && this.#under(at.x, at.y);
    if (!under || !card.dataset.does) return putDown(card);
    const key = /** @type {HTMLElement | null} */ (under.closest(".stc-card"))?.dataset.key;
    const host = this.#parts.model.table.find((piece) => String(piece.key) === key);
    this.#inspectButton(card);
    this.#dropTarget = host ? this.#parts.model.nameOf(host) : "";
    this.#byKeys = false;
    this.#play(card.dataset.does);
  }

  // Keys

  /** @param {Element | null | undefined} element */
  #focus(element) {
    /** @type {HTMLElement | null | undefined} */ (element)?.focus({ preventScroll: false });
  }

  /** Restore the focus after a play: to the choice or to the hand. */
  #refocus() {
    const { tray, root, model, zones, table } = this.#parts;
    const active = document.activeElement;
    const ready = root.querySelector(".stc-hand .ready, .stc-board .ready, .stc-field .ready");
    if (tray.open) this.#focus(tray.element.querySelector(".stc-card"));
    else if (model.view.choice) this.#focus(ready);
    else if (!active || active === document.body || !root.contains(active)) {
      const { hand } = model.zones;
      const near = hand[Math.min(this.#slot, hand.length - 1)];
      this.#focus(near ? zones.cards.get(near.key) : (ready ?? table.end));
    }
  }

  /** @param {KeyboardEvent} event */
  #keydown = (event) => {
    if (!isBoardKey(event, this.#parts.root)) return;
    const { root, queueView: lane, tray, zones, model, detail } = this.#parts;
    const digit = /^[0-9]$/.test(event.key) ? (Number(event.key) + 9) % 10 : -1;
    const tool = TOOL_KEYS[/** @type {keyof typeof TOOL_KEYS} */ (event.key.toLowerCase())];
    if (event.key === " " && lane.paused) {
      lane.resume();
      this.#spaceHandled = true;
    } else if (event.key === "Escape" && tray.open) tray.dismiss();
    else if (event.key === "Escape" && detail.open) detail.close();
    else if (digit >= 0 && model.zones.hand[digit]) this.#focus(zones.cards.get(model.zones.hand[digit].key));
    else if (tool) {
      this.#byKeys = true;
      /** @type {HTMLElement | null} */ (root.querySelector(`${tool}:not([hidden], :disabled)`))?.click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** The space key that resumed playback must not press a button. @param {KeyboardEvent} event */
  #keyup = (event) => {
    if (event.key !== " " || !this.#spaceHandled) return;
    this.#spaceHandled = false;
    event.preventDefault();
    event.stopPropagation();
  };
}
