// The preview of an action: the stones that it would flip or destroy, as the server says.

/** @typedef {import("../../frame/message_types.js").LegalAction} LegalAction */

export class Preview {
  #board;
  #describe;
  /** The legal actions of the current offer, requested when the first one is pointed at. @type {Promise<LegalAction[]> | null} */
  #actions = null;
  /** @type {Set<string>} */
  #legal = new Set();
  /** @type {string | null} */
  #cell = null;

  /**
   * @param {import("./board.js").Board} board
   * @param {() => Promise<LegalAction[]>} describe
   */
  constructor(board, describe) {
    this.#board = board;
    this.#describe = describe;
  }

  /** Start a new offer. @param {Set<string>} legal */
  offer(legal) {
    this.#legal = legal;
    this.#actions = null;
    void this.point(this.#cell);
  }

  /** Show the preview of a cell; null removes it. @param {string | null} cell */
  async point(cell) {
    this.#cell = cell;
    this.#board.showPreview(null);
    const action = [`pick ${cell}`, `place ${cell}`].find((notation) => this.#legal.has(notation));
    if (!cell || !action) return;
    const offer = (this.#actions ??= this.#describe());
    const found = (await offer).find((one) => one.action === action);
    if (!found || this.#cell !== cell || this.#actions !== offer) return;
    const { flips = [], destroys = [] } = found.preview;
    this.#board.showPreview({ cell, flips, destroys, text: found.text });
  }
}
