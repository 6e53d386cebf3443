// JSON in localStorage. Storage can be blocked, full or edited by hand, so no call throws.

/**
 * Return the stored value, or null if there is none or it is not JSON.
 * @param {string} key
 * @returns {any}
 */
export function readStored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Store a value as JSON.
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} false if the browser refuses to store it
 */
export function writeStored(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
