/**
 * Whether a text contains every word of a query, ignoring case.
 * @param {string} text
 * @param {string} query
 */
export function matchesQuery(text, query) {
  const searched = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
