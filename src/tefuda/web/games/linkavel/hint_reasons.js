/** Reasons of hints, in terms of the cards: what an action leads to, or what it would miss. */

import { localize } from "../../frame/words.js";
import { parseAction } from "./actions.js";
import { opponentOf } from "./fold.js";
import { cardAtSpot } from "./spots.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./fold.js").FieldCard} FieldCard */
/** @typedef {{cards: import("./face.js").Catalogue, previews: import("./previews.js").Previews}} Known */

/**
 * Why an action is good, as sentences; empty for answers, whose question says it.
 * @param {View} view @param {string} hint @param {Known} known
 */
export function hintReason(view, hint, { cards, previews }) {
  const { verb, from } = parseAction(hint);
  const card = cards.get((from && cardAtSpot(view, from)) ?? "");
  const outcome = localize(previews.get(hint)?.outcome) ?? "";
  if (verb === "attack") return outcome;
  if (verb === "magic" || verb === "use") return localize(card.text);
  if (verb === "summon") {
    if (card.facts.cost) return t("sentences", { first: outcome, next: t("whyPower", { n: card.facts.power ?? 0 }) });
    const hasMonster = view[view.seat ?? "one"].monsters.some(Boolean);
    return t(hasMonster ? "whyFree" : "whyGuard", { n: card.facts.power ?? 0 });
  }
  if (verb === "battle") return battleReason(view, cards);
  return verb === "main2" ? t("whyMain2") : verb === "end" ? t("whyEnd") : "";
}

/** @param {View} view @param {import("./face.js").Catalogue} cards */
function battleReason(view, cards) {
  const seat = view.seat ?? "one";
  const [own, theirs] = [seat, opponentOf(seat)].map((one) =>
    /** @type {FieldCard[]} */ (view[one].monsters.filter(Boolean)).toSorted(
      (first, second) => (first.power ?? 0) - (second.power ?? 0),
    ),
  );
  const [best, weakest] = [own.at(-1), theirs[0]];
  if (!weakest) return t("whyDirect");
  if (!best || (best.power ?? 0) <= (weakest.power ?? 0)) return "";
  const [mine, other] = [best, weakest].map(({ card, power = 0 }) =>
    t("cardPower", { card: t("cardName", { card: cards.name(card) }), n: power }),
  );
  return t("whyStronger", { mine, other });
}
