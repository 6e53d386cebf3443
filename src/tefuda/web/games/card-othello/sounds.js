// Sounds by kind of event, or by kind and cause.

/** @type {import("../../frame/screen.js").SoundTable} */
export const SOUNDS = {
  place: "place",
  spawn: "place",
  flip: "flip",
  revive: "gain",
  tempt: "power",
  move: "slide",
  destroy: "destroy",
  "destroy.bomb": "bomb",
  "destroy.cross_bomb": "bomb",
  "destroy.burst": "bomb",
  "destroy.udg": "bomb",
  draw: "card",
  blessed: "gain",
  use: "use",
  sell: "gain",
  steal: "card",
  condemn: "fail",
  confiscate: "fail",
  treasure: "gain",
  snare: "trap",
  trap_sprung: "trap",
  chain: "chain",
  multiply: "power",
  pass: "fail",
};
