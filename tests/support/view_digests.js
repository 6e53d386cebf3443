// Reads values as lines of JSON from the standard input and prints their digests, computed by the page's module.

import { createInterface } from "node:readline";
import { viewDigest } from "../../src/tefuda/web/frame/view_digest.js";

for await (const line of createInterface({ input: process.stdin })) console.log(viewDigest(JSON.parse(line)));
