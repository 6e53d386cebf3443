/** Catalyst Reaction on an alchemist's bench: the field above, the hand below, fire between. */

import { forTheBoard, h } from "../../frame/dom.js";
import { draggable, pickUp, putDown } from "../../frame/drag.js";
import { motion } from "../../frame/motion.js";
import { Screen } from "../../frame/screen.js";
import { letter, makeBench } from "./table_layout.js";
import { face } from "./cards.js";
import { Gaps } from "./gaps.js";
import { begin, deal, draw, finish, layOut, place, react } from "./events.js";
import { write } from "./card_tracker.js";
import { Row, order } from "./row.js";
import { named, t } from "./words.js";

const COLOURS = "tefuda.catalyst.colours";
const FIELD = { gap: 0.34, most: 160, least: 40 };
const HAND = { gap: 0.14, most: 140, least: 40, lines: 2 };

export default class CatalystScreen extends Screen {
  static tag = "catalyst-screen";
  static style = new URL("style.css", import.meta.url);
  /** @type {"page" | "full"} */
  static layout = "full";

  /** Cards that had come to the field or gone from it before the first play; null until a view has been shown. @type {number | null} */
  #dealt = null;
  /** @type {Map<string, Set<number>>} the gaps that each card of the hand may go into */
  #legal = new Map();
  /** @type {Map<string, number>} chances by notation, once a hint has been asked for */
  #hints = new Map();
  /** @type {HTMLElement | null} the card of the hand that is to be placed */
  #chosen = null;
  /** The slot of the hand that gets the focus back after a play; null where the focus was elsewhere. @type {number | null} */
  #returns = null;
  /** The most cards that the hand has held; it keeps room for them. */
  #room = 0;

  #bench = makeBench({ onledger: () => this.#openLedger(), oncolours: () => this.#changeColours() });
  #field = new Row(this.#bench.field, FIELD, (card) => cardElement("div", card));
  #hand = new Row(this.#bench.hand, HAND, (card) => cardElement("button", card));
  #gaps = new Gaps(this.#bench.field, (gap) => this.#place(gap));
  /** @type {import("./events.js").Stage} */
  #stage = {
    motion,
    bench: this.#bench,
    field: this.#field,
    hand: this.#hand,
    view: { field: [], hand: [], deck: 0, removed: [], result: null },
    redraw: () => this.#redraw(),
  };
  #sizes = new ResizeObserver(() => this.#lay());
  #onkey = (/** @type {KeyboardEvent} */ event) => this.#key(event);

  /** @param {import("../../frame/screen.js").Context} context */
  prepare(context) {
    super.prepare(context);
    this.#stage.motion = context.motion;
    const { root, plate, colours, fieldZone, deck, handZone, spent, prompt, light, outcome, layer, ledger, hand } =
      this.#bench;
    root.dataset.colours = kept() ?? "four";
    colours.setAttribute("aria-pressed", String(root.dataset.colours === "four"));
    handZone.prepend(prompt);
    root.append(
      light,
      h("div", { class: "top" }, plate, colours),
      fieldZone,
      deck,
      handZone,
      spent,
      outcome,
      layer,
      ledger,
    );
    this.append(root);
    hand.addEventListener("click", (event) => {
      const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".card"));
      if (card) this.#choose(card === this.#chosen ? null : card, event.detail === 0);
    });
    draggable(hand, {
      what: ".card",
      lift: (card) => this.#lift(card),
      over: () => this.#gaps.aim(this.#below(), false),
      drop: (card, at) => this.#drop(card, at !== null),
    });
    this.#redraw();
  }

  connectedCallback() {
    this.#sizes.observe(this.#bench.fieldZone);
    this.#sizes.observe(this.#bench.handZone);
    document.addEventListener("keydown", this.#onkey);
  }

  disconnectedCallback() {
    this.#sizes.disconnect();
    document.removeEventListener("keydown", this.#onkey);
  }

  // What the playback engine calls

  /** @param {Record<string, any>} view */
  show(view) {
    const shown = /** @type {import("./events.js").View} */ (view);
    this.#stage.view = { ...shown };
    const moved = shown.field.length + shown.removed.length;
    const first = this.#dealt === null;
    this.#dealt ??= moved - (this.context.table?.ply ?? 0);
    this.#field.set(shown.field);
    this.#hand.set(shown.hand);
    this.#redraw();
    if (first && moved === this.#dealt && !this.context.replay) void layOut(this.#stage);
  }

  /** @param {import("../../frame/message_types.js").GameEvent} event */
  async play(event) {
    const stage = this.#stage;
    switch (event.kind) {
      case "setup":
        this.#dealt = event.field.length + event.removed.length;
        return begin(stage, event);
      case "deal":
        this.#dealt = (this.#dealt ?? 0) + event.cards.length;
        return deal(stage, event.cards);
      case "place":
        return place(stage, event.card, event.at);
      case "react":
        return react(stage, event.at, event.by);
      case "draw":
        return draw(stage, event.card);
      case "win":
      case "loss":
        return finish(stage, event.kind);
      default:
        return false;
    }
  }

  /** @param {string[]} legal */
  offer(legal) {
    this.#legal = new Map();
    for (const notation of legal) {
      const [card, gap] = notation.split("@");
      this.#legal.set(card, (this.#legal.get(card) ?? new Set()).add(Number(gap)));
    }
    this.#hints.clear();
    this.#bench.root.classList.toggle("deciding", legal.length > 0);
    for (const card of this.#hand.cards) putDown(card);
    this.#choose(null);
    if (legal.length && this.#returns !== null) {
      this.#hand.cards[Math.min(this.#returns, this.#hand.cards.length - 1)]?.focus({ preventScroll: true });
      this.#returns = null;
    }
  }

  /**
   * A hint: the best card is chosen, and its gaps show the chances.
   * @param {{action: string, chance: number}[]} actions the best first
   */
  hinted(actions) {
    if (!actions.length) return false;
    this.#hints = new Map(actions.map(({ action, chance }) => [action, chance]));
    const [best] = actions[0].action.split("@");
    this.#choose(this.#hand.cards.find((card) => card.dataset.card === best) ?? null);
    return true;
  }

  relabel() {
    const { field, hand, prompt, outcome } = this.#bench;
    const { result } = this.#stage.view;
    field.setAttribute("aria-label", t("field", { n: this.#field.cards.length }));
    hand.setAttribute("aria-label", t("hand", { n: this.#hand.cards.length }));
    for (const card of this.#field.cards) card.setAttribute("aria-label", named(card.dataset.card ?? ""));
    this.#hand.cards.forEach((card, slot) => this.#labelHeld(card, slot));
    this.#gaps.relabel(this.#field.names);
    letter(this.#bench, this.#stage.view, this.#plays, this.context.table);
    const begins = this.#plays === 0 && (this.context.table?.options.react ?? "both") === "both";
    const choosing = this.#chosen
      ? t("chooseGap", { card: named(this.#chosen.dataset.card ?? "") })
      : t(begins ? "chooseFirst" : "chooseCard");
    prompt.textContent = this.#legal.size ? choosing : "";
    const reason = result === "win" ? "wonLong" : this.#hand.cards.length ? "lostOverflow" : "lostNoCard";
    outcome.replaceChildren(
      ...(result ? [h("strong", null, t(result === "win" ? "won" : "lost")), h("span", null, t(reason))] : []),
    );
  }

  get #plays() {
    return this.#stage.view.field.length + this.#stage.view.removed.length - (this.#dealt ?? 0);
  }

  /** @param {HTMLElement} card @param {number} slot */
  #labelHeld(card, slot) {
    const key = card === this.#chosen ? "chosen" : "held";
    card.setAttribute(
      "aria-label",
      t(key, { card: named(card.dataset.card ?? ""), n: slot + 1, of: this.#hand.cards.length }),
    );
    card.setAttribute("aria-pressed", String(card === this.#chosen));
    card.dataset.key = slot < 10 ? String((slot + 1) % 10) : "";
  }

  // Drawing

  /** Everything in its place, and every word right. */
  #redraw() {
    this.#gaps.weave(this.#field.cards);
    order(this.#bench.hand, this.#hand.cards);
    this.#room = Math.max(this.#room, this.#hand.cards.length);
    if (this.#stage.view.result) this.#bench.root.dataset.result = this.#stage.view.result;
    else delete this.#bench.root.dataset.result;
    this.#lay();
    this.#enable();
  }

  #lay() {
    this.#field.lay();
    this.#hand.lay(this.#room);
    this.#gaps.lay(this.#field.places);
  }

  /** What can be done looks like it. */
  #enable() {
    const chosen = this.#chosen?.dataset.card ?? null;
    const chances = new Map();
    for (const [notation, chance] of this.#hints) {
      const [card, gap] = notation.split("@");
      if (card === chosen) chances.set(Number(gap), chance);
    }
    this.#gaps.open(chosen, this.#legal.get(chosen ?? "") ?? new Set(), chances);
    const at = Math.max(
      0,
      this.#hand.cards.indexOf(/** @type {HTMLElement} */ (this.#chosen ?? document.activeElement)),
    );
    this.#hand.cards.forEach((card, slot) => {
      card.classList.toggle("chosen", card === this.#chosen);
      card.setAttribute("aria-disabled", String(!this.#legal.has(card.dataset.card ?? "")));
      card.tabIndex = slot === at ? 0 : -1;
    });
    this.#bench.root.classList.toggle("choosing", this.#chosen !== null);
    this.relabel();
  }

  // Choosing and placing

  /**
   * @param {HTMLElement | null} card
   * @param {boolean} [goOn] whether the focus goes on to the gaps, for those who use keys
   */
  #choose(card, goOn = false) {
    this.#chosen = card && this.#legal.has(card.dataset.card ?? "") ? card : null;
    this.#enable();
    if (this.#chosen && goOn) this.#gaps.focus(this.#bestGap());
  }

  /** Where keys begin: at the best gap of a hint, else in the middle. */
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
    this.#returns = this.contains(document.activeElement) ? this.#hand.cards.indexOf(card) : null;
    this.context.act(`${card.dataset.card}@${gap}`);
  }

  /** @param {HTMLElement} card */
  #lift(card) {
    this.#choose(card);
    this.#bench.root.classList.toggle("dragging", this.#chosen === card);
    return this.#chosen === card ? pickUp(card) : null;
  }

  /** The gap that the middle of the card in hand is nearest to. */
  #below() {
    const box = this.#chosen?.getBoundingClientRect();
    return box ? this.#gaps.nearest(box.left + box.width / 2, box.top + box.height / 2) : null;
  }

  /** @param {HTMLElement} card @param {boolean} placed */
  #drop(card, placed) {
    this.#bench.root.classList.remove("dragging");
    const gap = placed ? this.#below() : null;
    this.#gaps.aim(null);
    if (gap !== null) this.#place(gap);
    else {
      this.#choose(null);
      putDown(card);
    }
  }

  /** Digits choose a card, arrows move, Escape lets go; Enter is a button's own. @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#legal.size || !forTheBoard(event, this)) return;
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
      const step = steps(event.key, this.#field.places.perLine, this.#gaps.buttons.length);
      if (step === null) return;
      this.#gaps.focus(gap, step);
    } else if (slot >= 0) {
      const step = steps(event.key, 0, this.#hand.cards.length);
      if (step === null) return;
      if (step === 0 && this.#chosen) this.#gaps.focus(this.#bestGap());
      else this.#hand.cards[Math.max(0, Math.min(this.#hand.cards.length - 1, slot + step))].focus();
      this.#enable();
    } else return;
    event.preventDefault();
  }

  #openLedger() {
    write(this.#bench.ledger, this.#stage.view);
    this.#bench.ledger.showModal();
  }

  #changeColours() {
    const { root, colours } = this.#bench;
    const chosen = root.dataset.colours === "four" ? "two" : "four";
    root.dataset.colours = chosen;
    colours.setAttribute("aria-pressed", String(chosen === "four"));
    try {
      localStorage.setItem(COLOURS, chosen);
    } catch {
      // A browser that keeps nothing still shows them.
    }
  }
}

/**
 * @param {"div" | "button"} tag @param {string} card
 */
function cardElement(tag, card) {
  const role = tag === "div" ? { role: "img" } : { type: "button" };
  return h(tag, { class: "card", dataset: { card }, ...role }, face(card));
}

/**
 * How far a key moves along a row; null for other keys.
 * @param {string} key @param {number} line how many stand in a line @param {number} all
 */
function steps(key, line, all) {
  const known = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -line, ArrowDown: line, Home: -all, End: all };
  return known[/** @type {keyof typeof known} */ (key)] ?? null;
}

/** The colours that were chosen on this device. */
function kept() {
  try {
    return localStorage.getItem(COLOURS);
  } catch {
    return null;
  }
}
