// Measures how often a deck wins: the CPU plays many games.

import * as api from "../../frame/api.js";
import { copyText } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { cpuName } from "../../frame/levels.js";
import { loadStyleSheet } from "../../frame/screen.js";
import { localize } from "../../frame/words.js";
import { simulateCommand } from "./command.js";
import { describeOptions, trialForm, readForm } from "./form.js";
import { wilson } from "./interval.js";
import { runSummary, intervalBar, ratePlot } from "./plot.js";
import { TrialRun } from "./run.js";
import { number, percent, t } from "./words.js";
import { createNotice, showNotice } from "../../frame/notice.js";
import { GamePage } from "../game_page.js";

/** @typedef {import("../../frame/message_types.js").Game} Game */

const MIN_WIDTH = 280;

export default class extends GamePage {
  static tag = "trials-page";

  /** @type {Game | null} */
  #game = null;
  /** @type {HTMLFormElement | null} */
  #form = null;
  /** @type {TrialRun[]} newest last */
  #runs = [];
  #notice = createNotice();
  #setup = h("div", { class: "trial-setup" });
  #buttonRow = h("div", { class: "trial-keys" });
  #result = h("section", { class: "trial-result", "aria-labelledby": "result-title" });
  #figure = h("figure");
  #status = h("p", { class: "said", role: "status" });
  #history = h("section", { class: "trial-past" });
  #observer = new ResizeObserver(() => this.#render());

  /**
   * @param {string[]} params
   * @param {URLSearchParams} query
   */
  async open([id], query) {
    this.append(h("h1"), h("p", { class: "lead" }), this.#notice);
    fill(/** @type {Element} */ (this.querySelector("h1")), t("trials_plain"));
    this.setHeading(t("trials_plain"));
    try {
      const [game] = await Promise.all([this.findGame(id), loadStyleSheet(new URL("style.css", import.meta.url).href)]);
      if (!game) return undefined;
      if (game.seats !== 1) return this.showMissing({ key: "one_player_only", game, id });
      this.#game = game;
      this.#form = trialForm(game, query.get("deck"));
    } catch (failure) {
      return this.#showNotice(api.errorMessage(failure));
    }
    this.append(h("div", { class: "trial-body" }, this.#setup, this.#result), this.#history);
    this.#observer.observe(this.#figure);
    this.relabel();
    return undefined;
  }

  leave() {
    this.#observer.disconnect();
    this.#run?.stop();
  }

  /** The shown run. */
  get #run() {
    return this.#runs[this.#runs.length - 1];
  }

  relabel() {
    const game = this.#game;
    if (!game || !this.#form) return super.relabel();
    const title = t("trials", { game: localize(game.title) });
    this.setHeading(title);
    fill(/** @type {Element} */ (this.querySelector("h1")), title);
    fill(/** @type {Element} */ (this.querySelector(".lead")), t("lead"));
    const before = this.#form;
    this.#form = trialForm(game, null);
    copyFormValues(before, this.#form);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#startRun();
    });
    fill(this.#setup, this.#form, footerLinks(game.id));
    this.#render();
  }

  #startRun() {
    const game = this.#game;
    if (!game || !this.#form || this.#run?.running) return;
    const { setup, wanted } = readForm(this.#form, game);
    this.#runs = [...this.#runs.filter((run) => run.played > 0), new TrialRun(game.id, setup, wanted)];
    void this.#continueRun();
    this.#result.scrollIntoView({ block: "nearest" });
  }

  #continueRun() {
    return this.#run?.start(() => this.#render());
  }

  /** Render everything that a batch changes. */
  #render() {
    const run = this.#run;
    this.#renderButtons(run);
    const before = this.#runs[this.#runs.length - 2] ?? null;
    this.#renderResult(run, before);
    this.#renderHistory();
  }

  /** Render the buttons, only if they changed, to keep the focus. @param {TrialRun | undefined} run */
  #renderButtons(run) {
    const fields = this.#form?.querySelector("fieldset");
    if (fields) fields.disabled = run?.running === true;
    const state = JSON.stringify([t("start"), run?.running, run?.stopping, run?.done, run?.played === 0, run?.wanted]);
    if (this.#buttonRow.dataset.state === state) return;
    const held = this.#buttonRow.contains(document.activeElement);
    this.#buttonRow.dataset.state = state;
    const stop = () => {
      run?.stop();
      this.#render();
    };
    const more = () => {
      if (!run) return;
      if (run.done && this.#form && this.#game) run.wanted += readForm(this.#form, this.#game).wanted;
      void this.#continueRun();
    };
    if (run?.running) {
      fill(
        this.#buttonRow,
        h(
          "button",
          { type: "button", class: "danger big", disabled: run.stopping, onclick: stop },
          t(run.stopping ? "stopping" : "stop"),
        ),
      );
    } else {
      fill(
        this.#buttonRow,
        h("button", { type: "submit", form: "trial-form", class: "primary big" }, icon("play"), t("start")),
        run && run.played > 0 && h("button", { type: "button", class: "big", onclick: more }, icon("next"), t("go_on")),
      );
    }
    if (held) this.#buttonRow.querySelector("button")?.focus();
  }

  /**
   * @param {TrialRun | undefined} run
   * @param {TrialRun | null} before
   */
  #renderResult(run, before) {
    const head = h("header", null, h("h2", { id: "result-title" }, t("result")), this.#buttonRow);
    if (!run || !this.#game) {
      const asleep = h("div", { class: "sleeping" }, icon("chart"), h("p", { class: "faint" }, t("nothing_yet")));
      fill(this.#result, head, asleep);
      return;
    }
    this.#renderStatus(run);
    if (!run.played && !run.running) {
      fill(this.#result, head, h("p", { class: "what" }, runTitle(run, this.#game)), this.#status);
      return;
    }
    const { played, won, wanted, setup } = run;
    const { low, high } = wilson(won, played);
    const width = Math.max(MIN_WIDTH, this.#figure.clientWidth || this.#result.clientWidth);
    fill(
      this.#figure,
      ratePlot(run, before, width),
      h(
        "figcaption",
        null,
        h("span", { class: "key now" }, t("legend_now")),
        before && h("span", { class: "key before" }, t("legend_before")),
        h("span", null, t("axis")),
      ),
    );
    const line = simulateCommand(run);
    const button = h("button", { type: "button", class: "quiet" }, icon("link"), t("copy"));
    button.addEventListener("click", async () => {
      if (await copyText(line)) fill(button, icon("link"), t("copied"));
    });
    fill(
      this.#result,
      head,
      h("p", { class: "what" }, runTitle(run, this.#game)),
      this.#status,
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

  /** Show how the run ended; screen readers also get the result. @param {TrialRun} run */
  #renderStatus(run) {
    const ending = run.running ? "" : `${endText(run)} `;
    const found = ending && run.played ? runSummary(run) : "";
    if (this.#status.textContent !== ending + found)
      fill(this.#status, ending, found && h("span", { class: "visually-hidden" }, found));
  }

  /** Compare the runs of this session. */
  #renderHistory() {
    const game = this.#game;
    const runs = this.#runs.filter((run) => run.played > 0);
    this.#history.hidden = runs.length < 2;
    if (!game || runs.length < 2) return;
    const most = Math.min(1, 1.05 * Math.max(...runs.map((run) => wilson(run.won, run.played).high)));
    const heads = ["run_setup", "run_games", "run_rate", "run_interval"];
    const [one, other] = runs.slice(-2).map((run) => wilson(run.won, run.played));
    fill(
      this.#history,
      h("h2", null, t("runs")),
      h("p", { class: "faint" }, t(one.low > other.high || other.low > one.high ? "apart" : "overlap")),
      h(
        "table",
        null,
        h("thead", null, h("tr", null, ...heads.map((head) => h("th", { scope: "col" }, t(head))))),
        h("tbody", null, ...runs.toReversed().map((run) => runRow(run, game, most))),
      ),
    );
  }

  /** @param {string} text */
  #showNotice(text) {
    showNotice(this.#notice, text);
  }
}

/** @param {TrialRun} run a finished run */
function endText(run) {
  if (run.failure) return t("said_failed", { why: api.errorMessage(run.failure) });
  return t(run.slow ? "said_slow" : run.done ? "said_done" : "said_stopped");
}

/**
 * @param {TrialRun} run
 * @param {Game} game
 * @param {number} most
 */
function runRow(run, game, most) {
  const { low, high } = wilson(run.won, run.played);
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, runTitle(run, game)),
    h("td", null, number(run.played)),
    h("td", null, percent(run.won / run.played)),
    h("td", null, `${percent(low)} – ${percent(high)}`, intervalBar(run, most)),
  );
}

/**
 * @param {TrialRun} run
 * @param {Game} game
 */
function runTitle({ setup }, game) {
  return [...describeOptions(setup.options, game), cpuName(setup.level)].join(" · ");
}

/**
 * Copy the values of a form.
 * @param {HTMLFormElement} from
 * @param {HTMLFormElement} to
 */
function copyFormValues(from, to) {
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
function footerLinks(game) {
  return h(
    "p",
    { class: "links" },
    h("a", { href: "/puzzles" }, icon("star"), t("to_puzzles")),
    h("a", { href: `/decks/${game}` }, icon("cards"), t("to_decks")),
  );
}
