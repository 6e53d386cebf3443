// The queue: the chain of an action in one line, and the pause of step mode.

import { enableRovingFocus, fill, h, setChildren } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { localize, withColon } from "../../frame/words.js";
import { picture } from "./art.js";
import { entryTip } from "./explanations.js";
import { cardId } from "./fold.js";
import { t, translateOr } from "./words.js";

/** @typedef {import("./chain.js").Chain} Chain */
/** @typedef {import("./chain.js").ChainEntry} ChainEntry */
/** @typedef {import("../../frame/message_types.js").Card} Card */

/** Practically forever; the user ends it. */
const PAUSE_MS = 1e8;
const CHIP_MS = 180;

export class QueueView {
  title = h("h2");
  #count = h("b", { class: "stc-count" });
  #list = h("ol", { class: "stc-chips" });
  #empty = h("p", { class: "stc-queue-empty" });
  #next = h("button", { class: "primary stc-go", hidden: true, onclick: () => this.resume() });
  log = h("button", { class: "quiet stc-log-open", "aria-expanded": "false" });
  /** @type {Map<number, HTMLElement>} */
  #chips = new Map();
  #paused = false;
  #updateTabStop = enableRovingFocus(this.#list, ".stc-chip");
  #tooltips;
  #pace;
  #cardOf;
  #labelOf;

  /**
   * @param {import("./chain_pace.js").ChainPace} pace
   * @param {(id: string) => Card} cardOf
   * @param {(name: string) => string} labelOf
   * @param {() => boolean} toggleLog
   * @param {import("../../frame/tooltips.js").Tooltips} tooltips
   */
  constructor(pace, cardOf, labelOf, toggleLog, tooltips) {
    this.#tooltips = tooltips;
    this.#pace = pace;
    this.#cardOf = cardOf;
    this.#labelOf = labelOf;
    this.log.addEventListener("click", () => this.log.setAttribute("aria-expanded", String(toggleLog())));
    const head = h("div", { class: "stc-queue-head" }, this.title, this.#count, this.log);
    this.element = h(
      "section",
      { class: "stc-queue" },
      head,
      h("div", { class: "stc-queue-body" }, this.#list, this.#empty),
      this.#next,
    );
  }

  get paused() {
    return this.#paused;
  }

  /** Add the controls of the playback. @param {...Element} controls */
  addControls(...controls) {
    this.element.append(h("div", { class: "stc-tools stc-pace" }, ...controls));
  }

  /** Pause until `resume` or fast-forward. */
  async pause() {
    this.#paused = true;
    this.#next.hidden = false;
    await this.#pace.motion.wait(PAUSE_MS);
    this.#paused = false;
    this.#next.hidden = true;
  }

  /** Resume playback. */
  resume() {
    if (!this.#paused) return;
    this.#pace.motion.resume();
    this.#pace.motion.finish();
  }

  /** @param {Chain} chain */
  render(chain) {
    const { entries, waiting, current: now } = chain;
    fill(this.#count, waiting.length ? String(waiting.length) : "");
    const gone = new Set(this.#chips.keys());
    /** @type {HTMLElement[]} */
    const fresh = [];
    const chips = entries.map((entry, at) => {
      gone.delete(entry.key);
      let chip = this.#chips.get(entry.key);
      if (!chip) {
        chip = this.#chip(entry);
        this.#chips.set(entry.key, chip);
        fresh.push(chip);
      }
      this.#mark(chip, entry, at, entry === now);
      return chip;
    });
    for (const key of gone) this.#chips.delete(key);
    this.#list.hidden = !chips.length;
    this.#empty.hidden = chips.length > 0;
    setChildren(this.#list, chips);
    this.#updateTabStop();
    const point = now ? this.#chips.get(now.key) : (chips.at(-waiting.length - 1) ?? chips.at(-1));
    if (point) this.#list.scrollLeft = point.offsetLeft - this.#list.clientWidth / 3;
    return Promise.all(
      fresh.map((chip) =>
        this.#pace.animate(
          chip,
          [
            { opacity: 0, translate: "24px 0" },
            { opacity: 1, translate: "0 0" },
          ],
          { duration: CHIP_MS, easing: "ease-out" },
        ),
      ),
    );
  }

  relabel() {
    fill(this.title, t("queue"));
    fill(this.#empty, t("queueEmpty"));
    fill(this.#next, icon("next"), t("next"), h("kbd", null, "Space"));
    fill(this.log, icon("log"), h("span", { class: "visually-hidden" }, t("showChain")));
    this.#list.setAttribute("aria-label", t("queue"));
    this.#chips.clear();
  }

  /** @param {ChainEntry} entry */
  #chip(entry) {
    const card = this.#cardOf(cardId(entry.card));
    const chip = h(
      "li",
      {
        class: "stc-chip",
        dataset: { type: card.facts.type, id: card.id, when: entry.when },
      },
      h("span", { class: "stc-chip-at" }),
      h("span", { class: "stc-chip-pic" }, picture(card)),
      h(
        "span",
        { class: "stc-chip-words" },
        h("b", null, localize(card.name)),
        h("small", null, this.#labelOf(entry.when)),
        h("small", { class: "stc-chip-state" }),
      ),
    );
    return this.#tooltips.explain(chip, () => entryTip(entry, card));
  }

  /**
   * Update the state of an entry.
   * @param {HTMLElement} chip
   * @param {ChainEntry} entry
   * @param {number} at
   * @param {boolean} now
   */
  #mark(chip, entry, at, now) {
    chip.dataset.state = entry.state;
    chip.classList.toggle("now", now);
    const why = entry.reason && translateOr("reason", entry.reason, this.#labelOf(entry.reason));
    const state = translateOr("state", entry.state);
    const [number, words] = [
      /** @type {Element} */ (chip.firstElementChild),
      /** @type {Element} */ (chip.querySelector(".stc-chip-state")),
    ];
    fill(number, String(at + 1));
    fill(words, why ? (entry.state === "done" || entry.state === "now" ? why : withColon(state, why)) : state);
    if (now) chip.setAttribute("aria-current", "step");
    else chip.removeAttribute("aria-current");
  }
}
