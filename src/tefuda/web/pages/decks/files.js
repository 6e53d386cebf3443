// Import and export of decks: files and links.

import { errorMessage, fetchGames } from "../../frame/api.js";
import { checkDeck, readDeck } from "../../frame/author_api.js";
import { copyText, openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { downloadText } from "../../frame/download.js";
import { icon } from "../../frame/icons.js";
import { localize } from "../../frame/words.js";
import { deckHash } from "./link.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Deck} Deck */
/** @typedef {import("../../frame/message_types.js").Problem} Problem */

/** Larger than any valid deck file. */
const MAX_FILE_SIZE = 60_000;

/**
 * @param {string} game
 * @param {(deck: Deck) => void} take
 */
export function importDeck(game, take) {
  const text = h("textarea", {
    rows: 12,
    spellcheck: "false",
    "aria-label": t("import_text"),
    placeholder: "id: my-deck\nname: {en: …, ja: …}\ncards:\n  …: 3",
  });
  const wrong = h("ul", { class: "db-reasons", role: "alert", hidden: true });
  /** @param {string[]} lines */
  const complain = (lines) => {
    fill(wrong, ...lines.map((line) => h("li", null, line)));
    wrong.hidden = lines.length === 0;
  };
  const read = async () => {
    if (text.value.length > MAX_FILE_SIZE) return complain([t("too_large")]);
    try {
      const { deck, problems } = await readDeck(game, text.value);
      if (!deck) {
        const other = await findDeckGame(text.value, game);
        return complain(other ? [t("other_game", { game: localize(other.title) })] : problems.map(problemText));
      }
      dialog.close();
      return take(deck);
    } catch (failure) {
      return complain([errorMessage(failure)]);
    }
  };
  /** @param {File | null | undefined} file */
  const load = async (file) => {
    if (!file) return;
    if (file.size > MAX_FILE_SIZE) return complain([t("too_large")]);
    text.value = await file.text();
    await read();
  };
  const file = h("input", {
    type: "file",
    id: "db-file",
    class: "visually-hidden",
    accept: ".yaml,.yml,.json,text/plain",
    onchange: () => load(file.files?.[0]),
  });
  const inside = h(
    "div",
    { class: "db-import" },
    h("p", null, t("import_hint")),
    text,
    wrong,
    h(
      "div",
      { class: "row end opener" },
      file,
      h("label", { class: "button", for: "db-file" }, t("import_file")),
      h("button", { class: "primary", onclick: read }, t("import_go")),
    ),
  );
  inside.addEventListener("dragover", (event) => event.preventDefault());
  inside.addEventListener("drop", (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    void load(dropped);
  });
  const dialog = openDialog(t("import_title"), [inside], { wide: true });
  text.focus();
}

/**
 * Return the other game that a deck belongs to; null if there is none.
 * @param {string} text
 * @param {string} game
 */
export async function findDeckGame(text, game) {
  for (const other of (await fetchGames()).filter(({ id, decks }) => id !== game && decks.length > 0))
    if ((await readDeck(other.id, text)).deck) return other;
  return null;
}

/**
 * A problem with its location.
 * @param {Problem} problem
 */
export function problemText(problem) {
  const line = problem.line === null ? "" : `${t("line_n", { n: problem.line })}: `;
  return `${line}${problem.path ? `${problem.path}: ` : ""}${localize(problem)}`;
}

/**
 * @param {string} game
 * @param {Deck} deck
 */
export async function exportDeck(game, deck) {
  const place = h("div", { class: "db-export" });
  openDialog(t("share_title"), [place], { wide: true });
  const address = location.origin + location.pathname + (await deckHash(deck));
  const link = h("input", { readonly: true, value: address, "aria-label": t("link") });
  fill(
    place,
    h("h3", null, t("link")),
    h("p", { class: "faint" }, t("link_hint")),
    h("div", { class: "row" }, link, copyButton(link, "copy_link")),
  );
  try {
    const { yaml } = await checkDeck(game, deck);
    const name = `${deck.id}.yaml`;
    const text = h("textarea", { readonly: true, rows: 12, "aria-label": name, value: yaml, spellcheck: "false" });
    place.append(
      h("h3", null, name),
      h("p", { class: "faint" }, t("export_hint"), " ", h("code", null, t("command", { file: name }))),
      text,
      h(
        "div",
        { class: "row end" },
        copyButton(text, "copy_text"),
        h(
          "button",
          { dataset: { command: "download" }, onclick: () => downloadText(name, yaml, "text/yaml") },
          icon("download"),
          t("download"),
        ),
      ),
    );
  } catch (failure) {
    place.append(h("p", { class: "notice", role: "alert" }, errorMessage(failure)));
  }
}

/**
 * A button that copies a field. If copying is not allowed, the field is selected instead.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} key
 */
function copyButton(field, key) {
  const button = h(
    "button",
    {
      onclick: async () => {
        field.select();
        if (await copyText(field.value)) fill(button, t("copied"));
      },
    },
    t(key),
  );
  return button;
}
