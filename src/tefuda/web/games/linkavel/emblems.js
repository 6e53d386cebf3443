/** Symbols of magic cards by a word of their name, from -12 to 12. */

/** @type {[string, string][]} */
const EMBLEMS = [
  ["edge sword blade strike", "M0-12 3-7V4H8V7H2V12H-2V7H-8V4H-3V-7Z"],
  ["sparks shower spray rain", "M-6-11-3-3-9-4ZM4-10 6-3 0-4ZM-1-1 2 8-6 6ZM8 0 10 8 5 6ZM-9 4-7 11-11 10Z"],
  ["crack thermal bolt storm", "M3-12-7 2H-1L-4 12 7-3H1Z"],
  ["letter contract ledger passage invitation", "M-8-10H8V10H-8ZM-5-7V7H5V-7ZM-3-4H3V-2.500H-3ZM-3-.8H3V.7H-3ZM-3 2.400H1V3.900H-3Z"],
  ["coffins coffin crypt grave departed tomb", "M-4-12H4L8-5 5 12H-5L-8-5ZM-1.200-8V-4.500H-4V-2.100H-1.200V6H1.200V-2.100H4V-4.500H1.200V-8Z"],
  ["chandelier candle watchfires torch lantern vigil", "M0-12C3-8 4-6 4-4A4 4 0 0 1-4-4C-4-6-3-8 0-12ZM-3.500 1H3.500V9H7V12H-7V9H-3.500Z"],
  ["bell vesper", "M-1.500-12H1.500V-9.500C6-9 8-5 8-1 8 3 9 5 11 7H-11C-9 5-8 3-8-1-8-5-6-9-1.500-9.500ZM-3 8H3A3 3 0 0 1-3 8Z"],
  ["net wide web", "M-11-10H11L6 11H-6ZM-8-8-7-4H-3L-3.500-8ZM-1.500-8-1-4H1L1.500-8ZM3.500-8 3-4H7L8-8ZM-6.500-2-5.500 2H-2.300L-2.800-2ZM-.8-2-.5 2H.5L.8-2ZM2.800-2 2.300 2H5.500L6.500-2ZM-5 4-4 9H-1.800L-2 4ZM2 4 1.800 9H4L5 4Z"],
  ["anchor chain depth crushing", "M0-12A3 3 0 0 1 1.500-6.400V-4H6V-1.500H1.500V8C5 7.500 7 5.500 7.500 3L5 4 8.500-1 12 4 10 3.500C9.500 8.500 5.500 12 0 12S-9.500 8.500-10 3.500L-12 4-8.500-1-5 4-7.500 3C-7 5.500-5 7.500-1.500 8V-1.500H-6V-4H-1.500V-6.400A3 3 0 0 1 0-12Z"],
  ["bottle draught drifted potion sap", "M-2.500-12H2.500V-6L7 2A7 7 0 0 1 4 12H-4A7 7 0 0 1-7 2L-2.500-6ZM-4 3A4 4 0 0 0-2.500 9.500H2.500A4 4 0 0 0 4 3Z"],
  ["song call hush curtain cantor ebbing windborne", "M-4-9 8-12V5A3.500 3.500 0 1 1 5.500 2V-6L-1.500-4.200V8A3.500 3.500 0 1 1-4 5Z"],
  ["rockfall stone carpet mountain", "M-11 10-6-2-2 3 2-9 11 10ZM-9-9-5-11-3-8-6-6Z"],
  ["sprouting taproot deep seed growth thousandth", "M-1.200 12V0C-7 0-10-4-10-9-5-9-1.500-6.500-1.200-2 0-8 4-11 10-11 10-4 6 0 1.200 .5V12Z"],
  ["logs fallen wood ring", "M0-11A11 11 0 1 1 0 11 11 11 0 1 1 0-11ZM0-8A8 8 0 1 0 0 8 8 8 0 1 0 0-8ZM0-5A5 5 0 1 1 0 5 5 5 0 1 1 0-5ZM0-2.500A2.500 2.500 0 1 0 0 2.500 2.500 2.500 0 1 0 0-2.500Z"],
  ["road taken crossroads stair banner", "M-9-12H8L4-6 8 0H-6V12H-9Z"],
  ["inn house airing night one", "M0-11 11-2H8V11H2.500V3H-2.500V11H-8V-2H-11Z"],
  ["forge great work honest shift second promotion", "M-9-10H5A5 5 0 0 1 10-5V-3H2V12H-2V-3H-9Z"],
  ["stoke fire valve pressure", "M0-12 2-8H6L5-4 9-2 7 2 9 5 5 7 4 11 0 10-4 11-5 7-9 5-7 2-9-2-5-4-6-8H-2ZM0-4A4.500 4.500 0 1 0 0 5 4.500 4.500 0 1 0 0-4Z"],
  ["dawn borrowed beam searching gold", "M-12 6H12V8.500H-12ZM-7 4A7 7 0 0 1 7 4ZM-.9-10H.9V-5H-.9ZM-9-7-7.500-8.200-4.600-4.800-6-3.600ZM9-7 7.500-8.200 4.600-4.800 6-3.600Z"],
  ["rations travel crowbar patience dowry", "M-4-8A4 4 0 0 1 4-8H2A2 2 0 0 0-2-8ZM-8-7H8C11 0 11 6 8 11H-8C-11 6-11 0-8-7ZM-5-1V6H5V-1Z"],
];

/** @type {Map<string, string>} */
const BY_WORD = new Map(EMBLEMS.flatMap(([words, path]) => words.split(" ").map((word) => /** @type {[string, string]} */ ([word, path]))));

/**
 * Return the symbol for a name; null if no word is known.
 * @param {string} words
 */
export function emblem(words) {
  return words.split(" ").flatMap((word) => BY_WORD.get(word) ?? []).at(-1) ?? null;
}
