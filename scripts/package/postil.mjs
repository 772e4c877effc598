#!/usr/bin/env node
// The command of the installed package: npx postil, or postil after npm install -g postil. It has nothing to build.
import { runServer } from "../lib/project.mjs";
import { bringNode } from "./bring-node.mjs";

// What the page tells people to type.
process.env.POSTIL_CALLED_AS ??= process.env.npm_command === "exec" ? "npx postil" : "postil";
process.exitCode = await runServer(process.argv.slice(2), { cwd: process.cwd(), node: bringNode() });
