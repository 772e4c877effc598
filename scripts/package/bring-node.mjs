// Plain JavaScript for any Node from 16 on: it finds a Node that is new enough where the machine's own is too old.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fail, nodeHere, ROOT, runNpm, say } from "../lib/project.mjs";

const { node: VERSION } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).config;

/** Where this user's programs keep what can be fetched again. */
function cacheFolder() {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const ofSystem = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  return join(ofSystem || join(homedir(), ".cache"), "postil");
}

/** The machine's own Node if it is new enough, else one that is brought along: once, into the user's cache. */
export function bringNode() {
  const own = nodeHere();
  if (own !== null) return own;
  const folder = join(cacheFolder(), `node-${VERSION}-${process.platform}-${process.arch}`);
  const program = join(folder, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(program)) return program;
  say(`This machine's Node is ${process.version}. Bringing Node ${VERSION} along, once, into ${folder} ...`);
  mkdirSync(dirname(folder), { recursive: true });
  // What is half there would be taken for a program by the next start.
  const made = mkdtempSync(`${folder}-`);
  const done = runNpm(["install", "--prefix", made, "--no-save", ...QUIETLY, `node@${VERSION}`]);
  if (done.status !== 0 || !answers(program.replace(folder, made))) {
    rmSync(made, { recursive: true, force: true });
    return fail(
      `It could not be brought. Install Node ${VERSION} or newer from https://nodejs.org, and run this again.`,
    );
  }
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another start has brought it at the same moment.
    if (!existsSync(program)) throw error;
    rmSync(made, { recursive: true });
  }
  return program;
}

const QUIETLY = ["--no-audit", "--no-fund", "--loglevel=error"];

const answers = (program) => spawnSync(program, ["--version"]).status === 0;
