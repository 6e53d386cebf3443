// Sounds by kind of event.

/** @type {import("../../frame/screen.js").SoundTable} */
export const SOUNDS = {
  play: "play",
  use: "use",
  draw: "card",
  search: "card",
  move: "card",
  discard: "card",
  mill: "card",
  unequip: "card",
  shuffle: "slide",
  summon: "play",
  set_field: "play",
  equip_to: "place",
  queued: "chain",
  resolve: "chain",
  attach: "place",
  counter: "step",
  stat: "power",
  destroy: "destroy",
  fizzle: "fail",
  skip: "fail",
};
