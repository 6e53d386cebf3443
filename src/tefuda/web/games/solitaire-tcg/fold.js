// Updates a view event by event, as `fold` in the game's view.py does. It contains no rules.
// Changed values of a view are replaced, never modified.

/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */
/** @typedef {{count: number, top: string[], unknown: string[], bottom: string[]}} Deck */
/** @typedef {{op: string, card: string, zone: string, from: string[], picked: string[], need: number}} Choice */
/** @typedef {{card: string, when: string, ability: number}} QueueEntry */
/**
 * A card in play. Its name is its id, with #2 and so on for further copies.
 * @typedef {object} CardInPlay
 * @property {string} card
 * @property {string} id
 * @property {number} [atk]
 * @property {number} [hp]
 * @property {string} [on] the card it is attached to
 * @property {Record<string, number>} [counters]
 * @property {number[]} [used] abilities used this turn
 */
/**
 * @typedef {object} SolitaireView
 * @property {string[]} hand
 * @property {string[]} grave
 * @property {string[]} banish
 * @property {string[]} limbo
 * @property {string[]} leaving
 * @property {CardInPlay[]} board
 * @property {CardInPlay[]} field
 * @property {Deck} deck
 * @property {QueueEntry[]} queue
 * @property {Choice | null} choice
 * @property {"random" | "puzzle"} mode
 * @property {number} max_turns
 * @property {number} turn
 * @property {number} spells
 * @property {"win" | "loss" | null} result
 * @property {string | null} reason
 */

/** @type {("board" | "field")[]} */
const IN_PLAY = ["board", "field"];

/**
 * The id of a card by its name, such as `mon_001#2`.
 * @param {string} name
 */
export const cardId = (name) => name.split("#")[0];

/** @param {string} id @param {number} copy */
const copyName = (id, copy) => (copy > 1 ? `${id}#${copy}` : id);

/** @param {SolitaireView} view */
const cardsInPlay = (view) => [...view.board, ...view.field];

/**
 * @template T
 * @param {T[]} items
 * @param {number} at negative from the end
 */
const without = (items, at) => items.toSpliced(at, 1);

/**
 * Move a card to the end of another zone.
 * @param {SolitaireView} view @param {GameEvent} event
 */
function foldMove(view, { card: name, from, to, at, stats, queue = [] }) {
  const zones = /** @type {Record<string, any[]>} */ (/** @type {unknown} */ (view));
  const id = cardId(name);
  if (from === "deck") leaveDeck(view, id, at);
  else zones[from] = without(zones[from], at);
  if (IN_PLAY.includes(from)) numberCopies(view, name);
  if (to === "deck") {
    // Without hidden information the whole order is known, from the top.
    const end = view.mode === "puzzle" ? "top" : "bottom";
    view.deck = { ...view.deck, count: view.deck.count + 1, [end]: [...view.deck[end], id] };
  } else if (IN_PLAY.includes(to)) {
    const card = copyName(id, 1 + cardsInPlay(view).filter((other) => other.id === id).length);
    zones[to] = [...zones[to], { card, id, ...stats }];
    view.queue = view.queue.map((entry, place) => (queue.includes(place) ? { ...entry, card } : entry));
  } else zones[to] = [...zones[to], id];
  if (to === "limbo") view.spells += 1;
}

/**
 * Remove a card from its place in the deck: from the known top, the known bottom, or between them.
 * @param {SolitaireView} view @param {string} id @param {number | undefined} at
 */
function leaveDeck(view, id, at) {
  const { deck } = view;
  const part = at === undefined ? "unknown" : at >= 0 ? "top" : "bottom";
  view.deck = { ...deck, count: deck.count - 1, [part]: without(deck[part], at ?? deck[part].indexOf(id)) };
}

/**
 * Number the copies in play after one has left. Equips and the queue name them too.
 * @param {SolitaireView} view @param {string} left
 */
function numberCopies(view, left) {
  const names = new Map([[left, cardId(left)]]);
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const { card, id } of cardsInPlay(view)) {
    seen.set(id, (seen.get(id) ?? 0) + 1);
    names.set(card, copyName(id, seen.get(id) ?? 1));
  }
  const renamed = (/** @type {string} */ name) => names.get(name) ?? name;
  for (const zone of IN_PLAY) {
    view[zone] = view[zone].map(({ card, on, ...rest }) => ({
      card: renamed(card),
      ...rest,
      ...(on && { on: renamed(on) }),
    }));
  }
  view.queue = view.queue.map((entry) => ({ ...entry, card: renamed(entry.card) }));
}

/**
 * Change a card in play.
 * @param {SolitaireView} view @param {string} name @param {(card: CardInPlay) => CardInPlay} change
 */
function changeCard(view, name, change) {
  for (const zone of IN_PLAY) view[zone] = view[zone].map((card) => (card.card === name ? change(card) : card));
}

/** @type {Record<string, (view: SolitaireView, event: GameEvent) => void>} */
const FOLDS = {
  setup(view, { kind, text, channel, ...start }) {
    Object.assign(view, start);
  },
  attach(view, { card, host }) {
    changeCard(view, card, (thing) => ({ ...thing, on: host }));
  },
  counter(view, { card, name, value }) {
    changeCard(view, card, ({ counters = {}, ...thing }) => {
      const { [name]: _, ...others } = counters;
      const all = value ? { ...others, [name]: value } : others;
      return Object.keys(all).length ? { ...thing, counters: all } : thing;
    });
  },
  stat: foldStats,
  stats: foldStats,
  use(view, { card, ability, once }) {
    if (!once) return;
    changeCard(view, card, ({ used = [], ...thing }) => ({ ...thing, used: [...used, ability].sort((a, b) => a - b) }));
  },
  queued(view, { card, when, ability, place }) {
    view.queue = view.queue.toSpliced(place, 0, { card, when, ability });
  },
  resolve: leaveQueue,
  skip: leaveQueue,
  stalled(view) {
    view.queue = [];
  },
  choice(view, { op, card, zone, from, picked, need }) {
    view.choice = { op, card, zone, from, picked, need };
  },
  pick(view, { card, at }) {
    const { choice } = view;
    if (!choice) return;
    const picked = [...choice.picked, card].sort();
    view.choice = picked.length === choice.need ? null : { ...choice, from: without(choice.from, at), picked };
  },
  shuffle(view) {
    const { count, top, unknown, bottom } = view.deck;
    view.deck = { count, top: [], unknown: [...top, ...unknown, ...bottom].sort(), bottom: [] };
  },
  // The last card of the deck goes on top.
  on_top(view, { card }) {
    const { top, bottom, ...deck } = view.deck;
    const [above, below] = view.mode === "puzzle" ? [top.slice(0, -1), bottom] : [top, bottom.slice(0, -1)];
    view.deck = { ...deck, top: [card, ...above], bottom: below };
  },
  end(view) {
    for (const zone of IN_PLAY) view[zone] = view[zone].map(({ used, ...card }) => card);
    view.spells = 0;
  },
  turn(view, { turn }) {
    view.turn = turn;
  },
  win: (view, { card }) => endGame(view, "win", cardId(card)),
  lose: (view, { card }) => endGame(view, "loss", cardId(card)),
  out_of_turns: (view) => endGame(view, "loss", "turns"),
};

/** @param {SolitaireView} view @param {GameEvent} event */
function foldStats(view, { card, stats }) {
  changeCard(view, card, (thing) => ({ ...thing, ...stats }));
}

/** @param {SolitaireView} view @param {GameEvent} event an on_play ability has no place in the queue */
function leaveQueue(view, { place }) {
  if (place !== undefined) view.queue = without(view.queue, place);
}

/** @param {SolitaireView} view @param {"win" | "loss"} result @param {string} reason */
function endGame(view, result, reason) {
  Object.assign(view, { result, reason, queue: [], choice: null });
}

/**
 * Update a view with an event. Other kinds change nothing.
 * @param {SolitaireView} view
 * @param {GameEvent} event
 */
export function fold(view, event) {
  if (event.to) foldMove(view, event);
  else FOLDS[event.kind]?.(view, event);
}
