// Messages in a page, hidden by default.

import { fill, h } from "./dom.js";

export const createNotice = () => h("p", { class: "notice", role: "alert", hidden: true });

/**
 * @param {HTMLElement} notice
 * @param {...import("./dom.js").Child} content
 */
export function showNotice(notice, ...content) {
  fill(notice, ...content).hidden = false;
}
