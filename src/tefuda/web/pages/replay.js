// The replay viewer. The server verifies every step.

import * as api from "../frame/api.js";
import { fetchPositionCards } from "../frame/author_api.js";
import { fill, h } from "../frame/dom.js";
import { downloadText } from "../frame/download.js";
import { storeTransfer, loadTransfer } from "../frame/page_transfer.js";
import { icon } from "../frame/icons.js";
import { motion } from "../frame/motion.js";
import { Page, navigate } from "../frame/page.js";
import { Playback } from "../frame/playback.js";
import { createScreen, spectatorContext } from "../frame/screen.js";
import { loadSeatTokens } from "../frame/seat_tokens.js";
import { changeSettings, settings } from "../frame/settings.js";
import { localize, t } from "../frame/words.js";
import { loadScreen } from "../games/index.js";
import { openPageLink, openPositionButton } from "./workshop/links.js";
import { enterTable } from "./enter_table.js";
import { showHowToPlay } from "./help.js";
import { actionText, playerName, replayFacts } from "./replay_facts.js";
import { shuffleProof } from "./shuffle_proof.js";
import { branchOf, seatsAgainstCpu, seatsOfRetry } from "./table_request.js";
import { createNotice, showNotice } from "../frame/notice.js";

/** @typedef {import("../frame/message_types.js").ReplayFrame} ReplayFrame */

const ACTION_GAP_MS = 350;

export default class ReplayPage extends Page {
  static tag = "replay-page";
  /** The text of the file. */
  #file = "";
  /** @type {import("../frame/message_types.js").Game | null} */
  #game = null;
  /** @type {ReplayFrame[]} */
  #frames = [];
  /** @type {Awaited<ReturnType<typeof api.fetchReplayFrames>>["verdict"] | null} */
  #verdict = null;
  /** The seat that is viewed: the player's, until another is chosen. @type {number | null} */
  #viewSeat = null;
  #ply = 0;
  #playing = false;
  /** Counts play and pause; an older play loop stops. */
  #playId = 0;
  /** @type {import("../frame/screen.js").Screen | null} */
  #screen = null;
  /** @type {Playback | null} */
  #playback = null;
  #notice = createNotice();
  #ownGames = h("section", { class: "yours" });
  #board = h("div", { class: "stage" });
  #controls = h("div", { class: "controls" });
  #list = h("ol", { class: "moves", tabindex: "0" });
  #analysis = h("section", { class: "analysis" });
  /** @type {import("./analysis/chance_graph.js").ChanceGraph | null} */
  #graph = null;
  /** The table of the game, if it is known. @type {import("../frame/message_types.js").Table | null} */
  #table = null;

  /**
   * @param {string[]} _
   * @param {URLSearchParams} query
   */
  async open(_, query) {
    this.relabel();
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      void this.#readFile(event.dataTransfer?.files[0]);
    });
    document.addEventListener("keydown", this.#onKeydown);
    const table = query.get("table");
    const given = query.has("handed") ? loadTransfer("replay") : null;
    if (!table && !given) return;
    this.#ply = given?.ply ?? (Number(query.get("ply")) || 0);
    this.#showNotice(t("loading"));
    try {
      if (table && !given) this.#table = await api.fetchTable(table);
      const own = this.#ownSeats();
      if (own.length === 1) this.#viewSeat = own[0];
      await this.#load(given?.text ?? (await api.fetchReplay(table ?? "")));
    } catch (failure) {
      this.#showNotice(api.errorMessage(failure));
    }
  }

  leave() {
    this.#pause();
    motion.resume();
    this.#playback?.fastForward();
    document.removeEventListener("keydown", this.#onKeydown);
  }

  openHelp() {
    if (this.#game) void showHowToPlay(this.#game);
    return this.#game !== null;
  }

  relabel() {
    this.setHeading(this.#game ? t("replay_of", { game: localize(this.#game.title) }) : t("replays"));
    const chooser = h("input", {
      type: "file",
      accept: ".json,application/json",
      id: "file",
      class: "visually-hidden",
      onchange: (/** @type {any} */ event) => void this.#readFile(event.target.files[0]),
    });
    const opener = h(
      "div",
      { class: "opener" },
      h("label", { class: "button primary", for: "file" }, icon("film"), t("choose_file")),
      chooser,
      h("span", { class: "faint" }, t("drop")),
      openPageLink(),
    );
    if (!this.#frames.length) {
      fill(this, h("h1", null, t("replays")), this.#ownGames, h("p", null, t("replay_intro")), opener, this.#notice);
      void this.#loadOwnGames();
      return;
    }
    this.#screen?.relabel();
    this.#graph?.relabel();
    const verdictLine =
      this.#verdict &&
      h(
        "p",
        { class: `verdict-line ${this.#verdict.kind.toLowerCase()}` },
        t("replay_verified", { n: this.#verdict.ply }),
      );
    fill(
      this,
      h("h1", null, this.heading),
      this.#notice,
      replayFacts(this.#source()),
      verdictLine,
      this.#board,
      h(
        "aside",
        { class: "panel" },
        this.#controls,
        this.#analysis,
        h("h2", null, t("actions")),
        this.#list,
        this.#table && shuffleProof(this.#table, JSON.parse(this.#file).seed),
        opener,
      ),
    );
    this.#renderActions();
    this.#renderControls();
  }

  /** List the finished games of this browser. */
  async #loadOwnGames() {
    const { replayableGames } = await import("./my_games.js");
    const list = await replayableGames(() => void this.#loadOwnGames()).catch(() => []);
    fill(this.#ownGames, ...list);
  }

  /** @param {File | undefined} file */
  async #readFile(file) {
    if (!file) return;
    this.#table = null;
    this.#viewSeat = null;
    try {
      await this.#load(await file.text());
    } catch (failure) {
      this.#showNotice(failure instanceof SyntaxError ? t("unreadable") : api.errorMessage(failure));
    }
  }

  /** @param {string} file */
  async #load(file) {
    this.#pause();
    const { game, start } = JSON.parse(file);
    const { verdict, frames } = await api.fetchReplayFrames(file, this.#viewSeat);
    if (!frames.length) return this.#showNotice(localize(verdict));
    this.#file = file;
    this.#verdict = verdict;
    this.#frames = frames;
    this.#game = await api.fetchGame(game);
    const [module, cards] = await Promise.all([loadScreen(game), fetchPositionCards(game, start)]);
    document.body.dataset.layout = module.default.layout === "full" ? "wide" : "page";
    const screen = await createScreen(module.default);
    screen.prepare(
      spectatorContext({ game: this.#game, seat: this.#viewSeat, cards, settings, motion, seats: this.#table?.seats }),
    );
    this.#screen = screen;
    this.#board.replaceChildren(screen);
    this.#playback = new Playback(screen, motion);
    this.#notice.hidden = true;
    this.#ply = Math.min(this.#ply, frames.length - 1);
    this.relabel();
    this.#jumpTo(this.#ply);
    if (frames.length > 1) void this.#loadChances();
    return undefined;
  }

  /** @returns {import("./replay_facts.js").ReplaySource} */
  #source() {
    const { options, start } = JSON.parse(this.#file);
    const game = /** @type {import("../frame/message_types.js").Game} */ (this.#game);
    return { game, options: start?.options ?? options, table: this.#table, own: this.#ownSeats() };
  }

  /** The player's seats at the table. */
  #ownSeats() {
    return (loadSeatTokens()[this.#table?.id ?? ""]?.seats ?? []).map((one) => one.seat);
  }

  /** Show the chances of the seat that is viewed, of the player or of the first seat. */
  async #loadChances() {
    const source = this.#source();
    const seat = this.#viewSeat ?? source.own[0] ?? 0;
    const box = h("section", { class: "analysis" });
    this.#graph = null;
    this.#analysis.replaceWith(box);
    this.#analysis = box;
    const { showChances } = await import("./analysis/review.js");
    const graph = await showChances(box, this.#file, seat, {
      game: source.game,
      nameOf: (one) => playerName(source, one),
      own: source.own,
      step: (ply) => this.#jumpTo(ply),
      retry: (ply) => void this.#continueGame(ply, seat),
    });
    if (box !== this.#analysis) return;
    this.#graph = graph;
    graph?.setPly(this.#ply);
  }

  /** @param {KeyboardEvent} event */
  #onKeydown = (event) => {
    if (!this.#frames.length || /** @type {HTMLElement} */ (event.target).matches("input, select")) return;
    if (event.key === "ArrowRight") void this.#stepForward();
    else if (event.key === "ArrowLeft") this.#jumpTo(this.#ply - 1);
    else if (event.key === "Home") this.#jumpTo(0);
    else if (event.key === "End") this.#jumpTo(this.#frames.length - 1);
    else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) this.#togglePlay();
    else return;
    event.preventDefault();
  };

  /**
   * Show the state after a number of actions.
   * @param {number} ply
   */
  #jumpTo(ply) {
    this.#pause();
    motion.resume();
    this.#ply = Math.max(0, Math.min(ply, this.#frames.length - 1));
    this.#screen?.loadHistory(this.#frames.slice(0, this.#ply + 1).flatMap((frame) => frame.events));
    const { view, goals } = this.#frames[this.#ply];
    this.#playback?.reset(view, [], { goals });
    this.#renderControls();
  }

  /** Play the next action. */
  async #stepForward() {
    if (this.#ply + 1 >= this.#frames.length) return;
    motion.resume();
    this.#ply += 1;
    const { ply, seat, action, events, view, goals } = this.#frames[this.#ply];
    this.#playback?.push({
      entries: [{ number: ply, kind: "play", seat: seat ?? 0, ply, action, events }],
      view,
      legal: [],
      prompt: null,
      goals,
    });
    this.#renderControls();
    await this.#playback?.whenIdle();
  }

  #togglePlay() {
    if (this.#playing) {
      this.#pause();
      motion.pause();
    } else void this.#play();
    this.#renderControls();
  }

  async #play() {
    if (this.#ply + 1 >= this.#frames.length) this.#jumpTo(0);
    const run = (this.#playId += 1);
    this.#playing = true;
    motion.resume();
    this.#renderControls();
    await this.#playback?.whenIdle();
    while (run === this.#playId && this.#ply + 1 < this.#frames.length) {
      await this.#stepForward();
      await motion.wait(ACTION_GAP_MS);
    }
    if (run === this.#playId) this.#pause();
    this.#renderControls();
  }

  #pause() {
    this.#playId += 1;
    this.#playing = false;
  }

  #renderActions() {
    const source = this.#source();
    const rows = this.#frames.map((frame) =>
      h(
        "li",
        null,
        h(
          "button",
          { class: "quiet", onclick: () => this.#jumpTo(frame.ply) },
          frame.ply ? `${frame.ply}. ${actionText(source, frame)}` : t("opening"),
        ),
      ),
    );
    fill(this.#list, ...rows);
  }

  #renderControls() {
    if (!this.#frames.length || !this.#game) return;
    const { seats, seat_titles } = this.#game;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.does;
    const does = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
      h("button", { class: "icon", "aria-label": t(key), title: t(key), dataset: { does: key }, onclick }, icon(sign));
    const last = this.#frames.length - 1;
    const slider = h("input", {
      type: "range",
      min: 0,
      max: last,
      value: this.#ply,
      "aria-label": t("position", { n: this.#ply, of: last }),
      dataset: { does: "slider" },
      oninput: (/** @type {any} */ event) => this.#jumpTo(Number(event.target.value)),
    });
    const toggle = does(this.#playing ? "pause" : "play", this.#playing ? "pause" : "play_on_it", () =>
      this.#togglePlay(),
    );
    toggle.dataset.does = "toggle";
    const speeds = [0.5, 1, 2, 4, 0].map((speed) =>
      h("option", { value: speed, selected: speed === settings.speed }, speed ? `${speed}×` : t("instant")),
    );
    const viewers = [
      h("option", { value: "", selected: this.#viewSeat === null }, t("spectator")),
      ...seat_titles.map((_, seat) =>
        h("option", { value: seat, selected: this.#viewSeat === seat }, playerName(this.#source(), seat)),
      ),
    ];
    fill(
      this.#controls,
      h(
        "div",
        { class: "playback" },
        h("p", { class: "position" }, t("position", { n: this.#ply, of: last })),
        slider,
        h(
          "div",
          { class: "row" },
          does("first", "first", () => this.#jumpTo(0)),
          does("back", "back", () => this.#jumpTo(this.#ply - 1)),
          toggle,
          does("next", "forward", () => void this.#stepForward()),
          does("last", "last", () => this.#jumpTo(last)),
        ),
      ),
      h(
        "label",
        { class: "field" },
        h("span", null, t("speed")),
        h(
          "select",
          {
            dataset: { does: "speed" },
            onchange: (/** @type {any} */ event) => changeSettings({ speed: Number(event.target.value) }),
          },
          ...speeds,
        ),
      ),
      seats > 1 &&
        h(
          "label",
          { class: "field" },
          h("span", null, t("view_as")),
          h(
            "select",
            {
              dataset: { does: "view_as" },
              onchange: (/** @type {any} */ event) => void this.#setViewSeat(event.target.value),
            },
            ...viewers,
          ),
        ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { onclick: () => void this.#continueGame(this.#ply, this.#frames[this.#ply + 1]?.seat ?? 0) },
          icon("play"),
          t("play_from"),
        ),
        h("button", { onclick: () => this.#download() }, icon("download"), t("download")),
        seats === 1 && openPositionButton(() => this.#openPosition()),
      ),
    );
    this.#graph?.setPly(this.#ply);
    if (focused) /** @type {HTMLElement | null} */ (this.#controls.querySelector(`[data-does="${focused}"]`))?.focus();
    Array.from(this.#list.children).forEach((row, at) => row.classList.toggle("now", at === this.#ply));
    const now = /** @type {HTMLElement | undefined} */ (this.#list.children[this.#ply]);
    if (now) this.#list.scrollTop = now.offsetTop - this.#list.clientHeight / 2;
  }

  /** @param {string} seat */
  async #setViewSeat(seat) {
    this.#viewSeat = seat === "" ? null : Number(seat);
    try {
      await this.#load(this.#file);
    } catch (failure) {
      this.#showNotice(api.errorMessage(failure));
    }
  }

  /**
   * Play on from a position against the CPU.
   * @param {number} ply
   * @param {number} seat the player's
   */
  async #continueGame(ply, seat) {
    const { game, table, own, options } = this.#source();
    const seats = table && own.includes(seat) ? seatsOfRetry(game, table, own) : seatsAgainstCpu(game, seat);
    try {
      const made = await api.createTableFromReplay({ game: game.id, seats, practice: true }, this.#file, ply);
      await enterTable(made, { branch: branchOf(table?.id ?? null, options ?? {}, ply) });
    } catch (failure) {
      this.#showNotice(api.errorMessage(failure));
    }
  }

  /** Open the shown position to prove it or make a puzzle. */
  #openPosition() {
    if (storeTransfer("open", { text: this.#file, game: this.#game?.id ?? "", ply: this.#ply })) navigate("/open");
  }

  #download() {
    downloadText(`${this.#game?.id}.json`, this.#file, "application/json");
  }

  /** @param {string} text */
  #showNotice(text) {
    showNotice(this.#notice, text);
  }
}
