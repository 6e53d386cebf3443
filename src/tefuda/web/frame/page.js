// What every page is, and how to go to another without loading everything again.

import { emit } from "./dom.js";

export class Page extends HTMLElement {
  /** The custom element's name. */
  static tag = "";

  /** What the page is called, for the window's title; empty for the first. */
  heading = "";

  /**
   * Show this; `params` are what the address holds.
   * @param {string[]} params
   * @param {URLSearchParams} query
   * @returns {Promise<void>}
   */
  async open(params, query) {
    void params;
    void query;
  }

  /** The language has changed. */
  relabel() {}

  /** The page is being left. */
  leave() {}

  /** @param {string} heading */
  setHeading(heading) {
    this.heading = heading;
    emit(this, "heading", heading);
  }
}

/**
 * Go to another page.
 * @param {string} path
 * @param {{replace?: boolean}} [how]
 */
export function navigate(path, how = {}) {
  if (how.replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  dispatchEvent(new Event("popstate"));
}
