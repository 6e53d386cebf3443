// The page of an unknown address.

import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { Page } from "../frame/page.js";
import { t } from "../frame/words.js";

export default class NotFoundPage extends Page {
  static tag = "not-found-page";

  async open() {
    this.relabel();
  }

  relabel() {
    this.setHeading(t("not_found"));
    fill(
      this,
      h("h1", null, t("not_found")),
      h("p", null, t("not_found_text", { address: location.pathname })),
      h("a", { class: "button primary", href: "/" }, icon("home"), t("to_lobby")),
    );
  }
}
