import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { defineConfig } from "rolldown";

const SOURCE = join(import.meta.dirname, "src");

/** Files that the demos read beside their own module: here that is the folder of all that is built. */
function demoFiles() {
  return {
    name: "demo-files",
    generateBundle() {
      for (const file of globSync(join(SOURCE, "demo/**/*.{txt,md,jsonl}")))
        this.emitFile({ type: "asset", fileName: basename(file), source: readFileSync(file) });
    },
  };
}

const IMPORT_OF_NODE = /^import (?:\* as )?(.+) from ("node:[^"]+");$/gm;

/**
 * Takes Node's own modules as they are. An import of one reads everything that it offers first, also what Node loads only when it
 * is asked for, such as the whole of `fetch` with "node:http": a tenth of a start, in each thread anew.
 */
function nodeAsItIs() {
  return {
    name: "node-as-it-is",
    renderChunk: (code) =>
      code.replaceAll(
        IMPORT_OF_NODE,
        (_, names, from) => `const ${names.replaceAll(" as ", ": ")} = process.getBuiltinModule(${from});`,
      ),
  };
}

/** Only the own route of the plugin that sends files lists them with it, and `static.ts` has a route of its own. */
const noGlob = {
  name: "no-glob",
  resolveId: (source) => (source === "glob" ? "\0glob" : null),
  load: (id) => (id === "\0glob" ? "export const glob = null;" : null),
};

/**
 * The process and the insides of its threads, each with what it needs in a few files: a start that reads 460 source files in five
 * threads takes four seconds of processor time, most of it to find and compile them.
 */
export default defineConfig({
  input: ["main.ts", "worker.ts", "intake-worker.ts", "job-worker.ts", "import-worker.ts", "backup-worker.ts"].map(
    (file) => join(SOURCE, file),
  ),
  platform: "node",
  // Programs of the machine, found where they are installed.
  external: [/^@node-rs\//],
  plugins: [demoFiles(), nodeAsItIs(), noGlob],
  output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
});
