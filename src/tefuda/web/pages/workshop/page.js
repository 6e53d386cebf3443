// The card workshop: a card's text on one side, what it says on the other, checked by the server as it is typed.

import * as api from "../../frame/api.js";
import { checkCards } from "../../frame/author_api.js";
import { copy } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { Page } from "../../frame/page.js";
import { styled } from "../../frame/screen.js";
import { both, coloned } from "../../frame/words.js";
import { faceOf } from "../../games/index.js";
import { begin, first } from "./new_card.js";
import { CardSide } from "./card_preview.js";
import { Checker } from "./checker.js";
import { Drafts } from "./drafts.js";
import "./editor.js"; // defines <code-editor>
import { called, listDrafts } from "./list.js";
import { practise } from "./practice.js";
import { listProblems } from "./problems.js";
import { Reference } from "./reference.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/author_api.js").CheckedCards} CheckedCards */
/** @typedef {import("../../frame/message_types.js").Problem} Problem */

/** What the server reads at most. */
const MOST_BYTES = 100_000;

export default class WorkshopPage extends Page {
  static tag = "workshop-page";

  /** @type {import("../../frame/message_types.js").Game} */
  #game = /** @type {any} */ (null);
  /** @type {import("../../frame/message_types.js").Card[]} */
  #cards = [];
  /** @type {Drafts} */
  #drafts = /** @type {any} */ (null);
  #draft = "";
  /** @type {CardSide} */
  #side = /** @type {any} */ (null);
  /** @type {Reference} */
  #reference = /** @type {any} */ (null);
  /** @type {CheckedCards | null} the last answer */
  #checked = null;
  /** @type {Problem[]} */
  #problems = [];
  #heading = h("h1");
  #lead = h("p", { class: "faint" });
  #notice = h("p", { class: "notice", role: "alert", hidden: true });
  #tools = h("div", { class: "row ws-tools" });
  #editor = /** @type {import("./editor.js").CodeEditor} */ (h("code-editor"));
  #state = h("p", { class: "ws-state", role: "status", id: "ws-state" });
  #list = h("ol", { class: "ws-problems", hidden: true });
  #keys = h("p", { class: "faint ws-keys", id: "ws-keys" });
  /** @type {Checker<CheckedCards>} */
  #checker = new Checker({
    ask: (text) => checkCards(this.#game.id, text),
    waiting: () => this.#say("busy", t("checking")),
    answered: (answer) => this.#answered(answer),
    failed: (sentence, passing) => this.#failed(passing ? t("offline", { reason: sentence }) : sentence),
  });

  /** @param {string[]} params */
  async open([id]) {
    try {
      const [game, cards, face] = await Promise.all([
        api.game(id),
        api.cards(id),
        faceOf(id),
        styled(new URL("editor.css", import.meta.url).href),
        styled(new URL("style.css", import.meta.url).href),
      ]);
      this.#game = game;
      this.#cards = cards;
      this.#drafts = new Drafts(id);
      if (!this.#drafts.current) this.#drafts.add(await first(id, cards));
      this.#reference = new Reference(id);
      this.#side = new CardSide(game, face, (trial) => void this.#try(trial.position));
    } catch (failure) {
      return void fill(
        this,
        h("h1", null, t("workshop")),
        h("p", { class: "notice", role: "alert" }, api.sentence(failure)),
      );
    }
    document.body.dataset.layout = "wide";
    const left = h("div", { class: "ws-left" }, this.#editor, this.#state, this.#list, this.#keys);
    fill(
      this,
      h("header", { class: "ws-top" }, this.#heading, this.#tools, this.#lead),
      this.#notice,
      h("div", { class: "ws-desk" }, left, this.#side.element, this.#reference.element),
    );
    this.#editor.addEventListener("edited", () => this.#edited());
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => this.#dropped(event));
    this.relabel();
    this.#load();
  }

  leave() {
    this.#checker.stop();
  }

  relabel() {
    if (!this.#game) return;
    const title = coloned(both(this.#game.title), t("workshop"));
    this.entitle(title);
    fill(this.#heading, title);
    fill(this.#lead, t("lead"));
    fill(this.#keys, t("keys"));
    this.#editor.label(t("text"), "ws-state ws-keys");
    this.#drawTools();
    this.#tell();
    this.#side.draw();
    void this.#reference.relabel();
  }

  #drawTools() {
    const does = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
      h("button", { onclick, dataset: { does: key } }, icon(sign), t(key));
    const { current, all } = this.#drafts;
    // What the page put there to begin with is nobody's draft yet.
    const written = all.filter((one) => !one.fresh).length;
    fill(
      this.#tools,
      h("strong", { class: "ws-name" }, current ? called(current) : ""),
      h(
        "button",
        { onclick: () => this.#listDrafts(), dataset: { does: "drafts" } },
        icon("log"),
        written ? t("drafts_n", { n: written }) : t("drafts"),
      ),
      does("cards", "begin", () => begin(this.#game.id, this.#cards, (text, own) => this.#take(text, own))),
      does("download", "download", () => this.#download()),
      does("share", "copy_text", () => void this.#copy()),
      this.#referenceButton(),
    );
  }

  /** The reference stands where the card stands: one of them is shown. */
  #referenceButton() {
    const press = () => {
      const open = !this.#reference.open;
      this.#reference.toggle(open);
      this.#side.element.hidden = open;
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

  /** Show the draft that is open. */
  #load() {
    const draft = this.#drafts.current;
    if (!draft) return;
    this.#draft = draft.id;
    this.#editor.value = draft.text;
    this.#checked = null;
    this.#problems = [];
    this.#side.clear();
    this.#drawTools();
    this.#check(0);
  }

  #listDrafts() {
    listDrafts(this.#drafts, {
      opened: () => {
        if (this.#drafts.current?.id !== this.#draft) this.#load();
        this.#drawTools();
      },
      removed: (draft, back) => void this.#removed(draft, back),
    });
  }

  /**
   * @param {import("./drafts.js").Draft} draft
   * @param {() => void} back
   */
  async #removed(draft, back) {
    const extra = this.#drafts.current ? null : this.#drafts.add(await first(this.#game.id, this.#cards));
    const undo = () => {
      if (extra && this.#drafts.all.some((one) => one.id === extra.id && one.fresh)) this.#drafts.remove(extra.id);
      back();
      this.#notice.hidden = true;
      this.#load();
    };
    if (draft.id === this.#draft) this.#load();
    this.#drawTools();
    const button = h("button", { onclick: undo }, icon("undo"), t("bring_back"));
    fill(this.#notice, t("removed", { name: called(draft) }), " ", button);
    this.#notice.hidden = false;
  }

  /**
   * Begin with this text; what was written before stays a draft.
   * @param {string} text
   * @param {boolean} own
   */
  #take(text, own) {
    if (!this.#fits(text)) return;
    this.#drafts.add(text, { fresh: !own });
    this.#load();
  }

  /** @param {DragEvent} event */
  async #dropped(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    if (file.size > MOST_BYTES) this.#warn(large(file.size));
    else this.#take(await file.text(), true);
  }

  /** @param {string} text */
  #fits(text) {
    const { size } = new Blob([text]);
    if (size > MOST_BYTES) this.#warn(large(size));
    return size <= MOST_BYTES;
  }

  #edited() {
    this.#notice.hidden = true;
    const fresh = this.#drafts.current?.fresh;
    this.#drafts.change(this.#draft, { text: this.#editor.value, when: Date.now(), fresh: false });
    if (fresh) this.#drawTools();
    if (!this.#drafts.kept) this.#warn(t("not_kept"));
    this.#check();
  }

  /** @param {number} [pause] */
  #check(pause) {
    const text = this.#editor.value;
    const { size } = new Blob([text]);
    this.#checker.stop();
    if (size > MOST_BYTES) this.#failed(large(size));
    else if (!text.trim()) {
      this.#problems = [];
      this.#editor.mark([], both);
      listProblems(this.#list, [], this.#editor);
      this.#side.clear();
      this.#say("idle", t("nothing"));
    } else this.#checker.change(text, pause);
  }

  /** @param {CheckedCards} answer */
  #answered(answer) {
    this.#checked = answer;
    this.#problems = answer.problems;
    this.#tell();
    if (!answer.cards.length) return this.#side.stale();
    this.#side.show(answer);
    this.#drafts.change(this.#draft, { title: answer.cards[0].name });
    return this.#drawTools();
  }

  /** What is wrong, in words and at its place. */
  #tell() {
    this.#editor.mark(this.#problems, both);
    listProblems(this.#list, this.#problems, this.#editor);
    if (!this.#checked) return;
    const { cards } = this.#checked;
    if (this.#problems.length) this.#say("wrong", t("wrong", { n: this.#problems.length }));
    else this.#say("good", t(cards.length > 1 ? "good_n" : "good", { n: cards.length }));
  }

  /** Nothing can be said about the text. @param {string} sentence */
  #failed(sentence) {
    this.#checked = null;
    this.#problems = [];
    this.#tell();
    this.#say("wrong", sentence);
    this.#side.stale();
  }

  /** @param {object} position */
  async #try(position) {
    this.#say("busy", t("setting_up"));
    try {
      await practise(this.#game, position, { from: location.pathname });
    } catch (failure) {
      this.#warn(api.sentence(failure));
      this.#tell();
    }
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.#editor.value], { type: "application/yaml" }));
    h("a", { href: address, download: `${this.#checked?.cards[0]?.id ?? "card"}.yaml` }).click();
    URL.revokeObjectURL(address);
  }

  async #copy() {
    this.#warn(t((await copy(this.#editor.value)) ? "copied" : "not_copied"));
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

/** @param {number} size */
function large(size) {
  return t("too_large", { n: Math.ceil(size / 1000), most: MOST_BYTES / 1000 });
}
