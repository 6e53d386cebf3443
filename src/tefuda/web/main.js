// Starts the client: settings, language and router.

import { renderTopBar, openShortcutHelp } from "./frame/bar.js";
import { h } from "./frame/dom.js";
import { navigate } from "./frame/page.js";
import { initSettings, settings } from "./frame/settings.js";
import { onLanguageChange, t } from "./frame/words.js";

/** @typedef {{default: CustomElementConstructor & {tag: string, new (): import("./frame/page.js").Page}}} PageModule */

/** @type {[RegExp, () => Promise<PageModule>][]} */
const ROUTES = [
  [/^\/$/, () => import("./pages/lobby.js")],
  [/^\/table\/([\w-]+)$/, () => import("./pages/table.js")],
  [/^\/replay$/, () => import("./pages/replay.js")],
  [/^\/learn\/([\w-]+)$/, () => import("./pages/learn.js")],
  [/^\/rules\/([\w-]+)$/, () => import("./pages/rules.js")],
  [/^\/cards\/([\w-]+)$/, () => import("./pages/cards.js")],
  [/^\/decks\/([\w-]+)$/, () => import("./pages/decks/page.js")],
  [/^\/workshop\/([\w-]+)$/, () => import("./pages/workshop/page.js")],
  [/^\/puzzles$/, () => import("./pages/puzzles/page.js")],
  [/^\/trials\/([\w-]+)$/, () => import("./pages/trials/page.js")],
  [/^\/open$/, () => import("./pages/open/page.js")],
  [/^\/settings$/, () => import("./pages/settings.js")],
];

const skip = h("a", { class: "skip", href: "#main" });
const header = h("header", { class: "bar" });
const main = h("main", { id: "main", tabindex: "-1" });
/** @type {import("./frame/page.js").Page | null} */
let page = null;
let currentAddress = "";

function renderTexts() {
  skip.textContent = t("skip");
  renderTopBar(header, openHelp);
  updateTitle();
}

/** Tables use the whole window from the start, so that nothing moves when the game has loaded. */
function setFirstLayout() {
  document.body.dataset.layout = location.pathname.startsWith("/table/") && !settings.plain ? "full" : "page";
}

/** Show how to play the game of the page, or the keys. */
function openHelp() {
  if (!page?.openHelp()) openShortcutHelp();
}

function updateTitle() {
  document.title = page?.heading ? `${page.heading} · Tefuda` : "Tefuda";
}

async function route() {
  const address = location.pathname + location.search;
  if (address === currentAddress) return;
  const first = currentAddress === "";
  currentAddress = address;
  const found = ROUTES.map(([pattern, load]) => ({ match: pattern.exec(location.pathname), load })).find(
    (one) => one.match,
  );
  const kind = (await (found ? found.load() : import("./pages/not_found.js"))).default;
  if (currentAddress !== address) return undefined;
  if (!customElements.get(kind.tag)) customElements.define(kind.tag, kind);
  page?.leave();
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  setFirstLayout();
  page = /** @type {import("./frame/page.js").Page} */ (document.createElement(kind.tag));
  main.replaceChildren(page);
  updateTitle();
  scrollTo(0, 0);
  if (!first) main.focus({ preventScroll: true });
  await page.open((found?.match ?? []).slice(1), new URLSearchParams(location.search));
  return undefined;
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest?.("a[href]");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !plain || link.target || link.download || link.origin !== location.origin)
    return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
});
document.addEventListener("keydown", (event) => {
  const typing = /** @type {HTMLElement} */ (event.target).matches?.("input, select, textarea");
  if (event.key === "?" && !typing && !document.querySelector("dialog:modal")) openHelp();
});
addEventListener("popstate", () => void route());
document.addEventListener("heading", updateTitle);

initSettings();
setFirstLayout();
document.body.replaceChildren(skip, header, main);
onLanguageChange(() => {
  renderTexts();
  page?.relabel();
});
renderTexts();
void route();
