// Plain Othello for boardgame.io, as light as its API allows: moves return a new G (no work for Immer), and G holds the turn (no
// turn events). As in Tefuda, the state includes the legal moves.

import { createRequire } from "node:module";

const { ActivePlayers, INVALID_MOVE } = createRequire(import.meta.url)("boardgame.io/core");
const STEPS = [-9, -8, -7, -1, 1, 7, 8, 9];

/** Return the cells that a stone at `cell` flips. */
function flips(board, cell, own) {
  const found = [];
  if (board[cell] !== 0) return found;
  for (const step of STEPS) {
    const line = [];
    let before = cell;
    let at = cell + step;
    while (at >= 0 && at < 64 && Math.abs((at & 7) - (before & 7)) <= 1 && board[at] === 3 - own) {
      line.push(at);
      before = at;
      at += step;
    }
    if (line.length && at >= 0 && at < 64 && Math.abs((at & 7) - (before & 7)) <= 1 && board[at] === own) found.push(...line);
  }
  return found;
}

function legal(board, own) {
  const cells = [];
  for (let cell = 0; cell < 64; cell += 1) if (flips(board, cell, own).length) cells.push(cell);
  return cells;
}

function setup() {
  const board = Array(64).fill(0);
  board[27] = board[36] = 2;
  board[28] = board[35] = 1;
  return { board, turn: 0, legal: legal(board, 1) };
}

function place({ G, playerID }, cell) {
  if (String(G.turn) !== playerID || !G.legal.includes(cell)) return INVALID_MOVE;
  const own = G.turn + 1;
  const board = G.board.slice();
  for (const at of flips(board, cell, own)) board[at] = own;
  board[cell] = own;
  const theirs = legal(board, 3 - own);
  if (theirs.length) return { board, turn: 1 - G.turn, legal: theirs };
  const mine = legal(board, own);
  return { board, turn: mine.length ? G.turn : null, legal: mine };
}

export const Othello = {
  name: "othello",
  setup,
  moves: { place },
  turn: { activePlayers: ActivePlayers.ALL },
  endIf: ({ G }) => (G.turn === null ? { black: G.board.filter((stone) => stone === 1).length } : undefined),
  disableUndo: true,
};
