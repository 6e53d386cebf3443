/** What the screen calls the players: their names, or "You" and "Opponent". */

import { cpuSeatName } from "../../frame/levels.js";
import { localize } from "../../frame/words.js";
import { SEATS } from "./fold.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").Seat} Seat */

export class PlayerNames {
  #context;

  /** @param {import("../../frame/screen.js").ScreenContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** Whether the two players share one screen. "You" would then be unclear. */
  get #isShared() {
    const { table } = this.#context;
    return table?.practice === true && table.seats.every(({ kind }) => kind === "human");
  }

  /** @param {Seat} seat */
  name(seat) {
    const { table, game, seat: own, seats = table?.seats } = this.#context;
    const at = SEATS.indexOf(seat);
    const player = seats?.[at];
    if (player?.kind === "cpu") return cpuSeatName(player);
    if (player?.name) return player.name;
    if (own === null || this.#isShared) return localize(player?.title ?? game.seat_titles?.[at]);
    return t(at === own ? "You" : "Opponent");
  }

  /** The name in the genitive: "Ann's", "Your". @param {Seat} seat */
  whose(seat) {
    const name = this.name(seat);
    return name === t("You") ? t("Your") : t("whose", { name });
  }
}
