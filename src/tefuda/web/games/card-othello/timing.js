// How long things take, in milliseconds (section 12.5 of the rulebook that the game comes from).

export const FLIP_MS = 600;
/** Between two things that happen on the board within one turn. */
export const PHASE_GAP_MS = 200;
/** Before the next player's turn begins. */
export const TURN_TRANSITION_GAP_MS = 200;
export const FADE_IN_MS = 300;
export const FADE_OUT_MS = 500;
export const OVERLAY_CROSSFADE_MS = 600;
export const MOVE_MS = 300;
/** Two stones that trade places are a fifth quicker than other moves (12.9). */
export const TRADE_MS = MOVE_MS * 0.8;
/** A notice of charge stands so long before it fades (12.8). */
export const NOTICE_MS = 4000;
