// The draft list dialog: open, rename, copy, delete.

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { localize, language } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("./drafts.js").CardDraft} CardDraft */

/**
 * The name of a draft.
 * @param {CardDraft} draft
 */
export function draftName(draft) {
  return draft.name || localize(draft.title) || t("no_name");
}

/**
 * @param {import("./drafts.js").Drafts} drafts
 * @param {{opened: () => void, removed: (draft: CardDraft, back: () => void) => void}} host called when a draft was opened or removed
 */
export function openDraftList(drafts, host) {
  const list = h("ul", { class: "ws-drafts" });
  const dialog = openDialog(t("drafts"), [list], { wide: true });
  const show = () => fill(list, ...drafts.all.map((draft) => row(draft)));

  /** @param {CardDraft} draft */
  function row(draft) {
    const name = draftName(draft);
    const now = draft.id === drafts.current?.id;
    const choose = () => {
      drafts.choose(draft.id);
      host.opened();
      dialog.close();
    };
    const copy = () => {
      drafts.add(draft.text, { name: t("copy_of", { name }), title: draft.title, fresh: false });
      host.opened();
      show();
    };
    const remove = () => {
      const back = drafts.remove(draft.id);
      host.removed(draft, back);
      dialog.close();
    };
    const when = new Date(draft.when).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
    return h(
      "li",
      { "aria-current": now ? "true" : null },
      h(
        "button",
        { class: "quiet", onclick: choose },
        h("strong", null, name),
        h("small", null, now ? t("now_open") : when),
      ),
      h("button", { "aria-label": t("rename_it", { name }), onclick: () => rename(draft) }, t("rename")),
      h("button", { "aria-label": t("copy_it", { name }), onclick: copy }, t("copy_draft")),
      h("button", { "aria-label": t("remove_it", { name }), onclick: remove }, t("remove")),
    );
  }

  /** @param {CardDraft} draft */
  function rename(draft) {
    const field = h("input", { value: draftName(draft), maxlength: 80, "aria-label": t("new_name") });
    const form = h("form", { class: "row" }, field, h("button", { class: "primary", type: "submit" }, t("save")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      drafts.change(draft.id, { name: field.value.trim() });
      host.opened();
      show();
    });
    const at = drafts.all.findIndex((one) => one.id === draft.id);
    list.children[at]?.replaceChildren(form);
    field.select();
  }

  show();
}
