#!/usr/bin/env node
// npm start: everything from a fresh clone to a running server.
import { buildPage } from "./lib/page.mjs";
import { install, runServer } from "./lib/project.mjs";

install();
await buildPage();
process.exitCode = await runServer(["start", ...process.argv.slice(2)]);
