// Solitaire TCG: hand, board and field, the queue above them, and the card that is read beside them.

import { fill, h } from "../../frame/dom.js";
import { Screen } from "../../frame/screen.js";
import { change } from "../../frame/settings.js";
import { both } from "../../frame/words.js";
import { Chain } from "./chain.js";
import { Detail } from "./card_detail.js";
import { Doing } from "./input.js";
import { blank, face, small } from "./face.js";
import { drawPiles, labelTools, letter, makeTable } from "./table_layout.js";
import { Lane } from "./queue_view.js";
import { look } from "./pile_view.js";
import { Model, idOf } from "./model.js";
import { pop, pulse, reveal, shake, shift } from "./motions.js";
import { kept, keepStep } from "./step_mode.js";
import { Tray } from "./choice_tray.js";
import { t, told } from "./words.js";
import { Zones } from "./zones.js";

export { face };

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */
/** @typedef {{text: import("../../frame/message_types.js").Both | null, chance: number, proved: boolean, plays: number | null}} Advice */

/** So many moments are remembered, for taking back. */
const MOMENTS = 80;

export default class SolitaireScreen extends Screen {
  static tag = "solitaire-tcg-screen";
  static style = new URL("style.css", import.meta.url);
  /** @type {"page" | "full"} */
  static layout = "full";

  #model = new Model();
  #chain = new Chain();
  /** Whether something was told since the last view; what is shown without is a step back. */
  #news = false;
  /** @type {Map<string, Chain>} what had led to each view */
  #moments = new Map();
  /** @type {Set<string>} */
  #legal = new Set();
  /** @type {Map<string, number>} chances by notation */
  #hints = new Map();
  /** @type {Advice | null} what the hint says */
  #advice = null;
  /** @type {string | null} the card of the hand that was clicked though it can do nothing */
  #refused = null;
  /** Whether a hint is on its way. */
  #pondering = false;
  /** @type {Map<string, Card>} */
  #cards = new Map();
  #stepping = false;

  #root = h("div", { class: "stc stc-table" });
  #table = makeTable({
    undo: () => this.context.takeback?.(),
    hint: () => this.context.hint?.(),
    step: () => this.#setStep(!this.#stepping),
    end: () => void this.#doing.end(),
    speed: (speed) => this.#setSpeed(speed),
    look: (zone) => this.#look(zone),
  });
  #detail = new Detail();
  #tray = new Tray();
  #zones = new Zones(this.#table, this.#model, (id) => this.#card(id));
  /** @type {Doing} */
  #doing = /** @type {any} */ (null);
  /** @type {Lane} */
  #lane = /** @type {any} */ (null);
  /** @type {import("./motions.js").Stage} */
  #stage = /** @type {any} */ (null);
  #sizes = new ResizeObserver(() => this.#zones.lay());

  /** @param {import("../../frame/screen.js").Context} context */
  prepare(context) {
    super.prepare(context);
    for (const card of context.cards) this.#cards.set(card.id, card);
    this.#lane = new Lane(
      context.motion,
      (id) => this.#card(id),
      () => this.#detail.toggleLog(),
    );
    const { facts, goal, undo, hint, step, speedBox, end, field, board, hand, prompt, piles, outcome, layer } =
      this.#table;
    undo.hidden = !context.takeback;
    hint.hidden = !context.hint;
    end.hidden = context.replay || context.seat === null;
    this.#stage = {
      motion: context.motion,
      cards: this.#zones.cards,
      layer,
      pile: (zone) => this.#place(zone),
      ghost: (id) => this.#ghost(id),
      draw: () => this.#draw(),
    };
    const tools = h("div", { class: "stc-tools" }, undo, hint, speedBox, step, end);
    this.#root.append(
      h("header", { class: "stc-top" }, facts, goal, tools),
      this.#lane.element,
      field,
      board,
      h("div", { class: "stc-piles" }, piles.deck, piles.grave, piles.banish),
      h("div", { class: "stc-low" }, prompt, hand),
      this.#detail.element,
      this.#tray.element,
      outcome,
      layer,
    );
    this.append(this.#root);
    this.#doing = new Doing({
      root: this.#root,
      table: this.#table,
      model: this.#model,
      zones: this.#zones,
      tray: this.#tray,
      detail: this.#detail,
      lane: this.#lane,
      cardOf: (id) => this.#card(id),
      act: context.act,
      refuse: (id) => {
        this.#refused = id;
        fill(this.#table.prompt, this.#prompt());
      },
      redraw: () => this.#draw(),
    });
    this.#setStep(kept() && context.settings.speed > 0);
    this.relabel();
  }

  connectedCallback() {
    this.#sizes.observe(this);
    this.#doing.listen();
  }

  disconnectedCallback() {
    this.#sizes.disconnect();
    this.#doing.stop();
  }

  // What the playback engine calls

  /** @param {import("../../frame/message_types.js").View} view */
  show(view) {
    this.#model.take(view);
    const moment = JSON.stringify(view);
    const before = this.#moments.get(moment);
    if (!this.#news && before) this.#chain = before.copy();
    else if (!this.#news && !this.#model.choice) this.#chain.clear();
    this.#chain.settle(this.#model);
    this.#news = false;
    this.#doing.rested();
    this.#moments.set(moment, this.#chain.copy());
    if (this.#moments.size > MOMENTS) this.#moments.delete([...this.#moments.keys()][0]);
    this.#draw();
    void this.#lane.draw(this.#chain);
  }

  /** @param {GameEvent[]} events */
  recall(events) {
    this.#chain = new Chain();
    for (const event of events) this.#chain.fold(event);
    this.#news = true;
  }

  /** @param {string} _ @param {import("../../frame/message_types.js").Both} __ @param {GameEvent} event */
  channel(_, __, event) {
    this.#chain.fold(event);
    this.#news = true;
  }

  /** @param {GameEvent} event */
  async play(event) {
    const { motion } = this.context;
    const source = () => this.#zones.cards.get(this.#model.named(event.card ?? "")?.key ?? -1);
    if (event.kind === "now" || event.kind === "setup") {
      this.#model.fold(event);
      this.#draw();
      return;
    }
    const told = this.#lane.draw(this.#chain);
    this.#detail.write(this.#chain.lines);
    const taken = event.kind === "play" ? this.#doing.taken : null;
    await shift(this.#stage, () => this.#model.fold(event, taken));
    if (["resolve", "run", "use"].includes(event.kind)) await pulse(motion, source());
    else if (event.kind === "fizzle" || event.kind === "skip") await shake(motion, source());
    else if (event.kind === "counter") await pop(motion, source()?.querySelector(`[data-counter="${event.name}"]`));
    else if (event.kind === "stat") await pop(motion, source()?.querySelector(".stc-mini-stats"));
    else if (event.kind === "attach" || event.kind === "nothing") await pulse(motion, source());
    else if (event.kind === "win" || event.kind === "lose" || event.kind === "out_of_turns") {
      this.#model.result = event.kind === "win" ? "win" : "loss";
      this.#model.reason = event.card ? idOf(event.card) : "turns";
      this.#draw();
      await reveal(motion, this.#table.outcome);
    }
    await told;
    if (this.#stepping && event.text) await this.#lane.hold();
  }

  /** @param {string[]} legal */
  offer(legal) {
    this.#legal = new Set(legal);
    this.#hints.clear();
    this.#advice = null;
    this.#pondering = false;
    this.#refused = null;
    this.#doing.offer(this.#legal);
    this.#draw();
    this.#doing.offered();
  }

  /**
   * @param {{action: string, text: import("../../frame/message_types.js").Both, chance: number}[]} actions
   * @param {{proved: boolean, plays?: number | null}} proof
   */
  hinted(actions, proof) {
    if (!actions.length && !proof.proved) return false;
    this.#hints = new Map(actions.map(({ action, chance }) => [action, chance]));
    const { text = null, chance = 0 } = actions[0] ?? {};
    this.#advice = { text, chance, proved: proof.proved, plays: proof.plays ?? null };
    this.#draw();
    return true;
  }

  /** @param {boolean} on */
  pondering(on) {
    this.#pondering = on;
    this.#refused = null;
    this.#draw();
  }

  relabel() {
    labelTools(this.#table, this.context.settings);
    this.#lane.relabel();
    this.#detail.relabel();
    this.#zones.forget();
    for (const pile of Object.values(this.#table.piles)) delete pile.dataset.top;
    fill(this.#table.field.children[0], t("field"));
    this.#draw();
    void this.#lane.draw(this.#chain);
  }

  // Drawing

  /** @param {string} id */
  #card(id) {
    return this.#cards.get(id) ?? blank(id);
  }

  /** @param {string} id */
  #ghost(id) {
    const card = this.#card(id);
    return h("span", { class: "stc-card", dataset: { type: card.facts.type } }, ...small(card));
  }

  /** @param {string} zone */
  #place(zone) {
    const { piles, hand, field, board } = this.#table;
    const known = {
      deck: piles.deck.firstElementChild,
      grave: piles.grave.firstElementChild,
      banish: piles.banish.firstElementChild,
      hand,
      field,
      leaving: field,
    };
    return /** @type {HTMLElement} */ (known[/** @type {keyof typeof known} */ (zone)] ?? board);
  }

  #draw() {
    const { context } = this;
    this.#zones.draw(this.#legal);
    drawPiles(this.#table, this.#model, (id) => this.#ghost(id));
    const { puzzle = null, options = {} } = context.table ?? {};
    const deck = context.game.decks?.find(({ id }) => id === options.deck) ?? null;
    letter(this.#table, this.#model, puzzle, puzzle ? (context.ply?.() ?? null) : null, deck);
    fill(this.#table.board.children[0], t("board", { n: this.#model.zones.board.length }));
    this.#table.hand.setAttribute("aria-label", t("hand", { n: this.#model.zones.hand.length }));
    this.#table.end.toggleAttribute("disabled", !this.#legal.has("end"));
    this.#table.end.classList.toggle("primary", this.#legal.size === 1);
    this.#table.end.dataset.does = this.#legal.has("end") ? "end" : "";
    this.#table.undo.toggleAttribute("disabled", !context.ply?.());
    this.#table.hint.toggleAttribute("disabled", !this.#legal.size);
    this.#table.hint.setAttribute("aria-busy", String(this.#pondering));
    fill(this.#table.prompt, this.#prompt());
    this.#detail.write(this.#chain.lines);
    this.#ask();
    this.#mark();
    this.#doing.reading();
    this.#finish();
  }

  #prompt() {
    const { choice, result } = this.#model;
    if (this.#pondering) return t("pondering");
    if (this.#refused) return this.#why(this.#card(this.#refused));
    if (this.#advice) return this.#advise(this.#advice);
    if (result) return t("promptOver");
    if (choice && this.#legal.size) {
      const left = choice.need - choice.picked.length;
      const what = told("ask", choice.op, t("ask_other"));
      return t(choice.need > 1 ? "askMore" : "ask", { card: both(this.#card(idOf(choice.card)).name), what, n: left });
    }
    const [last] = this.#chain.lines.slice(-1);
    if (!this.#legal.size && last) return both(last.line);
    if (!this.#legal.size) return this.context.seat === null ? t("promptWatch") : t("promptChain");
    return t(this.#legal.size === 1 && this.#legal.has("end") ? "promptOnly" : "promptPlay");
  }

  /** Why a card of the hand does nothing. @param {Card} card */
  #why({ name, facts }) {
    const key = this.#model.choice ? "notChosen" : facts.hosts ? "needsHost" : "notNow";
    return t(key, { card: both(name), hosts: both(facts.hosts) });
  }

  /** @param {Advice} advice */
  #advise({ text, chance, proved, plays }) {
    if (!text) return t("solverLost");
    const said = !proved
      ? t("hintBest", { n: Math.round(100 * chance) })
      : plays
        ? t("solverIn", { n: plays })
        : t("solver");
    return t("hinted", { said, text: both(text) });
  }

  /** The tray is there for what cannot be chosen on the table. */
  #ask() {
    const { choice } = this.#model;
    const hidden = choice && this.#legal.size && ["deck", "grave", "banish"].includes(choice.zone);
    if (hidden)
      this.#tray.offerCards(
        `${t(`from_${choice.zone}`)} · ${this.#prompt()}`,
        choice,
        (id) => this.#card(id),
        this.#legal,
      );
    else this.#tray.close();
  }

  /** A hint on what it is about. */
  #mark() {
    const [best = null] = this.#hints.keys();
    for (const button of this.#root.querySelectorAll(".stc-card, .stc-end")) {
      const { does = "", menu = "" } = /** @type {HTMLElement} */ (button).dataset;
      const own = [does, ...menu.split("|")].filter((one) => this.#hints.has(one));
      const chance = Math.max(-1, ...own.map((one) => this.#hints.get(one) ?? -1));
      button.classList.toggle(
        "hinted",
        own.some((one) => one === best),
      );
      const mark = this.#advice?.proved ? t("solverMark") : t("chance", { n: Math.round(100 * chance) });
      if (chance >= 0) button.setAttribute("data-chance", mark);
      else button.removeAttribute("data-chance");
    }
  }

  #finish() {
    const { result, reason } = this.#model;
    const { outcome } = this.#table;
    outcome.hidden = !result;
    if (!result) return;
    outcome.dataset.result = result;
    const by =
      reason === "turns" ? t("lossTurns") : reason ? t(`${result}By`, { card: both(this.#card(reason).name) }) : "";
    fill(outcome, h("strong", null, t(result)), h("span", null, by));
  }

  // The tools above the table

  /** @param {boolean} on */
  #setStep(on) {
    this.#stepping = on;
    keepStep(on);
    this.#table.step.setAttribute("aria-pressed", String(on));
    if (on && this.context.settings.speed === 0) this.#setSpeed(1);
    if (!on) this.#lane.go();
  }

  /** @param {number} speed */
  #setSpeed(speed) {
    change({ speed });
    this.#table.speed.value = String(speed);
    if (speed === 0) this.#setStep(false);
  }

  /** @param {"deck" | "grave" | "banish"} zone */
  #look(zone) {
    const { deck, zones, puzzle } = this.#model;
    const cardOf = (/** @type {string} */ id) => this.#card(id);
    if (zone !== "deck") {
      look(t(zone), [{ title: t("newest"), cards: zones[zone].map(({ id }) => id).reverse(), ordered: true }], cardOf);
      return;
    }
    const parts = [
      { title: t(puzzle ? "order" : "top"), cards: deck.top, ordered: true },
      { title: t("unknown"), cards: deck.unknown, ordered: false },
      { title: t("bottom"), cards: deck.bottom, ordered: true },
    ];
    look(`${t("deck")} (${deck.count})`, parts, cardOf);
  }
}
