// Names of the tiers of puzzles. They follow the academy of the cards.

import { createTranslator } from "./words.js";

const t = createTranslator({
  en: { tier_0: "Other", tier_1: "Entrance", tier_2: "Lessons", tier_3: "Examination", tier_4: "Graduation" },
  ja: { tier_0: "その他", tier_1: "入学", tier_2: "履修", tier_3: "試験", tier_4: "卒業" },
});

/** @param {number | null} tier */
export const tierName = (tier) => t(`tier_${tier ?? 0}`);
