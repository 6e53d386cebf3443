// A position, a puzzle or a replay as text: what it is, how it looks, and what can be done from there.

import * as api from "../../frame/api.js";
import { readPosition } from "../../frame/author_api.js";
import { fill, h } from "../../frame/dom.js";
import { hand, handed } from "../../frame/page_transfer.js";
import { icon } from "../../frame/icons.js";
import { keep } from "../../frame/seat_tokens.js";
import { Page, go } from "../../frame/page.js";
import { styled } from "../../frame/screen.js";
import { both } from "../../frame/words.js";
import { ordered } from "../../games/index.js";
import { Checker } from "../workshop/checker.js";
import "../workshop/editor.js"; // defines <code-editor>
import { opponent, practise, seats } from "../workshop/practice.js";
import { listProblems } from "../workshop/problems.js";
import { ProofPanel, puzzleDialog } from "./proof.js";
import { Stage } from "./board_preview.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/author_api.js").Read} Read */
/** @typedef {import("../../frame/message_types.js").Game} Game */
/** @typedef {Awaited<ReturnType<typeof api.frames>>} Replay */

/** What the server reads at most. */
const MOST_BYTES = 1_000_000;

export default class OpenPage extends Page {
  static tag = "open-page";

  /** @type {Game[]} */
  #games = [];
  #chosen = "";
  #ply = 0;
  /** @type {Read | null} what the text is */
  #read = null;
  /** @type {Replay | null} */
  #replay = null;
  #heading = h("h1");
  #lead = h("p", { class: "faint" });
  #notice = h("p", { class: "notice", role: "alert", hidden: true });
  #ways = h("div", { class: "row op-ways" });
  #editor = /** @type {import("../workshop/editor.js").CodeEditor} */ (h("code-editor"));
  #state = h("p", { class: "ws-state", role: "status", id: "op-state" });
  #list = h("ol", { class: "ws-problems", hidden: true });
  #about = h("section", { class: "op-about" });
  #deeds = h("div", { class: "row op-deeds" });
  #proof = new ProofPanel();
  #stage = new Stage();
  /** @type {Checker<[Read, Replay | null]>} */
  #checker = new Checker({
    ask: (text) => this.#look(text),
    waiting: () => this.#say("busy", t("checking")),
    answered: ([read, replay]) => this.#answered(read, replay),
    failed: (sentence, passing) => this.#failed(passing ? t("offline", { reason: sentence }) : sentence),
  });

  async open() {
    try {
      const css = [new URL("style.css", import.meta.url), new URL("../workshop/editor.css", import.meta.url)];
      const [games] = await Promise.all([api.games(), ...css.map((address) => styled(address.href))]);
      this.#games = ordered(games);
    } catch (failure) {
      return void fill(
        this,
        h("h1", null, t("title")),
        h("p", { class: "notice", role: "alert" }, api.sentence(failure)),
      );
    }
    document.body.dataset.layout = "wide";
    const before = handed("open");
    this.#chosen = this.#games.find((game) => game.id === before?.game)?.id ?? this.#ofOne()?.id ?? this.#games[0].id;
    this.#ply = before?.ply ?? 0;
    fill(
      this,
      this.#heading,
      this.#lead,
      this.#notice,
      h(
        "div",
        { class: "op-desk" },
        h("div", { class: "op-left" }, this.#ways, this.#editor, this.#state, this.#list),
        h("div", { class: "op-right" }, this.#about, this.#deeds, this.#proof.element),
        this.#stage.element,
      ),
    );
    this.#editor.addEventListener("edited", () => this.#edited());
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      void this.#file(event.dataTransfer?.files[0]);
    });
    this.#editor.value = before?.text ?? "";
    this.relabel();
    this.#check(0);
  }

  leave() {
    this.#checker.stop();
  }

  relabel() {
    if (!this.#games.length) return;
    this.entitle(t("title"));
    fill(this.#heading, t("title"));
    fill(this.#lead, t("lead"));
    this.#editor.label(t("text"), "op-state", t("placeholder"));
    this.#drawWays();
    this.#tell();
    this.#draw();
    this.#proof.draw();
    this.#stage.relabel();
  }

  /** The game whose positions are pasted most: one that can be proved. */
  #ofOne() {
    return this.#games.find((game) => game.seats === 1 && game.decks.length > 0);
  }

  /** @returns {Game | undefined} the game that the text is of */
  get #game() {
    return this.#games.find((game) => game.id === (this.#read?.game ?? this.#chosen));
  }

  #drawWays() {
    const choose = (/** @type {any} */ event) => {
      this.#chosen = event.target.value;
      this.#keep();
      this.#check(0);
    };
    const file = h("input", {
      type: "file",
      accept: ".yaml,.yml,.json,text/*",
      id: "op-file",
      class: "unseen",
      onchange: () => void this.#file(file.files?.[0]),
    });
    const options = this.#games.map((game) =>
      h("option", { value: game.id, selected: game.id === this.#game?.id }, both(game.title)),
    );
    const named = this.#read?.kind === "puzzle" || this.#read?.kind === "replay";
    fill(
      this.#ways,
      h(
        "label",
        { class: "opponent", title: t("game_hint") },
        h("span", null, t("game")),
        h("select", { onchange: choose, disabled: named }, ...options),
      ),
      h(
        "span",
        { class: "opener" },
        h("label", { class: "button", for: "op-file" }, icon("share"), t("choose_file")),
        file,
      ),
      this.#editor.value !== "" && h("button", { class: "quiet", onclick: () => this.#take("") }, t("clear")),
    );
  }

  /** @param {File | undefined} file */
  async #file(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) this.#failed(large(file.size));
    else this.#take(await file.text());
  }

  /** @param {string} text */
  #take(text) {
    this.#editor.value = text;
    this.#edited(0);
  }

  /** @param {number} [pause] */
  #edited(pause) {
    this.#ply = 0;
    this.#notice.hidden = true;
    this.#keep();
    this.#check(pause);
  }

  #keep() {
    if (!hand("open", { text: this.#editor.value, game: this.#chosen, ply: this.#ply })) this.#warn(t("not_kept"));
  }

  /** @param {number} [pause] */
  #check(pause) {
    const text = this.#editor.value;
    const { size } = new Blob([text]);
    this.#checker.stop();
    if (size > MOST_BYTES) this.#failed(large(size));
    else if (text.trim()) this.#checker.change(text, pause);
    else {
      this.#forget();
      this.#say("idle", t("nothing"));
      this.#drawWays();
    }
  }

  /**
   * What the text is; of a replay, every step.
   * @param {string} text
   * @returns {Promise<[Read, Replay | null]>}
   */
  async #look(text) {
    const read = await readPosition(text, this.#chosen);
    return [read, read.kind === "replay" ? await api.frames(text, null) : null];
  }

  /**
   * @param {Read} read
   * @param {Replay | null} replay
   */
  #answered(read, replay) {
    this.#read = read;
    this.#replay = replay;
    this.#proof.clear();
    this.#ply = replay ? Math.min(this.#ply, Math.max(0, replay.frames.length - 1)) : 0;
    this.#drawWays();
    this.#tell();
    this.#draw();
    void this.#show();
  }

  #forget() {
    this.#read = null;
    this.#replay = null;
    this.#proof.clear();
    this.#stage.clear();
    this.#tell();
    this.#draw();
  }

  /** @param {string} sentence */
  #failed(sentence) {
    this.#forget();
    this.#say("wrong", sentence);
  }

  /** What is wrong, in words and at its place. */
  #tell() {
    const problems = this.#read?.problems ?? [];
    this.#editor.mark(problems, both);
    listProblems(this.#list, problems, this.#editor);
    if (!this.#read) return;
    const { kind } = this.#read;
    if (problems.length) this.#say("wrong", t("wrong", { n: problems.length }));
    else if (kind === null) this.#say("wrong", t("unknown"));
    else if (this.#replay && !this.#replay.frames.length) this.#say("wrong", both(this.#replay.verdict));
    else this.#say("good", this.#name());
  }

  /** What the text is, in a few words. */
  #name() {
    const game = both(this.#game?.title);
    const title = both(this.#read?.puzzle?.title);
    return t(`is_${this.#read?.kind}`, { game, title });
  }

  /** What it is, and what can be done. */
  #draw() {
    const { kind = null, puzzle = null, problems = [] } = this.#read ?? {};
    const game = this.#game;
    const frames = this.#replay?.frames ?? [];
    if (!kind || !game || problems.length || (this.#replay && !frames.length)) {
      fill(this.#about, ...empty());
      this.#stage.clear();
      return fill(this.#deeds);
    }
    const facts = [
      puzzle && both(game.title),
      puzzle?.tier && t("tier", { n: puzzle.tier }),
      puzzle?.par && t("par_says", { n: puzzle.par }),
      this.#replay && t("plies", { n: frames.length - 1 }),
      this.#replay?.verdict.kind === "EXACT" && t("verdict_EXACT"),
    ].filter(Boolean);
    fill(
      this.#about,
      h("h2", null, this.#name()),
      puzzle && h("p", null, both(puzzle.goal)),
      facts.length > 0 && h("p", { class: "faint" }, facts.join(" · ")),
      this.#replay && this.#slider(),
    );
    return this.#drawDeeds(game);
  }

  #slider() {
    const frames = this.#replay?.frames ?? [];
    const frame = frames[this.#ply];
    const of = frames.length - 1;
    const caption = h("p", { class: "op-ply", "aria-live": "polite" });
    const tell = (/** @type {import("../../frame/message_types.js").Frame} */ { ply, text }) =>
      fill(caption, h("strong", null, t("at_ply", { n: ply, of })), " ", text ? both(text) : t("opening"));
    tell(frame);
    const slide = (/** @type {any} */ event) => {
      this.#ply = Number(event.target.value);
      tell(frames[this.#ply]);
      this.#proof.clear();
      this.#keep();
      void this.#show();
    };
    return [
      h("input", { type: "range", min: 0, max: of, value: this.#ply, "aria-label": t("slide"), oninput: slide }),
      caption,
    ];
  }

  /** @param {Game} game */
  #drawDeeds(game) {
    const puzzle = this.#read?.puzzle;
    const solo = game.seats === 1;
    const does = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => unknown} */ onclick) =>
      h("button", { onclick, dataset: { does: key } }, icon(sign), t(key));
    const play = does("play", "play_on", () => void this.#play(this.#read?.puzzle));
    play.classList.add("primary");
    fill(
      this.#deeds,
      play,
      opponent(game),
      this.#replay && does("film", "viewer", () => this.#view()),
      solo && does("bulb", "prove", () => this.#proof.ask(game.id, () => this.#position(), puzzle?.par ?? null)),
      solo &&
        does("cards", "make", () =>
          puzzleDialog(
            game.id,
            () => this.#position(),
            puzzle?.title ?? null,
            (made) => void this.#play(made),
          ),
        ),
      !solo && h("p", { class: "faint" }, t("solo_only")),
    );
  }

  /** The position that is shown. @returns {Promise<object>} */
  async #position() {
    const read = this.#replay ? await readPosition(this.#editor.value, this.#chosen, this.#ply) : this.#read;
    if (!read?.position) throw new Error("no position");
    return read.position;
  }

  async #show() {
    const game = this.#game;
    const frame = this.#replay?.frames[this.#ply];
    const view = frame?.view ?? this.#read?.view;
    if (!game || !view) return this.#stage.clear();
    const position = this.#read?.position ?? null;
    return this.#stage.show({ game, position, seat: frame ? null : (this.#read?.seat ?? null) }, view);
  }

  /** @param {import("../../frame/message_types.js").Puzzle | null} [puzzle] what it is called and what is wanted */
  async #play(puzzle) {
    const origin = { from: "/open", ...(puzzle ? { puzzle } : {}) };
    const game = /** @type {Game} */ (this.#game);
    const position = this.#read?.position;
    const { textContent: before } = this.#state;
    this.#say("busy", t("setting_up"));
    try {
      if (this.#replay) await this.#playReplay(game, origin);
      else if (position) await practise(game, position, origin);
    } catch (failure) {
      this.#warn(api.sentence(failure));
      this.#say("good", before ?? "");
    }
  }

  /**
   * @param {Game} game
   * @param {import("../../frame/seat_tokens.js").Origin} origin
   */
  async #playReplay(game, origin) {
    const turn = this.#replay?.frames[this.#ply + 1]?.seat ?? 0;
    const wish = { game: game.id, seats: seats(game, turn), practice: true };
    const made = await api.createFrom(wish, this.#editor.value, this.#ply);
    keep(made.table.id, game.id, made.seats, origin);
    go(`/table/${made.table.id}`);
  }

  #view() {
    if (hand("replay", { text: this.#editor.value, game: "", ply: this.#ply })) go("/replay?handed");
    else this.#warn(t("not_kept"));
  }

  /**
   * @param {"idle" | "busy" | "good" | "wrong"} kind
   * @param {string} text
   */
  #say(kind, text) {
    this.#state.dataset.kind = kind;
    this.#state.textContent = text;
  }

  /** @param {string} text */
  #warn(text) {
    this.#notice.textContent = text;
    this.#notice.hidden = false;
  }
}

/** What the page takes, for those who come with nothing. */
function empty() {
  const rows = ["position", "puzzle", "replay"].map((kind) => h("li", null, t(`example_${kind}`)));
  return [h("h2", null, t("empty_title")), h("ul", null, ...rows)];
}

/** @param {number} size */
function large(size) {
  return t("too_large", { n: Math.ceil(size / 1000), most: MOST_BYTES / 1000 });
}
