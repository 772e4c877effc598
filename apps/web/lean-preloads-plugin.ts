import type { Plugin, Rolldown } from "vite";

type Files = ReadonlySet<string>;

/**
 * A part that loads on demand fetches the files that it needs, all at once. Files that are there whenever its importer runs are
 * left out of that list: the lists of one page would weigh as much as a small part of it.
 */
export function leanPreloads() {
  let there: ReadonlyMap<string, Files> = new Map();
  const plugin: Plugin = {
    name: "lean-preloads",
    apply: "build",
    // Before Vite writes the lists.
    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        there = filesThere(bundle);
      },
    },
  };
  const resolveDependencies = (_file: string, needed: string[], { hostId }: { hostId: string }) =>
    needed.filter((file) => there.get(hostId)?.has(file) !== true);
  return { plugin, resolveDependencies };
}

/** By script: the files that are loaded whenever it runs, by whatever way it is reached. */
function filesThere(bundle: Rolldown.OutputBundle): ReadonlyMap<string, Files> {
  const scripts = Object.values(bundle).filter((output) => output.type === "chunk");
  const ownFiles = new Map(scripts.map((script) => [script.fileName, atOnce(script, bundle)]));
  const importers = (name: string) =>
    scripts.filter(({ imports, dynamicImports }) => imports.includes(name) || dynamicImports.includes(name));
  const ways = new Map(scripts.map(({ fileName, isEntry }) => [fileName, isEntry ? [] : importers(fileName)]));
  // Each script begins with all files; those that a way to it does not bring are removed until nothing changes.
  const all: Files = new Set([...ownFiles.values()].flatMap((files) => [...files]));
  const there = new Map(scripts.map(({ fileName }) => [fileName, all]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [name, own] of ownFiles) {
      const [first = [], ...others] = (ways.get(name) ?? []).map(({ fileName }) => there.get(fileName) ?? all);
      const files = new Set([...own, ...[...first].filter((file) => others.every((way) => way.has(file)))]);
      changed ||= files.size !== there.get(name)?.size;
      there.set(name, files);
    }
  }
  return there;
}

/** A script and what it imports statically, with their styles. */
function atOnce(from: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const visit = (script: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
    if (script?.type !== "chunk" || files.has(script.fileName)) return;
    for (const file of [script.fileName, ...(script.viteMetadata?.importedCss ?? [])]) files.add(file);
    for (const name of script.imports) visit(bundle[name]);
  };
  visit(from);
  return files;
}
