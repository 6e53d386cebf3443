// Sounds by kind of event, or by kind and cause.

/** @type {import("../../frame/screen.js").SoundTable} */
export const SOUNDS = {
  draw: "card",
  search: "card",
  retrieve: "card",
  return_hand: "card",
  return_deck: "card",
  show: "card",
  summon: "play",
  special_summon: "power",
  magic: "use",
  use: "use",
  triggered: "chain",
  queued: "chain",
  power: "power",
  attack: "attack",
  battle: "place",
  damage: "damage",
  gain: "gain",
  destroy: "destroy",
  shield: "step",
  saved: "gain",
  chance: "flip",
  nothing: "fail",
  phase: "step",
};
