/** Catalyst Reaction's screen: the field above, the hand below. */

import { h, isBoardKey, setChildren } from "../../frame/dom.js";
import { enableDrag, pickUp, putDown } from "../../frame/drag.js";
import { motion } from "../../frame/motion.js";
import { Screen } from "../../frame/screen.js";
import { Tooltips } from "../../frame/tooltips.js";
import { localize } from "../../frame/words.js";
import { updateTable, createTable, explainTable } from "./table_layout.js";
import { cardFace } from "./cards.js";
import { Gaps } from "./gaps.js";
import { setupTable, dealCards, drawCard, showResult, animateDeal, placeCard, reactCards } from "./events.js";
import { renderTracker } from "./card_tracker.js";
import { CardRow } from "./row.js";
import { SOUNDS } from "./sounds.js";
import { hintReason } from "./hint_reason.js";
import { cardName, t } from "./words.js";

const COLOURS_KEY = "tefuda.catalyst.colours";
const FIELD_SHAPE = { gap: 0.34, most: 160, least: 40 };
const HAND_SHAPE = { gap: 0.14, most: 140, least: 40, lines: 2 };

export default class CatalystScreen extends Screen {
  static tag = "catalyst-screen";
  static style = new URL("style.css", import.meta.url);
  /** @type {"page" | "full"} */
  static layout = "full";
  static sounds = SOUNDS;

  /** Number of cards dealt to the field before the first play; null until a view has been shown. @type {number | null} */
  #dealtCount = null;
  /** @type {Map<string, Set<number>>} legal gaps by hand card */
  #legal = new Map();
  /** @type {Map<string, number | null>} win chances of a hint by notation */
  #hints = new Map();
  /** Returns why the hint is good, in the current language. */
  #hintReason = () => "";
  /** How the game ended without a last action. @type {import("../../frame/message_types.js").LocalizedText | null} */
  #ending = null;
  /** @type {HTMLElement | null} the chosen hand card */
  #chosen = null;
  /** The hand slot that gets the focus back after a play; null if the focus was elsewhere. @type {number | null} */
  #returnSlot = null;
  /** The maximum hand size so far; the layout reserves this room. */
  #handRoom = 0;

  #table = createTable({ ontracker: () => this.#openTracker(), oncolours: () => this.#toggleColours() });
  #field = new CardRow(this.#table.field, FIELD_SHAPE, (card) => cardElement("div", card));
  #hand = new CardRow(this.#table.hand, HAND_SHAPE, (card) => cardElement("button", card));
  #gaps = new Gaps(this.#table.field, (gap) => this.#place(gap));
  /** @type {import("./events.js").EventStage} */
  #stage = {
    motion,
    table: this.#table,
    field: this.#field,
    hand: this.#hand,
    view: { field: [], hand: [], deck: 0, removed: [], result: null },
    render: () => this.#render(),
  };
  #tooltips = new Tooltips(this);
  #sizes = new ResizeObserver(() => this.#position());
  #onKeydown = (/** @type {KeyboardEvent} */ event) => this.#handleKey(event);

  /** @param {import("../../frame/screen.js").ScreenContext} context */
  prepare(context) {
    super.prepare(context);
    this.#stage.motion = context.motion;
    const { root, plate, colours, fieldZone, deck, handZone, spent, light, outcome, layer, tracker, hand } =
      this.#table;
    root.dataset.colours = savedColours() ?? "four";
    colours.setAttribute("aria-pressed", String(root.dataset.colours === "four"));
    root.append(
      light,
      h("div", { class: "top" }, plate, colours),
      fieldZone,
      deck,
      handZone,
      spent,
      outcome,
      layer,
      tracker,
    );
    this.append(root, this.#tooltips.element);
    explainTable(this.#table, this.#tooltips);
    hand.addEventListener("click", (event) => {
      const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".card"));
      if (card) this.#choose(card === this.#chosen ? null : card, event.detail === 0);
    });
    enableDrag(hand, {
      selector: ".card",
      lift: (card) => this.#lift(card),
      over: () => this.#gaps.setTarget(this.#gapBelow(), false),
      drop: (card, at) => this.#drop(card, at !== null),
    });
    this.#render();
  }

  connectedCallback() {
    this.#sizes.observe(this.#table.fieldZone);
    this.#sizes.observe(this.#table.tray);
    document.addEventListener("keydown", this.#onKeydown);
  }

  disconnectedCallback() {
    this.#sizes.disconnect();
    document.removeEventListener("keydown", this.#onKeydown);
  }

  // Called by the playback

  /** @param {Record<string, any>} view */
  show(view) {
    const shown = /** @type {import("./fold.js").CatalystView} */ (view);
    this.#stage.view = { ...shown };
    const moved = shown.field.length + shown.removed.length;
    const first = this.#dealtCount === null;
    this.#dealtCount ??= moved - (this.context.table?.ply ?? 0);
    this.#field.setCards(shown.field);
    this.#hand.setCards(shown.hand);
    this.#render();
    if (first && moved === this.#dealtCount && !this.context.replay) void animateDeal(this.#stage);
  }

  /** @param {import("../../frame/message_types.js").GameEvent} event */
  async playEvent(event) {
    const stage = this.#stage;
    this.playEventSound(event);
    switch (event.kind) {
      case "setup":
        this.#dealtCount = event.field.length + event.removed.length;
        return setupTable(stage, event);
      case "deal":
        this.#dealtCount = (this.#dealtCount ?? 0) + event.cards.length;
        return dealCards(stage, event);
      case "place":
        return placeCard(stage, event);
      case "react":
        return reactCards(stage, event);
      case "draw":
        return drawCard(stage, event);
      case "win":
      case "loss":
        return showResult(stage, event);
      default:
        return false;
    }
  }

  /** @param {string[]} legal */
  offerActions(legal) {
    this.#legal = new Map();
    for (const notation of legal) {
      const [card, gap] = notation.split("@");
      this.#legal.set(card, (this.#legal.get(card) ?? new Set()).add(Number(gap)));
    }
    this.#hints.clear();
    this.#hintReason = () => "";
    this.#table.root.classList.toggle("deciding", legal.length > 0);
    for (const card of this.#hand.cards) putDown(card);
    this.#choose(null);
    if (legal.length && this.#returnSlot !== null) {
      this.#hand.cards[Math.min(this.#returnSlot, this.#hand.cards.length - 1)]?.focus({ preventScroll: true });
      this.#returnSlot = null;
    }
  }

  /** @param {import("../../frame/message_types.js").LocalizedText | null} ending */
  showEnding(ending) {
    this.#ending = ending;
  }

  /**
   * Choose the best card of a hint and show the chances of its gaps. The card of a task is only marked.
   * @param {import("../../frame/screen.js").Hint[]} actions best first
   * @param {{proved: boolean, plays?: number | null}} [proof]
   */
  showHint(actions, proof = { proved: false }) {
    if (!actions.length) return false;
    this.#hints = new Map(actions.map(({ action, chance }) => [action, chance]));
    const [best] = actions[0].action.split("@");
    // The reason is about the best card only.
    const reason = () => hintReason(actions[0], proof, this.#stage.view.field, this.#react);
    this.#hintReason = () => (this.#chosen?.dataset.card === best ? reason() : "");
    const card = this.#hand.cards.find((one) => one.dataset.card === best) ?? null;
    this.#choose(actions[0].chance === null ? null : card);
    return true;
  }

  relabel() {
    const { field, hand, prompt, outcome } = this.#table;
    const { result } = this.#stage.view;
    field.setAttribute("aria-label", t("field", { n: this.#field.cards.length }));
    hand.setAttribute("aria-label", t("hand", { n: this.#hand.cards.length }));
    for (const card of this.#field.cards) card.setAttribute("aria-label", cardName(card.dataset.card ?? ""));
    this.#hand.cards.forEach((card, slot) => this.#labelHandCard(card, slot));
    this.#gaps.relabel(this.#field.names);
    updateTable(this.#table, this.#stage.view, this.#plays, this.context.table, this.#tooltips);
    const begins = this.#plays === 0 && this.#react === "both";
    const hint = this.#hintReason();
    const choosing = this.#chosen
      ? hint + t(hint ? "chooseHintedGap" : "chooseGap", { card: cardName(this.#chosen.dataset.card ?? "") })
      : t(begins ? "chooseFirst" : "chooseCard");
    prompt.textContent = this.#legal.size ? choosing : localize(this.#ending);
    const reason = result === "win" ? "wonLong" : this.#hand.cards.length ? "lostOverflow" : "lostNoCard";
    outcome.replaceChildren(
      ...(result ? [h("strong", null, t(result === "win" ? "won" : "lost")), h("span", null, t(reason))] : []),
    );
  }

  /** The option: whether equal ranks, equal suits or both react. */
  get #react() {
    return String(this.context.table?.options.react ?? "both");
  }

  get #plays() {
    return this.#stage.view.field.length + this.#stage.view.removed.length - (this.#dealtCount ?? 0);
  }

  /** @param {HTMLElement} card @param {number} slot */
  #labelHandCard(card, slot) {
    const key = card === this.#chosen ? "chosen" : "held";
    card.setAttribute(
      "aria-label",
      t(key, { card: cardName(card.dataset.card ?? ""), n: slot + 1, of: this.#hand.cards.length }),
    );
    card.setAttribute("aria-pressed", String(card === this.#chosen));
    card.dataset.key = slot < 10 ? String((slot + 1) % 10) : "";
  }

  // Rendering

  /** Update cards, positions and texts. */
  #render() {
    this.#gaps.interleave(this.#field.cards);
    setChildren(this.#table.hand, this.#hand.cards);
    this.#handRoom = Math.max(this.#handRoom, this.#hand.cards.length);
    if (this.#stage.view.result) this.#table.root.dataset.result = this.#stage.view.result;
    else delete this.#table.root.dataset.result;
    this.#position();
    this.#updateControls();
  }

  #position() {
    this.#field.position();
    this.#hand.position(this.#handRoom);
    this.#gaps.position(this.#field.layout);
  }

  /** Update which controls are enabled. */
  #updateControls() {
    const chosen = this.#chosen?.dataset.card ?? null;
    const chances = new Map();
    for (const [notation, chance] of this.#hints) {
      const [card, gap] = notation.split("@");
      if (card === chosen) chances.set(Number(gap), chance);
    }
    this.#gaps.enable(chosen, this.#legal.get(chosen ?? "") ?? new Set(), chances);
    const at = Math.max(
      0,
      this.#hand.cards.indexOf(/** @type {HTMLElement} */ (this.#chosen ?? document.activeElement)),
    );
    this.#hand.cards.forEach((card, slot) => {
      card.classList.toggle("chosen", card === this.#chosen);
      card.classList.toggle("wanted", this.#isWanted(card));
      card.setAttribute("aria-disabled", String(!this.#legal.has(card.dataset.card ?? "")));
      card.tabIndex = slot === at ? 0 : -1;
    });
    this.#table.root.classList.toggle("choosing", this.#chosen !== null);
    this.relabel();
  }

  /** Whether a card of the hand is the one to choose for the task of a lesson. @param {HTMLElement} card */
  #isWanted(card) {
    const [[action, chance] = ["", 0]] = this.#hints;
    return chance === null && !this.#chosen && action.split("@")[0] === card.dataset.card;
  }

  // Choosing and placing

  /**
   * @param {HTMLElement | null} card
   * @param {boolean} [goOn] whether to move the focus to the gaps, for keyboard users
   */
  #choose(card, goOn = false) {
    this.#chosen = card && this.#legal.has(card.dataset.card ?? "") ? card : null;
    this.#updateControls();
    if (this.#chosen && goOn) this.#gaps.moveFocus(this.#bestGap());
  }

  /** The gap that gets the focus first: the best of a hint, else the middle. */
  #bestGap() {
    const aimed = this.#gaps.buttons.findIndex(
      (button) => button === document.activeElement || button.classList.contains("best"),
    );
    return aimed >= 0 ? aimed : Math.floor(this.#field.cards.length / 2);
  }

  /** @param {number} gap */
  #place(gap) {
    const card = this.#chosen;
    if (!card || !this.#legal.get(card.dataset.card ?? "")?.has(gap)) return;
    this.#returnSlot = this.contains(document.activeElement) ? this.#hand.cards.indexOf(card) : null;
    this.context.act(`${card.dataset.card}@${gap}`);
  }

  /** @param {HTMLElement} card */
  #lift(card) {
    this.#choose(card);
    this.#table.root.classList.toggle("dragging", this.#chosen === card);
    return this.#chosen === card ? pickUp(card) : null;
  }

  /** The gap nearest to the dragged card. */
  #gapBelow() {
    const box = this.#chosen?.getBoundingClientRect();
    return box ? this.#gaps.nearest(box.left + box.width / 2, box.top + box.height / 2) : null;
  }

  /** @param {HTMLElement} card @param {boolean} placed */
  #drop(card, placed) {
    this.#table.root.classList.remove("dragging");
    const gap = placed ? this.#gapBelow() : null;
    this.#gaps.setTarget(null);
    if (gap !== null) this.#place(gap);
    else {
      this.#choose(null);
      putDown(card);
    }
  }

  /** Digits choose a card, arrows move, Escape cancels. Enter is handled by the buttons. @param {KeyboardEvent} event */
  #handleKey(event) {
    if (!this.#legal.size || !isBoardKey(event, this)) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const gap = this.#gaps.buttons.indexOf(/** @type {HTMLButtonElement} */ (target));
    const slot = this.#hand.cards.indexOf(target);
    const card = /^[0-9]$/.test(event.key) ? this.#hand.cards[(Number(event.key) + 9) % 10] : null;
    if (card) this.#choose(card, true);
    else if (event.key === "Escape" && this.#chosen) {
      const held = this.#chosen;
      this.#choose(null);
      held.focus();
    } else if (gap >= 0) {
      const step = keyStep(event.key, this.#field.layout.perLine, this.#gaps.buttons.length);
      if (step === null) return;
      this.#gaps.moveFocus(gap, step);
    } else if (slot >= 0) {
      const step = keyStep(event.key, 0, this.#hand.cards.length);
      if (step === null) return;
      if (step === 0 && this.#chosen) this.#gaps.moveFocus(this.#bestGap());
      else this.#hand.cards[Math.max(0, Math.min(this.#hand.cards.length - 1, slot + step))].focus();
      this.#updateControls();
    } else return;
    event.preventDefault();
  }

  #openTracker() {
    renderTracker(this.#table.tracker, this.#stage.view);
    this.#table.tracker.showModal();
  }

  #toggleColours() {
    const { root, colours } = this.#table;
    const chosen = root.dataset.colours === "four" ? "two" : "four";
    root.dataset.colours = chosen;
    colours.setAttribute("aria-pressed", String(chosen === "four"));
    try {
      localStorage.setItem(COLOURS_KEY, chosen);
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  }
}

/**
 * @param {"div" | "button"} tag @param {string} card
 */
function cardElement(tag, card) {
  const role = tag === "div" ? { role: "img" } : { type: "button" };
  return h(tag, { class: "card", dataset: { card }, ...role }, cardFace(card));
}

/**
 * Return how far a key moves along a row; null for other keys.
 * @param {string} key @param {number} line how many stand in a line @param {number} all
 */
function keyStep(key, line, all) {
  const known = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -line, ArrowDown: line, Home: -all, End: all };
  return known[/** @type {keyof typeof known} */ (key)] ?? null;
}

/** The saved suit colours. */
function savedColours() {
  try {
    return localStorage.getItem(COLOURS_KEY);
  } catch {
    return null;
  }
}
export { drawSign } from "./how_to_play.js";
