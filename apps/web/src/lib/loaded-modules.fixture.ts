import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The modules of the page by what loads them, read from their sources: for tests of what is there when a module runs, however its
 * page was reached.
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

/** A module with all that it loads at once. */
function closure(root: string, seen = new Set<string>()): Set<string> {
  if (seen.has(root)) return seen;
  seen.add(root);
  for (const next of modules.get(root)?.now ?? []) closure(next, seen);
  return seen;
}

const both = (one: ReadonlySet<string>, other: ReadonlySet<string>) => new Set([...one, ...other]);
const common = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  new Set([...one].filter((path) => other.has(path)));

/** The pages behind the sign-in come with what they share. */
const isSignedIn = (root: string) => /\/app\/routes\/(?!sign-in|invitation|welcome|error|inside)/.test(root);

/** Each module that loads on demand with what is surely loaded by then: its own, and what all that ask for it have in common. */
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
