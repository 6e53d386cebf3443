// Sounds by kind of event.

/** @type {import("../../frame/screen.js").SoundTable} */
export const SOUNDS = { deal: "card", draw: "card", place: "play", react: "react" };
