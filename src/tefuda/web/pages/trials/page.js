// How often a deck wins: many games by the CPU, counted as they come.

import * as api from "../../frame/api.js";
import { copy } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { Page } from "../../frame/page.js";
import { styled } from "../../frame/screen.js";
import { both } from "../../frame/words.js";
import { command } from "./command.js";
import { described, form, read } from "./form.js";
import { wilson } from "./interval.js";
import { alternative, bar, plot } from "./plot.js";
import { Run } from "./run.js";
import { number, percent, t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Game} Game */

const LEAST_WIDTH = 280;

export default class extends Page {
  static tag = "trials-page";

  /** @type {Game | null} */
  #game = null;
  /** @type {HTMLFormElement | null} */
  #form = null;
  /** @type {Run[]} the newest last */
  #runs = [];
  #notice = h("p", { class: "notice", role: "alert", hidden: true });
  #setup = h("div", { class: "trial-setup" });
  #keys = h("div", { class: "trial-keys" });
  #result = h("section", { class: "trial-result", "aria-labelledby": "result-title" });
  #figure = h("figure");
  #said = h("p", { class: "said", role: "status" });
  #past = h("section", { class: "trial-past" });
  #observer = new ResizeObserver(() => this.#draw());

  /**
   * @param {string[]} params
   * @param {URLSearchParams} query
   */
  async open([id], query) {
    this.append(h("h1"), h("p", { class: "lead" }), this.#notice);
    fill(/** @type {Element} */ (this.querySelector("h1")), t("trials_plain"));
    this.entitle(t("trials_plain"));
    try {
      const [game] = await Promise.all([api.game(id), styled(new URL("style.css", import.meta.url).href)]);
      if (game.seats !== 1) return this.#say(t("one_player"));
      this.#game = game;
      this.#form = form(game, query.get("deck"));
    } catch (failure) {
      return this.#say(api.sentence(failure));
    }
    this.append(h("div", { class: "trial-body" }, this.#setup, this.#result), this.#past);
    this.#observer.observe(this.#figure);
    this.relabel();
    return undefined;
  }

  leave() {
    this.#observer.disconnect();
    this.#run?.stop();
  }

  /** The run that is shown. */
  get #run() {
    return this.#runs[this.#runs.length - 1];
  }

  relabel() {
    const game = this.#game;
    if (!game || !this.#form) return;
    const title = t("trials", { game: both(game.title) });
    this.entitle(title);
    fill(/** @type {Element} */ (this.querySelector("h1")), title);
    fill(/** @type {Element} */ (this.querySelector(".lead")), t("lead"));
    const before = this.#form;
    this.#form = form(game, null);
    restore(before, this.#form);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start();
    });
    fill(this.#setup, this.#form, links(game.id));
    this.#draw();
  }

  #start() {
    const game = this.#game;
    if (!game || !this.#form || this.#run?.running) return;
    const { setup, wanted } = read(this.#form, game);
    this.#runs = [...this.#runs.filter((run) => run.played > 0), new Run(game.id, setup, wanted)];
    void this.#go();
    this.#result.scrollIntoView({ block: "nearest" });
  }

  #go() {
    return this.#run?.go(() => this.#draw());
  }

  /** Everything that a batch changes. */
  #draw() {
    const run = this.#run;
    this.#buttons(run);
    const before = this.#runs[this.#runs.length - 2] ?? null;
    this.#show(run, before);
    this.#compare();
  }

  /** Start, stop and go on; made anew only where they are others, so that the focus stays. @param {Run | undefined} run */
  #buttons(run) {
    const fields = this.#form?.querySelector("fieldset");
    if (fields) fields.disabled = run?.running === true;
    const state = JSON.stringify([t("start"), run?.running, run?.stopping, run?.done, run?.played === 0, run?.wanted]);
    if (this.#keys.dataset.state === state) return;
    const held = this.#keys.contains(document.activeElement);
    this.#keys.dataset.state = state;
    const stop = () => {
      run?.stop();
      this.#draw();
    };
    const more = () => {
      if (!run) return;
      if (run.done && this.#form && this.#game) run.wanted += read(this.#form, this.#game).wanted;
      void this.#go();
    };
    if (run?.running) {
      fill(
        this.#keys,
        h(
          "button",
          { type: "button", class: "danger big", disabled: run.stopping, onclick: stop },
          t(run.stopping ? "stopping" : "stop"),
        ),
      );
    } else {
      fill(
        this.#keys,
        h("button", { type: "submit", form: "trial-form", class: "primary big" }, icon("play"), t("start")),
        run && run.played > 0 && h("button", { type: "button", class: "big", onclick: more }, icon("next"), t("go_on")),
      );
    }
    if (held) this.#keys.querySelector("button")?.focus();
  }

  /**
   * @param {Run | undefined} run
   * @param {Run | null} before
   */
  #show(run, before) {
    const head = h("header", null, h("h2", { id: "result-title" }, t("result")), this.#keys);
    if (!run || !this.#game) {
      const asleep = h("div", { class: "sleeping" }, icon("chart"), h("p", { class: "faint" }, t("nothing_yet")));
      fill(this.#result, head, asleep);
      return;
    }
    this.#tell(run);
    if (!run.played && !run.running) {
      fill(this.#result, head, h("p", { class: "what" }, what(run, this.#game)), this.#said);
      return;
    }
    const { played, won, wanted, setup } = run;
    const { low, high } = wilson(won, played);
    const width = Math.max(LEAST_WIDTH, this.#figure.clientWidth || this.#result.clientWidth);
    fill(
      this.#figure,
      plot(run, before, width),
      h(
        "figcaption",
        null,
        h("span", { class: "key now" }, t("legend_now")),
        before && h("span", { class: "key before" }, t("legend_before")),
        h("span", null, t("axis")),
      ),
    );
    const line = command(run);
    const button = h("button", { type: "button", class: "quiet" }, icon("link"), t("copy"));
    button.addEventListener("click", async () => {
      if (await copy(line)) fill(button, icon("link"), t("copied"));
    });
    fill(
      this.#result,
      head,
      h("p", { class: "what" }, what(run, this.#game)),
      this.#said,
      h(
        "div",
        { class: "numbers-found" },
        h("p", { class: "rate-found" }, played ? percent(won / played) : "–"),
        h(
          "div",
          null,
          h("p", null, h("strong", null, t("interval", { low: percent(low), high: percent(high) }))),
          h("p", null, t("won_of", { won: number(won), played: number(played) })),
          h("p", { class: "faint" }, t("interval_note")),
        ),
      ),
      h("progress", { max: wanted, value: played, "aria-label": t("games") }),
      h(
        "p",
        { class: "how-far" },
        h("span", null, t("progress", { played: number(played), wanted: number(wanted) })),
        played > 0 &&
          h("span", null, t("deals", { first: number(setup.first), last: number(setup.first + played - 1) })),
      ),
      this.#figure,
      h("div", { class: "command" }, h("h3", null, t("command")), h("code", { tabindex: 0 }, line), button),
    );
  }

  /** How it ended: seen in a word, and for those who only listen with what was found. @param {Run} run */
  #tell(run) {
    const said = run.running ? "" : `${ended(run)} `;
    const found = said && run.played ? alternative(run) : "";
    if (this.#said.textContent !== said + found) fill(this.#said, said, found && h("span", { class: "unseen" }, found));
  }

  /** The runs of this visit, side by side. */
  #compare() {
    const game = this.#game;
    const runs = this.#runs.filter((run) => run.played > 0);
    this.#past.hidden = runs.length < 2;
    if (!game || runs.length < 2) return;
    const most = Math.min(1, 1.05 * Math.max(...runs.map((run) => wilson(run.won, run.played).high)));
    const heads = ["run_setup", "run_games", "run_rate", "run_interval"];
    const [one, other] = runs.slice(-2).map((run) => wilson(run.won, run.played));
    fill(
      this.#past,
      h("h2", null, t("runs")),
      h("p", { class: "faint" }, t(one.low > other.high || other.low > one.high ? "apart" : "overlap")),
      h(
        "table",
        null,
        h("thead", null, h("tr", null, ...heads.map((head) => h("th", { scope: "col" }, t(head))))),
        h("tbody", null, ...runs.toReversed().map((run) => row(run, game, most))),
      ),
    );
  }

  /** @param {string} text */
  #say(text) {
    this.#notice.textContent = text;
    this.#notice.hidden = false;
  }
}

/** @param {Run} run one that does not go on */
function ended(run) {
  if (run.failure) return t("said_failed", { why: api.sentence(run.failure) });
  return t(run.slow ? "said_slow" : run.done ? "said_done" : "said_stopped");
}

/**
 * @param {Run} run
 * @param {Game} game
 * @param {number} most
 */
function row(run, game, most) {
  const { low, high } = wilson(run.won, run.played);
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, what(run, game)),
    h("td", null, number(run.played)),
    h("td", null, percent(run.won / run.played)),
    h("td", null, `${percent(low)} – ${percent(high)}`, bar(run, most)),
  );
}

/**
 * @param {Run} run
 * @param {Game} game
 */
function what({ setup }, game) {
  return [...described(setup.options, game), t("level_n", { n: setup.level })].join(" · ");
}

/**
 * Fill a form with what another one holds.
 * @param {HTMLFormElement} from
 * @param {HTMLFormElement} to
 */
function restore(from, to) {
  for (const field of Array.from(to.elements)) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const old = from.elements.namedItem(field.name);
    const value =
      old instanceof RadioNodeList || old instanceof HTMLInputElement || old instanceof HTMLSelectElement
        ? old.value
        : "";
    if (field.type === "radio") /** @type {HTMLInputElement} */ (field).checked = field.value === value;
    else field.value = value;
  }
}

/** @param {string} game */
function links(game) {
  return h(
    "p",
    { class: "links" },
    h("a", { href: "/puzzles" }, icon("star"), t("to_puzzles")),
    h("a", { href: `/decks/${game}` }, icon("cards"), t("to_decks")),
  );
}
