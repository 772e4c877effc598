#!/usr/bin/env node
// The command line: npm run postil -- import FILE, or postil import FILE where the package is linked.
import { findNode, install, run, SERVER } from "./lib/project.mjs";

install();
// Paths in the arguments are the caller's, not the project's.
process.exitCode = await run(findNode(), [SERVER, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
