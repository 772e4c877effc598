#!/usr/bin/env node
// Installs the published Python clients for real-clients.test.ts, each with a Python that it runs on (3.9 to 3.11). The tests run
// without it and say what they leave out, because the clients bring half a gigabyte of packages.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT, say } from "./lib/project.mjs";

const CLIENTS = {
  "1.29.1": ["argilla==1.29.1", "numpy<1.24"],
  // It imports requests, which its own requirements do not bring any more. Its webhook listener needs the rest.
  "2.8.0": ["argilla==2.8.0", "requests", "fastapi", "uvicorn", "standardwebhooks"],
};
const PYTHONS = ["python3.10", "python3.11", "python3.9"];

const runs = (command, args, stdio = "inherit") => spawnSync(command, args, { stdio }).status === 0;

const python = PYTHONS.find((name) => runs(name, ["--version"], "ignore"));
if (python === undefined) {
  say(`None of ${PYTHONS.join(", ")} is here: the tests with the Python clients are skipped.`);
  process.exit(1);
}
for (const [version, packages] of Object.entries(CLIENTS)) {
  const home = join(ROOT, "node_modules/.cache/argilla", version);
  const own = join(home, "bin/python");
  say(`Installing client ${version} into ${home} ...`);
  const isMade = existsSync(own) || runs(python, ["-m", "venv", home]);
  if (!isMade || !runs(own, ["-m", "pip", "install", "--quiet", ...packages])) process.exit(1);
}
