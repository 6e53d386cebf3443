// Solitaire TCG's screen: hand, board and field, the queue and the card details.

import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { ACTION_HINT } from "../../frame/progress.js";
import { Screen } from "../../frame/screen.js";
import { changeSettings } from "../../frame/settings.js";
import { Tooltips } from "../../frame/tooltips.js";
import { localize } from "../../frame/words.js";
import { Chain } from "./chain.js";
import { ChainPace } from "./chain_pace.js";
import { CardDetail } from "./card_detail.js";
import { TableInput } from "./input.js";
import { unknownCard, face, smallFace } from "./face.js";
import { renderPiles, labelTools, createTableLayout } from "./table_layout.js";
import { explainTable } from "./explanations.js";
import { HeaderView } from "./header_view.js";
import { HintWait } from "./hint_wait.js";
import { hintText, markHints, markedActions, nextHintLevel } from "./hint_steps.js";
import { QueueView } from "./queue_view.js";
import { openPileDialog } from "./pile_view.js";
import { Model } from "./model.js";
import { pop, pulse, reveal, shake, animateChange } from "./motions.js";
import { promptText } from "./prompt.js";
import { loadStepMode, saveStepMode } from "./step_mode.js";
import { ChoiceTray } from "./choice_tray.js";
import { SOUNDS } from "./sounds.js";
import { t } from "./words.js";
import { Zones } from "./zones.js";

export { face };

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */

/** Number of remembered views, for takebacks. */
const MAX_SNAPSHOTS = 80;

export default class SolitaireScreen extends Screen {
  static tag = "solitaire-tcg-screen";
  static style = new URL("style.css", import.meta.url);
  /** @type {"page" | "full"} */
  static layout = "full";
  static sounds = SOUNDS;

  #model = new Model();
  #chain = new Chain();
  /** Whether events came since the last view. A view without events is a takeback. */
  #hasNews = false;
  /** @type {Map<string, Chain>} chains by view */
  #snapshots = new Map();
  /** @type {Set<string>} */
  #legal = new Set();
  /** @type {Map<string, number | null>} win chances by notation */
  #hints = new Map();
  /** @type {string} the text of a hint */
  #advice = "";
  /** How much of the hint for this position is shown: its direction, its card or its action. */
  #hintLevel = 0;
  /** Whether the hint is proved. */
  #proved = false;
  /** @type {import("../../frame/message_types.js").Goal[]} */
  #goals = [];
  #tooltips = new Tooltips(this, undefined, (element) => this.#input.openDetail(element));
  #header = new HeaderView(
    this.#tooltips,
    (id) => this.#card(id),
    (id) => this.#input.openCard(id),
  );
  /** Counts requests for reasons; an answer to an older one is dropped. */
  #requestId = 0;
  /** @type {import("../../frame/message_types.js").LocalizedText | null} why the clicked hand card cannot be used */
  #reason = null;
  /** @type {import("../../frame/message_types.js").LocalizedText | null} the choice that the player is asked to make */
  #question = null;
  /** @type {import("../../frame/message_types.js").LocalizedText | null} how the game ended without a last action */
  #ending = null;
  /** Whether a hint is being computed. */
  #thinking = false;
  /** @type {Map<string, Card>} */
  #cards = new Map();
  #stepMode = false;
  #hintWait = new HintWait();
  /** Whether the player has closed the result. */
  #outcomeClosed = false;

  #root = h("div", { class: "stc stc-table" });
  #table = createTableLayout({
    step: () => this.#setStepMode(!this.#stepMode),
    end: () => void this.#input.endTurn(),
    speed: (speed) => this.#setSpeed(speed),
    look: (zone) => this.#openPile(zone),
  });
  #detail = new CardDetail((name) => this.label(name));
  #tray = new ChoiceTray();
  #zones = new Zones(
    this.#table,
    this.#model,
    (id) => this.#card(id),
    (name) => this.label(name),
    (button, badges) => this.#tooltips.explain(button, badges),
  );
  /** @type {TableInput} */
  #input = /** @type {any} */ (null);
  /** @type {QueueView} */
  #queueView = /** @type {any} */ (null);
  /** @type {ChainPace} */
  #pace = /** @type {any} */ (null);
  /** Whether events are being played. */
  #playing = false;
  /** @type {import("./motions.js").MotionStage} */
  #stage = /** @type {any} */ (null);
  #sizes = new ResizeObserver(() => this.#zones.layOut());

  /** @param {import("../../frame/screen.js").ScreenContext} context */
  prepare(context) {
    super.prepare(context);
    for (const card of context.cards) this.#cards.set(card.id, card);
    this.#pace = new ChainPace(context.motion);
    this.#queueView = new QueueView(
      this.#pace,
      (id) => this.#card(id),
      (name) => this.label(name),
      () => this.#detail.toggleLog(),
      this.#tooltips,
    );
    const { step, speedBox, end, field, board, hand, prompt, piles, outcome, layer } = this.#table;
    end.hidden = context.replay || context.seat === null;
    this.#stage = {
      motion: this.#pace,
      cards: this.#zones.cards,
      layer,
      pile: (zone) => this.#zoneElement(zone),
      ghost: (id) => this.#ghost(id),
      render: () => this.#render(),
    };
    this.#queueView.addControls(speedBox, step);
    // A click on the table finishes a chain that is being shown.
    this.#root.addEventListener("click", ({ target, detail }) => {
      const onTable = /** @type {Element} */ (target).closest(".stc-board, .stc-field, .stc-low, .stc-queue-body");
      if (this.#playing && !this.#stepMode && onTable && detail < 2) this.#pace.finish();
    });
    outcome.addEventListener("click", () => {
      this.#outcomeClosed = true;
      this.#render();
    });
    this.#root.append(
      h("header", { class: "stc-top" }, this.#header.facts, this.#header.goal, h("div", { class: "stc-tools" }, end)),
      this.#header.goals,
      this.#queueView.element,
      field,
      board,
      h("div", { class: "stc-piles" }, piles.deck, piles.grave, piles.banish),
      h("div", { class: "stc-low" }, prompt, this.#hintWait.element, hand),
      this.#detail.element,
      this.#tray.element,
      outcome,
      layer,
    );
    this.append(this.#root, this.#tooltips.element);
    explainTable(this.#tooltips, this.#table, this.#queueView, this.#header.goal);
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
      explainUnplayable: (id) => void this.#explain(id),
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
    this.#hintWait.stop();
  }

  // Called by the playback

  /** @param {import("../../frame/message_types.js").View} view */
  show(view) {
    this.#model.applyView(view);
    const moment = JSON.stringify(view);
    const before = this.#snapshots.get(moment);
    if (!this.#hasNews && before) this.#chain = before.copy();
    else if (!this.#hasNews && !this.#model.view.choice) this.#chain.clear();
    this.#chain.sync(this.#model.view);
    this.#hasNews = false;
    this.#playing = false;
    this.#pace.reset();
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

  /** @param {GameEvent} event @param {import("../../frame/message_types.js").Goal[]} goals */
  async playEvent(event, goals) {
    const motion = this.#pace;
    this.#playing = true;
    if (this.#stepMode) motion.reset();
    else motion.next();
    const source = () => this.#zones.cards.get(this.#model.findPiece(event.card ?? "")?.key ?? -1);
    if (event.kind === "setup") {
      this.#model.fold(event);
      this.#render();
      return;
    }
    this.playEventSound(event);
    // The values that have won are shown with the result.
    if (event.kind === "win") this.#goals = goals;
    const queueAnimation = this.#queueView.render(this.#chain);
    this.#detail.renderLog(this.#chain.lines);
    const taken = event.kind === "play" ? this.#input.playedPiece : null;
    await animateChange(this.#stage, () => this.#model.fold(event, taken));
    if (["resolve", "run", "use"].includes(event.kind)) await pulse(motion, source());
    else if (event.kind === "fizzle" || event.kind === "skip") await shake(motion, source());
    else if (event.kind === "counter") await pop(motion, source()?.querySelector(`[data-counter="${event.name}"]`));
    else if (event.kind === "stat") await pop(motion, source()?.querySelector(".stc-mini-stats"));
    else if (event.kind === "stats") void pop(motion, source()?.querySelector(".stc-mini-stats"));
    else if (event.kind === "attach" || event.kind === "nothing") await pulse(motion, source());
    else if (event.kind === "win" || event.kind === "lose" || event.kind === "out_of_turns")
      await reveal(motion, this.#table.outcome);
    await queueAnimation;
    if (this.#stepMode && event.text) await this.#queueView.pause();
  }

  /**
   * @param {string[]} legal
   * @param {import("../../frame/message_types.js").View} _
   * @param {import("../../frame/message_types.js").LocalizedText | null} prompt
   */
  offerActions(legal, _, prompt) {
    this.#legal = new Set(legal);
    this.#question = prompt;
    this.#hints.clear();
    this.#hintLevel = 0;
    this.#advice = "";
    this.#thinking = false;
    this.#reason = null;
    this.#input.setLegal(this.#legal);
    this.#render();
    this.#input.onActionsShown();
  }

  /** @param {import("../../frame/message_types.js").LocalizedText | null} ending */
  showEnding(ending) {
    this.#ending = ending;
  }

  /** @param {import("../../frame/message_types.js").Goal[]} goals */
  showGoals(goals) {
    this.#goals = goals;
  }

  /** The conditions for a win that were not met at the end of a lost game, with their values. */
  closeness() {
    if (this.#model.view.result === "win" || !this.#goals.length) return null;
    const lines = this.#goals.map(({ card, parts }) => {
      const open = parts.filter(({ met }) => !met);
      const texts = (open.length ? open : parts).map(({ text }) => localize(text)).join(t("listComma"));
      const name = localize(this.#card(card).name);
      return texts.includes(name) ? texts : t("closenessOf", { card: name, parts: texts });
    });
    return { title: t("closeness"), lines };
  }

  /**
   * Show a hint in steps: what kind of play, then which card, then which action.
   * @param {import("../../frame/screen.js").Hint[]} actions
   * @param {{proved: boolean, plays?: number | null, whole?: boolean}} proof
   */
  showHint(actions, proof) {
    if (!actions.length && !proof.proved) return false;
    this.#hintLevel = proof.whole
      ? ACTION_HINT
      : nextHintLevel(this.#hintLevel, actions, this.#legal, (id) => this.#card(id));
    this.#proved = proof.proved;
    this.#hints = markedActions(actions, this.#hintLevel);
    this.#advice = proof.whole ? "" : hintText(actions, proof, this.#hintLevel, this.#legal, (id) => this.#card(id));
    this.#render();
    return this.#hintLevel;
  }

  hintRecorded() {
    this.#render();
  }

  /** @param {boolean} on @param {() => void} [cancel] */
  setThinking(on, cancel = () => {}) {
    this.#thinking = on;
    if (on) this.#hintWait.start(cancel);
    this.#reason = null;
    this.#render();
  }

  relabel() {
    labelTools(this.#table, this.context.settings);
    this.#queueView.relabel();
    this.#detail.relabel();
    this.#hintWait.relabel();
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
    return h("span", { class: "stc-card", dataset: { type: card.facts.type, id } }, ...smallFace(card));
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
    this.#zones.render(this.#legal);
    renderPiles(this.#table, this.#model, (id) => this.#ghost(id));
    this.#header.render(this.context, this.#model.view, this.#goals);
    fill(this.#table.board.children[0], t("board", { n: this.#model.zones.board.length }));
    this.#table.hand.setAttribute("aria-label", t("hand", { n: this.#model.zones.hand.length }));
    this.#table.end.toggleAttribute("disabled", !this.#legal.has("end"));
    this.#table.end.classList.toggle("primary", this.#legal.size === 1);
    this.#table.end.dataset.does = this.#legal.has("end") ? "end" : "";
    fill(this.#table.prompt, this.#promptText());
    if (!this.#thinking) this.#hintWait.stop();
    this.#detail.renderLog(this.#chain.lines);
    this.#renderTray();
    markHints(this.#root, this.#hints, this.#proved);
    this.#input.renderDetail();
    this.#renderResult();
  }

  #promptText() {
    return promptText({
      legal: this.#legal,
      thinking: this.#thinking && this.#model.view.mode,
      reason: this.#reason,
      advice: this.#advice,
      ending: this.#ending,
      result: this.#model.view.result,
      question: this.#question,
      lastLine: this.#chain.lines.at(-1)?.line ?? null,
      watching: this.context.seat === null,
      canTakeBack: this.#model.view.mode === "puzzle" && Boolean(this.context.takeBack?.()),
    });
  }

  /** Show the server's reason why a hand card cannot be used; null clears it. @param {string | null} id */
  async #explain(id) {
    const [legal, request] = [this.#legal, (this.#requestId += 1)];
    const reason = id && (await this.context.explain(`hand:${id}`));
    if (legal !== this.#legal || request !== this.#requestId) return;
    this.#reason = reason || null;
    fill(this.#table.prompt, this.#promptText());
  }

  /** Show the tray for choices that are not on the table. */
  #renderTray() {
    const { choice } = this.#model.view;
    const hidden = choice && this.#legal.size && ["deck", "grave", "banish"].includes(choice.zone);
    if (hidden)
      this.#tray.showCards(
        `${t(`from_${choice.zone}`)} · ${this.#question ? localize(this.#question) : this.#promptText()}`,
        choice,
        (id) => this.#card(id),
        this.#legal,
      );
    else this.#tray.close();
  }

  #renderResult() {
    const { result, reason } = this.#model.view;
    const { outcome } = this.#table;
    if (!result) this.#outcomeClosed = false;
    outcome.hidden = !result || this.#outcomeClosed;
    if (!result) return;
    outcome.dataset.result = result;
    const by =
      reason === "turns" ? t("lossTurns") : reason ? t(`${result}By`, { card: localize(this.#card(reason).name) }) : "";
    outcome.title = t("close");
    fill(outcome, h("strong", null, t(result)), h("span", null, by), icon("close"));
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
    const { deck, mode, grave, banish } = this.#model.view;
    const cardOf = (/** @type {string} */ id) => this.#card(id);
    if (zone !== "deck") {
      openPileDialog(
        t(zone),
        [{ title: t("newest"), cards: { grave, banish }[zone].toReversed(), ordered: true }],
        cardOf,
      );
      return;
    }
    const parts = [
      { title: t(mode === "puzzle" ? "order" : "top"), cards: deck.top, ordered: true },
      { title: t("unknown"), cards: deck.unknown, ordered: false },
      { title: t("bottom"), cards: deck.bottom, ordered: true },
    ];
    openPileDialog(`${t("deck")} (${deck.count})`, parts, cardOf);
  }
}
export { drawSign } from "./how_to_play.js";
