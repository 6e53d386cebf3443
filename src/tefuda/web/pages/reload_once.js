// Reloads a page when the server has another build.

import { build } from "../frame/api.js";
import { fill, h } from "../frame/dom.js";
import { t } from "../frame/words.js";

const RELOAD_KEY = "tefuda.reloaded";

/** Reload the page once; if that does not help, show a message. @param {HTMLElement} banner */
export function reloadOnce(banner) {
  if (sessionStorage.getItem(RELOAD_KEY) !== build) {
    sessionStorage.setItem(RELOAD_KEY, build ?? "");
    location.reload();
  } else {
    banner.hidden = false;
    fill(banner, t("newer"), " ", h("button", { onclick: () => location.reload() }, t("reload")));
  }
}
