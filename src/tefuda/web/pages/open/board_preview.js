// A position as its game shows it: the game's own screen, on which nothing can be done.

import { cardsIn } from "../../frame/author_api.js";
import { h } from "../../frame/dom.js";
import { motion } from "../../frame/motion.js";
import { Playback } from "../../frame/playback.js";
import { makeScreen, onlooking } from "../../frame/screen.js";
import { settings } from "../../frame/settings.js";
import { screenOf } from "../../games/index.js";

/** @typedef {import("../../frame/message_types.js").View} View */
/** @typedef {{game: import("../../frame/message_types.js").Game, position: {cards?: unknown} | null, seat: number | null}} Scene which cards, and whose eyes */

export class Stage {
  element = h("div", { class: "stage op-stage", hidden: true });
  /** What the screen was made for. */
  #made = "";
  /** @type {import("../../frame/screen.js").Screen | null} */
  #screen = null;
  /** @type {Playback | null} */
  #playback = null;

  /**
   * @param {Scene} scene
   * @param {View} view
   */
  async show(scene, view) {
    const wanted = JSON.stringify([scene.game.id, scene.position?.cards, scene.seat]);
    if (wanted !== this.#made) {
      this.#made = wanted;
      await this.#make(scene);
      if (this.#made !== wanted) return;
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

  /** @param {Scene} scene */
  async #make({ game, position, seat }) {
    const [module, cards] = await Promise.all([screenOf(game.id), cardsIn(game.id, position)]);
    const screen = await makeScreen(module.default);
    screen.prepare(onlooking({ game, seat, cards, settings, motion }));
    this.element.classList.toggle("full", module.default.layout === "full");
    this.element.replaceChildren(screen);
    this.#screen = screen;
    this.#playback = new Playback(screen, motion);
  }
}
