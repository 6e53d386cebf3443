// The settings page.

import { h } from "../frame/dom.js";
import { Page } from "../frame/page.js";
import { changeSettings, settings } from "../frame/settings.js";
import { motion } from "../frame/motion.js";
import { playSound } from "../frame/sound.js";
import { t } from "../frame/words.js";

/** @typedef {import("../frame/settings.js").Settings} Settings */

export default class SettingsPage extends Page {
  static tag = "settings-page";

  async open() {
    this.relabel();
  }

  relabel() {
    this.setHeading(t("settings"));
    const runner = h("span", { class: "runner" });
    const sample = () =>
      void motion.animate(runner, [{ transform: "none" }, { transform: "translateX(12rem)" }, { transform: "none" }], {
        duration: 1200,
        easing: "ease-in-out",
      });
    this.replaceChildren(
      h("h1", null, t("settings")),
      h(
        "div",
        { class: "sheet-like" },
        radioGroup("language", t("language"), [
          ["auto", t("automatic")],
          ["en", "English"],
          ["ja", "日本語"],
        ]),
        radioGroup(
          "speed",
          t("speed"),
          [
            ["0.5", "0.5×"],
            ["1", "1×"],
            ["2", "2×"],
            ["4", "4×"],
            ["0", t("instant")],
          ],
          sample,
        ),
        h("p", { class: "sample" }, runner, h("span", { class: "faint" }, t("sample"))),
        radioGroup(
          "reduced",
          t("reduced"),
          [
            ["auto", t("automatic")],
            ["on", t("on")],
            ["off", t("off")],
          ],
          sample,
        ),
        radioGroup(
          "sound",
          t("sound"),
          [
            ["false", t("off")],
            ["true", t("on")],
          ],
          () => playSound("turn"),
        ),
        radioGroup("colours", t("colours"), [
          ["auto", t("automatic")],
          ["light", t("light")],
          ["dark", t("dark")],
        ]),
        radioGroup("plain", t("boards"), [
          ["false", t("drawn_boards")],
          ["true", t("plain_boards")],
        ]),
        h(
          "label",
          { class: "field" },
          h("span", null, t("your_name")),
          h("input", {
            value: settings.name,
            maxlength: 24,
            autocomplete: "nickname",
            placeholder: t("name_hint"),
            onchange: (/** @type {any} */ event) => changeSettings({ name: event.target.value.trim() }),
          }),
        ),
      ),
      h("p", { class: "faint" }, t("saved_here")),
    );
  }
}

/**
 * A setting as a group of radio buttons.
 * @param {keyof Settings} name
 * @param {string} label
 * @param {[string, string][]} choices
 * @param {() => void} [after]
 */
function radioGroup(name, label, choices, after) {
  const before = settings[name];
  const read = (/** @type {string} */ text) =>
    typeof before === "number" ? Number(text) : typeof before === "boolean" ? text === "true" : text;
  return h(
    "fieldset",
    { class: "pick" },
    h("legend", null, label),
    h(
      "div",
      { class: "segments" },
      ...choices.map(([value, text]) =>
        h(
          "label",
          null,
          h("input", {
            type: "radio",
            name,
            value,
            checked: String(before) === value,
            onchange: () => {
              changeSettings({ [name]: read(value) });
              after?.();
              // A change of language renders the page again; restore the focus.
              /** @type {HTMLElement | null} */ (
                document.querySelector(`input[name="${name}"][value="${value}"]`)
              )?.focus();
            },
          }),
          h("span", null, text),
        ),
      ),
    ),
  );
}
