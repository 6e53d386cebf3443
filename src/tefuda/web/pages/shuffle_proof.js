// The proof of a fair shuffle. At the start of a game the server publishes the digest of its seed, the commitment. After
// the game the page computes the digest of the revealed seed itself and compares.

import { fetchTable } from "../frame/api.js";
import { fill, h } from "../frame/dom.js";
import { loadSeatTokens, saveCommitment } from "../frame/seat_tokens.js";
import { t } from "../frame/words.js";

/** @typedef {import("../frame/message_types.js").Table} Table */

const HASH_LENGTH = 12;
/** The commitments that this page saw while the game was running, by table. @type {Map<string, string>} */
const seen = new Map();
/** @type {Map<string, Promise<boolean | null>>} */
const checked = new Map();

/** Remember the commitment of a running game, so that the server cannot exchange it later. @param {Table} table */
export function rememberCommitment({ id, status, commitment }) {
  if (status !== "playing" || !commitment || seen.has(id)) return;
  seen.set(id, loadSeatTokens()[id]?.commitment ?? commitment);
  saveCommitment(id, commitment);
}

/** The SHA-256 of a text in hexadecimal digits. @param {string} text */
async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether the seed of a finished game matches the commitment; null if it cannot be checked: the seed of a daily deal is
 * revealed on the next day, and browsers compute digests only for pages from HTTPS or this machine.
 * @param {string} id
 * @param {string} commitment
 */
async function checkSeed(id, commitment) {
  const { seed } = await fetchTable(id);
  return seed && crypto.subtle ? (await sha256(seed)) === commitment : null;
}

/** A line with the commitment of a finished game and the result of the check. @param {Table} table */
export function shuffleProof(table) {
  const commitment = seen.get(table.id) ?? loadSeatTokens()[table.id]?.commitment ?? table.commitment;
  if (!commitment) return null;
  const hash = commitment.slice(0, HASH_LENGTH);
  const line = h("p", { class: "faint proof", role: "status" }, t("commitment", { hash }));
  const check = checked.get(table.id) ?? checkSeed(table.id, commitment).catch(() => null);
  checked.set(table.id, check);
  void check.then((matches) => {
    if (matches === null) return;
    line.classList.add(matches ? "verified" : "wrong");
    fill(line, t(matches ? "shuffle_verified" : "shuffle_wrong", { hash }));
  });
  return line;
}
