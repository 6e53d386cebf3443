// Decks in links: deflated JSON as base64url in the hash. Links are untrusted: their size is limited, and the server
// parses the content.

/** @typedef {import("../../frame/message_types.js").Deck} Deck */

const HASH_PREFIX = "#deck=";
/** Maximum lengths of the hash and of the unpacked text. */
const MAX_LINK_LENGTH = 20_000;
const MAX_DECK_SIZE = 60_000;

/**
 * @param {Deck} deck
 * @returns {Promise<string>} hash for the address of the page
 */
export async function deckHash(deck) {
  const text = JSON.stringify(deck.plan ? deck : { id: deck.id, name: deck.name, cards: deck.cards });
  const packed = await readBytes(pipeThrough(new Blob([text]), new CompressionStream("deflate-raw")), MAX_LINK_LENGTH);
  const letters = btoa(String.fromCharCode(...packed));
  return HASH_PREFIX + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Whether a hash contains a deck. @param {string} hash */
export const hasDeckHash = (hash) => hash.startsWith(HASH_PREFIX);

/**
 * Unpack the text of a hash; null if it is invalid.
 * @param {string} hash
 * @returns {Promise<string | null>}
 */
export async function readDeckHash(hash) {
  if (hash.length > MAX_LINK_LENGTH) return null;
  try {
    const letters = atob(hash.slice(HASH_PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const bytes = await readBytes(
      pipeThrough(new Blob([packed]), new DecompressionStream("deflate-raw")),
      MAX_DECK_SIZE,
    );
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
const pipeThrough = (blob, change) => blob.stream().pipeThrough(/** @type {any} */ (change));

/**
 * Read a stream; throw if it is too large.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most
 */
async function readBytes(stream, most) {
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
