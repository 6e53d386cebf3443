// Updates a view event by event, as `fold.py` of the game does. It contains no rules.

/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */

/** @typedef {"one" | "two"} Seat */
/**
 * @typedef {object} FieldCard a card on the field
 * @property {string} card
 * @property {number} [power]
 * @property {number} [printed]
 * @property {number} [changed] by temporary effects
 * @property {{card: string, amount: number}[]} [sources] known sources of that change
 * @property {{card: string, amount: number}[]} [lasting] from continuous effects
 * @property {boolean} [shielded]
 * @property {string[]} [saved_by] the cards whose protection it has used this turn
 * @property {number} [attacks]
 * @property {number} [extra]
 * @property {number[]} [used]
 */
/**
 * @typedef {object} Player
 * @property {number} lp
 * @property {number} hand
 * @property {string[]} shown
 * @property {number} deck
 * @property {string[]} trash
 * @property {(FieldCard | null)[]} monsters
 * @property {(FieldCard | null)[]} magics
 * @property {boolean} refreshed
 * @property {string[]} spent used once-per-game effects
 */
/**
 * @typedef {object} Question
 * @property {string} op
 * @property {string | null} card
 * @property {string} zone
 * @property {string[]} from
 * @property {string[]} picked
 * @property {number} need
 * @property {boolean} up_to
 * @property {number} slot
 */
/** @typedef {{seat: Seat, card: string, at: string, when: string, ability: number}} Trigger */
/**
 * @typedef {object} View
 * @property {Seat} turn
 * @property {number} turn_number
 * @property {string} phase
 * @property {boolean} summoned
 * @property {Player} one
 * @property {Player} two
 * @property {{attacker: string, at: string, on: string} | null} battle
 * @property {Trigger[]} waiting
 * @property {{seat: Seat, op: string, card: string | null} | null} choice
 * @property {Seat | null} decides
 * @property {Record<Seat, string[]>} unseen
 * @property {Seat | "draw" | null} result
 * @property {string | null} reason
 * @property {Seat | null} seat
 * @property {string[]} hand
 * @property {Question | null} asked
 */

/** @type {Seat[]} */
export const SEATS = ["one", "two"];

/** @param {Seat} seat @returns {Seat} */
export const opponentOf = (seat) => (seat === "one" ? "two" : "one");

/** The seat at the bottom: the player's, or the first one for spectators. @param {View} view */
export const bottomSeat = (view) => view.seat ?? "one";

/** Split a place such as `one.m2` into seat, row and index. @param {string} place */
function splitPlace(place) {
  const [seat, slot] = place.split(".");
  return {
    seat: /** @type {Seat} */ (seat),
    row: /** @type {"monsters" | "magics"} */ (slot[0] === "m" ? "monsters" : "magics"),
    at: Number(slot[1]) - 1,
  };
}

/**
 * Return the card at a place; null for an empty slot or another place.
 * @param {View} view
 * @param {string} place
 * @returns {FieldCard | null}
 */
export function fieldCardAt(view, place) {
  if (!/^(one|two)\.[ms][1-3]$/.test(place)) return null;
  const { seat, row, at } = splitPlace(place);
  return view[seat][row][at];
}

/** @param {View} view @param {string} place @param {FieldCard | null} card */
function setFieldCard(view, place, card) {
  const { seat, row, at } = splitPlace(place);
  changePlayer(view, seat, { [row]: view[seat][row].with(at, card) });
}

/** @param {View} view @param {Seat} seat @param {Partial<Player>} changes */
function changePlayer(view, seat, changes) {
  view[seat] = { ...view[seat], ...changes };
}

/** Remove a card from the unseen ones. @param {View} view @param {Seat} seat @param {string} card */
function see(view, seat, card) {
  const unseen = view.unseen[seat];
  view.unseen = { ...view.unseen, [seat]: unseen.toSpliced(unseen.indexOf(card), 1) };
}

/** @param {string[]} cards @param {string[]} added */
const sortedWith = (cards, ...added) => [...cards, ...added].sort();

/** Remove a card from where it was. @param {View} view @param {GameEvent} event */
function leave(view, { seat, card, from, index }) {
  const player = view[/** @type {Seat} */ (seat)];
  if (from === "trash") changePlayer(view, seat, { trash: player.trash.toSpliced(index, 1) });
  else if (from === "deck") {
    changePlayer(view, seat, { deck: player.deck - 1 });
    see(view, seat, card);
  } else if (from === "hand") {
    const shown = player.shown.indexOf(card);
    changePlayer(view, seat, { hand: player.hand - 1 });
    if (shown >= 0) changePlayer(view, seat, { shown: player.shown.toSpliced(shown, 1) });
    else if (view.seat !== seat) see(view, seat, card);
  } else {
    setFieldCard(view, from, null);
    view.waiting = view.waiting.map((one) => (one.at === from ? { ...one, at: "" } : one));
    if (view.battle && [view.battle.at, view.battle.on].includes(from)) view.battle = null;
  }
}

/** @param {View} view @param {GameEvent} event */
function enterField(view, event) {
  leave(view, event);
  const { at, card, power, printed, waiting = [] } = event;
  setFieldCard(view, at, power === undefined ? { card } : { card, power, printed });
  for (const place of waiting) view.waiting = view.waiting.with(place, { ...view.waiting[place], at });
}

/** @param {View} view @param {GameEvent} event */
function toHand(view, event) {
  leave(view, event);
  const { seat, card } = event;
  const { hand, shown } = view[/** @type {Seat} */ (seat)];
  changePlayer(view, seat, { hand: hand + 1, shown: sortedWith(shown, card) });
  if (view.seat === seat) view.hand = [...view.hand, card];
}

/** @param {View} view @param {GameEvent} event */
function changeLp(view, { seat, lp }) {
  changePlayer(view, seat, { lp });
}

/** @param {View} view */
function endBattle(view) {
  view.battle = null;
}

/** @param {View} view @param {GameEvent} event */
function queueTrigger(view, { seat, card, at, when, ability, place }) {
  view.waiting = view.waiting.toSpliced(place, 0, { seat, card, at, when, ability });
}

/** @param {View} view */
function dropFirstTrigger(view) {
  view.waiting = view.waiting.slice(1);
}

/** @type {Record<string, (view: View, event: GameEvent) => void>} */
const FOLDS = {
  setup(view, { kind: _, text: __, channel: ___, ...news }) {
    Object.assign(view, news);
  },
  phase(view, { phase }) {
    view.phase = phase;
  },
  turn(view, { seat, turn }) {
    Object.assign(view, { turn: seat, turn_number: turn, summoned: false });
    for (const one of SEATS) changePlayer(view, one, { refreshed: false });
  },
  summon(view, event) {
    enterField(view, event);
    view.summoned = true;
  },
  special_summon: enterField,
  magic: enterField,
  trash(view, event) {
    leave(view, event);
    const { seat, card } = event;
    changePlayer(view, seat, { trash: [...view[/** @type {Seat} */ (seat)].trash, card] });
  },
  search: toHand,
  retrieve: toHand,
  return_hand: toHand,
  return_deck(view, event) {
    leave(view, event);
    const seat = /** @type {Seat} */ (event.seat);
    changePlayer(view, seat, { deck: view[seat].deck + 1 });
    view.unseen = { ...view.unseen, [seat]: sortedWith(view.unseen[seat], event.card) };
  },
  leave_hand(view, { index }) {
    view.hand = view.hand.toSpliced(index, 1);
  },
  draw(view, { seat, card }) {
    const { hand, deck } = view[/** @type {Seat} */ (seat)];
    changePlayer(view, seat, { hand: hand + 1, deck: deck - 1 });
    if (view.seat !== seat) return;
    view.hand = [...view.hand, card];
    see(view, seat, card);
  },
  mulligan(view, { seat, hand }) {
    const { shown } = view[/** @type {Seat} */ (seat)];
    let unseen = [...view.unseen[/** @type {Seat} */ (seat)], ...(view.seat === seat ? view.hand : shown)];
    if (view.seat === seat) {
      for (const card of hand) unseen = unseen.toSpliced(unseen.indexOf(card), 1);
      view.hand = hand;
    }
    view.unseen = { ...view.unseen, [seat]: sortedWith(unseen) };
    changePlayer(view, seat, { shown: [] });
  },
  show(view, { seat, card }) {
    changePlayer(view, seat, { shown: sortedWith(view[/** @type {Seat} */ (seat)].shown, card) });
    if (view.seat !== seat) see(view, seat, card);
  },
  refresh(view, { seat, cards }) {
    const { trash } = view[/** @type {Seat} */ (seat)];
    view.unseen = { ...view.unseen, [seat]: sortedWith(view.unseen[/** @type {Seat} */ (seat)], ...trash) };
    changePlayer(view, seat, { deck: cards, trash: [], refreshed: true });
  },
  status(view, { at, set = {}, unset = [] }) {
    const entries = Object.entries({ ...fieldCardAt(view, at), ...set }).filter(([key]) => !unset.includes(key));
    setFieldCard(view, at, /** @type {FieldCard} */ (Object.fromEntries(entries)));
  },
  gain: changeLp,
  damage: changeLp,
  limit(view, { seat, effect }) {
    changePlayer(view, seat, { spent: [...view[/** @type {Seat} */ (seat)].spent, effect] });
  },
  attack(view, { card: attacker, at, on }) {
    view.battle = { attacker, at, on };
  },
  attack_ends: endBattle,
  battle_over: endBattle,
  triggered: queueTrigger,
  queued: queueTrigger,
  batch(view, { order }) {
    view.waiting = order.map((/** @type {number} */ place) => view.waiting[place]);
  },
  order(view, { next }) {
    view.waiting = [view.waiting[next], ...view.waiting.toSpliced(next, 1)];
  },
  resolve: dropFirstTrigger,
  skip: dropFirstTrigger,
  decline: dropFirstTrigger,
  dropped(view, { places }) {
    view.waiting = view.waiting.filter((_, place) => !places.includes(place));
  },
  stalled(view) {
    view.waiting = [];
  },
  choice(view, { seat, op, card, asked = null }) {
    Object.assign(view, { choice: { seat, op, card }, asked });
  },
  pick(view, { at, card }) {
    if (view.asked) view.asked = { ...view.asked, picked: [...view.asked.picked, at || card] };
  },
  answered(view) {
    Object.assign(view, { choice: null, asked: null });
  },
  result(view, { result, reason }) {
    Object.assign(view, { result, reason, waiting: [], choice: null, asked: null, battle: null });
  },
};

/**
 * Update a view with an event. Other kinds change nothing.
 * @param {View} view
 * @param {GameEvent} event
 */
export function fold(view, event) {
  if (!FOLDS[event.kind]) return;
  FOLDS[event.kind](view, event);
  view.decides = view.result ? null : (view.choice?.seat ?? view.turn);
}
