// Converts rulebook HTML from the server to elements, by an allow list.

import { h } from "./dom.js";

const ALLOWED_TAGS =
  "a blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr li ol p pre span strong sub sup table tbody td th thead tr ul".split(
    " ",
  );

/**
 * @param {string} html
 * @param {string} language
 * @returns {HTMLElement}
 */
export function safeArticle(html, language) {
  const text = h(
    "article",
    { class: "book", lang: language },
    ...copyAllowed(new DOMParser().parseFromString(html, "text/html").body),
  );
  for (const table of text.querySelectorAll("table")) makeScrollable(table);
  // Scrollable blocks must be reachable with the keyboard.
  for (const lines of text.querySelectorAll("pre")) lines.tabIndex = 0;
  return text;
}

/** @param {HTMLTableElement} table */
function makeScrollable(table) {
  const frame = h("div", {
    class: "scroll",
    tabindex: "0",
    role: "region",
    "aria-label": table.querySelector("th")?.textContent ?? "",
  });
  table.replaceWith(frame);
  frame.append(table);
}

/**
 * Copy the allowed children of a node. Only ids and links within the rulebooks are kept as attributes.
 * @param {Node} node
 * @returns {Node[]}
 */
function copyAllowed(node) {
  /** @type {Node[]} */
  const found = [];
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) found.push(document.createTextNode(child.nodeValue ?? ""));
    else if (child instanceof HTMLElement && ALLOWED_TAGS.includes(child.localName)) {
      const href = child.getAttribute("href");
      const inside = copyAllowed(child);
      // Drop links that lead out of the rulebooks; keep their text.
      if (href && !/^(#|\/rules\/)/.test(href)) found.push(...inside);
      else found.push(h(child.localName, { id: child.id || null, href }, ...inside));
    }
  }
  return found;
}
