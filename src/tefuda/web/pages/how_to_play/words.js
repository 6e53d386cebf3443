// Texts of the introduction.

import { createTranslator } from "../../frame/words.js";

const en = {
  goal: "Goal",
  guided_game: "Guided first game",
  full_rules: "Full rules",
};

/** @type {typeof en} */
const ja = {
  goal: "目的",
  guided_game: "はじめての対局",
  full_rules: "ルールブック",
};

export const t = createTranslator({ en, ja });
