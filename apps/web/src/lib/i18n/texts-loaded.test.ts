import { expect, test } from "vitest";
import { loadedWith, modules, ROOT } from "../loaded-modules.fixture.ts";

/**
 * Each area has its own file of texts, which loads with the code that shows them. The types accept a key of any file.
 * This test checks that every module uses only texts that are loaded when it runs, whatever way led to its page.
 */

const FILE_OF_TEXTS = /lib\/i18n\/en\/([\w-]+)\.ts$/;

/** The text files that are loaded together with a set of modules. */
const readyWith = (loaded: ReadonlySet<string>) =>
  new Set([...loaded].map((path) => FILE_OF_TEXTS.exec(path)?.[1]).filter((file) => file !== undefined));

/** Text files by area, as each file declares its areas. */
const AREAS = new Map<string, string>();
for (const [path, { source }] of modules) {
  const file = FILE_OF_TEXTS.exec(path)?.[1];
  if (file === undefined) continue;
  for (const [, area = ""] of source.matchAll(/^export const (\w+) = (?:addTexts|\{)/gm)) AREAS.set(area, file);
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
  // Checks that the search works at all.
  expect([...AREAS.keys()].filter((area) => !seen.has(area))).toEqual([]);
});
