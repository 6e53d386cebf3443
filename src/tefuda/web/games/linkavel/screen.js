/** LinkaVel's screen: two fields, player plates, the hand and the prompt. */

import { fill, h } from "../../frame/dom.js";
import { enableDrag } from "../../frame/drag.js";
import { Screen } from "../../frame/screen.js";
import { asSentence, localize } from "../../frame/words.js";
import { promptLines } from "./prompt.js";
import { Board } from "./board.js";
import { CardDetail } from "./card_detail.js";
import { createDragImage } from "./drag_image.js";
import { Catalogue } from "./face.js";
import { fold, fieldCardAt } from "./fold.js";
import { GameLog } from "./game_log.js";
import { Hints, hintStep } from "./hints.js";
import { hintReason } from "./hint_reasons.js";
import { Motions, isRevealed } from "./motions.js";
import { PlayerNames } from "./names.js";
import { LegalActions, parseAction } from "./actions.js";
import { confirmation, confirmationButtons, needsPreview } from "./confirmation.js";
import { CardTray, PhaseBar, Prompt, actionButton, answerButtons, openPlayerPile } from "./panels.js";
import { decisionText, nextPhase, turnTexts } from "./phases.js";
import { PowerSources } from "./power_sources.js";
import { Previews } from "./previews.js";
import { focusFirstAction, handleKey } from "./keyboard.js";
import { SOUNDS } from "./sounds.js";
import { cardAtSpot, slotPlace, spotAtPoint } from "./spots.js";
import { LEAVES_PHASE } from "./unused_plays.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./fold.js").Seat} Seat */
/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("../../frame/screen.js").Hint} Hint */

export default class LinkaVelScreen extends Screen {
  static tag = "linkavel-screen";
  static style = new URL("style.css", import.meta.url);
  /** @type {"page" | "full"} */
  static layout = "full";
  static sounds = SOUNDS;

  /** @type {View | null} */
  #view = null;
  #actions = new LegalActions();
  /** The first choice of an action with two steps. @type {string | null} */
  #chosen = null;
  /** An action that the player is asked to confirm. @type {string | null} */
  #confirming = null;
  /** The action that the player drags to. @type {string | null} */
  #aimed = null;
  #hints = new Hints();
  /** The copy of a dragged card. @type {HTMLElement | null} */
  #dragImage = null;
  /** The choice that the player is asked to make. @type {LocalizedText | null} */
  #question = null;
  /** How the game ended without a last action. @type {LocalizedText | null} */
  #ending = null;
  /** Counts requests for reasons; an answer to an older one is dropped. */
  #requestId = 0;
  /** Why the last input was not possible. @type {LocalizedText | null} */
  #reason = null;
  /** Whether the board had the focus, to restore it. */
  #hadFocus = false;
  /** Whether an action of the player is being shown. */
  #isActing = false;
  /** The own card that was clicked meanwhile. It is chosen as soon as it can be. @type {string | null} */
  #clickedEarly = null;
  #cards = new Catalogue([]);
  #sources = new PowerSources();
  #detail = new CardDetail((place) => this.#fieldCard(place));
  #previews = new Previews(this, {
    describe: () => this.context.describe(),
    mark: (preview) => this.#board.showPreview(preview),
    detail: this.#detail,
  });
  #board = new Board({
    pile: (seat, pile) => this.#view && openPlayerPile(this.#view, seat, pile, this.#whose(seat), this.#cards),
    tooltips: this.#previews.tooltips,
    spotTip: (spot) => this.#previews.explain(spot),
    handLimit: () => this.#option("hand_limit"),
  });
  #phases = new PhaseBar(this.#previews.tooltips, (phase) => void this.#explain(phase));
  #prompt = new Prompt();
  #tray = new CardTray();
  #log = new GameLog((id) => this.#detail.open(id, null));
  /** @type {Motions | null} */
  #motions = null;
  /** @type {PlayerNames | null} */
  #names = null;
  #sizes = new ResizeObserver(() => this.#view && this.#motions?.renderArrow(this.#view));
  #onKeydown = (/** @type {KeyboardEvent} */ event) => handleKey(this, event, this.#keys);

  /** @param {import("../../frame/screen.js").ScreenContext} context */
  prepare(context) {
    super.prepare(context);
    this.#detail.cards = this.#log.cards = this.#cards = new Catalogue(context.cards);
    this.#board.startLp = this.#option("lp");
    this.#names = new PlayerNames(context);
    this.#motions = new Motions(this.#board, this.#cards, context.motion, (seat) => this.#name(seat));
    const aside = h("aside", { class: "lv-aside" }, this.#detail.element, this.#log.element);
    const table = h(
      "div",
      { class: "lv-table" },
      ...this.#board.elements.slice(0, -1),
      this.#phases.element,
      this.#prompt.element,
      ...this.#tray.elements,
      this.#board.hand,
      this.#log.button,
      aside,
    );
    fill(this, table, this.#motions.layer, this.#previews.tooltips.element);
    this.addEventListener("click", () => this.#reason && this.#showReason(null), { capture: true });
    this.addEventListener("click", (event) => this.#onClick(event));
    this.#detail.follow(this);
    enableDrag(this, {
      selector: "[data-drag], .lv-hand > .lv-held",
      lift: (spot) => this.#lift(spot),
      over: (x, y) => this.#over(spotAtPoint(x, y)),
      drop: (_, at) => this.#drop(at && spotAtPoint(at.x, at.y)),
    });
  }

  connectedCallback() {
    this.#sizes.observe(this);
    document.addEventListener("keydown", this.#onKeydown);
  }

  disconnectedCallback() {
    this.#sizes.disconnect();
    document.removeEventListener("keydown", this.#onKeydown);
  }

  // Called by the playback

  /** @param {Record<string, any>} view */
  show(view) {
    this.#view = /** @type {View} */ (structuredClone(view));
    this.#render();
  }

  /** @param {import("../../frame/message_types.js").GameEvent} event */
  async playEvent(event) {
    const [view, motions] = [this.#view, this.#motions];
    if (!view || !motions) return false;
    this.#previews.tooltips.close();
    const before = motions.capture(view, event);
    if (event.seat !== view.seat && isRevealed(event)) this.#detail.select(event.card, null);
    fold(view, event);
    this.#render();
    this.playEventSound(event);
    await motions.show(view, event, before);
    return true;
  }

  /** @param {string[]} legal @param {Record<string, any>} _ @param {LocalizedText | null} prompt */
  offerActions(legal, _, prompt) {
    this.#actions = new LegalActions(legal);
    this.#question = prompt;
    this.#chosen = this.#confirming = this.#aimed = null;
    this.#hints = new Hints();
    this.#previews.clear();
    this.#reason = null;
    const early = legal.length ? this.#clickedEarly : null;
    if (legal.length) [this.#isActing, this.#clickedEarly] = [false, null];
    const asking = legal.length ? this.#view?.asked?.card : null;
    if (asking) this.#detail.select(asking, null);
    if (this.#actions.canAttack) this.#loadPreviews();
    this.#render();
    if (
      legal.length &&
      this.#hadFocus &&
      !this.contains(document.activeElement) &&
      !document.querySelector("dialog:modal")
    )
      focusFirstAction(this, this.#chosen !== null);
    if (early && this.#actions.startingAt(early).length) this.#choose(early);
  }

  /** @param {LocalizedText | null} ending */
  showEnding(ending) {
    this.#ending = ending;
  }

  /** @param {Hint[]} actions best first */
  showHint(actions) {
    this.#hints = new Hints(actions.filter(({ action }) => this.#actions.has(action)));
    const { best, isAdvice } = this.#hints;
    this.#choose(best && isAdvice ? parseAction(best).from : null);
    if (best && isAdvice) this.#loadPreviews();
    return best !== null;
  }

  decisionText() {
    return this.#view && decisionText(this.#view, (seat) => this.#name(seat));
  }

  relabel() {
    this.#detail.clear();
    this.#log.render();
    this.#render();
  }

  /** @param {import("../../frame/message_types.js").GameEvent[]} events */
  loadHistory(events) {
    this.#sources.clear();
    for (const event of events) this.#sources.record(event);
    this.#log.load(events.flatMap(({ text }) => (text ? [text] : [])));
  }

  /** @param {string} name @param {LocalizedText} line @param {import("../../frame/message_types.js").GameEvent} event */
  appendLog(name, line, event) {
    void name;
    this.#sources.record(event);
    this.#log.append(line);
  }

  // Rendering

  /** @param {Seat} seat */
  #name(seat) {
    return this.#names?.name(seat) ?? "";
  }

  /** The name in the genitive. @param {Seat} seat */
  #whose(seat) {
    return this.#names?.whose(seat) ?? "";
  }

  /** The value of a rule setting. @param {string} option */
  #option(option) {
    const { table, game } = this.context;
    return Number(table?.options?.[option] ?? game.options?.find(({ name }) => name === option)?.default ?? 0);
  }

  #render() {
    const view = this.#view;
    if (!view) return;
    const actions = this.#actions;
    const best = this.#hints.best;
    const name = (/** @type {Seat} */ seat) => this.#name(seat);
    const whose = (/** @type {Seat} */ seat) => this.#whose(seat);
    const hint = best ? parseAction(best) : null;
    const { cards, resultOf } = this.#now;
    const isOver = view.result !== null || this.#ending !== null;
    this.#board.render(view, cards, { actions, chosen: this.#chosen, hint, resultOf, name, whose, isOver });
    const texts = turnTexts(view, name);
    if (isOver) texts.whose = t("isOver");
    this.#phases.render(view, actions, { ...texts, hint: best, next: nextPhase(view, this.#now, best) });
    const open = this.#tray.render(view, this.#cards, actions, best);
    this.#board.hand.hidden = open || view.seat === null;
    const lines = promptLines(view, {
      actions,
      question: this.#question,
      ending: this.#ending,
      chosen: this.#chosen,
      cards,
      resultOf,
      readsText: !this.#detail.isVisible,
      isGuided: best !== null,
      name,
    });
    const step = this.#hintStarts(this.#chosen) ? hintStep(view, best ?? "", this.#cards) : null;
    const why = best ? hintReason(view, best, this.#now) : "";
    lines.splice(0, step ? lines.length : 0, ...this.#hints.lines(why, step));
    const aimed = this.#previews.get(this.#aimed);
    if (aimed) lines.splice(0, lines.length, asSentence(localize(aimed.text)), localize(aimed.outcome));
    const asked = this.#asked(this.#confirming);
    if (asked) lines.splice(0, lines.length, ...asked.lines);
    this.#prompt.render(this.#reason ? [localize(this.#reason)] : lines, this.#buttons(view), actions.legal.length > 0);
    this.classList.toggle(
      "lv-choosing",
      this.#chosen !== null || actions.all.some(({ from, to }) => from === null && to !== null),
    );
    this.classList.toggle("lv-spectator", view.seat === null);
    this.#motions?.renderArrow(view);
    this.#detail.render();
  }

  /** Whether a spot is the first choice of the hint. @param {string | null} spot */
  #hintStarts(spot) {
    const { best, isAdvice } = this.#hints;
    return spot !== null && best !== null && isAdvice && parseAction(best).from === spot;
  }

  /** The buttons of a question or of the chosen card. @param {View} view */
  #buttons(view) {
    const asked = this.#asked(this.#confirming);
    if (asked && this.#confirming) return confirmationButtons(asked, this.#confirming, () => this.#choose(null));
    const id = this.#chosen && cardAtSpot(view, this.#chosen);
    const question = { uses: id ? this.#cards.get(id).facts.uses : [], op: view.asked?.op ?? null };
    const buttons = answerButtons(this.#actions, this.#chosen, this.#hints.best, question);
    if (this.#chosen) {
      if (id)
        buttons.push(
          actionButton(t("details"), {
            kind: "lv-more",
            onclick: () => this.#detail.open(id, slotPlace(view, this.#chosen)),
          }),
        );
      buttons.push(actionButton(t("cancel"), { kind: "quiet", onclick: () => this.#choose(null) }));
    }
    return buttons;
  }

  /** What the texts depend on. */
  get #now() {
    const [actions, cards, previews] = [this.#actions, this.#cards, this.#previews];
    const resultOf = (/** @type {string} */ action) => previews.attackResult(action, this.#view?.seat ?? null);
    return { actions, cards, previews, resultOf };
  }

  /** The question before an action; null if it needs none. Hints are not questioned. @param {string | null} action */
  #asked(action) {
    const asked = this.#view && action ? confirmation(action, this.#view, this.#now) : null;
    return asked?.warns && action === this.#hints.best ? null : asked;
  }

  /** The card at a place, with its power sources. @param {string | null} place */
  #fieldCard(place) {
    const thing = place && this.#view ? fieldCardAt(this.#view, place) : null;
    return thing && place ? { ...thing, sources: this.#sources.sourcesOf(place, thing) } : null;
  }

  // Input

  /** @param {MouseEvent} event */
  #onClick(event) {
    this.#motions?.skipSpotlight();
    const target = /** @type {HTMLElement} */ (event.target);
    const spot = /** @type {HTMLElement | null} */ (target.closest("[data-act], [data-spot], [data-look]"));
    if (!spot) return;
    this.#hadFocus = true;
    const { act, ways, look, place, spot: where = "" } = spot.dataset;
    if (!act && !ways && place && look && this.#isMagicChosen) return this.#showActivateFirst();
    if (act) return void this.#request(act);
    if (ways) {
      // The card of a hint stays chosen: a newcomer clicks it before its target.
      const cancels = where === this.#chosen && !this.#hintStarts(where);
      return this.#choose(cancels ? null : where, event.detail === 0);
    }
    const isOwn = /^[ms][1-3]$/.test(where) || where.startsWith("hand:");
    if (isOwn && this.#isActing && this.#view?.turn === this.#view?.seat) {
      this.#clickedEarly = where;
      return;
    }
    this.#explainSpot(where);
    const reads = !this.#detail.isVisible || event.detail === 0 || spot.matches(".lv-named");
    if (look && reads) this.#detail.open(look, place ?? null);
  }

  /** Whether a magic card in hand is chosen, which a button activates before its targets are picked. */
  get #isMagicChosen() {
    return this.#actions.startingAt(this.#chosen).some(({ verb }) => verb === "magic");
  }

  /** Say that a magic is activated before its target is chosen. */
  #showActivateFirst() {
    const text = t("pressActivate", { label: t("activate") });
    this.#showReason({ en: text, ja: text });
  }

  /** @param {LocalizedText | null} why */
  #showReason(why) {
    this.#reason = why;
    this.#render();
  }

  /** Explain why a hand card, or in the player's turn an own slot, has no legal action. @param {string} spot */
  #explainSpot(spot) {
    const slot = /^[ms][1-3]$/.test(spot) && this.#actions.legal.length > 0;
    if (slot || spot.startsWith("hand:")) void this.#explain(spot);
  }

  /** Show the server's reason why an item cannot be used now. @param {string} item */
  async #explain(item) {
    if (this.#view?.result) return;
    const [actions, request] = [this.#actions, (this.#requestId += 1)];
    const why = await this.context.explain(item);
    if (!why || actions !== this.#actions || request !== this.#requestId) return;
    this.#chosen = null;
    this.#showReason(why);
  }

  /**
   * Play an action. One with a drawback is confirmed first.
   * @param {string} notation
   */
  async #request(notation) {
    if (notation === this.#confirming || !this.#actions.has(notation)) return this.#act(notation);
    if (needsPreview(notation, this.#now) && !(await this.#previews.load())) return;
    if (!this.#asked(notation)) return this.#act(notation);
    this.#chosen = LEAVES_PHASE.includes(notation) ? null : this.#chosen;
    this.#confirming = notation;
    this.#render();
    this.#previews.mark(notation);
    /** @type {HTMLElement | null} */ (this.querySelector(".lv-confirm"))?.focus();
  }

  /** @param {string} notation */
  #act(notation) {
    if (!this.#actions.has(notation)) return;
    this.#hadFocus = this.contains(document.activeElement);
    this.offerActions([], {}, null);
    [this.#isActing, this.#clickedEarly] = [true, null];
    this.context.act(notation); // a lesson offers the actions again at once
  }

  /**
   * @param {string | null} spot
   * @param {boolean} [goOn] whether to move the focus to the next step, for keyboard users
   */
  #choose(spot, goOn = false) {
    this.#requestId += 1;
    const left = this.#chosen;
    this.#chosen = spot;
    this.#confirming = this.#aimed = null;
    this.#reason = null;
    if (spot && this.#hints.isAdvice && !this.#hintStarts(spot)) this.#hints = new Hints();
    if (this.#actions.startingAt(spot).some(({ verb }) => verb === "attack" || verb === "summon")) this.#loadPreviews();
    this.#previews.mark(null);
    this.#render();
    // In a hand that scrolls, a hint may choose a card out of sight.
    if (spot) this.querySelector(".lv-hand > .lv-chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (spot && goOn) focusFirstAction(this, this.#chosen !== null);
    else if (!spot && left) /** @type {HTMLElement | null} */ (this.querySelector(`[data-spot="${left}"]`))?.focus();
  }

  /** Load what the actions lead to, and show it. */
  #loadPreviews() {
    void this.#previews.load().then((isCurrent) => isCurrent && this.#render());
  }

  /** @param {HTMLElement} spot */
  #lift(spot) {
    const { ways, act, spot: where = "" } = spot.dataset;
    if (!ways && !act) this.#explainSpot(where);
    if (!spot.hasAttribute("data-drag")) return null;
    this.#choose(where);
    this.#dragImage = createDragImage(spot, this);
    return this.#dragImage;
  }

  /** @param {HTMLElement | null} spot */
  #over(spot) {
    const act = spot?.dataset.act ?? null;
    for (const one of this.querySelectorAll(".lv-over")) one.classList.remove("lv-over");
    if (act) spot?.classList.add("lv-over");
    if (act === this.#aimed) return;
    this.#aimed = act;
    this.#previews.mark(act);
    this.#render();
  }

  /** @param {HTMLElement | null} spot */
  #drop(spot) {
    this.#dragImage?.remove();
    this.#over(null);
    if (spot?.dataset.act) void this.#request(spot.dataset.act);
    else this.#choose(null);
  }

  /** @type {import("./keyboard.js").KeyHandlers} */
  #keys = {
    act: (action) => {
      if (!this.#actions.has(action)) return false;
      void this.#request(action);
      return true;
    },
    held: (index) =>
      this.#board.hand.hidden ? null : /** @type {HTMLElement | null} */ (this.#board.hand.children[index] ?? null),
    details: () => this.#detail.openSelected(),
    cancel: () => {
      if (!this.#chosen) return false;
      this.#choose(null);
      return true;
    },
  };
}

export { face } from "./face.js";
export { drawSign } from "./how_to_play.js";
