import { expect, test } from "vitest";
import { loadedWith, modules, ROOT } from "../loaded-modules.fixture.ts";

/**
 * Texts come with the code that shows them, in files of an area each. A key is typed wherever its file is; this holds every
 * module to what is loaded when it runs, however its page was reached.
 */

const FILE_OF_TEXTS = /lib\/i18n\/en\/([\w-]+)\.ts$/;

/** The files of texts that are ready with a set of modules. */
const readyWith = (loaded: ReadonlySet<string>) =>
  new Set([...loaded].map((path) => FILE_OF_TEXTS.exec(path)?.[1]).filter((file) => file !== undefined));

/** Areas by the file of their texts: `bulk` is in two, the one that comes later has keys of its own. */
const AREAS = new Map<string, string>();
for (const [path, { source }] of modules) {
  const file = FILE_OF_TEXTS.exec(path)?.[1];
  const area = /^(?:export )?const (\w+) = /m.exec(source)?.[1];
  if (file !== undefined && area !== undefined && !["bulkView", "texts"].includes(area)) AREAS.set(area, file);
}

test("I18-02 every text is loaded when the code that shows it runs, however its page was reached", () => {
  const missing: string[] = [];
  const seen = new Set<string>();
  for (const loaded of loadedWith().values()) {
    const ready = readyWith(loaded);
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
