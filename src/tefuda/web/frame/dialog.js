// Dialogs. The native element handles focus, Escape and the backdrop.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** Dialogs opened so far. Their titles have unique ids. */
let opened = 0;

/**
 * Open a dialog. It is removed when closed.
 * @param {string} title
 * @param {(import("./dom.js").Child)[]} children
 * @param {{wide?: boolean}} [how]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, children, how = {}) {
  const id = `sheet-title-${(opened += 1)}`;
  const dialog = h(
    "dialog",
    { class: how.wide ? "sheet wide" : "sheet", "aria-labelledby": id },
    h(
      "header",
      null,
      h("h2", { id }, title),
      h("button", { class: "icon", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close")),
    ),
    h("div", { class: "inside" }, ...children),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask for confirmation; resolve with whether it was given.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmDialog(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = openDialog(question, [
      h(
        "div",
        { class: "row end" },
        h("button", { onclick: () => dialog.close() }, t("cancel")),
        h(
          "button",
          {
            class: "danger",
            onclick: () => {
              answer = true;
              dialog.close();
            },
          },
          yes,
        ),
      ),
    ]);
    dialog.addEventListener("close", () => resolve(answer));
  });
}

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
