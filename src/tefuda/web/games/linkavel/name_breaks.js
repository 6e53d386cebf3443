/** Line breaks of Japanese names: after a particle or between words, never before a particle. */

import { h } from "../../frame/dom.js";

/** Ends of a word before the next one. */
const BREAKS = [
  /(?<=\p{sc=Han}[のを])(?!$)/u, // 苔の|しとね
  /(?<=.[のを])(?=[\p{sc=Han}\p{sc=Katakana}])/u, // 夜回りの|番犬
  /(?<=[\p{sc=Han}ー][とにがでな])(?=[\p{sc=Han}\p{sc=Katakana}])/u, // 旅券と|紹介状
  /(?<=[るたぬむ])(?=\p{sc=Han})/u, // 流れ着いた|小瓶
  /(?<=\p{sc=Hiragana}{3})(?=[\p{sc=Han}\p{sc=Katakana}])/u, // 苔かぶり|穴熊
  /(?<=\p{sc=Han})(?=(?![のを])\p{sc=Hiragana}{3,}$)/u, // 岩礁|あざらし
  /(?<=\p{sc=Han})(?=\p{sc=Katakana})/u, // 月影|マンタ
];
/** The break of a name without those: 倒木|更新. */
const LAST_BREAK = /(?<=^\p{sc=Han}{2})(?=\p{sc=Han}{2}(?!\p{sc=Han}))/u;
const PATTERN = new RegExp(BREAKS.map(({ source }) => source).join("|"), "u");
const PARTICLE = /^(.*)(.[のを])$/u;

/** The parts of a name between which a line may break. @param {string} name @returns {string[]} */
export const nameParts = (name) => name.split(PATTERN.test(name) ? PATTERN : LAST_BREAK);

/**
 * A name that breaks only between its parts. A box too narrow for a part may allow other breaks, but none before a
 * particle.
 * @param {string} name
 * @returns {(string | HTMLElement)[]}
 */
export function breakableName(name) {
  return nameParts(name).flatMap((part, at) => {
    const [, head, tail] = PARTICLE.exec(part) ?? [null, part, ""];
    return [...(at ? [h("wbr")] : []), head, ...(tail ? [h("span", { class: "lv-bound" }, tail)] : [])];
  });
}
