#!/usr/bin/env node
// npm run build: the page and the server, each where its sources have changed.
import { buildAll } from "./lib/built.mjs";
import { install } from "./lib/project.mjs";

install();
await buildAll();
