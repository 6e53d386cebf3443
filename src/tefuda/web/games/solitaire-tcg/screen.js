// Solitaire TCG's screen: hand, board and field, the queue and the card details.

import { fill, h } from "../../frame/dom.js";
import { Screen } from "../../frame/screen.js";
import { changeSettings } from "../../frame/settings.js";
import { localize } from "../../frame/words.js";
import { Chain } from "./chain.js";
import { CardDetail } from "./card_detail.js";
import { TableInput } from "./input.js";
import { unknownCard, face, smallFace } from "./face.js";
import { renderPiles, labelTools, renderFacts, createTableLayout } from "./table_layout.js";
import { QueueView } from "./queue_view.js";
import { openPileDialog } from "./pile_view.js";
import { Model, cardId } from "./model.js";
import { pop, pulse, reveal, shake, animateChange } from "./motions.js";
import { loadStepMode, saveStepMode } from "./step_mode.js";
import { ChoiceTray } from "./choice_tray.js";
import { t, translateOr } from "./words.js";
import { Zones } from "./zones.js";

export { face };

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */
/** @typedef {{text: import("../../frame/message_types.js").LocalizedText | null, chance: number, proved: boolean, plays: number | null}} Advice */

/** Number of remembered views, for takebacks. */
const MAX_SNAPSHOTS = 80;

export default class SolitaireScreen extends Screen {
  static tag = "solitaire-tcg-screen";
  static style = new URL("style.css", import.meta.url);
  /** @type {"page" | "full"} */
  static layout = "full";

  #model = new Model();
  #chain = new Chain();
  /** Whether events came since the last view. A view without events is a takeback. */
  #hasNews = false;
  /** @type {Map<string, Chain>} chains by view */
  #snapshots = new Map();
  /** @type {Set<string>} */
  #legal = new Set();
  /** @type {Map<string, number>} win chances by notation */
  #hints = new Map();
  /** @type {Advice | null} the text of a hint */
  #advice = null;
  /** @type {string | null} the clicked hand card that cannot be played */
  #unplayable = null;
  /** Whether a hint is being computed. */
  #thinking = false;
  /** @type {Map<string, Card>} */
  #cards = new Map();
  #stepMode = false;

  #root = h("div", { class: "stc stc-table" });
  #table = createTableLayout({
    undo: () => this.context.takeback?.(),
    hint: () => this.context.hint?.(),
    step: () => this.#setStepMode(!this.#stepMode),
    end: () => void this.#input.endTurn(),
    speed: (speed) => this.#setSpeed(speed),
    look: (zone) => this.#openPile(zone),
  });
  #detail = new CardDetail();
  #tray = new ChoiceTray();
  #zones = new Zones(this.#table, this.#model, (id) => this.#card(id));
  /** @type {TableInput} */
  #input = /** @type {any} */ (null);
  /** @type {QueueView} */
  #queueView = /** @type {any} */ (null);
  /** @type {import("./motions.js").MotionStage} */
  #stage = /** @type {any} */ (null);
  #sizes = new ResizeObserver(() => this.#zones.layOut());

  /** @param {import("../../frame/screen.js").ScreenContext} context */
  prepare(context) {
    super.prepare(context);
    for (const card of context.cards) this.#cards.set(card.id, card);
    this.#queueView = new QueueView(
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
      pile: (zone) => this.#zoneElement(zone),
      ghost: (id) => this.#ghost(id),
      render: () => this.#render(),
    };
    const tools = h("div", { class: "stc-tools" }, undo, hint, speedBox, step, end);
    this.#root.append(
      h("header", { class: "stc-top" }, facts, goal, tools),
      this.#queueView.element,
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
    this.#input = new TableInput({
      root: this.#root,
      table: this.#table,
      model: this.#model,
      zones: this.#zones,
      tray: this.#tray,
      detail: this.#detail,
      queueView: this.#queueView,
      cardOf: (id) => this.#card(id),
      act: context.act,
      explainUnplayable: (id) => {
        this.#unplayable = id;
        fill(this.#table.prompt, this.#promptText());
      },
      render: () => this.#render(),
    });
    this.#setStepMode(loadStepMode() && context.settings.speed > 0);
    this.relabel();
  }

  connectedCallback() {
    this.#sizes.observe(this);
    this.#input.listen();
  }

  disconnectedCallback() {
    this.#sizes.disconnect();
    this.#input.stop();
  }

  // Called by the playback

  /** @param {import("../../frame/message_types.js").View} view */
  show(view) {
    this.#model.applyView(view);
    const moment = JSON.stringify(view);
    const before = this.#snapshots.get(moment);
    if (!this.#hasNews && before) this.#chain = before.copy();
    else if (!this.#hasNews && !this.#model.choice) this.#chain.clear();
    this.#chain.sync(this.#model);
    this.#hasNews = false;
    this.#input.onSettled();
    this.#snapshots.set(moment, this.#chain.copy());
    if (this.#snapshots.size > MAX_SNAPSHOTS) this.#snapshots.delete([...this.#snapshots.keys()][0]);
    this.#render();
    void this.#queueView.render(this.#chain);
  }

  /** @param {GameEvent[]} events */
  loadHistory(events) {
    this.#chain = new Chain();
    for (const event of events) this.#chain.fold(event);
    this.#hasNews = true;
  }

  /** @param {string} _ @param {import("../../frame/message_types.js").LocalizedText} __ @param {GameEvent} event */
  appendLog(_, __, event) {
    this.#chain.fold(event);
    this.#hasNews = true;
  }

  /** @param {GameEvent} event */
  async playEvent(event) {
    const { motion } = this.context;
    const source = () => this.#zones.cards.get(this.#model.findPiece(event.card ?? "")?.key ?? -1);
    if (event.kind === "now" || event.kind === "setup") {
      this.#model.fold(event);
      this.#render();
      return;
    }
    const queueAnimation = this.#queueView.render(this.#chain);
    this.#detail.renderLog(this.#chain.lines);
    const taken = event.kind === "play" ? this.#input.playedPiece : null;
    await animateChange(this.#stage, () => this.#model.fold(event, taken));
    if (["resolve", "run", "use"].includes(event.kind)) await pulse(motion, source());
    else if (event.kind === "fizzle" || event.kind === "skip") await shake(motion, source());
    else if (event.kind === "counter") await pop(motion, source()?.querySelector(`[data-counter="${event.name}"]`));
    else if (event.kind === "stat") await pop(motion, source()?.querySelector(".stc-mini-stats"));
    else if (event.kind === "attach" || event.kind === "nothing") await pulse(motion, source());
    else if (event.kind === "win" || event.kind === "lose" || event.kind === "out_of_turns") {
      this.#model.result = event.kind === "win" ? "win" : "loss";
      this.#model.reason = event.card ? cardId(event.card) : "turns";
      this.#render();
      await reveal(motion, this.#table.outcome);
    }
    await queueAnimation;
    if (this.#stepMode && event.text) await this.#queueView.pause();
  }

  /** @param {string[]} legal */
  offerActions(legal) {
    this.#legal = new Set(legal);
    this.#hints.clear();
    this.#advice = null;
    this.#thinking = false;
    this.#unplayable = null;
    this.#input.setLegal(this.#legal);
    this.#render();
    this.#input.onActionsShown();
  }

  /**
   * @param {{action: string, text: import("../../frame/message_types.js").LocalizedText, chance: number}[]} actions
   * @param {{proved: boolean, plays?: number | null}} proof
   */
  showHint(actions, proof) {
    if (!actions.length && !proof.proved) return false;
    this.#hints = new Map(actions.map(({ action, chance }) => [action, chance]));
    const { text = null, chance = 0 } = actions[0] ?? {};
    this.#advice = { text, chance, proved: proof.proved, plays: proof.plays ?? null };
    this.#render();
    return true;
  }

  /** @param {boolean} on */
  setThinking(on) {
    this.#thinking = on;
    this.#unplayable = null;
    this.#render();
  }

  relabel() {
    labelTools(this.#table, this.context.settings);
    this.#queueView.relabel();
    this.#detail.relabel();
    this.#zones.clearButtons();
    for (const pile of Object.values(this.#table.piles)) delete pile.dataset.top;
    fill(this.#table.field.children[0], t("field"));
    this.#render();
    void this.#queueView.render(this.#chain);
  }

  // Rendering

  /** @param {string} id */
  #card(id) {
    return this.#cards.get(id) ?? unknownCard(id);
  }

  /** @param {string} id */
  #ghost(id) {
    const card = this.#card(id);
    return h("span", { class: "stc-card", dataset: { type: card.facts.type } }, ...smallFace(card));
  }

  /** @param {string} zone */
  #zoneElement(zone) {
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

  #render() {
    const { context } = this;
    this.#zones.render(this.#legal);
    renderPiles(this.#table, this.#model, (id) => this.#ghost(id));
    const { puzzle = null, options = {} } = context.table ?? {};
    const deck = context.game.decks?.find(({ id }) => id === options.deck) ?? null;
    renderFacts(this.#table, this.#model, puzzle, puzzle ? (context.ply?.() ?? null) : null, deck);
    fill(this.#table.board.children[0], t("board", { n: this.#model.zones.board.length }));
    this.#table.hand.setAttribute("aria-label", t("hand", { n: this.#model.zones.hand.length }));
    this.#table.end.toggleAttribute("disabled", !this.#legal.has("end"));
    this.#table.end.classList.toggle("primary", this.#legal.size === 1);
    this.#table.end.dataset.does = this.#legal.has("end") ? "end" : "";
    this.#table.undo.toggleAttribute("disabled", !context.ply?.());
    this.#table.hint.toggleAttribute("disabled", !this.#legal.size);
    this.#table.hint.setAttribute("aria-busy", String(this.#thinking));
    fill(this.#table.prompt, this.#promptText());
    this.#detail.renderLog(this.#chain.lines);
    this.#renderTray();
    this.#renderHints();
    this.#input.renderDetail();
    this.#renderResult();
  }

  #promptText() {
    const { choice, result } = this.#model;
    if (this.#thinking) return t("pondering");
    if (this.#unplayable) return this.#unplayableReason(this.#card(this.#unplayable));
    if (this.#advice) return this.#adviceText(this.#advice);
    if (result) return t("promptOver");
    if (choice && this.#legal.size) {
      const left = choice.need - choice.picked.length;
      const what = translateOr("ask", choice.op, t("ask_other"));
      return t(choice.need > 1 ? "askMore" : "ask", {
        card: localize(this.#card(cardId(choice.card)).name),
        what,
        n: left,
      });
    }
    const [last] = this.#chain.lines.slice(-1);
    if (!this.#legal.size && last) return localize(last.line);
    if (!this.#legal.size) return this.context.seat === null ? t("promptWatch") : t("promptChain");
    return t(this.#legal.size === 1 && this.#legal.has("end") ? "promptOnly" : "promptPlay");
  }

  /** The reason why a hand card cannot be played. @param {Card} card */
  #unplayableReason({ name, facts }) {
    const key = this.#model.choice ? "notChosen" : facts.hosts ? "needsHost" : "notNow";
    return t(key, { card: localize(name), hosts: localize(facts.hosts) });
  }

  /** @param {Advice} advice */
  #adviceText({ text, chance, proved, plays }) {
    if (!text) return t("solverLost");
    const advice = !proved
      ? t("hintBest", { n: Math.round(100 * chance) })
      : plays
        ? t("solverIn", { n: plays })
        : t("solver");
    return t("hinted", { advice, text: localize(text) });
  }

  /** Show the tray for choices that are not on the table. */
  #renderTray() {
    const { choice } = this.#model;
    const hidden = choice && this.#legal.size && ["deck", "grave", "banish"].includes(choice.zone);
    if (hidden)
      this.#tray.showCards(
        `${t(`from_${choice.zone}`)} · ${this.#promptText()}`,
        choice,
        (id) => this.#card(id),
        this.#legal,
      );
    else this.#tray.close();
  }

  /** Mark the cards of a hint. */
  #renderHints() {
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

  #renderResult() {
    const { result, reason } = this.#model;
    const { outcome } = this.#table;
    outcome.hidden = !result;
    if (!result) return;
    outcome.dataset.result = result;
    const by =
      reason === "turns" ? t("lossTurns") : reason ? t(`${result}By`, { card: localize(this.#card(reason).name) }) : "";
    fill(outcome, h("strong", null, t(result)), h("span", null, by));
  }

  // Toolbar

  /** @param {boolean} on */
  #setStepMode(on) {
    this.#stepMode = on;
    saveStepMode(on);
    this.#table.step.setAttribute("aria-pressed", String(on));
    if (on && this.context.settings.speed === 0) this.#setSpeed(1);
    if (!on) this.#queueView.resume();
  }

  /** @param {number} speed */
  #setSpeed(speed) {
    changeSettings({ speed });
    this.#table.speed.value = String(speed);
    if (speed === 0) this.#setStepMode(false);
  }

  /** @param {"deck" | "grave" | "banish"} zone */
  #openPile(zone) {
    const { deck, zones, puzzle } = this.#model;
    const cardOf = (/** @type {string} */ id) => this.#card(id);
    if (zone !== "deck") {
      openPileDialog(
        t(zone),
        [{ title: t("newest"), cards: zones[zone].map(({ id }) => id).reverse(), ordered: true }],
        cardOf,
      );
      return;
    }
    const parts = [
      { title: t(puzzle ? "order" : "top"), cards: deck.top, ordered: true },
      { title: t("unknown"), cards: deck.unknown, ordered: false },
      { title: t("bottom"), cards: deck.bottom, ordered: true },
    ];
    openPileDialog(`${t("deck")} (${deck.count})`, parts, cardOf);
  }
}
