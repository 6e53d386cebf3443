// A deck in an address: its JSON, deflated, in letters that addresses can hold. What comes out of a link is a text from a
// stranger: its size is bounded, and the server reads it like any deck file.

/** @typedef {import("../../frame/message_types.js").Deck} Deck */

const MARK = "#deck=";
/** The most that a link may hold: in the address, and once it is unpacked. */
const LONGEST_LINK = 20_000;
const LARGEST = 60_000;

/**
 * @param {Deck} deck
 * @returns {Promise<string>} what is put behind the address of the page
 */
export async function linkOf(deck) {
  const text = JSON.stringify(deck.plan ? deck : { id: deck.id, name: deck.name, cards: deck.cards });
  const packed = await bytesOf(through(new Blob([text]), new CompressionStream("deflate-raw")), LONGEST_LINK);
  const letters = btoa(String.fromCharCode(...packed));
  return MARK + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Whether an address has a deck in it. @param {string} hash */
export const holdsDeck = (hash) => hash.startsWith(MARK);

/**
 * The text in a link; null where there is none that could be a deck.
 * @param {string} hash
 * @returns {Promise<string | null>}
 */
export async function textOf(hash) {
  if (hash.length > LONGEST_LINK) return null;
  try {
    const letters = atob(hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const bytes = await bytesOf(through(new Blob([packed]), new DecompressionStream("deflate-raw")), LARGEST);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * @param {Blob} blob
 * @param {CompressionStream | DecompressionStream} change
 * @returns {ReadableStream<Uint8Array>}
 */
const through = (blob, change) => blob.stream().pipeThrough(/** @type {any} */ (change));

/**
 * Everything in a stream, which is given up once it is too much.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most
 */
async function bytesOf(stream, most) {
  const reader = stream.getReader();
  /** @type {Uint8Array<any>[]} */
  const parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("too large");
    }
    parts.push(value);
  }
}
