/** LinkaVel's screen: two fields, player plates, the hand and the prompt. */

import { fill, isBoardKey, h } from "../../frame/dom.js";
import { enableDrag } from "../../frame/drag.js";
import { Screen } from "../../frame/screen.js";
import { localize } from "../../frame/words.js";
import { promptLines } from "./prompt.js";
import { Board } from "./board.js";
import { createDragImage } from "./drag_image.js";
import { Catalogue } from "./face.js";
import { SEATS, bottomSeat, fold, fieldCardAt } from "./fold.js";
import { Motions } from "./motions.js";
import { LegalActions, parseAction } from "./actions.js";
import { CardTray, PhaseBar, Prompt, actionButton, answerButtons, cardDetail, openCard, openPile } from "./panels.js";
import { illegalReason } from "./illegal_reasons.js";
import { PowerSources } from "./power_sources.js";
import { nearestButton } from "./arrow_keys.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./fold.js").Seat} Seat */
/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/** @typedef {{action: string, text: LocalizedText, chance: number}} Hint */

const MAX_LOG_LINES = 60;
/** Keys of actions. @type {Record<string, string>} */
const ACTION_KEYS = { b: "battle", m: "main2", e: "end", y: "yes", n: "no" };

export default class LinkaVelScreen extends Screen {
  static tag = "linkavel-screen";
  static style = new URL("style.css", import.meta.url);
  /** @type {"page" | "full"} */
  static layout = "full";

  /** @type {View | null} */
  #view = null;
  #actions = new LegalActions();
  /** The first choice of an action with two steps. @type {string | null} */
  #chosen = null;
  /** @type {Hint | null} */
  #hint = null;
  /** The copy of a dragged card. @type {HTMLElement | null} */
  #dragImage = null;
  /** Why the last input was not possible. */
  #reason = "";
  /** The card shown in the detail panel. @type {{id: string, place: string | null} | null} */
  #inspected = null;
  /** Whether the board had the focus, to restore it. */
  #hadFocus = false;
  #cards = new Catalogue([]);
  #sources = new PowerSources();
  #board = new Board({ pile: (seat, pile) => this.#openPile(seat, pile) });
  #phases = new PhaseBar((reason) => this.#showReason(reason));
  #prompt = new Prompt();
  #tray = new CardTray();
  #detail = h("div", { class: "lv-detail" });
  #log = h("div", { class: "lv-log", "aria-hidden": "true" });
  /** @type {LocalizedText[]} */
  #lines = [];
  /** @type {Motions | null} */
  #motions = null;
  #sizes = new ResizeObserver(() => this.#view && this.#motions?.renderArrow(this.#view));
  #onKeydown = (/** @type {KeyboardEvent} */ event) => this.#handleKey(event);

  /** @param {import("../../frame/screen.js").ScreenContext} context */
  prepare(context) {
    super.prepare(context);
    this.#cards = new Catalogue(context.cards);
    this.#board.startLp = Number(
      context.table?.options?.lp ?? context.game.options?.find(({ name }) => name === "lp")?.default ?? 0,
    );
    this.#motions = new Motions(this.#board, this.#cards, context.motion, (seat) => this.#name(seat));
    const aside = h("aside", { class: "lv-aside" }, this.#detail, this.#log);
    const table = h(
      "div",
      { class: "lv-table" },
      ...this.#board.elements.slice(0, -1),
      this.#phases.element,
      this.#prompt.element,
      this.#tray.element,
      this.#board.hand,
      aside,
    );
    fill(this, table, this.#motions.layer);
    this.addEventListener("click", () => this.#reason && this.#showReason(""), { capture: true });
    this.addEventListener("click", (event) => this.#onClick(event));
    this.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#inspect(event.target));
    this.addEventListener("focusin", (event) => this.#inspect(event.target));
    this.addEventListener("contextmenu", (event) => this.#onContextMenu(event));
    enableDrag(this, {
      selector: "[data-drag], .lv-hand > .lv-held",
      lift: (spot) => this.#lift(spot),
      over: (x, y) => this.#over(spotAt(x, y)),
      drop: (_, at) => this.#drop(at && spotAt(at.x, at.y)),
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
    const before = motions.capture(view, event);
    if (!fold(view, event, (card) => this.#cards.get(card).facts.power ?? undefined)) return false;
    this.#render();
    await motions.show(view, event, before);
    return true;
  }

  /** @param {string[]} legal */
  offerActions(legal) {
    this.#actions = new LegalActions(legal);
    this.#chosen = null;
    this.#hint = null;
    this.#reason = "";
    const asking = legal.length ? this.#view?.asked?.card : null;
    if (asking) this.#inspected = { id: asking, place: null };
    this.#render();
    if (
      legal.length &&
      this.#hadFocus &&
      !this.contains(document.activeElement) &&
      !document.querySelector("dialog[open]")
    )
      this.#focusFirst();
  }

  /** @param {Hint[]} actions best first */
  showHint(actions) {
    this.#hint = actions.find(({ action }) => this.#actions.has(action)) ?? null;
    this.#chosen = this.#hint ? parseAction(this.#hint.action).from : null;
    this.#render();
    return this.#hint !== null;
  }

  relabel() {
    this.#reason = "";
    this.#inspected = null;
    this.#renderLog();
    this.#render();
  }

  /** @param {import("../../frame/message_types.js").GameEvent[]} events */
  loadHistory(events) {
    this.#sources.clear();
    for (const event of events) this.#sources.record(event);
    this.#lines = events.flatMap(({ text }) => (text ? [text] : [])).slice(-MAX_LOG_LINES);
    this.#renderLog();
  }

  /** @param {string} name @param {LocalizedText} line @param {import("../../frame/message_types.js").GameEvent} event */
  appendLog(name, line, event) {
    void name;
    this.#sources.record(event);
    this.#lines = [...this.#lines, line].slice(-MAX_LOG_LINES);
    this.#renderLog();
  }

  #renderLog() {
    fill(this.#log, ...this.#lines.toReversed().map((line) => h("p", null, localize(line))));
  }

  // Rendering

  /** The name of a player. @param {Seat} seat */
  #name(seat) {
    const at = SEATS.indexOf(seat);
    const sitting = this.context.table?.seats[at];
    if (sitting?.kind === "cpu") return t("cpu", { n: sitting.level ?? "" });
    return sitting?.name ?? localize(sitting?.title ?? this.context.game.seat_titles?.[at]);
  }

  #render() {
    const view = this.#view;
    if (!view) return;
    const actions = this.#actions;
    const hint = this.#hint ? parseAction(this.#hint.action) : null;
    const name = (/** @type {Seat} */ seat) => this.#name(seat);
    this.#board.render(view, this.#cards, { actions, chosen: this.#chosen, hint, name });
    const whose = view.result
      ? t("isOver")
      : view.turn === view.seat
        ? t("yourTurn")
        : t("turnOf", { name: name(view.turn) });
    this.#phases.render(view, actions, whose, this.#hint?.action ?? null);
    const open = this.#tray.render(view, this.#cards, actions, this.#hint?.action ?? null);
    this.#board.hand.hidden = open || view.seat === null;
    const lines = promptLines(view, { actions, chosen: this.#chosen, cards: this.#cards, name });
    if (this.#hint)
      lines.unshift(t("hint", { text: localize(this.#hint.text), chance: Math.round(100 * this.#hint.chance) }));
    this.#prompt.render(this.#reason ? [this.#reason] : lines, this.#buttons(view), actions.legal.length > 0);
    this.classList.toggle(
      "lv-choosing",
      this.#chosen !== null || actions.all.some(({ from, to }) => from === null && to !== null),
    );
    this.classList.toggle("lv-spectator", view.seat === null);
    this.#motions?.renderArrow(view);
    this.#renderDetail();
  }

  /** The buttons of a question or of the chosen card. @param {View} view */
  #buttons(view) {
    const buttons = answerButtons(this.#actions, this.#chosen, this.#hint?.action ?? null);
    if (this.#chosen) {
      const id = this.#cardAt(view, this.#chosen);
      if (id)
        buttons.push(
          actionButton(t("details"), { kind: "lv-more", onclick: () => this.#openCard(this.#place(this.#chosen), id) }),
        );
      buttons.push(actionButton(t("cancel"), { kind: "quiet", onclick: () => this.#choose(null) }));
    }
    return buttons;
  }

  /** The full place of a spot: `m1` is `one.m1`. @param {string | null} spot */
  #place(spot) {
    const view = this.#view;
    return view && spot && /^[ms][1-3]$/.test(spot) ? `${bottomSeat(view)}.${spot}` : null;
  }

  /** The card at a place, with its power sources. @param {string | null} place */
  #fieldCard(place) {
    const thing = place && this.#view ? fieldCardAt(this.#view, place) : null;
    return thing && place ? { ...thing, sources: this.#sources.sourcesOf(place, thing) } : null;
  }

  /** @param {View} view @param {string} spot */
  #cardAt(view, spot) {
    if (spot.startsWith("hand:")) return spot.slice(5);
    return fieldCardAt(view, this.#place(spot) ?? "")?.card ?? null;
  }

  #renderDetail() {
    const now = this.#inspected;
    const thing = this.#fieldCard(now?.place ?? null);
    const key = now ? JSON.stringify([now, thing, document.documentElement.lang]) : "";
    if (this.#detail.dataset.key === key && this.#detail.firstChild) return;
    this.#detail.dataset.key = key;
    if (now) fill(this.#detail, ...cardDetail(now.id, thing?.card === now.id ? thing : null, this.#cards));
    else
      fill(
        this.#detail,
        h("p", { class: "lv-hintline" }, t("emptyDetail")),
        h("p", { class: "lv-hintline" }, t("help")),
      );
  }

  // Input

  /** @param {EventTarget | null} target */
  #inspect(target) {
    const seen = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-look]"));
    if (!seen?.dataset.look) return;
    this.#inspected = { id: seen.dataset.look, place: seen.dataset.place ?? null };
    this.#renderDetail();
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const spot = /** @type {HTMLElement | null} */ (target.closest("[data-act], [data-spot], [data-look]"));
    if (!spot) return;
    this.#hadFocus = true;
    const { act, ways, look, place, spot: where = "" } = spot.dataset;
    if (act) return this.#act(act);
    if (ways) return this.#choose(where === this.#chosen ? null : where, event.detail === 0);
    this.#explainIllegal(where);
    if (look && (this.#narrow || event.detail === 0)) this.#openCard(place ?? null, look);
  }

  /** Whether there is no room for the detail panel. */
  get #narrow() {
    return this.#detail.getClientRects().length === 0;
  }

  /** A long press or right click opens a card. @param {MouseEvent} event */
  #onContextMenu(event) {
    const seen = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-look]"));
    if (!seen?.dataset.look) return;
    event.preventDefault();
    this.#openCard(seen.dataset.place ?? null, seen.dataset.look);
  }

  /** @param {string | null} place @param {string} id */
  #openCard(place, id) {
    openCard(id, this.#fieldCard(place), this.#cards);
  }

  /** @param {Seat} seat @param {"hand" | "deck" | "trash"} pile */
  #openPile(seat, pile) {
    const view = this.#view;
    if (!view) return;
    const name = this.#name(seat);
    if (pile === "hand") openPile(t("shownTitle", { name }), view[seat].shown, this.#cards);
    else if (pile === "trash") openPile(t("trashTitle", { name }), view[seat].trash.toReversed(), this.#cards);
    else openPile(seat === view.seat ? t("unseenOwn") : t("unseenTheirs", { name }), view.unseen[seat], this.#cards);
  }

  /** @param {string} why */
  #showReason(why) {
    this.#reason = why;
    this.#render();
  }

  /** Explain why a spot has no legal action. @param {string} spot */
  #explainIllegal(spot) {
    const why =
      this.#view && !this.context.replay
        ? illegalReason(this.#view, spot, { cards: this.#cards, legal: this.#actions.legal })
        : "";
    if (!why) return;
    this.#chosen = null;
    this.#showReason(why);
  }

  /** @param {string} notation */
  #act(notation) {
    if (!this.#actions.has(notation)) return;
    this.#hadFocus = this.contains(document.activeElement);
    this.context.act(notation);
    this.offerActions([]);
  }

  /**
   * @param {string | null} spot
   * @param {boolean} [goOn] whether to move the focus to the next step, for keyboard users
   */
  #choose(spot, goOn = false) {
    const left = this.#chosen;
    this.#chosen = spot;
    this.#reason = "";
    this.#render();
    if (spot && goOn) this.#focusFirst();
    else if (!spot && left) /** @type {HTMLElement | null} */ (this.querySelector(`[data-spot="${left}"]`))?.focus();
  }

  /** Focus the first element with an action. */
  #focusFirst() {
    const all = /** @type {HTMLElement[]} */ (
      Array.from(
        this.querySelectorAll(
          this.#chosen
            ? ".lv-lit, .lv-prompt [data-act]"
            : ".lv-tray [data-act], .lv-prompt [data-act], .lv-lit, .lv-can, .lv-phase[data-act]",
        ),
      )
    );
    all.find((one) => one.getClientRects().length > 0)?.focus();
  }

  /** @param {HTMLElement} spot */
  #lift(spot) {
    const { ways, act, spot: where = "" } = spot.dataset;
    if (!ways && !act) this.#explainIllegal(where);
    if (!spot.hasAttribute("data-drag")) return null;
    this.#choose(where);
    this.#dragImage = createDragImage(spot, this);
    return this.#dragImage;
  }

  /** @param {HTMLElement | null} spot */
  #over(spot) {
    for (const one of this.querySelectorAll(".lv-over")) one.classList.remove("lv-over");
    if (spot?.dataset.act) spot.classList.add("lv-over");
  }

  /** @param {HTMLElement | null} spot */
  #drop(spot) {
    this.#dragImage?.remove();
    this.#over(null);
    if (spot?.dataset.act) this.#act(spot.dataset.act);
    else this.#choose(null);
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.repeat || !isBoardKey(event, this)) return;
    const key = event.key.toLowerCase();
    const held = /^[0-9]$/.test(key) ? this.#board.hand.children[(Number(key) + 9) % 10] : null;
    if (ACTION_KEYS[key] && this.#actions.has(ACTION_KEYS[key])) this.#act(ACTION_KEYS[key]);
    else if (held instanceof HTMLElement && !this.#board.hand.hidden) {
      held.focus();
      held.click();
    } else if (key === "d" && this.#inspected) this.#openCard(this.#inspected.place, this.#inspected.id);
    else if (key === "escape" && this.#chosen) this.#choose(null);
    else if (event.key.startsWith("Arrow") && this.contains(target)) {
      const next = nearestButton(this, target, event.key);
      if (!next) return;
      next.focus();
    } else return;
    event.preventDefault();
  }
}

/**
 * The spot at a point.
 * @param {number} x
 * @param {number} y
 * @returns {HTMLElement | null}
 */
function spotAt(x, y) {
  return document.elementFromPoint(x, y)?.closest("[data-spot]") ?? null;
}

export { face } from "./face.js";
