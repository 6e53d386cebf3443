// A tutorial: lessons on the game's own screen, with a coach above it. No table is needed.

import * as api from "../frame/api.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { motion } from "../frame/motion.js";
import { Playback } from "../frame/playback.js";
import { createScreen } from "../frame/screen.js";
import { settings } from "../frame/settings.js";
import { completeTutorial } from "../frame/tutorial_progress.js";
import { localize, t, withColon } from "../frame/words.js";
import { loadScreen } from "../games/index.js";
import { enterTable } from "./enter_table.js";
import { GamePage } from "./game_page.js";
import { showHowToPlay } from "./help.js";
import { defaultChoices, newTableRequest } from "./start_choices.js";
import { cpuSeat, seatsAgainstCpu } from "./table_request.js";

/** The level of the CPU in the game after the tutorial. */
const FIRST_LEVEL = 1;

export default class LearnPage extends GamePage {
  static tag = "learn-page";

  /** @type {import("../frame/message_types.js").Game} */
  #game = /** @type {any} */ (null);
  /** @type {import("../frame/message_types.js").Tutorial} */
  #tutorial = /** @type {any} */ (null);
  /** @type {import("../frame/screen.js").Screen} */
  #screen = /** @type {any} */ (null);
  /** @type {Playback} */
  #playback = /** @type {any} */ (null);
  #number = 0;
  /** The view on the screen, to recognize a lesson that goes on from it. */
  #shownView = "";
  /** Whether the task of the lesson is fulfilled. */
  #done = false;
  /** @type {import("../frame/message_types.js").LocalizedText | null} the answer to a wrong action */
  #answer = null;
  #place = h("p", { class: "lesson-place" });
  #text = h("div", { class: "lesson-text", "aria-live": "polite" });
  /** The texts of all lessons, hidden: they reserve the height of the longest one, so the board does not move. */
  #room = h("div", { class: "lesson-room", "aria-hidden": "true" });
  #buttons = h("div", { class: "row" });
  #board = h("div", { class: "board" });

  /** @param {string[]} params */
  async open([id]) {
    try {
      const game = await this.findGame(id);
      if (!game) return;
      if (!game.tutorial) return this.showMissing({ key: "no_tutorial", game, id });
      this.#game = game;
      const [tutorial, cards, module] = await Promise.all([api.fetchTutorial(id), api.fetchCards(id), loadScreen(id)]);
      this.#tutorial = tutorial;
      const kind = module.default;
      if (kind.layout === "full") document.body.dataset.layout = "full";
      this.#screen = await createScreen(kind);
      this.#screen.prepare(this.#context(cards));
      this.#playback = new Playback(this.#screen, motion, { onIdle: () => this.#offerTask() });
      this.#board.append(this.#screen);
      fill(
        this,
        h("h1", { class: "visually-hidden" }),
        h("section", { class: "coach" }, this.#place, this.#text, this.#room, this.#buttons),
        h("div", { class: "stage" }, h("div", { class: "boards" }, this.#board)),
      );
      this.#fillRoom();
      this.#openLesson(0);
    } catch (failure) {
      fill(this, h("p", { class: "notice", role: "alert" }, api.errorMessage(failure)));
    }
  }

  leave() {
    this.#playback?.fastForward();
  }

  openHelp() {
    if (this.#game) void showHowToPlay(this.#game);
    return Boolean(this.#game);
  }

  relabel() {
    if (!this.#screen) return super.relabel();
    this.#screen.relabel();
    this.#fillRoom();
    this.#render();
  }

  get #lesson() {
    return this.#tutorial.lessons[this.#number];
  }

  /**
   * @param {import("../frame/message_types.js").Card[]} cards
   * @returns {import("../frame/screen.js").ScreenContext}
   */
  #context(cards) {
    return {
      game: this.#game,
      table: null,
      seat: 0,
      cards,
      settings,
      motion,
      replay: false,
      act: (notation) => this.#act(notation),
      describe: async () => this.#lesson.actions,
      explain: async () => this.#lesson.hint,
      ply: () => this.#number,
    };
  }

  /** @param {number} number */
  #openLesson(number) {
    this.#number = number;
    this.#done = false;
    this.#answer = null;
    const { view, legal, prompt, goals } = this.#lesson;
    // A lesson that goes on from the last one keeps what has happened.
    const shown = JSON.stringify(view);
    if (shown !== this.#shownView) this.#screen.loadHistory([]);
    this.#shownView = shown;
    this.#playback.reset(view, this.#lesson.task ? legal : [], { prompt, goals });
    this.#render();
    if (number === this.#tutorial.lessons.length - 1) completeTutorial(this.#game.id);
  }

  /** Play the action of the lesson; explain any other one. @param {string} notation */
  #act(notation) {
    const found = this.#lesson.plays.find(({ action }) => action === notation);
    if (this.#done) return;
    if (!found) {
      this.#answer = this.#lesson.hint;
      this.#render();
      const { view, legal, prompt, goals } = this.#lesson;
      this.#playback.reset(view, legal, { prompt, goals });
      return;
    }
    this.#done = true;
    this.#answer = null;
    const entry = { number: 0, kind: /** @type {const} */ ("play"), seat: 0, ply: 0, action: notation };
    const { events, view, goals } = found;
    this.#shownView = JSON.stringify(view);
    this.#playback.push({ entries: [{ ...entry, events }], view, legal: [], prompt: null, goals });
    this.#render();
  }

  /** Highlight the action of the task, when the screen is ready. */
  #offerTask() {
    const { plays, task } = this.#lesson;
    if (task && !this.#done) {
      this.#screen.showHint(
        plays.map(({ action, text }) => ({ action, text, chance: null })),
        { proved: false, whole: true },
      );
    }
    this.#render();
  }

  #fillRoom() {
    const texts = this.#tutorial.lessons.flatMap(({ text, task, result }) => [[text, task], [result]]);
    const paragraphs = (/** @type {typeof texts[number]} */ lines) =>
      lines.map((line) => line && h("p", null, localize(line)));
    fill(this.#room, ...texts.map((lines) => h("div", null, ...paragraphs(lines))));
  }

  /** Start a game against the weakest CPU, with takeback and hints. */
  async #playFirstGame() {
    const seats = seatsAgainstCpu(this.#game, 0, cpuSeat(this.#game, FIRST_LEVEL));
    try {
      const request = newTableRequest(this.#game, defaultChoices(this.#game));
      await enterTable(await api.createTable({ ...request, seats }));
    } catch (failure) {
      fill(this.#text, h("p", { class: "notice", role: "alert" }, api.errorMessage(failure)));
    }
  }

  #render() {
    const { lessons, title } = this.#tutorial;
    const { text, task, result } = this.#lesson;
    const last = this.#number === lessons.length - 1;
    const waiting = this.#done && this.#playback.busy;
    const isOpen = task !== null && !this.#done;
    const name = localize(this.#game.title);
    this.setHeading(withColon(name, t("tutorial")));
    fill(/** @type {Element} */ (this.querySelector("h1")), withColon(name, localize(title)));
    fill(this.#place, t("lesson_n", { n: this.#number + 1, of: lessons.length }));
    fill(
      this.#text,
      h("p", null, localize(this.#done && !waiting ? result : text)),
      // The hint replaces the task, so the board does not move.
      isOpen && !this.#answer && h("p", { class: "lesson-task" }, icon("play"), localize(task)),
      this.#answer && h("p", { class: "lesson-answer" }, icon("bulb"), localize(this.#answer)),
    );
    const next = h(
      "button",
      { class: "primary lesson-next", disabled: isOpen || waiting, onclick: () => this.#openLesson(this.#number + 1) },
      t("lesson_next"),
    );
    const again = h("button", { onclick: () => this.#openLesson(0) }, icon("again"), t("lesson_again"));
    const start = h(
      "button",
      { class: "primary lesson-next", onclick: () => void this.#playFirstGame() },
      icon("play"),
      t("first_game"),
    );
    const back = h(
      "button",
      { class: "quiet", disabled: this.#number === 0, onclick: () => this.#openLesson(this.#number - 1) },
      t("lesson_back"),
    );
    const focused = this.#buttons.contains(document.activeElement) || document.activeElement === document.body;
    fill(this.#buttons, back, ...(last ? [again, start] : [next]));
    const enabled = /** @type {HTMLButtonElement} */ (last ? start : next);
    if (focused && !enabled.disabled) enabled.focus({ preventScroll: true });
  }
}
