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

/**
 * The process and the insides of its threads, each with what it needs in a few files: a start that reads 460 source files in five
 * threads takes four seconds of processor time, most of it to find and compile them.
 */
export default defineConfig({
  input: ["main.ts", "worker.ts", "intake-worker.ts", "import-worker.ts", "backup-worker.ts"].map((file) =>
    join(SOURCE, file),
  ),
  platform: "node",
  // Programs of the machine, found where they are installed.
  external: [/^@node-rs\//],
  plugins: [demoFiles()],
  output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
});
