// Card Othello's screen: board, players, hand, panel and logs.

import { fill, isBoardKey, h } from "../../frame/dom.js";
import { Screen } from "../../frame/screen.js";
import { Tooltips } from "../../frame/tooltips.js";
import { Board } from "./board.js";
import { Catalogue, CardRow } from "./cards.js";
import { stoneTip } from "./explanations.js";
import { CELLS, SIDES, opponentOf } from "./fold.js";
import { Hints } from "./hints.js";
import { Logs } from "./logs.js";
import { Motions } from "./motions.js";
import { Panel, isPickingCard, isPickingCell } from "./panel.js";
import { PileViewer } from "./piles.js";
import { PlayerPanel } from "./players.js";
import { Preview } from "./preview.js";
import { stateFromView, updateState } from "./screen_state.js";
import { MOVE_MS, PHASE_GAP_MS, TRADE_MS, TURN_TRANSITION_GAP_MS } from "./timing.js";
import { SOUNDS } from "./sounds.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").Side} Side */
/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */
/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */

const SIMULATED_RATIOS = ["16:9", "16:10", "3:2", "4:3", "5:4"];
/** Events that are merged into the running animation, so that the final look is there at once. */
const MERGED_KINDS = ["mark", "unmark"];

export default class CardOthelloScreen extends Screen {
  static tag = "card-othello-screen";
  static style = new URL("style.css", import.meta.url);
  static layout = /** @type {const} */ ("full");
  static sounds = SOUNDS;

  /** @type {import("./screen_state.js").ScreenState | null} */
  #view = null;
  /** @type {Set<string>} */
  #legal = new Set();
  #hints = new Hints();
  /** The index of the selected card in its row. @type {number | null} */
  #selected = null;
  /** The choice that the player is asked to make. @type {LocalizedText | null} */
  #question = null;
  /** How the game ended without a last action. @type {LocalizedText | null} */
  #ending = null;
  /** Why cards cannot be used, as asked since the last offer; null until the server answers. @type {Map<string, LocalizedText | null>} */
  #reasons = new Map();
  /** Why a clicked cell cannot be chosen. @type {LocalizedText | null} */
  #refusal = null;
  /** Whether the selected card's details are open. */
  #detailsOpen = false;
  /** The cell of the last placed stone, also when animations are skipped. @type {string | null} */
  #lastPlaced = null;
  /** The card that was used last. @type {{side: Side, card: string} | null} */
  #lastUsed = null;
  /** Whether events came since the last view. A view without events is a jump. */
  #hasNews = false;
  /** The running animation. */
  #animation = Promise.resolve();
  /** The number of running animations. */
  #animationCount = 0;
  #board = new Board((cell) => this.#chooseCell(cell));
  #preview = new Preview(this.#board, () => this.context.describe());
  #tooltips = new Tooltips(this, (element) => void this.#preview.point(element?.dataset.cell ?? null));
  #logs = new Logs();
  #hand = new CardRow(
    (place) => this.#select(place, false),
    this.#tooltips,
    (card) => this.#reasonOf(card),
  );
  #tray = new CardRow(
    (place) => this.#select(place, true),
    this.#tooltips,
    () => null,
  );
  #piles = new PileViewer();
  #panel = new Panel(this.#tooltips, {
    use: () => this.#act(`use ${this.#selectedCard()}`),
    details: () => this.#toggleDetails(),
    choose: () => this.#act(`pick ${this.#selectedCard()}`),
    done: () => this.#act("done"),
    pass: () => this.#act("pass"),
    takeBack: () => this.context.takeBack?.()?.(),
  });
  #onKeydown = (/** @type {KeyboardEvent} */ event) => this.#handleKey(event);

  /** @param {import("../../frame/screen.js").ScreenContext} context */
  prepare(context) {
    super.prepare(context);
    this.catalogue = new Catalogue(context.cards);
    this.players = /** @type {Record<Side, PlayerPanel>} */ (
      Object.fromEntries(
        SIDES.map((side) => [side, new PlayerPanel(side, context.motion, this.#tooltips, () => this.#openPile(side))]),
      )
    );
    for (const cell of CELLS)
      this.#tooltips.explain(this.#board.cell(cell), () =>
        stoneTip(this.#board.look(cell), (name) => this.label(name)),
      );
    this.motions = new Motions(this.#board, context.motion);
    this.#tray.element.classList.add("co-tray");
    const { black, white } = this.players;
    const parts = [this.#board, white, black, this.#logs, this.#panel, this.#tray, this.#hand];
    const stage = h("div", { class: "co-stage" }, ...parts.map(({ element }) => element));
    const ratio = new URLSearchParams(location.search).get("simAspect");
    if (ratio && SIMULATED_RATIOS.includes(ratio)) {
      const [width, height] = ratio.split(":");
      this.style.setProperty("--ratio", String(Number(width) / Number(height)));
      this.classList.add("co-simulated");
    }
    fill(this, h("div", { class: "co-frame" }, stage), this.#piles.element, this.#tooltips.element);
    this.#clearLogs();
  }

  connectedCallback() {
    document.addEventListener("keydown", this.#onKeydown);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#onKeydown);
  }

  /** @param {Record<string, any>} view */
  show(view) {
    // A jump: earlier events did not lead to this view.
    if (!this.#hasNews) this.#forgetEvents();
    if (this.context.replay && !this.#hasNews) this.#clearLogs();
    this.#hasNews = false;
    this.#view = stateFromView(view, this.#lastPlaced);
    if (this.#view.result) {
      this.#setMoods(this.#view.result.winner);
      for (const side of SIDES) this.players?.[side].notices.skip();
    }
    this.#render();
  }

  /** @param {GameEvent} event */
  async playEvent(event) {
    if (event.kind === "setup") this.#clearLogs();
    const view = this.#view;
    if (!view) return false;
    const joins = MERGED_KINDS.includes(event.kind) && this.#animationCount > 0;
    if (!joins) await this.#animation;
    if (event.kind === "turn") await this.context.motion.wait(TURN_TRANSITION_GAP_MS);
    const cells = eventCells(event);
    const ghosts = new Map(cells.map((cell) => [cell, this.#board.snapshot(cell)]));
    const keys = new Map(cells.map((cell) => [cell, this.#board.lookKey(cell)]));
    if (!updateState(view, event)) return false;
    this.#updateMoods(event);
    this.#render();
    this.playEventSound(event);
    if (joins) return true;
    this.#animationCount += 1;
    this.#animation = this.#animate(event, ghosts, keys).finally(() => {
      this.#animationCount -= 1;
    });
    // The next event may be merged into this animation, so it is awaited then.
    if (!["place", "flip", "revive", "tempt"].includes(event.kind)) await this.#animation;
    return true;
  }

  /**
   * @param {string} name
   * @param {import("../../frame/message_types.js").LocalizedText} line
   * @param {GameEvent} event
   */
  appendLog(name, line, event) {
    this.#hasNews = true;
    if (event.kind === "place") this.#lastPlaced = event.at;
    if (event.kind === "use") this.#lastUsed = /** @type {any} */ (event);
    // Add the line when its event starts, after the running animation.
    void this.#animation.then(() => {
      if (name === "charge") this.players?.[/** @type {Side} */ (event.side)].notices.add(event.by);
      else this.#logs.add(name, line);
      if (event.kind === "no_draw" && event.reason === "hand_full")
        this.players?.[/** @type {Side} */ (event.side)].notices.add(t("lostDraw"));
    });
  }

  /** @param {GameEvent[]} events */
  loadHistory(events) {
    this.#clearLogs();
    this.#forgetEvents();
    for (const event of events) {
      if (event.text && event.channel !== "charge") this.appendLog(event.channel ?? "normal", event.text, event);
    }
  }

  /**
   * @param {string[]} legal
   * @param {Record<string, any>} _
   * @param {LocalizedText | null} prompt
   */
  offerActions(legal, _, prompt) {
    const picking = isPickingCard(this.#legal);
    this.#legal = new Set(legal);
    this.#question = prompt;
    this.#reasons = new Map();
    this.#refusal = null;
    this.#hints = new Hints();
    if (isPickingCard(this.#legal) !== picking) this.#selected = null;
    this.#render();
    this.#preview.offer(this.#legal);
  }

  /** @param {LocalizedText | null} ending */
  showEnding(ending) {
    this.#ending = ending;
    if (ending) this.#selected = null;
  }

  /** @param {import("./hints.js").Hint[]} actions best first */
  showHint(actions) {
    this.#hints = new Hints(actions.filter(({ action }) => this.#legal.has(action)));
    this.#selected = null; // shows the hint in the panel
    this.#render();
    return actions.length > 0;
  }

  relabel() {
    this.#logs.relabel();
    this.#render();
  }

  get #handLimit() {
    const { table, game } = this.context;
    const { default: limit } = game.options?.find(({ name }) => name === "hand_limit") ?? {};
    return Number(table?.options?.hand_limit ?? limit ?? Infinity);
  }

  #forgetEvents() {
    this.#lastPlaced = null;
    this.#lastUsed = null;
  }

  /** Clear logs and notices for a new game. */
  #clearLogs() {
    this.#logs.clear();
    for (const side of SIDES) this.players?.[side].notices.clear();
  }

  /**
   * Animate an event after its final state has been drawn.
   * @param {GameEvent} event
   * @param {Map<string, HTMLElement | null>} ghosts
   * @param {Map<string, string>} keys
   */
  async #animate(event, ghosts, keys) {
    const { motions, context } = this;
    if (!motions) return;
    const gap = () => context.motion.wait(PHASE_GAP_MS);
    switch (event.kind) {
      case "place":
      case "spawn":
        await motions.appear([event.at]);
        return gap();
      case "flip":
        await motions.flip(event.cells.filter((/** @type {string} */ cell) => !event.reviving.includes(cell)));
        return gap();
      case "revive":
      case "tempt":
        await motions.crossfade(event.at, ghosts.get(event.at) ?? null);
        return gap();
      case "mark":
      case "unmark":
        if (this.#board.lookKey(event.at) !== keys.get(event.at))
          await motions.crossfade(event.at, ghosts.get(event.at) ?? null);
        return;
      case "destroy":
        await motions.vanish(ghosts, event.by);
        return gap();
      case "move":
        await motions.travel(event.moves, event.by === "transposition" ? TRADE_MS : MOVE_MS);
        return gap();
    }
    if (this.catalogue)
      await motions.showCardEvent(event, this.catalogue, {
        newest: this.#hand.newest,
        own: event.side === this.#view?.seat,
      });
  }

  /**
   * Update the characters' moods.
   * @param {GameEvent} event
   */
  #updateMoods(event) {
    if (event.kind === "turn") this.#setMoods(null);
    else if (event.kind === "end") this.#setMoods(event.winner);
    else if (event.kind === "trap_sprung") this.#setMoods(event.owner);
    else if (["flip", "tempt", "steal", "condemn"].includes(event.kind)) this.#setMoods(event.side);
  }

  /** @param {Side | null} glad the happy side */
  #setMoods(glad) {
    for (const side of SIDES) {
      const player = this.players?.[side];
      if (player) player.character.mood = glad === null ? "calm" : glad === side ? "glad" : "worried";
    }
  }

  #render() {
    const { catalogue, players } = this;
    const view = this.#view;
    if (!view || !catalogue || !players) return;
    catalogue.costs = view.costs;
    const row = this.#choiceCards();
    const hints = this.#hints;
    if (this.#selected !== null && this.#selected >= row.length) this.#selected = null;
    const tray = this.#isTrayOpen();
    this.classList.toggle("co-without-cards", !view.cards_on);
    this.#board.render(view, {
      places: this.#legalCells("place"),
      targets: this.#legalCells("pick"),
      picked: view.choice?.picked ?? [],
      hints,
      labelOf: (name) => this.label(name),
    });
    SIDES.forEach((side, seat) =>
      players[side].render(view, this.context.table?.seats[seat], this.#ending === null, this.#handLimit),
    );
    const can = (/** @type {string} */ card) => this.#legal.has(`use ${card}`) || this.#legal.has(`pick ${card}`);
    this.#hand.element.hidden = !view.cards_on || view.seat === null || tray;
    this.#hand.render(catalogue, view.hand, {
      title: t("yourHand"),
      ready: can,
      selected: tray ? null : this.#selected,
      hints,
    });
    this.#tray.element.hidden = !tray;
    const title = view.shown.length && view.seat ? t("otherHand", { side: t(opponentOf(view.seat)) }) : t("offers");
    this.#tray.render(catalogue, tray ? row : [], { title, ready: can, selected: this.#selected, hints });
    this.#panel.render(view, catalogue, {
      legal: this.#legal,
      selected: this.#selectedCard(),
      open: this.#detailsOpen,
      aside: tray,
      hints,
      question: this.#question,
      ending: this.#ending,
      reason: this.#reasonOf(this.#selectedCard()),
      canTakeBack: Boolean(this.context.takeBack?.()),
      refusal: this.#refusal,
      lastUsed: this.#lastUsed,
      handLimit: this.#handLimit,
    });
    const waiting = this.#legalCells("place").size > 0 && view.choice?.pending;
    this.#logs.setWaitingCard(waiting ? catalogue.name(waiting) : "");
  }

  /** Return why a card cannot be used; asks the server once for each offer. @param {string | null} card */
  #reasonOf(card) {
    if (card === null || this.#legal.size === 0) return null;
    if (this.#legal.has(`use ${card}`) || this.#legal.has(`pick ${card}`)) return null;
    if (!this.#reasons.has(card)) void this.#explain(card);
    return this.#reasons.get(card) ?? null;
  }

  /** @param {string} card */
  async #explain(card) {
    const reasons = this.#reasons.set(card, null);
    reasons.set(card, await this.context.explain(card));
    if (this.#reasons !== reasons) return;
    this.#render();
    this.#tooltips.refresh();
  }

  /** Whether the tray with offered or revealed cards is open. */
  #isTrayOpen() {
    const pending = this.#view?.choice?.pending;
    return Boolean(this.#view?.shown.length) || (pending === "HEAVEN_BLESSING" && isPickingCard(this.#legal));
  }

  /** The cards to choose from: the hand, the offers or the opponent's hand. */
  #choiceCards() {
    const view = this.#view;
    if (!view) return [];
    if (!this.#isTrayOpen()) return view.hand;
    return view.shown.length ? view.shown : (view.choice?.cards ?? []);
  }

  /** The id of the selected card. */
  #selectedCard() {
    return this.#selected === null ? null : (this.#choiceCards()[this.#selected] ?? null);
  }

  /**
   * The cells of the legal actions with a verb.
   * @param {"place" | "pick"} verb
   */
  #legalCells(verb) {
    const found = Array.from(this.#legal, (notation) => notation.split(" "));
    return new Set(found.filter(([word, what]) => word === verb && /^[a-h][1-8]$/.test(what)).map(([, cell]) => cell));
  }

  // Input

  /** @param {string} notation */
  #act(notation) {
    if (!this.#legal.has(notation)) return;
    this.#selected = null;
    this.#detailsOpen = false;
    this.context.act(notation);
  }

  /** @param {string} cell */
  #chooseCell(cell) {
    const action = [`pick ${cell}`, `place ${cell}`].find((notation) => this.#legal.has(notation));
    if (action) this.#act(action);
    else if (this.#legal.size > 0) void this.#refuse(cell);
  }

  /** Say why a cell cannot be chosen. @param {string} cell */
  async #refuse(cell) {
    const legal = this.#legal;
    const refusal = await this.context.explain(cell);
    if (this.#legal !== legal) return;
    this.#refusal = refusal;
    this.#selected = null;
    this.#render();
  }

  /**
   * @param {number} place
   * @param {boolean} inTray
   */
  #select(place, inTray) {
    if (inTray !== this.#isTrayOpen()) return;
    this.#selected = place === this.#selected ? null : place;
    this.#refusal = null;
    this.#detailsOpen = false;
    this.#render();
  }

  #toggleDetails() {
    if (this.#selected === null || isPickingCard(this.#legal) || isPickingCell(this.#legal)) return;
    this.#detailsOpen = !this.#detailsOpen;
    this.#render();
  }

  /** @param {Side} side */
  #openPile(side) {
    if (this.#view && this.catalogue) this.#piles.open(this.catalogue, side, this.#view.discard[side]);
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.repeat || !isBoardKey(event, this)) return;
    const key = event.key.toLowerCase();
    const number = /^[0-9]$/.test(key) ? (Number(key) + 9) % 10 : -1;
    if (number >= 0 && number < this.#choiceCards().length) this.#select(number, this.#isTrayOpen());
    else if (key === "u" && isPickingCard(this.#legal)) this.#act(`pick ${this.#selectedCard()}`);
    else if (key === "u") this.#act(`use ${this.#selectedCard()}`);
    else if (key === "d") this.#toggleDetails();
    else if (key === "p") this.#act("pass");
    else if (key === "escape" && this.#selected !== null) this.#select(this.#selected, this.#isTrayOpen());
    else return;
    event.preventDefault();
  }
}

/**
 * The cells that an event changes.
 * @param {GameEvent} event
 * @returns {string[]}
 */
function eventCells(event) {
  return event.cells ?? (event.at ? [event.at] : []);
}

export { galleryEntry as face } from "./cards.js";
export { drawSign } from "./how_to_play.js";
