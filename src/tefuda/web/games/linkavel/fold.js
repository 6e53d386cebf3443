/** Applies events to the view on the screen. The next view of the server corrects any difference. */

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

/**
 * Return the row and index of a place such as `one.m2`.
 * @param {View} view
 * @param {string} place
 */
function findSlot(view, place) {
  const found = /^(one|two)\.([ms])([1-3])$/.exec(place);
  if (!found) return null;
  const player = view[/** @type {Seat} */ (found[1])];
  return { row: found[2] === "m" ? player.monsters : player.magics, at: Number(found[3]) - 1 };
}

/**
 * Return the card at a place.
 * @param {View} view
 * @param {string} place
 * @returns {FieldCard | null}
 */
export function fieldCardAt(view, place) {
  const found = findSlot(view, place);
  return found ? found.row[found.at] : null;
}

/** @param {View} view @param {string} place @param {FieldCard | null} thing */
function putCard(view, place, thing) {
  const found = findSlot(view, place);
  if (found) found.row[found.at] = thing;
}

/** @param {string[]} cards @param {string} card */
function withoutCard(cards, card) {
  const at = cards.indexOf(card);
  return at < 0 ? cards : cards.toSpliced(at, 1);
}

/**
 * Remove a card from a slot, a hand, a deck or a trash.
 * @param {View} view @param {Seat} seat @param {string} card @param {string} from
 */
function removeCard(view, seat, card, from) {
  const player = view[seat];
  if (from === "hand") {
    player.hand -= 1;
    player.shown = withoutCard(player.shown, card);
    if (view.seat === seat) view.hand = withoutCard(view.hand, card);
  } else if (from === "deck") player.deck -= 1;
  else if (from === "trash") player.trash = withoutCard(player.trash, card);
  else putCard(view, from, null);
}

/** @param {View} view @param {Seat} seat @param {string | undefined} card */
function addToHand(view, seat, card) {
  view[seat].hand += 1;
  if (view.seat === seat && card) view.hand = [...view.hand, card];
}

/**
 * Apply an event to the view.
 * @param {View} view modified
 * @param {import("../../frame/message_types.js").GameEvent} event
 * @param {(card: string) => number | undefined} printed printed power of a card
 * @returns {boolean} false for an unknown kind
 */
export function fold(view, event, printed) {
  const { kind, seat, card } = event;
  switch (kind) {
    case "setup":
    case "now":
    case "yours": {
      const { kind: _, text: __, channel: ___, ...news } = structuredClone(event);
      Object.assign(view, news);
      return true;
    }
    case "phase":
      Object.assign(view, { turn: seat, phase: event.phase, turn_number: event.turn, decides: seat });
      if (event.phase === "draw") resetTurnMarks(view);
      return true;
    case "summon":
    case "magic":
    case "special_summon":
      removeCard(view, seat, card, event.from ?? "hand");
      putCard(view, event.at, { card, power: printed(card), printed: printed(card) });
      return true;
    case "trash":
      removeCard(view, seat, card, event.from);
      view[/** @type {Seat} */ (seat)].trash.push(card);
      return true;
    case "draw":
      view[/** @type {Seat} */ (seat)].deck -= 1;
      addToHand(view, seat, card);
      return true;
    case "search":
    case "retrieve":
    case "return_hand":
      removeCard(view, seat, card, event.from);
      addToHand(view, seat, card);
      return true;
    case "return_deck":
      removeCard(view, seat, card, event.from);
      view[/** @type {Seat} */ (seat)].deck += 1;
      return true;
    case "refresh":
      Object.assign(view[/** @type {Seat} */ (seat)], { deck: event.cards, trash: [], refreshed: true });
      return true;
    case "gain":
    case "damage":
      view[/** @type {Seat} */ (seat)].lp = event.lp;
      return true;
    case "power": {
      const thing = fieldCardAt(view, event.at);
      if (thing) thing.power = event.power;
      return true;
    }
    case "shield": {
      const thing = fieldCardAt(view, event.at);
      if (thing) thing.shielded = true;
      return true;
    }
    case "attack": {
      const thing = fieldCardAt(view, event.at);
      if (thing) thing.attacks = (thing.attacks ?? 0) + 1;
      view.battle = { attacker: card, at: event.at, on: event.on };
      return true;
    }
    case "attack_ends":
      view.battle = null;
      return true;
    default:
      return DISPLAY_ONLY_KINDS.includes(kind);
  }
}

/** Known events that do not change the view. */
const DISPLAY_ONLY_KINDS = [
  "battle",
  "destroy",
  "saved",
  "use",
  "resolve",
  "triggered",
  "skip",
  "decline",
  "chance",
  "show",
  "cost",
  "no_draw",
  "extra_attack",
  "shuffle",
  "nothing",
];

/** Reset the marks of the last turn. @param {View} view */
function resetTurnMarks(view) {
  view.summoned = false;
  view.battle = null;
  for (const seat of SEATS) {
    view[seat].refreshed = false;
    for (const thing of [...view[seat].monsters, ...view[seat].magics]) {
      if (thing) for (const mark of /** @type {const} */ (["attacks", "extra", "used"])) delete thing[mark];
    }
  }
}
