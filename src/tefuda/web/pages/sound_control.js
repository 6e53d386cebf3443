// The sound button of a table, with a popover for mute and volume.

import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { changeSettings, settings } from "../frame/settings.js";
import { playSound } from "../frame/sound.js";
import { t } from "../frame/words.js";

export class SoundControl {
  button = h("button", { class: "tool", dataset: { tool: "sound" } });
  #mute = h("button", { class: "icon", onclick: () => this.#change({ sound: !settings.sound }) });
  #volume = h("input", {
    type: "range",
    min: 0,
    max: 100,
    step: 5,
    onchange: () => this.#change({ sound: this.#volume.valueAsNumber > 0, volume: this.#volume.valueAsNumber / 100 }),
  });
  popover = h("div", { class: "sound-popover" }, this.#mute, this.#volume);

  constructor() {
    this.popover.popover = "auto";
    this.button.popoverTargetElement = this.popover;
    this.relabel();
  }

  relabel() {
    const sign = settings.sound ? "sound" : "muted";
    fill(this.button, icon(sign), h("span", null, t("sound")));
    fill(this.#mute, icon(sign));
    this.#mute.setAttribute("aria-label", t("mute"));
    this.#mute.title = t("mute");
    this.#mute.setAttribute("aria-pressed", String(!settings.sound));
    this.#volume.setAttribute("aria-label", t("volume"));
    this.#volume.value = String(settings.sound ? Math.round(settings.volume * 100) : 0);
  }

  /** @param {Partial<import("../frame/settings.js").Settings>} some */
  #change(some) {
    // Unmuting at volume 0 would be silent.
    if (some.sound && !(some.volume ?? settings.volume)) some.volume = 0.5;
    changeSettings(some);
    this.relabel();
    playSound("turn");
  }
}
