// The real screen with the real playback and clock, fed by a test instead of a server.

import { motion } from "../frame/motion.js";
import { Playback } from "../frame/playback.js";
import { createScreen } from "../frame/screen.js";
import { setLanguage } from "../frame/words.js";
import CardOthelloScreen, { face } from "../games/card-othello/screen.js";

/** All animations and waits with their start. */
const timeline = [];
let begun = 0;
/** Milliseconds to three decimals: differences of two clocks have rounding errors. */
const toMicroseconds = (ms) => Math.round(1000 * ms) / 1000;
/** Milliseconds since the start of the table. */
const elapsed = () => toMicroseconds(motion.elapsed - begun);
for (const clock of [motion, motion.unscaled]) {
  const animate = clock.animate.bind(clock);
  const wait = clock.wait.bind(clock);
  clock.animate = (element, keyframes, options) => {
    timeline.push({
      at: elapsed(),
      ms: typeof options === "number" ? options : options.duration,
      cell: element.closest("[data-cell]")?.dataset.cell ?? null,
      kind: element.className.split(" ")[0],
      ghost: element.classList.contains("co-ghost"),
      side: element.dataset.side ?? null,
      frames: keyframes,
    });
    return animate(element, keyframes, options);
  };
  clock.wait = (ms) => {
    timeline.push({ at: elapsed(), ms, cell: null, kind: "wait" });
    return wait(ms);
  };
}

const stage = {
  timeline,
  elapsed,
  motion,
  face,
  acts: [],
  /** Whether the last action can be taken back. */
  canTakeBack: false,
  /** The legal actions of the server's answer to `describe`, and how often it was asked. */
  described: [],
  describes: 0,
  lines: [],
  shown: [],
  /** Show a table with a paused clock. */
  async start({ cards, labels, seat, view, legal, prompt, actions, language, names, replay }) {
    stage.described = actions;
    setLanguage(language);
    motion.pause();
    begun = motion.elapsed;
    timeline.length = 0;
    const screen = await createScreen(CardOthelloScreen);
    const seats = names.map((name) => ({ kind: "human", name, level: null, title: { en: "", ja: "" } }));
    const game = { id: "card-othello", labels, options: [{ name: "hand_limit", default: 5 }] };
    const context = { game, table: { seats }, seat, cards, motion };
    document.body.replaceChildren(screen);
    const act = (notation) => stage.acts.push(notation);
    const describe = async () => {
      stage.describes += 1;
      return stage.described;
    };
    screen.prepare({
      ...context,
      settings: {},
      replay,
      act,
      describe,
      takeBack: () => (stage.canTakeBack ? () => stage.acts.push("take back") : null),
      explain: async (item) => ({ en: `reason: ${item}`, ja: `理由: ${item}` }),
    });
    stage.screen = screen;
    stage.playback = new Playback(screen, motion, { onLine: (line) => stage.lines.push(line) });
    stage.playback.reset(view, legal, { prompt });
    const show = screen.show.bind(screen);
    // Record the result of the events before the view is shown.
    screen.show = (next) => {
      stage.shown.push({ looks: stage.looks(), hand: stage.hand(), charge: stage.charges(), view: next });
      show(next);
    };
    await document.fonts.ready;
  },
  language(chosen) {
    setLanguage(chosen);
    stage.screen.relabel();
  },
  push(updates) {
    for (const update of updates) {
      stage.described = update.actions;
      stage.playback.push(update);
    }
  },
  /** Play updates one by one, so that the queue stays short. */
  async playAll(updates) {
    for (const update of updates) {
      stage.push([update]);
      while (stage.playback.busy) await motion.advance(3000);
    }
    return stage.shown;
  },
  /** Play everything; return the time. */
  async finish(step = 100) {
    const start = elapsed();
    while (stage.playback.busy) await motion.advance(step);
    return elapsed() - start;
  },
  stone(cell) {
    return document.querySelector(`[data-cell=${cell}] .co-stone:not(.co-ghost)`);
  },
  /** The look of each cell: colour, marks with counters, sprout. */
  looks() {
    const found = {};
    for (const element of document.querySelectorAll(".co-stone:not(.co-ghost)")) {
      const cell = element.closest("[data-cell]")?.dataset.cell;
      if (!cell) continue;
      const { side, marks, special, sprout } = element.dataset;
      const counts = Array.from(element.querySelectorAll(".co-badge text"), (text) => text.textContent);
      found[cell] = { side, marks: marks ? marks.split(" ") : [], special, sprout: sprout === "true", counts };
    }
    return found;
  },
  hand: () => Array.from(document.querySelectorAll(".co-hand:not(.co-tray) .co-card"), (card) => card.dataset.card),
  charges: () =>
    Object.fromEntries(
      ["black", "white"].map((side) => [
        side,
        Number(document.querySelector(`.co-player.co-${side} .co-amount b`).textContent),
      ]),
    ),
  log: (name) => Array.from(document.querySelectorAll(`.co-log-${name} li`), (line) => line.textContent),
  notices: (side) =>
    Array.from(document.querySelectorAll(`.co-player.co-${side} .co-notice`), (notice) => notice.textContent),
  /** The running animations of a cell, with opacity and transform. */
  moving(cell) {
    return Array.from(document.querySelectorAll(`[data-cell=${cell}] .co-stone`), (element) => {
      const style = getComputedStyle(element);
      const [animation] = element.getAnimations();
      return {
        ghost: element.classList.contains("co-ghost"),
        side: element.dataset.side,
        at: animation ? toMicroseconds(Number(animation.currentTime)) : null,
        duration: animation ? Number(animation.effect.getComputedTiming().duration) : null,
        opacity: Number(style.opacity),
        transform: style.transform,
        blend: style.mixBlendMode,
      };
    });
  },
  /** The colours of points in a picture; coordinates are fractions of its size. */
  async colours(data, points) {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(picture, 0, 0);
    return points.map(([x, y]) =>
      Array.from(pen.getImageData(Math.round(x * picture.width), Math.round(y * picture.height), 1, 1).data).slice(
        0,
        3,
      ),
    );
  },
  boxes(...selectors) {
    return selectors.flatMap((selector) =>
      Array.from(document.querySelectorAll(selector), (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { selector, left, top, right, bottom };
      }).filter((box) => box.right > box.left),
    );
  },
};

window.stage = stage;
window.dispatchEvent(new Event("staged"));
