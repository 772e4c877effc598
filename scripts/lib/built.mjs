import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { bin, fail, findNode, ROOT, run, say } from "./project.mjs";

/** The sources that both parts share. */
const SHARED = ["packages/domain/src", "packages/contract/src", "package-lock.json"];

/** A part of Postil to build. `sources`: files and folders. `command`: the program that builds it into a folder. */
const PAGE = {
  name: "page",
  folder: join(ROOT, "apps/web"),
  sources: ["apps/web", ...SHARED],
  command: (folder) => [bin("vite", "bin/vite.js"), "build", "--logLevel", "warn", "--emptyOutDir", "--outDir", folder],
  finish: compress,
};
const SERVER = {
  name: "server",
  folder: join(ROOT, "apps/server"),
  sources: ["apps/server/src", "apps/server/rolldown.config.mjs", ...SHARED],
  command: (folder) => [bin("rolldown", "bin/cli.mjs"), "-c", "--dir", folder],
  finish: () => {},
};

const NOT_SOURCES = /^(dist(-\d+)?|node_modules)$/;
const STAMP = ".built-from";
const COMPRESSED = new Set([".js", ".css", ".svg", ".html"]);

function* filesIn(path) {
  if (statSync(path).isFile()) return yield path;
  for (const name of readdirSync(path).sort()) if (!NOT_SOURCES.test(name)) yield* filesIn(join(path, name));
}

/** A hash that changes exactly when a source changes. File times mean nothing after a clone. */
function stampOf(sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesIn(join(ROOT, source))) {
      if (/\.(test|fixture)\.tsx?$/.test(file)) continue;
      hash.update(file.slice(ROOT.length)).update("\0").update(readFileSync(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

/** Writes compressed copies beside each text file, so that the server never compresses. */
function compress(folder) {
  for (const file of filesIn(folder)) {
    if (!COMPRESSED.has(extname(file))) continue;
    const content = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Builds into a new folder and swaps it in when it is complete, so that a running server misses no file during the build. */
async function build({ name, folder, sources, command, finish }) {
  const stamp = stampOf(sources);
  const dist = join(folder, "dist");
  const isBuilt = () => existsSync(join(dist, STAMP)) && readFileSync(join(dist, STAMP), "utf8") === stamp;
  if (isBuilt()) return;
  say(`Building the ${name} ...`);
  const made = `${dist}-${process.pid}`;
  // Only a command's own output goes to standard output, so the build's output is hidden.
  const code = await run(findNode(), command(made), { cwd: folder, stdio: ["ignore", "ignore", 2] });
  if (code !== 0) fail(`Building the ${name} failed; the lines above say why.`);
  finish(made);
  writeFileSync(join(made, STAMP), stamp);
  rmSync(dist, { recursive: true, force: true });
  try {
    renameSync(made, dist);
  } catch (error) {
    // Another command has built the same part at the same moment.
    if (!isBuilt()) throw error;
    rmSync(made, { recursive: true });
  }
}

/** Builds the server's program if its sources have changed. */
export const buildServer = () => build(SERVER);

/** Builds the page and the server, each only if its sources have changed. */
export async function buildAll() {
  await build(PAGE);
  await build(SERVER);
}
