// Creates elements. Content is always inserted as text, never as HTML.

/** @typedef {Node | string | number | null | undefined | false} ChildValue */
/** @typedef {ChildValue | ChildValue[]} Child */
/** @typedef {Record<string, any>} Props */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * Create an element: `h("button", {class: "big", onclick: start, "aria-label": "Start"}, "Start")`. Functions become
 * event listeners, `style` and `dataset` take objects, false and null omit an attribute, true sets it empty.
 * @template {string} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {K extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[K] : HTMLElement}
 */
export function h(tag, props = null, ...children) {
  return /** @type {any} */ (applyProps(document.createElement(tag), props, children));
}

/**
 * Create an SVG element: `svg("circle", {cx: 5, cy: 5, r: 4})`.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = null, ...children) {
  return applyProps(
    /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG_NAMESPACE, tag)),
    props,
    children,
  );
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Props | null} props
 * @param {Child[]} children
 * @returns {E}
 */
function applyProps(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (name === "style") {
      for (const [key, part] of Object.entries(value)) {
        if (key.startsWith("--")) element.style.setProperty(key, String(part));
        else Object.assign(element.style, { [key]: part });
      }
    } else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flattenChildren(children));
  return element;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function flattenChildren(children) {
  /** @type {(Node | string)[]} */
  const found = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    found.push(typeof child === "number" ? String(child) : child);
  }
  return found;
}

/**
 * Replace the content of an element.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 * @returns {E}
 */
export function fill(element, ...children) {
  element.replaceChildren(...flattenChildren(children));
  return element;
}

/**
 * Make these the children of an element. Children that stay are not moved, so they keep the focus and their layout.
 * @param {Element} element
 * @param {Element[]} children
 */
export function setChildren(element, children) {
  const staying = new Set(/** @type {Node[]} */ (children));
  for (const node of Array.from(element.childNodes)) if (!staying.has(node)) node.remove();
  let at = element.firstChild;
  for (const child of children) {
    if (child === at) at = at.nextSibling;
    else element.insertBefore(child, at);
  }
}

/**
 * Dispatch a bubbling custom event.
 * @param {EventTarget} element
 * @param {string} name
 * @param {unknown} [detail]
 */
export function emit(element, name, detail = null) {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

/**
 * Make matching elements one Tab stop, with arrow keys to move between them.
 * @param {HTMLElement} root
 * @param {string} selector
 * @returns {() => void} call it after the elements have changed
 */
export function enableRovingFocus(root, selector) {
  const items = () => /** @type {HTMLElement[]} */ (Array.from(root.querySelectorAll(selector)));
  const settle = () => {
    const all = items();
    const current = all.find((item) => item === document.activeElement) ?? all[0];
    for (const item of all) item.tabIndex = item === current ? 0 : -1;
  };
  root.addEventListener("focusin", settle);
  root.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : step && (at + step + all.length) % all.length;
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all[to].focus();
  });
  settle();
  return settle;
}

/**
 * Whether a key press is meant for `board`: not while typing, not while a modal dialog is open, and not while the board is
 * hidden (as the other player's is when two share a screen).
 * @param {KeyboardEvent} event
 * @param {Element} board
 */
export function isBoardKey(event, board) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || board.getClientRects().length === 0)
    return false;
  return (
    !target.closest?.("input, textarea, select, dialog, [contenteditable]") && !document.querySelector("dialog:modal")
  );
}
