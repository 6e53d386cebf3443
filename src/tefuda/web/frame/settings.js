// Settings of this device.

import { motion } from "./motion.js";
import { readStored, writeStored } from "./storage.js";
import { setLanguage } from "./words.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "en" | "ja"} language
 * @property {number} speed 0.5, 1, 2, 4; 0 is instant
 * @property {"auto" | "on" | "off"} reduced
 * @property {boolean} sound
 * @property {number} volume from 0 to 1
 * @property {"auto" | "light" | "dark"} colours
 * @property {string} name display name; may be empty
 * @property {boolean} plain show lists instead of graphical boards
 * @property {number} level the CPU level of games for which none was chosen
 */

const STORAGE_KEY = "tefuda.settings";
/** @type {Settings} */
const DEFAULTS = {
  language: "auto",
  speed: 1,
  reduced: "auto",
  sound: true,
  volume: 0.5,
  colours: "auto",
  name: "",
  plain: false,
  level: 2,
};

/** The current settings. Use `changeSettings` to change them. @type {Settings} */
export const settings = { ...DEFAULTS, ...validSettings() };

const reducedMotionQuery = matchMedia("(prefers-reduced-motion: reduce)");

/** @returns {Partial<Settings>} */
function validSettings() {
  return Object.fromEntries(
    Object.entries(readStored(STORAGE_KEY) ?? {}).filter(
      ([name, value]) => typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (name)],
    ),
  );
}

/**
 * Change settings, save them and apply them.
 * @param {Partial<Settings>} some
 */
export function changeSettings(some) {
  const before = settings.language;
  Object.assign(settings, some);
  writeStored(STORAGE_KEY, settings);
  applySettings();
  if (settings.language !== before) setLanguage(effectiveLanguage());
}

/** The chosen language, or the browser's language for "auto". */
function effectiveLanguage() {
  if (settings.language !== "auto") return settings.language;
  return (navigator.languages ?? [navigator.language]).find((tag) => /^(ja|en)\b/.test(tag))?.startsWith("ja")
    ? "ja"
    : "en";
}

function applySettings() {
  motion.rate = settings.speed === 0 ? Infinity : settings.speed;
  motion.reduced = settings.reduced === "auto" ? reducedMotionQuery.matches : settings.reduced === "on";
  document.documentElement.dataset.motion = motion.reduced ? "reduced" : "full";
  document.documentElement.dataset.colours = settings.colours;
}

/** Apply the settings when the page starts. */
export function initSettings() {
  reducedMotionQuery.addEventListener("change", applySettings);
  applySettings();
  setLanguage(effectiveLanguage());
}
