#!/usr/bin/env node
// npm run dev: runs the server, which restarts at every change, and the page, which shows changes at once.
import { join } from "node:path";
import { bin, findNode, install, ROOT, run } from "./lib/project.mjs";

install();
const node = findNode();
const env = { POSTIL_DEV_API: `http://127.0.0.1:${process.env.POSTIL_PORT || 6900}`, ...process.env };
const ended = await Promise.race([
  run(node, ["--watch", join(ROOT, "apps/server/src/main.ts"), "start"]),
  run(node, [bin("vite", "bin/vite.js")], { cwd: join(ROOT, "apps/web"), env }),
]);
process.exit(ended);
