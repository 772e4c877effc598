import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The page's modules and what loads them, read from the sources. Tests use it to check what is loaded when a module
 * runs, whatever way led to its page.
 */

export const ROOT = join(import.meta.dirname, "..");
const ENTRY = join(ROOT, "main.tsx");
const INSIDE = join(ROOT, "app/routes/inside.tsx");

type Module = { readonly source: string; readonly now: readonly string[]; readonly later: readonly string[] };

export const modules = new Map<string, Module>();
for (const name of readdirSync(ROOT, { recursive: true, encoding: "utf8" })) {
  if (!/\.tsx?$/.test(name) || /\.(test|fixture|d)\.tsx?$/.test(name)) continue;
  const path = join(ROOT, name);
  const source = readFileSync(path, "utf8").replace(/^import type .*$/gm, "");
  const found = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, file = ""]) => join(dirname(path), file));
  modules.set(path, {
    source,
    now: found(/^(?:import|export) (?:[^"]*? from )?"(\.[^"]+\.tsx?)"/gm),
    later: found(/\bimport\(\s*"(\.[^"]+\.tsx?)"/g),
  });
}

/** A module with all modules that it imports statically. */
function closure(root: string, seen = new Set<string>()): Set<string> {
  if (seen.has(root)) return seen;
  seen.add(root);
  for (const next of modules.get(root)?.now ?? []) closure(next, seen);
  return seen;
}

const both = (one: ReadonlySet<string>, other: ReadonlySet<string>) => new Set([...one, ...other]);
const common = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  new Set([...one].filter((path) => other.has(path)));

/** The pages behind the sign-in load together with their shared modules. */
const isSignedIn = (root: string) => /\/app\/routes\/(?!sign-in|invitation|welcome|error|inside)/.test(root);

/** Each lazy module with all modules certainly loaded by then: its own, and those that all its importers share. */
export function loadedWith(): Map<string, Set<string>> {
  const always = both(closure(ENTRY), closure(join(ROOT, "lib/i18n/en.ts")));
  const known = new Map([[ENTRY, always]]);
  const open = [ENTRY];
  for (let asking = open.pop(); asking !== undefined; asking = open.pop()) {
    const loaded = known.get(asking) ?? always;
    for (const root of new Set([...loaded].flatMap((path) => modules.get(path)?.later ?? []))) {
      const ready = both(closure(root), isSignedIn(root) ? both(always, closure(INSIDE)) : loaded);
      const before = known.get(root);
      const after = before === undefined ? ready : common(before, ready);
      if (before?.size === after.size) continue;
      known.set(root, after);
      open.push(root);
    }
  }
  return known;
}
