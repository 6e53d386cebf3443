// The player's contribution to the seed of a deal (docs/server.md, "Fair deals").

const CONTRIBUTION_BYTES = 32;
/** The first line of the text whose digest is the seed. */
const DERIVATION = "tefuda-deal/1";
/** Seeds of runs are below 2**128; the other bits are the number of the game. */
const RUN_BITS = 128n;

/** @typedef {{contribution: string, commitment: string}} Contribution */

/** @param {Uint8Array} bytes */
const hexadecimal = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether this page can compute digests. Browsers do so only for pages from HTTPS or this machine. */
export const canDigest = () => Boolean(crypto.subtle);

/** The SHA-256 digest of a text in hexadecimal digits. @param {string} text */
export async function sha256(text) {
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/**
 * A new random contribution and its commitment; null if this page cannot compute digests.
 * @returns {Promise<Contribution | null>}
 */
export async function newContribution() {
  if (!canDigest()) return null;
  const contribution = hexadecimal(crypto.getRandomValues(new Uint8Array(CONTRIBUTION_BYTES)));
  return { contribution, commitment: await sha256(contribution) };
}

/**
 * The seed of a secret and the contributions in seat order. `fair_deal.py` computes the same.
 * @param {string} secret
 * @param {(string | null)[]} contributions
 */
export async function deriveSeed(secret, contributions) {
  const text = [DERIVATION, secret, ...contributions.map((one) => one ?? "")].join("\n");
  const seed = BigInt(`0x${await sha256(text)}`);
  const run = BigInt.asUintN(Number(RUN_BITS), seed);
  const game = seed >> RUN_BITS;
  return game ? `${run}.${game}` : String(run);
}
