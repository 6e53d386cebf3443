// Two bots a table on a server, over real sockets; the same program for both servers, in bare frames, so that clients cost little.
//   node drive.js '{"server": "tefuda", "port": 8765, "tables": 100, "options": [{}], "every": 0, "seconds": 60}'
// Makes the tables, connects, prints "ready", waits for a line, plays, and prints what it saw as JSON.
// `every` is the pause before a move in ms, 0 for none; it ends when all games are over or after `seconds`.

import { createInterface } from "node:readline";
import WebSocket from "ws";

const wish = JSON.parse(process.argv[2]);
const home = `127.0.0.1:${wish.port}`;
const waits = [];
const counted = { moves: 0, refused: 0, over: 0, last: 0 };
let started = 0;
let going = false;
const bots = [];

async function post(path, body) {
  const port = wish.server === "tefuda" ? wish.port : wish.port + 1;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** What all bots do: move when it is their turn, and take the time until the server has taken the move. */
class Bot {
  #sent = 0;

  constructor(address) {
    this.socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true });
    this.socket.on("message", (data) => this.hear(String(data)));
    this.socket.on("close", () => going && console.error("a socket was closed"));
    this.ready = new Promise((resolve) => (this.welcomed = resolve));
    this.legal = [];
  }

  /** It is this bot's turn, with these moves. */
  decide(legal) {
    this.legal = legal;
    if (going && legal.length) this.later();
  }

  later() {
    if (wish.every) setTimeout(() => this.move(), wish.every * (0.5 + Math.random()));
    else this.move();
  }

  move() {
    if (!going || !this.legal.length) return;
    const choice = this.legal[Math.floor(Math.random() * this.legal.length)];
    this.legal = [];
    this.#sent = performance.now();
    this.say(choice);
  }

  acknowledged() {
    counted.last = performance.now();
    counted.moves += 1;
    waits.push(counted.last - this.#sent);
  }

  ended() {
    counted.over += 1;
    if (counted.over === 2 * wish.tables) finish();
  }
}

class TefudaBot extends Bot {
  #count = 0;

  constructor(table, token) {
    super(`ws://${home}/api/tables/${table}/socket`);
    this.socket.on("open", () => this.socket.send(JSON.stringify({ type: "hello", protocol: 1, build: null, token, have: null })));
  }

  hear(text) {
    const said = JSON.parse(text);
    if (said.type === "ack") this.acknowledged();
    else if (said.type === "refused" || said.type === "bye") {
      counted.refused += 1;
      console.error(text);
    } else if (said.type === "welcome" || said.type === "update") {
      this.ply = said.ply;
      if (said.type === "welcome") this.welcomed();
      if (said.status === "over") this.ended();
      else this.decide(said.legal);
    }
  }

  say(action) {
    this.#count += 1;
    this.socket.send(JSON.stringify({ type: "play", id: `bot-${String(this.#count).padStart(6, "0")}`, ply: this.ply, action }));
  }
}

class BoardgameBot extends Bot {
  constructor(match, seat, credentials) {
    super(`ws://${home}/socket.io/?EIO=4&transport=websocket`);
    Object.assign(this, { match, seat: String(seat), credentials });
  }

  hear(text) {
    if (text[0] === "0") this.socket.send("40/othello,");
    else if (text === "2") this.socket.send("3");
    else if (text.startsWith("40/othello,")) this.emit("sync", this.match, this.seat, this.credentials, 2);
    else if (text.startsWith("42/othello,")) {
      const [kind, match, told] = JSON.parse(text.slice(11));
      if (match !== this.match) throw new Error(text);
      if (kind === "sync") this.look(told.state, this.welcomed);
      else if (kind === "update") this.look(told);
    }
  }

  look(state, then) {
    this.state = state._stateID;
    then?.();
    if (this.waiting !== undefined && state._stateID > this.waiting) {
      this.waiting = undefined;
      this.acknowledged();
    }
    if (state.ctx.gameover) this.ended();
    else this.decide(String(state.G.turn) === this.seat ? state.G.legal : []);
  }

  say(cell) {
    this.waiting = this.state;
    const payload = { type: "place", args: [cell], playerID: this.seat, credentials: this.credentials };
    this.emit("update", { type: "MAKE_MOVE", payload }, this.state, this.match, this.seat);
  }

  emit(...what) {
    this.socket.send(`42/othello,${JSON.stringify(what)}`);
  }
}

const make = {
  async tefuda(number) {
    const options = wish.options[number % wish.options.length];
    const { table, seats } = await post("/api/tables", { game: "card-othello", options, seats: ["me", "me"] });
    return seats.map(({ token }) => new TefudaBot(table.id, token));
  },
  async boardgame() {
    const { matchID } = await post("/games/othello/create", { numPlayers: 2 });
    return Promise.all(
      [0, 1].map(async (seat) => {
        const { playerCredentials } = await post(`/games/othello/${matchID}/join`, { playerID: String(seat), playerName: "bot" });
        return new BoardgameBot(matchID, seat, playerCredentials);
      }),
    );
  },
};

function finish() {
  if (!going) return;
  going = false;
  waits.sort((one, other) => one - other);
  const part = (share) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))];
  const seconds = (counted.last - started) / 1000;
  console.log(JSON.stringify({ moves: counted.moves, refused: counted.refused, seconds, p50: part(0.5), p99: part(0.99), most: part(1) }));
  process.exit();
}

for (let number = 0; number < wish.tables; number += 1) {
  const pair = await make[wish.server](number);
  await Promise.all(pair.map((bot) => bot.ready));
  bots.push(...pair);
}
console.log("ready");
createInterface({ input: process.stdin }).once("line", () => {
  going = true;
  started = performance.now();
  for (const bot of bots) if (bot.legal.length) bot.later();
  setTimeout(finish, wish.seconds * 1000);
});
