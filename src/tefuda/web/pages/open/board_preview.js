// A position on the game's own screen, without actions.

import { fetchPositionCards } from "../../frame/author_api.js";
import { h } from "../../frame/dom.js";
import { motion } from "../../frame/motion.js";
import { Playback } from "../../frame/playback.js";
import { createScreen, spectatorContext } from "../../frame/screen.js";
import { settings } from "../../frame/settings.js";
import { loadScreen } from "../../games/index.js";

/** @typedef {import("../../frame/message_types.js").View} View */
/** @typedef {{game: import("../../frame/message_types.js").Game, position: {cards?: unknown} | null, seat: number | null}} PreviewScene the cards and the viewing seat */

export class BoardPreview {
  element = h("div", { class: "stage op-stage", hidden: true });
  /** Identifies the scene that the screen was created for. */
  #screenKey = "";
  /** @type {import("../../frame/screen.js").Screen | null} */
  #screen = null;
  /** @type {Playback | null} */
  #playback = null;

  /**
   * @param {PreviewScene} scene
   * @param {View} view
   */
  async show(scene, view) {
    const wanted = JSON.stringify([scene.game.id, scene.position?.cards, scene.seat]);
    if (wanted !== this.#screenKey) {
      this.#screenKey = wanted;
      await this.#createScreen(scene);
      if (this.#screenKey !== wanted) return;
    }
    this.element.hidden = false;
    this.#playback?.reset(view, []);
  }

  clear() {
    this.element.hidden = true;
  }

  relabel() {
    this.#screen?.relabel();
  }

  /** @param {PreviewScene} scene */
  async #createScreen({ game, position, seat }) {
    const [module, cards] = await Promise.all([loadScreen(game.id), fetchPositionCards(game.id, position)]);
    const screen = await createScreen(module.default);
    screen.prepare(spectatorContext({ game, seat, cards, settings, motion }));
    this.element.classList.toggle("full", module.default.layout === "full");
    this.element.replaceChildren(screen);
    this.#screen = screen;
    this.#playback = new Playback(screen, motion);
  }
}
