#!/usr/bin/env node
// npm start: everything from a fresh clone to a running server.
import { buildPage } from "./lib/page.mjs";
import { findNode, install, run, SERVER } from "./lib/project.mjs";

install();
await buildPage();
process.exitCode = await run(findNode(), [SERVER, "start", ...process.argv.slice(2)]);
