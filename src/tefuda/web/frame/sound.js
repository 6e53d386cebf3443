// Sounds, synthesized with Web Audio. Browsers allow sound after the first click or key press.

import { settings } from "./settings.js";

/**
 * A layer of a sound: a tone that glides between two frequencies, or noise through a filter that does.
 * @typedef {object} Layer
 * @property {OscillatorType | "noise"} wave
 * @property {number} from hertz
 * @property {number} [to] hertz (default: from)
 * @property {number} length seconds
 * @property {number} level loudness from 0 to 1
 * @property {number} [delay] seconds
 */

/** @type {(wave: Layer["wave"], from: number, to: number, length: number, level: number, delay?: number) => Layer} */
const layer = (wave, from, to, length, level, delay = 0) => ({ wave, from, to, length, level, delay });

/** A tune of bell-like tones. @param {number[]} pitches @param {number} gap seconds @param {number} level */
const tune = (pitches, gap, level) =>
  pitches.flatMap((pitch, at) => [
    layer("triangle", pitch, pitch, 0.5, level, at * gap),
    layer("sine", pitch * 2, pitch * 2, 0.25, level / 3, at * gap),
  ]);

/** @type {Record<string, Layer[]>} */
export const SOUNDS = {
  place: [layer("noise", 2600, 900, 0.05, 0.5), layer("sine", 210, 130, 0.12, 0.7)],
  flip: [layer("noise", 3200, 1600, 0.04, 0.3), layer("sine", 380, 560, 0.08, 0.25)],
  slide: [layer("noise", 500, 1100, 0.2, 0.25)],
  card: [layer("noise", 1400, 4600, 0.11, 0.3)],
  play: [layer("noise", 4800, 700, 0.1, 0.45), layer("sine", 170, 95, 0.12, 0.5)],
  use: [...tune([659, 988], 0.05, 0.16), layer("noise", 2500, 6000, 0.18, 0.1)],
  attack: [layer("noise", 700, 5200, 0.16, 0.4), layer("sawtooth", 180, 90, 0.14, 0.12)],
  damage: [layer("sine", 160, 45, 0.35, 0.9), layer("noise", 1000, 140, 0.28, 0.6)],
  destroy: [layer("noise", 3600, 300, 0.3, 0.5), layer("triangle", 320, 70, 0.24, 0.35)],
  bomb: [layer("noise", 2200, 50, 0.95, 1), layer("sine", 120, 28, 0.8, 1), layer("square", 70, 30, 0.2, 0.2)],
  trap: [layer("square", 233, 175, 0.18, 0.14), layer("noise", 3000, 800, 0.12, 0.4, 0.1)],
  chain: [layer("triangle", 620, 930, 0.09, 0.3), layer("triangle", 930, 1240, 0.12, 0.26, 0.07)],
  power: [layer("triangle", 330, 660, 0.22, 0.25), layer("sine", 660, 1320, 0.2, 0.12, 0.05)],
  gain: tune([784, 1047], 0.08, 0.16),
  react: [layer("noise", 900, 5200, 0.35, 0.3), ...tune([523, 659, 784, 1047], 0.06, 0.18)],
  step: [layer("sine", 440, 440, 0.06, 0.14)],
  fail: [layer("triangle", 220, 165, 0.18, 0.25)],
  turn: tune([587, 880], 0.11, 0.16),
  emote: tune([740], 0.1, 0.14),
  victory: [
    ...tune([523, 659, 784], 0.13, 0.24),
    ...tune([1047], 0, 0.3).map((one) => ({ ...one, delay: 0.42, length: 1.1 })),
  ],
  defeat: tune([392, 349, 311, 262], 0.19, 0.2),
  draw: tune([523, 523], 0.2, 0.2),
};

/** A sound is not repeated within this time: the events of one action often share it. */
const MIN_GAP_SECONDS = 0.05;
const ATTACK_SECONDS = 0.006;
const SILENCE = 0.0001;

/** @type {{context: AudioContext, volume: GainNode, noise: AudioBuffer} | null} */
let mixer = null;
/** When each sound was played last. @type {Map<string, number>} */
const lastPlayed = new Map();

function createMixer() {
  const context = new AudioContext();
  const volume = context.createGain();
  // Several sounds at once must not clip.
  volume.connect(context.createDynamicsCompressor()).connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return { context, volume, noise };
}

/**
 * Play a sound, unless sound is off or the user has not clicked yet.
 * @param {string} name a key of `SOUNDS`
 */
export function playSound(name) {
  const layers = SOUNDS[name];
  // Browsers log a warning about sound before the first click.
  if (!layers || !settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  mixer ??= createMixer();
  const { context, volume } = mixer;
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  if (now - (lastPlayed.get(name) ?? -1) < MIN_GAP_SECONDS) return;
  lastPlayed.set(name, now);
  // Loudness is perceived roughly as the square root of the amplitude.
  volume.gain.value = settings.volume ** 2;
  for (const one of layers) playLayer(mixer, one, now);
}

/**
 * @param {NonNullable<typeof mixer>} mixer
 * @param {Layer} layer
 * @param {number} now
 */
function playLayer({ context, volume, noise }, { wave, from, to = from, length, level, delay = 0 }, now) {
  const start = now + delay;
  const end = start + length;
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(SILENCE, start);
  envelope.gain.exponentialRampToValueAtTime(level, start + ATTACK_SECONDS);
  envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
  envelope.connect(volume);
  const glide = (/** @type {AudioParam} */ frequency) => {
    frequency.setValueAtTime(from, start);
    frequency.exponentialRampToValueAtTime(to, end);
  };
  if (wave === "noise") {
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    source.buffer = noise;
    source.loop = true;
    filter.type = "lowpass";
    glide(filter.frequency);
    source.connect(filter).connect(envelope);
    source.start(start, Math.random());
    source.stop(end);
  } else {
    const source = context.createOscillator();
    source.type = wave;
    glide(source.frequency);
    source.connect(envelope);
    source.start(start);
    source.stop(end);
  }
}
