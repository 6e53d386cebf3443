// boardgame.io's server with Othello in memory, on a port. Its lobby API is on the next port, because its routes work there with
// every version of koa. Prints a line when it listens.

import { createRequire } from "node:module";
import { Othello } from "./othello.js";

const { Server } = createRequire(import.meta.url)("boardgame.io/server");
const server = Server({ games: [Othello], origins: ["*"] });
const port = Number(process.argv[2]);
server.run({ port, lobbyConfig: { apiPort: port + 1 } }, () => console.log("listening"));
