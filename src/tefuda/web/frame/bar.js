// The bar at the top of every page, and the keyboard help.

import { openDialog } from "./dialog.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { changeSettings } from "./settings.js";
import { language, t } from "./words.js";

/**
 * @param {HTMLElement} header
 * @param {() => void} openHelp
 */
export function renderTopBar(header, openHelp) {
  const other = language() === "ja" ? "en" : "ja";
  fill(
    header,
    h(
      "a",
      { class: "brand", href: "/", title: t("home") },
      h("span", { class: "seal", lang: "ja" }, "手札"),
      h("span", null, "Tefuda"),
    ),
    h("div", { class: "slot", id: "bar-slot" }, header.querySelector("#bar-slot")?.firstElementChild),
    h(
      "nav",
      { "aria-label": t("pages") },
      h("a", { href: "/replay", title: t("replays") }, icon("film"), h("span", null, t("replays"))),
      h("a", { href: "/settings", title: t("settings") }, icon("gear"), h("span", null, t("settings"))),
      h(
        "button",
        { class: "quiet", lang: other, onclick: () => changeSettings({ language: other }) },
        other === "ja" ? "日本語" : "English",
      ),
      h("button", { class: "icon", "aria-label": t("help"), title: t("help"), onclick: openHelp }, icon("help")),
    ),
  );
}

/**
 * Show the keys that work on every page.
 * @param {import("./dom.js").Child[]} [more]
 */
export function openShortcutHelp(more = []) {
  const rows = ["tab", "arrows", "enter", "escape", "undo", "hint", "question"].map((key) =>
    h("div", null, h("dt", null, h("kbd", null, t(`key_${key}`))), h("dd", null, t(`key_${key}_does`))),
  );
  openDialog(t("keys"), [h("dl", { class: "keys" }, ...rows), more.length > 0 && h("div", { class: "row" }, ...more)]);
}
