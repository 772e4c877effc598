#!/usr/bin/env node
// npm run build: builds the page and the server, each only if its sources have changed.
import { buildAll } from "./lib/built.mjs";
import { install } from "./lib/project.mjs";

install();
await buildAll();
