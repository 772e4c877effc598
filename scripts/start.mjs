#!/usr/bin/env node
// npm start: does everything from a fresh clone to a running server.
import { buildAll } from "./lib/built.mjs";
import { install, runServer } from "./lib/project.mjs";

install();
await buildAll();
process.exitCode = await runServer(["start", ...process.argv.slice(2)]);
