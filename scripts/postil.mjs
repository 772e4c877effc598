#!/usr/bin/env node
// The command line: npm run postil -- import FILE, or postil import FILE where the package is linked.
import { buildServer } from "./lib/built.mjs";
import { install, runServer } from "./lib/project.mjs";

install();
await buildServer();
// Paths in the arguments are the caller's, not the project's.
process.exitCode = await runServer(process.argv.slice(2), {
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
