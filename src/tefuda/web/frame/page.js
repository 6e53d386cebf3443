// The base class of pages, and navigation without a reload.

import { emit } from "./dom.js";

export class Page extends HTMLElement {
  /** The custom element's name. */
  static tag = "";

  /** The heading for the window title; empty on the lobby. */
  heading = "";

  /**
   * Show the page; `params` are the parts of its address.
   * @param {string[]} params
   * @param {URLSearchParams} query
   * @returns {Promise<void>}
   */
  async open(params, query) {
    void params;
    void query;
  }

  /** Called when the language has changed. */
  relabel() {}

  /** Show help about the page's game; return false if it has none. */
  openHelp() {
    return false;
  }

  /** Called when the user leaves the page. */
  leave() {}

  /** @param {string} heading */
  setHeading(heading) {
    this.heading = heading;
    emit(this, "heading", heading);
  }
}

/**
 * Navigate to another page.
 * @param {string} path
 * @param {{replace?: boolean}} [how]
 */
export function navigate(path, how = {}) {
  if (how.replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  dispatchEvent(new Event("popstate"));
}
