// The proof of a fair shuffle. When all seats are taken, the server publishes the digest of its secret, the commitment,
// and those of the players' contributions. This page reveals its contribution only then. After the game it computes the
// seed from the revealed values itself and compares.

import { fetchTable, revealContribution } from "../frame/api.js";
import { canDigest, deriveSeed, sha256 } from "../frame/contribution.js";
import { fill, h } from "../frame/dom.js";
import { loadSeatTokens, saveCommitments } from "../frame/seat_tokens.js";
import { t } from "../frame/words.js";

/** @typedef {import("../frame/message_types.js").Table} Table */
/** @typedef {import("../frame/seat_tokens.js").Commitments} Commitments */

const HASH_LENGTH = 12;
/** The commitments that this page saw before the end of the game, by table. @type {Map<string, Commitments>} */
const seen = new Map();
/** The results by table and replayed seed. @type {Map<string, Promise<boolean | null>>} */
const checked = new Map();
/** The tables whose contribution is being revealed. @type {Set<string>} */
const revealing = new Set();

/** @param {Table} table */
const seatCommitments = ({ seats }) => seats.map(({ commitment }) => commitment);

/** Remember the commitments of a game, so that the server cannot exchange them later. @param {Table} table */
export function rememberCommitments(table) {
  const { id, status, commitment } = table;
  if ((status !== "dealing" && status !== "playing") || !commitment || seen.has(id)) return;
  const now = { commitment, seatCommitments: seatCommitments(table) };
  seen.set(id, { ...now, ...savedCommitments(id) });
  saveCommitments(id, now);
}

/**
 * The commitments that this browser saved. Those of seats are missing at tables of earlier versions.
 * @param {string} id
 */
function savedCommitments(id) {
  const { commitment, seatCommitments: seats } = loadSeatTokens()[id] ?? {};
  return { ...(commitment ? { commitment } : {}), ...(seats ? { seatCommitments: seats } : {}) };
}

/**
 * Reveal this browser's contribution to the seed when all seats are taken and all commitments are known. If the server
 * has not stored the commitment, or exchanges a commitment that this page has seen, the contribution stays secret.
 * @param {Table} table
 */
export async function revealOwnContribution(table) {
  const saved = loadSeatTokens()[table.id];
  if (table.status !== "dealing" || !saved?.contribution || revealing.has(table.id)) return;
  rememberCommitments(table);
  revealing.add(table.id);
  try {
    const digest = await sha256(saved.contribution);
    const own = saved.seats.find(({ seat }) => table.seats[seat]?.commitment === digest);
    const { commitment, seatCommitments: seats } = /** @type {Commitments} */ (seen.get(table.id));
    const isSame = commitment === table.commitment && String(seats) === String(seatCommitments(table));
    if (own && isSame) await revealContribution(table.id, own.token, saved.contribution);
  } finally {
    revealing.delete(table.id);
  }
}

/**
 * Whether the seed of a finished game follows from the commitments; null if it cannot be checked: the seed of a daily
 * deal is revealed on the next day, and browsers compute digests only for pages from HTTPS or this machine.
 * @param {string} id
 * @param {Commitments} promised
 * @param {string | undefined} replayed the seed of the replay that is shown
 */
async function checkSeed(id, promised, replayed) {
  const { seed, secret, seats } = await fetchTable(id);
  if (!seed || !canDigest()) return null;
  const contributions = seats.map(({ contribution }) => contribution);
  const commitments = await Promise.all(contributions.map((one) => (one === null ? null : sha256(one))));
  const own = ownContribution(id);
  return (
    (await sha256(secret ?? seed)) === promised.commitment &&
    String(commitments) === String(promised.seatCommitments) &&
    (own === null || contributions.includes(own)) &&
    (replayed ?? seed) === seed &&
    seed === (commitments.some(Boolean) ? await deriveSeed(secret ?? "", contributions) : (secret ?? seed))
  );
}

/** This browser's contribution to a table; null if it made none. @param {string} id */
const ownContribution = (id) => loadSeatTokens()[id]?.contribution ?? null;

/**
 * The result of the check of a finished game, with the commitment as details.
 * @param {Table} table
 * @param {string} [replayed] the seed of the replay that is shown
 */
export function shuffleProof(table, replayed) {
  if (!table.commitment) return null;
  const shown = { commitment: table.commitment, seatCommitments: seatCommitments(table) };
  const promised = seen.get(table.id) ?? { ...shown, ...savedCommitments(table.id) };
  const hash = promised.commitment.slice(0, HASH_LENGTH);
  const own = ownContribution(table.id)?.slice(0, HASH_LENGTH);
  const summary = h("span", { role: "status" }, t("fair_shuffle"));
  const details = h("p", null, t("commitment", { hash }));
  const element = h("details", { class: "faint proof" }, h("summary", null, summary), details);
  const key = `${table.id} ${replayed}`;
  const check = checked.get(key) ?? checkSeed(table.id, promised, replayed).catch(() => null);
  checked.set(key, check);
  void check.then((matches) => {
    if (matches === null) return;
    element.classList.add(matches ? "verified" : "wrong");
    element.open = !matches;
    const verified = own ? t("shuffle_verified_own", { hash, own }) : t("shuffle_verified", { hash });
    fill(summary, t(matches ? "fair_shuffle_verified" : "fair_shuffle_wrong"));
    fill(details, matches ? verified : t("shuffle_wrong", { hash }));
  });
  return element;
}
