#!/usr/bin/env node
// npm run build: the page, whether or not it changed.
import { buildPage } from "./lib/page.mjs";
import { install } from "./lib/project.mjs";

install();
await buildPage({ always: true });
