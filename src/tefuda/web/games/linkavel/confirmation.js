/** Questions before an action with a drawback: a cost that could be lower, a lost monster, or plays left unused. */

import { asSentence, localize } from "../../frame/words.js";
import { parseAction } from "./actions.js";
import { actionButton } from "./panels.js";
import { LEAVES_PHASE, unusedPlays } from "./unused_plays.js";
import { t } from "./words.js";

/** @typedef {{lines: string[], confirm: string, cancel: string, warns: boolean}} Confirmation */

/**
 * The question before an action; null if it needs none.
 * @param {string} action
 * @param {import("./fold.js").View} view
 * @param {{previews: import("./previews.js").Previews} & Parameters<typeof unusedPlays>[2]} now
 * @returns {Confirmation | null}
 */
export function confirmation(action, view, now) {
  const unused = unusedPlays(action, view, now);
  if (unused.length) {
    const [ask, confirm] = action === "end" ? ["endAsk", "endTurn"] : ["main2Ask", "toMain2"];
    return {
      lines: [t(ask), unused.join(t("sentenceSeparator"))],
      confirm: t(confirm),
      cancel: t("keepPlaying"),
      warns: true,
    };
  }
  const known = now.previews.get(action);
  if (!known?.preview.confirms?.length) return null;
  const warns = parseAction(action).verb === "attack";
  const lines = [asSentence(localize(known.text)), localize(known.outcome)];
  return { lines, confirm: t(warns ? "attackAnyway" : "summonIt"), cancel: t("cancel"), warns };
}

/** Whether the previews of actions are needed to know if an action needs a confirmation. @param {string} action @param {Pick<Parameters<typeof unusedPlays>[2], "actions" | "cards">} now */
export function needsPreview(action, { actions, cards }) {
  const { verb, from } = parseAction(action);
  if (verb === "summon") return Boolean(cards.get(from?.slice("hand:".length) ?? "").facts.cost);
  return verb === "attack" || (LEAVES_PHASE.includes(verb) && actions.canAttack);
}

/**
 * The buttons of a confirmation.
 * @param {Confirmation} asked @param {string} act @param {() => void} cancel
 */
export function confirmationButtons({ confirm, cancel: keep, warns }, act, cancel) {
  return [
    actionButton(confirm, { act, kind: warns ? "lv-confirm" : "primary lv-confirm" }),
    actionButton(keep, { kind: warns ? "primary" : "quiet", onclick: cancel }),
  ];
}
