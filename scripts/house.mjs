// Compares the lines and files of each room with its budget. A room fails if it exceeds its budget by more than a tenth.
// If you need more, change the budget in the same commit and say why.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/project.mjs";

const { rooms, aims } = JSON.parse(readFileSync(join(ROOT, "scripts/house.json"), "utf8"));
/** Matches the files that run in production: no tests and no files that only tests use. */
const RUNS = /(?<!\.test|\.fixture|\.contract|\.properties|\.d|test-setup)\.(?:tsx?|css)$/;
const SPARE = 1.1;

const files = ["apps/server", "apps/web", "packages/contract", "packages/domain"].flatMap((part) =>
  readdirSync(join(ROOT, part, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && RUNS.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length)),
);

/** The room of a file is the longest path that leads to it. */
const roomOf = (file) =>
  Object.keys(rooms)
    .filter((room) => file.startsWith(`${room}/`))
    .toSorted((one, other) => other.length - one.length)[0];

const found = new Map(Object.keys(rooms).map((room) => [room, { lines: 0, files: 0 }]));
for (const file of files) {
  const room = found.get(roomOf(file));
  if (room === undefined) throw new Error(`${file} lies in no room of scripts/house.json.`);
  room.lines += readFileSync(join(ROOT, file), "utf8").split("\n").length - 1;
  room.files++;
}

const column = (value, width) => String(value).padStart(width);
const row = (name, is, may) =>
  `${name.padEnd(36)}${column(is.lines, 8)}${column(may.lines, 8)}${column(is.files, 7)}${column(may.files, 7)}`;
console.log(row("", { lines: "lines", files: "files" }, { lines: "budget", files: "budget" }));
for (const [room, is] of found) console.log(row(room, is, rooms[room]));
for (const [part, aim] of Object.entries(aims)) {
  const inside = [...found].filter(([room]) => room.startsWith(part)).map(([, is]) => is);
  const sum = (what) => inside.reduce((total, is) => total + is[what], 0);
  console.log(
    row(part === "" ? "all, and the aim" : `${part}, and the aim`, { lines: sum("lines"), files: sum("files") }, aim),
  );
}

const beyond = [...found].flatMap(([room, is]) =>
  ["lines", "files"]
    .filter((part) => is[part] > rooms[room][part] * SPARE)
    .map((part) => `${room} has ${is[part]} ${part}, its budget is ${rooms[room][part]}.`),
);
for (const line of beyond) console.error(line);
process.exitCode = beyond.length === 0 ? 0 : 1;
