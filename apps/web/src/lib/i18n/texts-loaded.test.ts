import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/**
 * Texts come with the code that shows them, in files of an area each. A key is typed wherever its file is; this holds every
 * module to what is loaded when it runs, however its page was reached.
 */

const ROOT = join(import.meta.dirname, "../..");
const ENTRY = join(ROOT, "main.tsx");
const INSIDE = join(ROOT, "app/routes/inside.tsx");

type Module = { readonly source: string; readonly now: readonly string[]; readonly later: readonly string[] };

const modules = new Map<string, Module>();
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

/** The areas of texts that are ready with a set of modules: `datasets` where datasets-texts.ts is among them. */
function areasOf(loaded: ReadonlySet<string>): Set<string> {
  const texts = [...loaded].filter((path) => /lib\/i18n\/(en|[\w-]+-texts)\.ts$/.test(path));
  return new Set(
    texts.flatMap((path) =>
      [...(modules.get(path)?.source.matchAll(/"\.\/en\/([\w-]+)\.ts"/g) ?? [])].map(([, file]) => file ?? ""),
    ),
  );
}

const both = (one: ReadonlySet<string>, other: ReadonlySet<string>) => new Set([...one, ...other]);
const common = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  new Set([...one].filter((path) => other.has(path)));

/** The pages behind the sign-in come with what they share. */
const isSignedIn = (root: string) => /\/app\/routes\/(?!sign-in|welcome|error|inside)/.test(root);

/** Each module that loads on demand with what is surely loaded by then: its own, and what all that ask for it have in common. */
function loadedWith(): Map<string, Set<string>> {
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

/** Keys by the file of their texts: `bulk` is in two, the one that comes later has keys of its own. */
const AREAS = new Map<string, string>();
for (const [path, { source }] of modules) {
  const file = /lib\/i18n\/en\/([\w-]+)\.ts$/.exec(path)?.[1];
  const area = /export const (\w+) = /.exec(source)?.[1];
  if (file !== undefined && area !== undefined && area !== "bulkView") AREAS.set(area, file);
}

test("I18-02 every text is loaded when the code that shows it runs, however its page was reached", () => {
  const missing: string[] = [];
  const seen = new Set<string>();
  for (const loaded of loadedWith().values()) {
    const ready = areasOf(loaded);
    for (const path of loaded) {
      if (path.includes("/lib/i18n/")) continue;
      for (const [, area = "", rest] of modules.get(path)?.source.matchAll(/["'`](\w+)\.(\w[\w.]*)/g) ?? []) {
        const file = AREAS.get(area);
        if (file === undefined) continue;
        seen.add(area);
        if (!ready.has(file)) missing.push(`${path.slice(ROOT.length + 1)}: ${area}.${rest}`);
      }
    }
  }
  expect([...new Set(missing)]).toEqual([]);
  // Else the search would have missed what it is about.
  expect([...AREAS.keys()].filter((area) => !seen.has(area))).toEqual([]);
});
