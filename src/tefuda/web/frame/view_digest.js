// A short digest of a view, the same as `view_digest` of the server: CRC-32 of its JSON with sorted keys.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const encoder = new TextEncoder();

/**
 * Return the digest of a view.
 * @param {import("./message_types.js").View} view
 * @returns {string} 8 hexadecimal digits
 */
export function viewDigest(view) {
  let crc = 0xffffffff;
  for (const byte of encoder.encode(canonicalJson(view))) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 255];
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

/**
 * Return a value as JSON with sorted keys and without spaces.
 * @param {any} value
 * @returns {string}
 */
function canonicalJson(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const keys = Object.keys(value).sort(compareCodePoints);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join()}}`;
}

/**
 * Compare keys as the server does. The default order of JavaScript differs for characters beyond U+FFFF.
 * @param {string} one
 * @param {string} other
 */
function compareCodePoints(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return (one.codePointAt(at) ?? -1) - (other.codePointAt(at) ?? -1);
}
