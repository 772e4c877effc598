import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { bin, fail, findNode, ROOT, run, say } from "./project.mjs";

const WEB = join(ROOT, "apps/web");
const DIST = join(WEB, "dist");
const STAMP = join(DIST, ".built-from");

/** What the built page depends on. */
const SOURCES = ["apps/web", "packages/domain/src", "packages/contract/src", "package-lock.json"];
const NOT_SOURCES = new Set(["dist", "node_modules"]);
const COMPRESSED = new Set([".js", ".css", ".svg", ".html"]);

function* filesIn(path) {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory()) {
      if (!NOT_SOURCES.has(entry.name)) yield* filesIn(join(path, entry.name));
    } else yield join(path, entry.name);
  }
}

function* sources() {
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    if (extname(path) === ".json") yield path;
    else for (const file of filesIn(path)) if (!/\.(test|fixture)\.tsx?$/.test(file)) yield file;
  }
}

/** Changes exactly when a source changes: times of files mean nothing after a clone. */
function stampOfSources() {
  const hash = createHash("sha256");
  for (const file of sources())
    hash.update(file.slice(ROOT.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** Beside each text file its compressed forms, so that the server never compresses. */
function compress() {
  for (const file of filesIn(DIST)) {
    if (!COMPRESSED.has(extname(file))) continue;
    const content = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Builds the page; with `always` also when nothing changed since the last time. */
export async function buildPage({ always = false } = {}) {
  const stamp = stampOfSources();
  if (!always && existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp) return;
  say("Building the page ...");
  const code = await run(findNode(), [bin("vite", "bin/vite.js"), "build", "--logLevel", "warn"], { cwd: WEB });
  if (code !== 0) fail("Building the page failed; the lines above say why.");
  compress();
  writeFileSync(STAMP, stamp);
}
