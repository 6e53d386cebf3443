// Durations in milliseconds (section 12.5 of the original rulebook).

export const FLIP_MS = 600;
/** Between two effects within a turn. */
export const PHASE_GAP_MS = 200;
/** Before the next turn. */
export const TURN_TRANSITION_GAP_MS = 200;
export const FADE_IN_MS = 300;
export const FADE_OUT_MS = 500;
export const OVERLAY_CROSSFADE_MS = 600;
export const MOVE_MS = 300;
/** Swaps are a fifth faster than other moves (12.9). */
export const TRADE_MS = MOVE_MS * 0.8;
/** How long a charge notice stays (12.8). */
export const NOTICE_MS = 4000;
