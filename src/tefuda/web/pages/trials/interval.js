// Wilson score interval, as in tefuda.lab.

const Z95 = 1.959963984540054;

/**
 * Return the 95% interval of a rate; 0 to 1 without games.
 * @param {number} won
 * @param {number} played
 * @returns {{low: number, high: number}}
 */
export function wilson(won, played) {
  if (played === 0) return { low: 0, high: 1 };
  const rate = won / played;
  const spread = (Z95 * Z95) / played;
  const centre = (rate + spread / 2) / (1 + spread);
  const half = (Z95 / (1 + spread)) * Math.sqrt((rate * (1 - rate)) / played + spread / (4 * played));
  return {
    low: won === 0 ? 0 : Math.max(0, centre - half),
    high: won === played ? 1 : Math.min(1, centre + half),
  };
}
