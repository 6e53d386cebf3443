// Whether everything stops after each step, kept on the device.

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
    // A browser that keeps nothing still steps.
  }
}
