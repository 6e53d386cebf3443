// Tokenizes YAML for highlighting only; the server parses it.

/** @typedef {"" | "key" | "text" | "number" | "sign" | "comment"} TokenKind */
/** @typedef {[TokenKind, string]} Token */
/** @typedef {{quote: string, block: number | null}} LineState state that continues on the next line */

const NUMBER = /^(?:[-+]?\d+(?:\.\d+)?|true|false|null|~)$/;
const BLOCK = /^[|>][-+\d]*$/;
/** A plain scalar: up to a comma, a bracket, a colon followed by a space, or a comment. */
const WORD = /(?:(?!\s*(?:[,[\]{}]|:(?:\s|$)|\s#)).)+/y;
const SIGN = /[,[\]{}:?]|-(?=\s|$)/y;
const SPACE = /\s+/y;

/** Longer lines are not highlighted. */
const MAX_LINE_LENGTH = 2000;

/**
 * Tokenize lines.
 * @param {string[]} lines
 * @returns {Token[][]}
 */
export function tokenizeLines(lines) {
  /** @type {LineState} */
  const carry = { quote: "", block: null };
  return lines.map((line) => tokenizeLine(line, carry));
}

/**
 * @param {string} line
 * @param {LineState} carry
 * @returns {Token[]}
 */
function tokenizeLine(line, carry) {
  /** @type {Token[]} */
  const found = [];
  if (line.length > MAX_LINE_LENGTH) return [["", line]];
  const indent = line.search(/\S|$/);
  if (carry.block !== null) {
    if (indent > carry.block || !line.trim()) return line ? [["text", line]] : [];
    carry.block = null;
  }
  let at = 0;
  const take = (/** @type {TokenKind} */ look, /** @type {number} */ end) => {
    if (end > at) found.push([look, line.slice(at, end)]);
    at = end;
  };
  const till = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at;
    return pattern.test(line) ? pattern.lastIndex : at;
  };
  if (carry.quote) take("text", findQuoteEnd(line, 0, carry));
  while (at < line.length) {
    const letter = line[at];
    if (/\s/.test(letter)) take("", till(SPACE));
    else if (letter === "#" && (at === 0 || /\s/.test(line[at - 1]))) take("comment", line.length);
    else if (letter === '"' || letter === "'") {
      carry.quote = letter;
      const end = findQuoteEnd(line, at + 1, carry);
      take(/^\s*:/.test(line.slice(end)) && !carry.quote ? "key" : "text", end);
    } else if (till(SIGN) > at) take("sign", till(SIGN));
    else {
      const end = Math.max(till(WORD), at + 1);
      const word = line.slice(at, end);
      if (BLOCK.test(word)) carry.block = indent;
      const key = /^\s*:(\s|$)/.test(line.slice(end));
      take(key ? "key" : BLOCK.test(word) ? "sign" : NUMBER.test(word) ? "number" : "", end);
    }
  }
  return found;
}

/**
 * Find the end of a quoted text. It continues on the next line if its quote is not closed.
 * @param {string} line
 * @param {number} from
 * @param {LineState} carry
 */
function findQuoteEnd(line, from, carry) {
  for (let at = from; at < line.length; at += 1) {
    if (carry.quote === '"' && line[at] === "\\") at += 1;
    else if (line[at] === carry.quote) {
      if (carry.quote === "'" && line[at + 1] === "'") at += 1;
      else {
        carry.quote = "";
        return at + 1;
      }
    }
  }
  return line.length;
}
