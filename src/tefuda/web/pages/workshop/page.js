// The card workshop: the editor and a preview, checked by the server while typing.

import * as api from "../../frame/api.js";
import { checkCards } from "../../frame/author_api.js";
import { copyText } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { downloadText } from "../../frame/download.js";
import { icon } from "../../frame/icons.js";
import { loadStyleSheet } from "../../frame/screen.js";
import { localize, withColon } from "../../frame/words.js";
import { loadCardFace } from "../../games/index.js";
import { openNewCard, defaultStarter } from "./new_card.js";
import { CardPreview } from "./card_preview.js";
import { CheckedEditor, toolButton } from "./checked_editor.js";
import { Drafts } from "./drafts.js";
import { draftName, openDraftList } from "./list.js";
import { startPractice } from "./practice.js";
import { Reference } from "./reference.js";
import { t } from "./words.js";
import { createNotice, showNotice } from "../../frame/notice.js";
import { GamePage } from "../game_page.js";

/** @typedef {import("../../frame/author_api.js").CheckedCards} CheckedCards */
/** @typedef {import("../../frame/message_types.js").Problem} Problem */

/** Size limit of the server. */
const MAX_CARD_BYTES = 100_000;

export default class WorkshopPage extends GamePage {
  static tag = "workshop-page";

  /** @type {import("../../frame/message_types.js").Game} */
  #game = /** @type {any} */ (null);
  /** @type {import("../../frame/message_types.js").Card[]} */
  #cards = [];
  /** @type {Drafts} */
  #drafts = /** @type {any} */ (null);
  #draft = "";
  /** @type {CardPreview} */
  #preview = /** @type {any} */ (null);
  /** @type {Reference} */
  #reference = /** @type {any} */ (null);
  /** @type {CheckedCards | null} the last result */
  #checked = null;
  /** @type {Problem[]} */
  #problems = [];
  #heading = h("h1");
  #lead = h("p", { class: "faint" });
  #notice = createNotice();
  #tools = h("div", { class: "row ws-tools" });
  #keys = h("p", { class: "faint ws-keys", id: "ws-keys" });
  /** @type {CheckedEditor<CheckedCards>} */
  #editor = new CheckedEditor({
    t,
    statusId: "ws-state",
    maxBytes: MAX_CARD_BYTES,
    check: (text) => checkCards(this.#game.id, text),
    onResult: (answer) => this.#onResult(answer),
    onEmpty: () => {
      this.#problems = [];
      this.#editor.showProblems([]);
      this.#preview.clear();
    },
    onFailure: (message) => this.#showFailure(message),
  });

  /** @param {string[]} params */
  async open([id]) {
    try {
      const game = await this.findGame(id);
      if (!game) return undefined;
      if (!game.decks.length) return this.showMissing({ key: "no_card_files", game, id });
      const [cards, face] = await Promise.all([
        api.fetchCards(id),
        loadCardFace(id),
        loadStyleSheet(new URL("editor.css", import.meta.url).href),
        loadStyleSheet(new URL("style.css", import.meta.url).href),
      ]);
      this.#game = game;
      this.#cards = cards;
      this.#drafts = new Drafts(id);
      if (!this.#drafts.current) this.#drafts.add(await defaultStarter(id, cards));
      this.#reference = new Reference(id);
      this.#preview = new CardPreview(game, face, (trial) => void this.#tryPosition(trial.position));
    } catch (failure) {
      return void fill(
        this,
        h("h1", null, t("workshop")),
        h("p", { class: "notice", role: "alert" }, api.errorMessage(failure)),
      );
    }
    document.body.dataset.layout = "wide";
    const left = h(
      "div",
      { class: "ws-left" },
      this.#editor.editor,
      this.#editor.status,
      this.#editor.problemList,
      this.#keys,
    );
    fill(
      this,
      h("header", { class: "ws-top" }, this.#heading, this.#tools, this.#lead),
      this.#notice,
      h("div", { class: "ws-desk" }, left, this.#preview.element, this.#reference.element),
    );
    this.#editor.editor.addEventListener("edited", () => this.#onEdit());
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => this.#onDrop(event));
    this.relabel();
    this.#loadDraft();
  }

  leave() {
    this.#editor.stop();
  }

  relabel() {
    if (!this.#game) return super.relabel();
    const title = withColon(localize(this.#game.title), t("workshop"));
    this.setHeading(title);
    fill(this.#heading, title);
    fill(this.#lead, t("lead"));
    fill(this.#keys, t("keys"));
    this.#editor.editor.label(t("text"), "ws-state ws-keys");
    this.#renderTools();
    this.#showProblems();
    this.#preview.render();
    void this.#reference.relabel();
  }

  #renderTools() {
    const { current, all } = this.#drafts;
    // Untouched starters do not count as drafts.
    const written = all.filter((one) => !one.fresh).length;
    fill(
      this.#tools,
      h("strong", { class: "ws-name" }, current ? draftName(current) : ""),
      h(
        "button",
        { onclick: () => this.#openDraftList(), dataset: { does: "drafts" } },
        icon("log"),
        written ? t("drafts_n", { n: written }) : t("drafts"),
      ),
      toolButton(t, "cards", "begin", () =>
        openNewCard(this.#game.id, this.#cards, (text, own) => this.#newDraft(text, own)),
      ),
      toolButton(t, "download", "download", () => this.#download()),
      toolButton(t, "share", "copy_text", () => void this.#copy()),
      this.#referenceButton(),
    );
  }

  /** The reference replaces the preview while it is open. */
  #referenceButton() {
    const press = () => {
      const open = !this.#reference.open;
      this.#reference.toggle(open);
      this.#preview.element.hidden = open;
      button.setAttribute("aria-pressed", String(open));
    };
    const button = h(
      "button",
      { "aria-pressed": String(this.#reference.open), onclick: press, dataset: { does: "reference" } },
      icon("book"),
      t("reference"),
    );
    return button;
  }

  /** Show the open draft. */
  #loadDraft() {
    const draft = this.#drafts.current;
    if (!draft) return;
    this.#draft = draft.id;
    this.#editor.value = draft.text;
    this.#checked = null;
    this.#problems = [];
    this.#preview.clear();
    this.#renderTools();
    this.#editor.check(0);
  }

  #openDraftList() {
    openDraftList(this.#drafts, {
      opened: () => {
        if (this.#drafts.current?.id !== this.#draft) this.#loadDraft();
        this.#renderTools();
      },
      removed: (draft, back) => void this.#onDraftRemoved(draft, back),
    });
  }

  /**
   * @param {import("./drafts.js").CardDraft} draft
   * @param {() => void} back
   */
  async #onDraftRemoved(draft, back) {
    const extra = this.#drafts.current ? null : this.#drafts.add(await defaultStarter(this.#game.id, this.#cards));
    const undo = () => {
      if (extra && this.#drafts.all.some((one) => one.id === extra.id && one.fresh)) this.#drafts.remove(extra.id);
      back();
      this.#notice.hidden = true;
      this.#loadDraft();
    };
    if (draft.id === this.#draft) this.#loadDraft();
    this.#renderTools();
    const button = h("button", { onclick: undo }, icon("undo"), t("bring_back"));
    showNotice(this.#notice, t("removed", { name: draftName(draft) }), " ", button);
  }

  /**
   * Start a draft with this text.
   * @param {string} text
   * @param {boolean} own
   */
  #newDraft(text, own) {
    const tooLarge = this.#editor.tooLargeText(new Blob([text]).size);
    if (tooLarge) return this.#showNotice(tooLarge);
    this.#drafts.add(text, { fresh: !own });
    return this.#loadDraft();
  }

  /** @param {DragEvent} event */
  async #onDrop(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    const tooLarge = this.#editor.tooLargeText(file.size);
    if (tooLarge) this.#showNotice(tooLarge);
    else this.#newDraft(await file.text(), true);
  }

  #onEdit() {
    this.#notice.hidden = true;
    const fresh = this.#drafts.current?.fresh;
    this.#drafts.change(this.#draft, { text: this.#editor.value, when: Date.now(), fresh: false });
    if (fresh) this.#renderTools();
    if (!this.#drafts.saved) this.#showNotice(t("not_kept"));
    this.#editor.check();
  }

  /** @param {CheckedCards} answer */
  #onResult(answer) {
    this.#checked = answer;
    this.#problems = answer.problems;
    this.#showProblems();
    if (!answer.cards.length) return this.#preview.markStale();
    this.#preview.show(answer);
    this.#drafts.change(this.#draft, {
      title: answer.cards[0].name,
      ...(answer.problems.length ? {} : { cards: answer.cards }),
    });
    return this.#renderTools();
  }

  /** Show the problems or that the card is valid. */
  #showProblems() {
    this.#editor.showProblems(this.#problems);
    if (!this.#checked || this.#problems.length) return;
    const { cards, notes } = this.#checked;
    const valid = t(cards.length > 1 ? "good_n" : "good", { n: cards.length });
    this.#editor.setStatus("good", [valid, ...notes.map((note) => localize(note))].join(" "));
  }

  /** Show that the text cannot be checked. @param {string} sentence */
  #showFailure(sentence) {
    this.#checked = null;
    this.#problems = [];
    this.#showProblems();
    this.#editor.setStatus("wrong", sentence);
    this.#preview.markStale();
  }

  /** @param {object} position */
  async #tryPosition(position) {
    this.#editor.setStatus("busy", t("setting_up"));
    try {
      await startPractice(this.#game, { position }, { from: location.pathname });
    } catch (failure) {
      this.#showNotice(api.errorMessage(failure));
      this.#showProblems();
    }
  }

  #download() {
    downloadText(`${this.#checked?.cards[0]?.id ?? "card"}.yaml`, this.#editor.value, "application/yaml");
  }

  async #copy() {
    this.#showNotice(t((await copyText(this.#editor.value)) ? "copied" : "not_copied"));
  }

  /** @param {string} text */
  #showNotice(text) {
    showNotice(this.#notice, text);
  }
}
