/** Explains why a card cannot be used now. It only states reasons that are certain. */

import { localize } from "../../frame/words.js";
import { isMagic } from "./face.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./face.js").Catalogue} Catalogue */

/**
 * @param {View} view
 * @param {string} spot a hand card or an own place without legal actions
 * @param {{cards: Catalogue, legal: string[]}} now
 * @returns {string} empty if there is no reason to show
 */
export function illegalReason(view, spot, { cards, legal }) {
  const { seat } = view;
  if (view.result || !seat) return "";
  if (legal.length && view.asked) return t("whyAnswer");
  if (spot.startsWith("hand:")) return handReason(view, view[seat], spot.slice(5), cards, legal.length > 0);
  const place = /^m([1-3])$/.exec(spot);
  const monster = place && view[seat].monsters[Number(place[1]) - 1];
  return monster && legal.length ? fieldReason(view, monster) : "";
}

/**
 * @param {View} view @param {import("./fold.js").Player} own @param {string} id @param {Catalogue} cards
 * @param {boolean} free whether the player may act
 */
function handReason(view, own, id, cards, free) {
  const card = cards.get(id);
  const general = t("whyNotNow", { card: cards.name(id) });
  if (view.turn !== view.seat) return t("whyNotYours");
  if (!free) return general;
  if (view.phase === "battle") return t("whyMainPhase");
  if (isMagic(card)) return own.magics.includes(null) ? general : t("whyNoMagicSlot");
  if (view.summoned) return t("doneSummon");
  const { cost } = card.facts;
  if (cost) return t("whyCost", { card: cards.name(id), cost: localize(cost) });
  return own.monsters.includes(null) ? general : t("whyNoSlot");
}

/** @param {View} view @param {import("./fold.js").FieldCard} monster */
function fieldReason({ turn_number: turn, phase }, monster) {
  if (turn === 1) return t("whyFirstBattle");
  if (phase === "main1") return t("whyBattlePhase");
  return monster.attacks ? t("attackedAlready") : "";
}
