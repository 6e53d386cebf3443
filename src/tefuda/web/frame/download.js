import { h } from "./dom.js";

/**
 * Download a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type MIME type
 */
export function downloadText(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
