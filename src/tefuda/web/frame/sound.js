// Short synthesized sounds, off by default.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audioContext = null;

/** @type {Record<string, number[]>} frequencies in hertz, played in order */
const SOUNDS = { move: [520], turn: [660, 880], end: [523, 659, 784], emote: [740] };

/** @param {"move" | "turn" | "end" | "emote"} name */
export function playSound(name) {
  if (!settings.sound) return;
  // Browsers block sound before the first click or key press, and log a warning.
  if (navigator.userActivation?.hasBeenActive === false) return;
  audioContext ??= new AudioContext();
  let at = audioContext.currentTime;
  for (const pitch of SOUNDS[name]) {
    const tone = audioContext.createOscillator();
    const volume = audioContext.createGain();
    tone.type = "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.06, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.18);
    tone.connect(volume).connect(audioContext.destination);
    tone.start(at);
    tone.stop(at + 0.2);
    at += 0.11;
  }
}
