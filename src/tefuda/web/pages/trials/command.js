// The command line that plays the same games.

/** @typedef {import("./run.js").TrialRun} TrialRun */

/** The seed of the server's deals. */
const SEED = "1";

/** @param {string} word */
function shellQuote(word) {
  return /^[\w=:.@%+,/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** @param {TrialRun} run */
export function simulateCommand(run) {
  const { options, level, first } = run.setup;
  const words = [
    "tefuda",
    "simulate",
    run.game,
    "--player",
    `level:${level}`,
    "--games",
    String(run.played || run.wanted),
  ];
  words.push("--seed", first ? `${SEED}.${first}` : SEED);
  for (const [name, value] of Object.entries(options)) words.push("--option", `${name}=${value}`);
  return words.map(shellQuote).join(" ");
}
