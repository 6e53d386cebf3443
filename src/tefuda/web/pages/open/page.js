// Opens a position, a puzzle or a replay from text, to view, play or prove it.

import * as api from "../../frame/api.js";
import { readPosition } from "../../frame/author_api.js";
import { fill, h } from "../../frame/dom.js";
import { storeTransfer, loadTransfer } from "../../frame/page_transfer.js";
import { icon } from "../../frame/icons.js";
import { tierName } from "../../frame/puzzle_tiers.js";
import { Page, navigate } from "../../frame/page.js";
import { loadStyleSheet } from "../../frame/screen.js";
import { localize } from "../../frame/words.js";
import { CheckedEditor, toolButton } from "../workshop/checked_editor.js";
import { opponentSelect, startPractice, practiceSeats } from "../workshop/practice.js";
import { ProofPanel, openPuzzleDialog } from "./proof.js";
import { BoardPreview } from "./board_preview.js";
import { t } from "./words.js";
import { enterTable } from "../enter_table.js";
import { createNotice, showNotice } from "../../frame/notice.js";

/** @typedef {import("../../frame/author_api.js").ParsedPosition} ParsedPosition */
/** @typedef {import("../../frame/message_types.js").Game} Game */
/** @typedef {Awaited<ReturnType<typeof api.fetchReplayFrames>>} Replay */

/** Size limit of the server. */
const MAX_POSITION_BYTES = 1_000_000;

export default class OpenPage extends Page {
  static tag = "open-page";

  /** @type {Game[]} */
  #games = [];
  #chosen = "";
  #ply = 0;
  /** @type {ParsedPosition | null} the parsed text */
  #parsed = null;
  /** @type {Replay | null} */
  #replay = null;
  #heading = h("h1");
  #lead = h("p", { class: "faint" });
  #notice = createNotice();
  #inputRow = h("div", { class: "row op-input" });
  #about = h("section", { class: "op-about" });
  #actions = h("div", { class: "row op-actions" });
  #proof = new ProofPanel();
  #preview = new BoardPreview();
  /** @type {CheckedEditor<[ParsedPosition, Replay | null]>} */
  #editor = new CheckedEditor({
    t,
    statusId: "op-state",
    maxBytes: MAX_POSITION_BYTES,
    check: (text) => this.#parse(text),
    onResult: ([parsed, replay]) => this.#onParsed(parsed, replay),
    onEmpty: () => {
      this.#reset();
      this.#renderInputRow();
    },
    onFailure: (message) => this.#showFailure(message),
  });

  async open() {
    try {
      const css = [new URL("style.css", import.meta.url), new URL("../workshop/editor.css", import.meta.url)];
      const [games] = await Promise.all([api.fetchGames(), ...css.map((address) => loadStyleSheet(address.href))]);
      this.#games = games;
    } catch (failure) {
      return void fill(
        this,
        h("h1", null, t("title")),
        h("p", { class: "notice", role: "alert" }, api.errorMessage(failure)),
      );
    }
    document.body.dataset.layout = "wide";
    const before = loadTransfer("open");
    this.#chosen =
      this.#games.find((game) => game.id === before?.game)?.id ?? this.#defaultGame()?.id ?? this.#games[0].id;
    this.#ply = before?.ply ?? 0;
    fill(
      this,
      this.#heading,
      this.#lead,
      this.#notice,
      h(
        "div",
        { class: "op-desk" },
        h(
          "div",
          { class: "op-left" },
          this.#inputRow,
          this.#editor.editor,
          this.#editor.status,
          this.#editor.problemList,
        ),
        h("div", { class: "op-right" }, this.#about, this.#actions, this.#proof.element),
        this.#preview.element,
      ),
    );
    this.#editor.editor.addEventListener("edited", () => this.#onEdit());
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      void this.#openFile(event.dataTransfer?.files[0]);
    });
    this.#editor.value = before?.text ?? "";
    this.relabel();
    this.#editor.check(0);
  }

  leave() {
    this.#editor.stop();
  }

  relabel() {
    if (!this.#games.length) return;
    this.setHeading(t("title"));
    fill(this.#heading, t("title"));
    fill(this.#lead, t("lead"));
    this.#editor.editor.label(t("text"), "op-state", t("placeholder"));
    this.#renderInputRow();
    this.#showProblems();
    this.#render();
    this.#proof.render();
    this.#preview.relabel();
  }

  /** The default game: one whose positions can be proved. */
  #defaultGame() {
    return this.#games.find((game) => game.seats === 1 && game.decks.length > 0);
  }

  /** @returns {Game | undefined} the game of the text */
  get #game() {
    return this.#games.find((game) => game.id === (this.#parsed?.game ?? this.#chosen));
  }

  #renderInputRow() {
    const choose = (/** @type {any} */ event) => {
      this.#chosen = event.target.value;
      this.#saveText();
      this.#editor.check(0);
    };
    const file = h("input", {
      type: "file",
      accept: ".yaml,.yml,.json,text/*",
      id: "op-file",
      class: "visually-hidden",
      onchange: () => void this.#openFile(file.files?.[0]),
    });
    const options = this.#games.map((game) =>
      h("option", { value: game.id, selected: game.id === this.#game?.id }, localize(game.title)),
    );
    const named = this.#parsed?.kind === "puzzle" || this.#parsed?.kind === "replay";
    fill(
      this.#inputRow,
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
      this.#editor.value !== "" && h("button", { class: "quiet", onclick: () => this.#setText("") }, t("clear")),
    );
  }

  /** @param {File | undefined} file */
  async #openFile(file) {
    if (!file) return;
    const tooLarge = this.#editor.tooLargeText(file.size);
    if (tooLarge) this.#showFailure(tooLarge);
    else this.#setText(await file.text());
  }

  /** @param {string} text */
  #setText(text) {
    this.#editor.value = text;
    this.#onEdit(0);
  }

  /** @param {number} [delay] */
  #onEdit(delay) {
    this.#ply = 0;
    this.#notice.hidden = true;
    this.#saveText();
    this.#editor.check(delay);
  }

  #saveText() {
    if (!storeTransfer("open", { text: this.#editor.value, game: this.#chosen, ply: this.#ply }))
      this.#showNotice(t("not_kept"));
  }

  /**
   * Parse the text; load the frames of a replay.
   * @param {string} text
   * @returns {Promise<[ParsedPosition, Replay | null]>}
   */
  async #parse(text) {
    const read = await readPosition(text, this.#chosen);
    return [read, read.kind === "replay" ? await api.fetchReplayFrames(text, null) : null];
  }

  /**
   * @param {ParsedPosition} read
   * @param {Replay | null} replay
   */
  #onParsed(read, replay) {
    this.#parsed = read;
    this.#replay = replay;
    this.#proof.clear();
    this.#ply = replay ? Math.min(this.#ply, Math.max(0, replay.frames.length - 1)) : 0;
    this.#renderInputRow();
    this.#showProblems();
    this.#render();
    void this.#showBoard();
  }

  #reset() {
    this.#parsed = null;
    this.#replay = null;
    this.#proof.clear();
    this.#preview.clear();
    this.#showProblems();
    this.#render();
  }

  /** @param {string} sentence */
  #showFailure(sentence) {
    this.#reset();
    this.#editor.setStatus("wrong", sentence);
  }

  /** Show the problems or the description of the text. */
  #showProblems() {
    const problems = this.#parsed?.problems ?? [];
    this.#editor.showProblems(problems);
    if (!this.#parsed || problems.length) return;
    if (this.#parsed.kind === null) this.#editor.setStatus("wrong", t("unknown"));
    else if (this.#replay && !this.#replay.frames.length)
      this.#editor.setStatus("wrong", localize(this.#replay.verdict));
    else this.#editor.setStatus("good", this.#description());
  }

  /** A short description of the text. */
  #description() {
    const game = localize(this.#game?.title);
    const title = localize(this.#parsed?.puzzle?.title);
    return t(`is_${this.#parsed?.kind}`, { game, title });
  }

  /** Render the description and the actions. */
  #render() {
    const { kind = null, puzzle = null, problems = [] } = this.#parsed ?? {};
    const game = this.#game;
    const frames = this.#replay?.frames ?? [];
    if (!kind || !game || problems.length || (this.#replay && !frames.length)) {
      fill(this.#about, ...formatList());
      this.#preview.clear();
      return fill(this.#actions);
    }
    const facts = [
      puzzle && localize(game.title),
      puzzle?.tier && tierName(puzzle.tier),
      puzzle?.par && t("par_says", { n: puzzle.par }),
      this.#replay && t("plies", { n: frames.length - 1 }),
      this.#replay?.verdict.kind === "EXACT" && t("verdict_EXACT"),
    ].filter(Boolean);
    fill(
      this.#about,
      h("h2", null, this.#description()),
      puzzle && h("p", null, localize(puzzle.goal)),
      facts.length > 0 && h("p", { class: "faint" }, facts.join(" · ")),
      this.#replay && this.#plySlider(),
    );
    return this.#renderActions(game);
  }

  #plySlider() {
    const frames = this.#replay?.frames ?? [];
    const frame = frames[this.#ply];
    const of = frames.length - 1;
    const caption = h("p", { class: "op-ply", "aria-live": "polite" });
    const renderCaption = (/** @type {import("../../frame/message_types.js").ReplayFrame} */ { ply, text }) =>
      fill(caption, h("strong", null, t("at_ply", { n: ply, of })), " ", text ? localize(text) : t("opening"));
    renderCaption(frame);
    const slide = (/** @type {any} */ event) => {
      this.#ply = Number(event.target.value);
      renderCaption(frames[this.#ply]);
      this.#proof.clear();
      this.#saveText();
      void this.#showBoard();
    };
    return [
      h("input", { type: "range", min: 0, max: of, value: this.#ply, "aria-label": t("slide"), oninput: slide }),
      caption,
    ];
  }

  /** @param {Game} game */
  #renderActions(game) {
    const puzzle = this.#parsed?.puzzle;
    const solo = game.seats === 1;
    const play = toolButton(t, "play", "play_on", () => void this.#play(this.#parsed?.puzzle));
    play.classList.add("primary");
    fill(
      this.#actions,
      play,
      opponentSelect(game),
      this.#replay && toolButton(t, "film", "viewer", () => this.#openViewer()),
      solo &&
        toolButton(t, "bulb", "prove", () => this.#proof.prove(game.id, () => this.#position(), puzzle?.par ?? null)),
      solo &&
        toolButton(t, "cards", "make", () =>
          openPuzzleDialog(
            game.id,
            () => this.#position(),
            puzzle?.title ?? null,
            (made) => void this.#play(made),
          ),
        ),
      !solo && h("p", { class: "faint" }, t("solo_only")),
    );
  }

  /** The shown position. @returns {Promise<object>} */
  async #position() {
    const read = this.#replay ? await readPosition(this.#editor.value, this.#chosen, this.#ply) : this.#parsed;
    if (!read?.position) throw new Error("no position");
    return read.position;
  }

  async #showBoard() {
    const game = this.#game;
    const frame = this.#replay?.frames[this.#ply];
    const view = frame?.view ?? this.#parsed?.view;
    if (!game || !view) return this.#preview.clear();
    const position = this.#parsed?.position ?? null;
    return this.#preview.show({ game, position, seat: frame ? null : (this.#parsed?.seat ?? null) }, view);
  }

  /** @param {import("../../frame/message_types.js").Puzzle | null} [puzzle] title and goal */
  async #play(puzzle) {
    const origin = { from: "/open", ...(puzzle ? { puzzle } : {}) };
    const game = /** @type {Game} */ (this.#game);
    const position = this.#parsed?.position;
    const { textContent: before } = this.#editor.status;
    this.#editor.setStatus("busy", t("setting_up"));
    try {
      if (this.#replay) await this.#playReplay(game, origin);
      else if (position) await startPractice(game, { position }, origin);
    } catch (failure) {
      this.#showNotice(api.errorMessage(failure));
      this.#editor.setStatus("good", before ?? "");
    }
  }

  /**
   * @param {Game} game
   * @param {import("../../frame/seat_tokens.js").TableOrigin} origin
   */
  async #playReplay(game, origin) {
    const turn = this.#replay?.frames[this.#ply + 1]?.seat ?? 0;
    const request = { game: game.id, seats: practiceSeats(game, turn), practice: true };
    const made = await api.createTableFromReplay(request, this.#editor.value, this.#ply);
    await enterTable(made, origin);
  }

  #openViewer() {
    if (storeTransfer("replay", { text: this.#editor.value, game: "", ply: this.#ply })) navigate("/replay?handed");
    else this.#showNotice(t("not_kept"));
  }

  /** @param {string} text */
  #showNotice(text) {
    showNotice(this.#notice, text);
  }
}

/** The supported formats, for an empty page. */
function formatList() {
  const rows = ["position", "puzzle", "replay"].map((kind) => h("li", null, t(`example_${kind}`)));
  return [h("h2", null, t("empty_title")), h("ul", null, ...rows)];
}
