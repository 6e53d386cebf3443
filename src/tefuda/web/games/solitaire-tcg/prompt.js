// The text of the prompt: what to do, a hint, or why a card cannot be played.

import { localize } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/**
 * @typedef {object} PromptState
 * @property {Set<string>} legal
 * @property {"puzzle" | "random" | false} thinking the mode of the game while a hint is being computed
 * @property {LocalizedText | null} reason why the clicked hand card cannot be used
 * @property {string} advice the text of a hint
 * @property {LocalizedText | null} ending how the game ended without a last action
 * @property {"win" | "loss" | null} result
 * @property {LocalizedText | null} question the choice that the player is asked to make
 * @property {LocalizedText | null} lastLine the last line of the chain log
 * @property {boolean} watching
 * @property {boolean} canTakeBack
 */

/** @param {PromptState} now */
export function promptText({
  legal,
  thinking,
  reason,
  advice,
  ending,
  result,
  question,
  lastLine,
  watching,
  canTakeBack,
}) {
  if (thinking) return t(thinking === "puzzle" ? "solving" : "pondering");
  if (reason) return localize(reason);
  if (advice) return advice;
  if (ending) return localize(ending);
  if (result) return t(result === "win" ? "win" : "promptOver");
  if (question && legal.size) return localize(question);
  // The effects follow the colon in the log.
  if (!legal.size && lastLine) return localize(lastLine).replace(/[:：]$/, "");
  if (!legal.size) return watching ? t("promptWatch") : "";
  if (legal.size > 1 || !legal.has("end")) return t("promptPlay");
  return t(canTakeBack ? "promptOnlyOrBack" : "promptOnly");
}
