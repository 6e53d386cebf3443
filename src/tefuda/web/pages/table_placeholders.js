// Shown instead of the board: waiting for an opponent, passing the screen, or an error.

import { copyText } from "../frame/dialog.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { t } from "../frame/words.js";

/** @typedef {import("../frame/message_types.js").Table} Table */

/**
 * The link to a table with a copy button.
 * @param {Table} table
 */
export function inviteLink(table) {
  const link = `${location.origin}/table/${table.id}`;
  const field = h("input", { readonly: true, value: link, "aria-label": t("share"), onfocus: () => field.select() });
  const button = h("button", { class: "primary" }, icon("link"), t("copy"));
  button.addEventListener("click", async () => {
    if (await copyText(link)) fill(button, icon("link"), t("copied"));
    else field.select();
  });
  return h("div", { class: "row" }, field, button);
}

/**
 * For the player who waits at an open table.
 * @param {Table} table
 */
export function waitingPanel(table) {
  return h("div", { class: "waiting" }, h("h2", null, t("waiting")), h("p", null, t("send_link")), inviteLink(table));
}

/**
 * For a visitor of an open table.
 * @param {string} title
 * @param {() => void} sit
 */
export function joinPanel(title, sit) {
  const button = h("button", { class: "primary big", onclick: sit }, t("join_game"));
  return h("div", { class: "waiting" }, h("h2", null, title), button);
}

/**
 * Between two players on one screen.
 * @param {string} name the next player
 * @param {() => void} reveal
 */
export function passScreenPanel(name, reveal) {
  return h(
    "div",
    { class: "pass-screen" },
    icon("people"),
    h("h2", null, t("pass_to", { name })),
    h("p", null, t("pass_hint")),
    h("button", { class: "primary big", onclick: reveal }, t("i_am", { name })),
  );
}

/** @param {string} why */
export function tableError(why) {
  return h(
    "div",
    { class: "lost" },
    h("h1", null, t("table")),
    h("p", { class: "notice", role: "alert" }, why),
    h("a", { class: "button", href: "/" }, t("to_lobby")),
  );
}
