/** Explanations of counters and piles, for tooltips. */

import { h } from "../../frame/dom.js";
import { createTranslator } from "../../frame/words.js";

const en = {
  plays: "Cards you have placed. The fewest that clear the field are the par of the deal.",
  cap: "If the field has more cards than this after a play, you lose.",
  daily: "Everyone gets the same deal today. It cannot be viewed as a replay before tomorrow.",
  react: "A rule setting: three cards react only if they match this way.",
  deck: "After each play you draw one card. When the deck is empty, you play what you hold.",
  spent: "Cards that have reacted leave the game, also in the opening deal. Click to see where every card is.",
  colours: "Shows spades, hearts, diamonds and clubs in four colours instead of two.",
};

/** @type {Record<keyof typeof en, string>} */
const ja = {
  plays: "置いたカードの枚数。場を空にする最小の枚数が、この配札の最短手数です。",
  cap: "手番のあと、場の枚数がこれを超えると負けです。",
  daily: "今日は全員が同じ配札です。リプレイは明日から見られます。",
  react: "ルール設定：この一致だけで3枚が反応します。",
  deck: "カードを置くたびに1枚引きます。山札がなくなると、手札だけで続けます。",
  spent:
    "反応したカードは、最初に並べたときのものも含めて、ゲームから取り除かれます。クリックで全カードの所在を見られます。",
  colours: "マークを2色ではなく4色で表示します。",
};

export const about = createTranslator({ en, ja });

/**
 * Return a tooltip with a title.
 * @param {string} title
 * @param {string} line
 */
export const tip = (title, line) => [h("strong", null, title), h("p", null, line)];
