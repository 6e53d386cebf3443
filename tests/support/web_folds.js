// Folds games as the pages do, and compares the result with the views of Python after events and plies.

import { motion } from "/frame/motion.js";
import { createScreen } from "/frame/screen.js";
import { settings } from "/frame/settings.js";
import { fold as foldOthello, stateFromView } from "/games/card-othello/fold.js";
import CatalystScreen from "/games/catalyst/screen.js";
import { fold as foldLinkavel } from "/games/linkavel/fold.js";
import { Model } from "/games/solitaire-tcg/model.js";

motion.rate = Infinity;

class Othello {
  async start(view) {
    this.view = stateFromView(view, null);
  }
  async fold(event) {
    if (!foldOthello(this.view, event)) throw new Error(`unknown event ${event.kind}`);
  }
  now() {
    const { looks, last, ...view } = structuredClone(this.view);
    return { ...view, sprouts: view.sprouts.sort() };
  }
}

class Linkavel {
  constructor({ power }) {
    this.power = power;
  }
  async start(view) {
    this.view = structuredClone(view);
  }
  async fold(event) {
    foldLinkavel(this.view, event, (card) => this.power[card]); // unknown kinds change nothing
  }
  now() {
    return structuredClone(this.view);
  }
}

class Solitaire {
  async start(view) {
    this.model = new Model();
    this.model.applyView(view);
  }
  async fold(event) {
    this.model.fold(event);
  }
  now() {
    const { zones, deck, choice, queue, turn, turns, spells, puzzle, result, reason } = this.model;
    const ids = (zone) => zones[zone].map((piece) => piece.id);
    const things = (zone) =>
      zones[zone].map((piece) => {
        const { id, atk, hp, counters, used, host } = piece;
        const thing = { card: this.model.nameOf(piece), id };
        if (atk !== null) Object.assign(thing, { atk, hp });
        if (host) thing.on = this.model.nameOf(host);
        if (Object.keys(counters).length) thing.counters = counters;
        if (used.length) thing.used = used;
        return thing;
      });
    const [hand, grave, banish, limbo, leaving] = ["hand", "grave", "banish", "limbo", "leaving"].map(ids);
    const [board, field] = ["board", "field"].map(things);
    const mode = puzzle ? "puzzle" : "random";
    return structuredClone({
      hand,
      grave,
      banish,
      mode,
      max_turns: turns,
      turn,
      spells,
      deck,
      board,
      field,
      limbo,
      leaving,
      queue,
      choice,
      result,
      reason,
    });
  }
}

class Catalyst {
  constructor({ options }) {
    this.options = options;
  }
  async start(view) {
    const screen = await createScreen(CatalystScreen);
    const table = { game: "catalyst", options: this.options, ply: 0, daily: null };
    screen.prepare({ game: {}, table, seat: 0, cards: [], act() {}, settings, motion, replay: false });
    // No layout is needed: only the elements are compared.
    const main = document.querySelector("main");
    main.hidden = true;
    main.replaceChildren(screen);
    screen.show(view);
    this.screen = screen;
  }
  async fold(event) {
    if ((await this.screen.playEvent(event)) === false) throw new Error(`unknown event ${event.kind}`);
  }
  now() {
    const cards = (zone) => Array.from(document.querySelectorAll(`.${zone} > .card`), (card) => card.dataset.card);
    const count = (place) => Number(document.querySelector(`.${place} .count`).textContent);
    const result = document.querySelector(".catalyst-table").dataset.result ?? null;
    return { field: cards("line-up"), hand: cards("hand"), deck: count("deck"), removed: count("spent"), result };
  }
}

const KINDS = { "card-othello": Othello, catalyst: Catalyst, linkavel: Linkavel, "solitaire-tcg": Solitaire };

/** The first difference of two values as a path and both values; null if they are equal. */
function differs(got, wanted, path = "") {
  if (got !== null && wanted !== null && typeof got === "object" && typeof wanted === "object") {
    for (const key of new Set([...Object.keys(got), ...Object.keys(wanted)])) {
      const found = differs(got[key], wanted[key], `${path}.${key}`);
      if (found) return found;
    }
    return Array.isArray(got) === Array.isArray(wanted) ? null : `${path}: a list and an object`;
  }
  return Object.is(got, wanted) ? null : `${path}: page ${JSON.stringify(got)}, Python ${JSON.stringify(wanted)}`;
}

/** The part of a view that Python has. */
const part = (view, wanted) => Object.fromEntries(Object.keys(wanted).map((key) => [key, view[key] ?? null]));

/** A LinkaVel table without data that only views contain. */
function table(view) {
  const player = ({ lp, hand, deck, trash, monsters, magics }) => {
    const cards = (row) => row.map((thing) => thing?.card ?? null);
    return { lp, hand, deck, trash: [...trash].sort(), monsters: cards(monsters), magics: cards(magics) };
  };
  return { one: player(view.one), two: player(view.two), hand: [...view.hand].sort() };
}

/** A Solitaire TCG table without numbers that only views contain. */
function places(view) {
  const ids = (things) => things.map((thing) => thing.id);
  const { hand, grave, banish, limbo, leaving, board, field, deck } = view;
  return { hand, grave, banish, limbo, leaving, board: ids(board), field: ids(field), deck: deck.count };
}

const BEFORE_NOW = { linkavel: table, "solitaire-tcg": places };

/** Fold a game for one viewer; return the first difference or the number of events. */
globalThis.foldGame = async ({ game, start, plies, ...more }) => {
  const kind = new KINDS[game](more);
  await kind.start(start);
  let count = 0;
  for (const [at, { events, views, view }] of plies.entries()) {
    const early = BEFORE_NOW[game];
    let told = false;
    for (const [which, event] of events.entries()) {
      if (early && !told && ["now", "yours"].includes(event.kind)) {
        told = true;
        const found = differs(early(kind.now()), early(view));
        if (found) return { ply: at + 1, event: `before ${event.kind}`, found };
      }
      await kind.fold(event);
      count += 1;
      const wanted = views[which];
      const found = wanted && differs(part(kind.now(), wanted), wanted);
      if (found) return { ply: at + 1, event, found };
    }
    const found = differs(part(kind.now(), view), view);
    if (found) return { ply: at + 1, event: null, found };
  }
  return { count };
};
