// Bots on a server, two per table, over real sockets. They send raw frames to both servers, to keep the clients cheap.
//   node drive.js '{"server": "tefuda", "port": 8765, "tables": 100, "options": [{}], "every": 0, "seconds": 60}'
// Creates the tables, connects, prints "ready", waits for a line, plays, and prints the results as JSON.
// `every` is the mean pause before a move in ms (0: none). The run ends when all games are over, or after `seconds`.

import { createInterface } from "node:readline";
import WebSocket from "ws";

const settings = JSON.parse(process.argv[2]);
const host = `127.0.0.1:${settings.port}`;
const latencies = [];
const counts = { moves: 0, refused: 0, over: 0, last: 0 };
let started = 0;
let running = false;
const bots = [];

async function post(path, body) {
  const port = settings.server === "tefuda" ? settings.port : settings.port + 1;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** A bot: it moves on its turn and measures the time until the server acknowledges the move. */
class Bot {
  #sent = 0;

  constructor(address) {
    this.socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true });
    this.socket.on("message", (data) => this.receive(String(data)));
    this.socket.on("close", () => running && console.error("A socket was closed."));
    this.ready = new Promise((resolve) => (this.onReady = resolve));
    this.legal = [];
  }

  /** Set the legal moves, and move if there are any. */
  decide(legal) {
    this.legal = legal;
    if (running && legal.length) this.scheduleMove();
  }

  scheduleMove() {
    if (settings.every) setTimeout(() => this.move(), settings.every * (0.5 + Math.random()));
    else this.move();
  }

  move() {
    if (!running || !this.legal.length) return;
    const choice = this.legal[Math.floor(Math.random() * this.legal.length)];
    this.legal = [];
    this.#sent = performance.now();
    this.send(choice);
  }

  recordAcknowledgement() {
    counts.last = performance.now();
    counts.moves += 1;
    latencies.push(counts.last - this.#sent);
  }

  recordGameOver() {
    counts.over += 1;
    if (counts.over === 2 * settings.tables) finish();
  }
}

class TefudaBot extends Bot {
  #count = 0;

  constructor(table, token) {
    super(`ws://${host}/api/tables/${table}/socket`);
    this.socket.on("open", () => this.socket.send(JSON.stringify({ type: "hello", protocol: 2, build: null, token, have: null })));
  }

  receive(text) {
    const message = JSON.parse(text);
    if (message.type === "ack") this.recordAcknowledgement();
    else if (message.type === "refused" || message.type === "bye") {
      counts.refused += 1;
      console.error(text);
    } else if (message.type === "welcome" || message.type === "update") {
      this.ply = message.ply;
      if (message.type === "welcome") this.onReady();
      if (message.status === "over") this.recordGameOver();
      else this.decide(message.legal);
    }
  }

  send(action) {
    this.#count += 1;
    this.socket.send(JSON.stringify({ type: "play", id: `bot-${String(this.#count).padStart(6, "0")}`, ply: this.ply, action }));
  }
}

class BoardgameBot extends Bot {
  constructor(match, seat, credentials) {
    super(`ws://${host}/socket.io/?EIO=4&transport=websocket`);
    Object.assign(this, { match, seat: String(seat), credentials });
  }

  receive(text) {
    if (text[0] === "0") this.socket.send("40/othello,");
    else if (text === "2") this.socket.send("3");
    else if (text.startsWith("40/othello,")) this.emit("sync", this.match, this.seat, this.credentials, 2);
    else if (text.startsWith("42/othello,")) {
      const [kind, match, payload] = JSON.parse(text.slice(11));
      if (match !== this.match) throw new Error(text);
      if (kind === "sync") this.update(payload.state, this.onReady);
      else if (kind === "update") this.update(payload);
    }
  }

  update(state, then) {
    this.state = state._stateID;
    then?.();
    if (this.waiting !== undefined && state._stateID > this.waiting) {
      this.waiting = undefined;
      this.recordAcknowledgement();
    }
    if (state.ctx.gameover) this.recordGameOver();
    else this.decide(String(state.G.turn) === this.seat ? state.G.legal : []);
  }

  send(cell) {
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
    const options = settings.options[number % settings.options.length];
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
  if (!running) return;
  running = false;
  latencies.sort((one, other) => one - other);
  const part = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
  const seconds = (counts.last - started) / 1000;
  console.log(JSON.stringify({ moves: counts.moves, refused: counts.refused, seconds, p50: part(0.5), p99: part(0.99), most: part(1) }));
  process.exit();
}

for (let number = 0; number < settings.tables; number += 1) {
  const pair = await make[settings.server](number);
  await Promise.all(pair.map((bot) => bot.ready));
  bots.push(...pair);
}
console.log("ready");
createInterface({ input: process.stdin }).once("line", () => {
  running = true;
  started = performance.now();
  for (const bot of bots) if (bot.legal.length) bot.scheduleMove();
  setTimeout(finish, settings.seconds * 1000);
});
