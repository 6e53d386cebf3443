// The dialog for a new card: from a type, an included card or a file.

import * as api from "../../frame/api.js";
import { fetchCardFile, fetchStarterCard } from "../../frame/author_api.js";
import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { matchesQuery } from "../../frame/search.js";
import { localize, language } from "../../frame/words.js";
import { t } from "./words.js";
import { createNotice, showNotice } from "../../frame/notice.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */

const MAX_RESULTS = 8;

/**
 * The card types of a game with their names.
 * @param {Card[]} cards
 * @returns {Map<string, import("../../frame/message_types.js").LocalizedText>}
 */
export function cardTypes(cards) {
  return new Map(cards.map(({ facts }) => [String(facts.type), facts.type_name]));
}

/**
 * The default text: the starter of the most common type.
 * @param {string} game
 * @param {Card[]} cards
 * @returns {Promise<string>}
 */
export async function defaultStarter(game, cards) {
  const all = Array.from(cardTypes(cards).keys());
  const many = (/** @type {string} */ type) => cards.filter(({ facts }) => facts.type === type).length;
  all.sort((one, other) => many(other) - many(one));
  return (await fetchStarterCard(game, all[0], language())).yaml;
}

/**
 * Open the dialog. `take` gets the text, and whether it comes from a file.
 * @param {string} game
 * @param {Card[]} cards
 * @param {(text: string, own: boolean) => void} take
 */
export function openNewCard(game, cards, take) {
  const notice = createNotice();
  const got = async (/** @type {Promise<string>} */ text, own = false) => {
    try {
      take(await text, own);
      dialog.close();
    } catch (failure) {
      showNotice(notice, api.errorMessage(failure));
    }
  };
  const kinds = Array.from(cardTypes(cards), ([type, name]) =>
    h(
      "button",
      { onclick: () => void got(fetchStarterCard(game, type, language()).then(({ yaml }) => yaml)) },
      localize(name),
    ),
  );
  const list = h("ul", { class: "ws-found" });
  const search = h("input", {
    type: "search",
    placeholder: t("begin_card_search"),
    "aria-label": t("begin_card_search"),
    oninput: () => show(),
  });
  const show = () => {
    const found = cards.filter((card) =>
      matchesQuery(JSON.stringify([card.id, card.name, card.text, card.facts]), search.value),
    );
    const rows = found.slice(0, MAX_RESULTS).map((card) => {
      const choose = () => void got(fetchCardFile(game, card.id).then(({ yaml }) => yaml));
      return h(
        "li",
        null,
        h(
          "button",
          { onclick: choose },
          h("strong", null, localize(card.name)),
          h("small", null, localize(card.facts.line)),
        ),
      );
    });
    const more = found.length - MAX_RESULTS;
    const note = more > 0 ? t("found_more", { n: more }) : found.length ? "" : t("found_none");
    fill(list, ...rows, note && h("li", { class: "faint" }, note));
  };
  show();
  const file = h("input", {
    type: "file",
    accept: ".yaml,.yml,.json,text/*",
    id: "ws-file",
    class: "visually-hidden",
    onchange: () => {
      const chosen = file.files?.[0];
      if (chosen) void got(chosen.text(), true);
    },
  });
  const dialog = openDialog(
    t("begin_from"),
    [
      notice,
      h("h3", null, t("begin_type")),
      h("div", { class: "row" }, ...kinds),
      h("h3", null, t("begin_card")),
      search,
      list,
      h("h3", null, t("begin_file")),
      h("div", { class: "opener" }, h("label", { class: "button", for: "ws-file" }, t("choose_file")), file),
      h("p", { class: "faint" }, t("begin_file_hint")),
    ],
    { wide: true },
  );
  dialog.classList.add("ws-begin");
}
