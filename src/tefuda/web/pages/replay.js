// The viewer of saved games: every step checked by the server, shown by the game's own screen.

import * as api from "../frame/api.js";
import { cardsIn } from "../frame/author_api.js";
import { fill, h } from "../frame/dom.js";
import { hand, handed } from "../frame/page_transfer.js";
import { icon } from "../frame/icons.js";
import { keep } from "../frame/seat_tokens.js";
import { motion } from "../frame/motion.js";
import { Page, go } from "../frame/page.js";
import { Playback } from "../frame/playback.js";
import { makeScreen, onlooking } from "../frame/screen.js";
import { change, settings } from "../frame/settings.js";
import { both, t } from "../frame/words.js";
import { screenOf } from "../games/index.js";
import { openLink, toOpen } from "./workshop/links.js";

/** @typedef {import("../frame/message_types.js").Frame} Frame */

const BETWEEN = 350;

export default class ReplayPage extends Page {
  static tag = "replay-page";
  /** The file as it was read. */
  #file = "";
  /** @type {import("../frame/message_types.js").Game | null} */
  #game = null;
  /** @type {Frame[]} */
  #frames = [];
  /** @type {Awaited<ReturnType<typeof api.frames>>["verdict"] | null} */
  #verdict = null;
  /** @type {number | null} */
  #eyes = null;
  #at = 0;
  #playing = false;
  /** Counts changes of mind, so that an older run of the player stops. */
  #run = 0;
  /** @type {import("../frame/screen.js").Screen | null} */
  #screen = null;
  /** @type {Playback | null} */
  #playback = null;
  #notice = h("p", { class: "notice", role: "alert", hidden: true });
  #stage = h("div", { class: "stage" });
  #controls = h("div", { class: "controls" });
  #list = h("ol", { class: "moves", tabindex: "0" });

  /**
   * @param {string[]} _
   * @param {URLSearchParams} query
   */
  async open(_, query) {
    this.relabel();
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      void this.#read(event.dataTransfer?.files[0]);
    });
    document.addEventListener("keydown", this.#keys);
    const table = query.get("table");
    const given = query.has("handed") ? handed("replay") : null;
    if (!table && !given) return;
    this.#at = given?.ply ?? 0;
    this.#say(t("loading"));
    try {
      await this.#load(given?.text ?? (await api.replay(table ?? "")));
    } catch (failure) {
      this.#say(api.sentence(failure));
    }
  }

  leave() {
    this.#pause();
    motion.release();
    this.#playback?.hurry();
    document.removeEventListener("keydown", this.#keys);
  }

  relabel() {
    this.entitle(this.#game ? t("replay_of", { game: both(this.#game.title) }) : t("replays"));
    const chooser = h("input", {
      type: "file",
      accept: ".json,application/json",
      id: "file",
      class: "unseen",
      onchange: (/** @type {any} */ event) => void this.#read(event.target.files[0]),
    });
    const opener = h(
      "div",
      { class: "opener" },
      h("label", { class: "button primary", for: "file" }, icon("film"), t("choose_file")),
      chooser,
      h("span", { class: "faint" }, t("drop")),
      openLink(),
    );
    if (!this.#frames.length) {
      fill(this, h("h1", null, t("replays")), h("p", null, t("replay_intro")), opener, this.#notice);
      return;
    }
    this.#screen?.relabel();
    const says =
      this.#verdict &&
      h("p", { class: `verdict-line ${this.#verdict.kind.toLowerCase()}` }, `${t("verdict")}: ${both(this.#verdict)}`);
    fill(
      this,
      h("h1", null, this.heading),
      this.#notice,
      says,
      this.#stage,
      h("aside", { class: "panel" }, this.#controls, h("h2", null, t("actions")), this.#list, opener),
    );
    this.#fillList();
    this.#draw();
  }

  /** @param {File | undefined} file */
  async #read(file) {
    if (!file) return;
    try {
      await this.#load(await file.text());
    } catch (failure) {
      this.#say(failure instanceof SyntaxError ? t("unreadable") : api.sentence(failure));
    }
  }

  /** @param {string} file */
  async #load(file) {
    this.#pause();
    const { game, start } = JSON.parse(file);
    const { verdict, frames } = await api.frames(file, this.#eyes);
    if (!frames.length) return this.#say(both(verdict));
    this.#file = file;
    this.#verdict = verdict;
    this.#frames = frames;
    this.#game = await api.game(game);
    const [module, cards] = await Promise.all([screenOf(game), cardsIn(game, start)]);
    document.body.dataset.layout = module.default.layout === "full" ? "wide" : "page";
    const screen = await makeScreen(module.default);
    screen.prepare(onlooking({ game: this.#game, seat: this.#eyes, cards, settings, motion }));
    this.#screen = screen;
    this.#stage.replaceChildren(screen);
    this.#playback = new Playback(screen, motion);
    this.#notice.hidden = true;
    this.#at = Math.min(this.#at, frames.length - 1);
    this.relabel();
    this.#jump(this.#at);
    return undefined;
  }

  /** @param {KeyboardEvent} event */
  #keys = (event) => {
    if (!this.#frames.length || /** @type {HTMLElement} */ (event.target).matches("input, select")) return;
    if (event.key === "ArrowRight") void this.#forward();
    else if (event.key === "ArrowLeft") this.#jump(this.#at - 1);
    else if (event.key === "Home") this.#jump(0);
    else if (event.key === "End") this.#jump(this.#frames.length - 1);
    else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) this.#toggle();
    else return;
    event.preventDefault();
  };

  /**
   * Show how it was after so many actions.
   * @param {number} ply
   */
  #jump(ply) {
    this.#pause();
    motion.release();
    this.#at = Math.max(0, Math.min(ply, this.#frames.length - 1));
    this.#screen?.recall(this.#frames.slice(0, this.#at + 1).flatMap((frame) => frame.events));
    this.#playback?.reset(this.#frames[this.#at].view, []);
    this.#draw();
  }

  /** Play the next action. */
  async #forward() {
    if (this.#at + 1 >= this.#frames.length) return;
    motion.release();
    this.#at += 1;
    const { ply, seat, action, events, view } = this.#frames[this.#at];
    this.#playback?.push({
      entries: [{ number: ply, kind: "play", seat: seat ?? 0, ply, action, events }],
      view,
      legal: [],
    });
    this.#draw();
    await this.#playback?.idle();
  }

  #toggle() {
    if (this.#playing) {
      this.#pause();
      motion.hold();
    } else void this.#play();
    this.#draw();
  }

  async #play() {
    if (this.#at + 1 >= this.#frames.length) this.#jump(0);
    const run = (this.#run += 1);
    this.#playing = true;
    motion.release();
    this.#draw();
    await this.#playback?.idle();
    while (run === this.#run && this.#at + 1 < this.#frames.length) {
      await this.#forward();
      await motion.wait(BETWEEN);
    }
    if (run === this.#run) this.#pause();
    this.#draw();
  }

  #pause() {
    this.#run += 1;
    this.#playing = false;
  }

  #fillList() {
    const rows = this.#frames.map((frame) =>
      h(
        "li",
        null,
        h(
          "button",
          { class: "quiet", onclick: () => this.#jump(frame.ply) },
          frame.ply ? `${frame.ply}. ${both(frame.text)}` : t("opening"),
        ),
      ),
    );
    fill(this.#list, ...rows);
  }

  #draw() {
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
      value: this.#at,
      "aria-label": t("position", { n: this.#at, of: last }),
      dataset: { does: "slider" },
      oninput: (/** @type {any} */ event) => this.#jump(Number(event.target.value)),
    });
    const toggle = does(this.#playing ? "pause" : "play", this.#playing ? "pause" : "play_on_it", () => this.#toggle());
    toggle.dataset.does = "toggle";
    const speeds = [0.5, 1, 2, 4, 0].map((speed) =>
      h("option", { value: speed, selected: speed === settings.speed }, speed ? `${speed}×` : t("instant")),
    );
    const eyes = [
      h("option", { value: "", selected: this.#eyes === null }, t("onlooker")),
      ...seat_titles.map((title, seat) => h("option", { value: seat, selected: this.#eyes === seat }, both(title))),
    ];
    fill(
      this.#controls,
      h("p", { class: "position" }, t("position", { n: this.#at, of: last })),
      slider,
      h(
        "div",
        { class: "row" },
        does("first", "first", () => this.#jump(0)),
        does("back", "back", () => this.#jump(this.#at - 1)),
        toggle,
        does("next", "forward", () => void this.#forward()),
        does("last", "last", () => this.#jump(last)),
      ),
      h(
        "label",
        { class: "field" },
        h("span", null, t("speed")),
        h(
          "select",
          {
            dataset: { does: "speed" },
            onchange: (/** @type {any} */ event) => change({ speed: Number(event.target.value) }),
          },
          ...speeds,
        ),
      ),
      seats > 1 &&
        h(
          "label",
          { class: "field" },
          h("span", null, t("eyes")),
          h(
            "select",
            { dataset: { does: "eyes" }, onchange: (/** @type {any} */ event) => void this.#look(event.target.value) },
            ...eyes,
          ),
        ),
      h(
        "div",
        { class: "row" },
        h("button", { onclick: () => void this.#playOn() }, icon("play"), t("play_from")),
        h("button", { onclick: () => this.#download() }, icon("download"), t("download")),
        seats === 1 && toOpen(() => this.#toOpen()),
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.#controls.querySelector(`[data-does="${focused}"]`))?.focus();
    Array.from(this.#list.children).forEach((row, at) => row.classList.toggle("now", at === this.#at));
    const now = /** @type {HTMLElement | undefined} */ (this.#list.children[this.#at]);
    if (now) this.#list.scrollTop = now.offsetTop - this.#list.clientHeight / 2;
  }

  /** @param {string} eyes */
  async #look(eyes) {
    this.#eyes = eyes === "" ? null : Number(eyes);
    try {
      await this.#load(this.#file);
    } catch (failure) {
      this.#say(api.sentence(failure));
    }
  }

  async #playOn() {
    const game = /** @type {import("../frame/message_types.js").Game} */ (this.#game);
    const turn = this.#frames[this.#at + 1]?.seat ?? 0;
    const seats = game.seat_titles.map((_, seat) =>
      seat === turn ? "me" : { cpu: Math.min(settings.level, game.levels) },
    );
    try {
      const made = await api.createFrom({ game: game.id, seats, practice: true }, this.#file, this.#at);
      keep(made.table.id, game.id, made.seats);
      go(`/table/${made.table.id}`);
    } catch (failure) {
      this.#say(api.sentence(failure));
    }
  }

  /** The position that is shown, to be proved or made a puzzle of. */
  #toOpen() {
    if (hand("open", { text: this.#file, game: this.#game?.id ?? "", ply: this.#at })) go("/open");
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.#file], { type: "application/json" }));
    h("a", { href: address, download: `${this.#game?.id}.json` }).click();
    URL.revokeObjectURL(address);
  }

  /** @param {string} text */
  #say(text) {
    this.#notice.textContent = text;
    this.#notice.hidden = false;
  }
}
