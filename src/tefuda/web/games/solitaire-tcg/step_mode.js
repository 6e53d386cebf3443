// Whether everything stops after each step, kept on the device.

const KEY = "tefuda.solitaire-tcg.step";

export function kept() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** @param {boolean} on */
export function keepStep(on) {
  try {
    if (on) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing still steps.
  }
}
