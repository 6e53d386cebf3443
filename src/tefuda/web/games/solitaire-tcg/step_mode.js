// The step mode setting of this device.

const STORAGE_KEY = "tefuda.solitaire-tcg.step";

export function loadStepMode() {
  try {
    return localStorage.getItem(STORAGE_KEY) === "on";
  } catch {
    return false;
  }
}

/** @param {boolean} on */
export function saveStepMode(on) {
  try {
    if (on) localStorage.setItem(STORAGE_KEY, "on");
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage the setting lasts until the page is closed.
  }
}
