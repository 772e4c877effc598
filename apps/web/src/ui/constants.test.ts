import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const FOLDERS = ["apps/web/src", "packages/domain/src"];

/** The sources without their comments, by path. */
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(ROOT, folder, path), "utf8");
      return { path: `${folder}/${path}`, code: text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, "") };
    }),
);
const placesOf = (pattern: RegExp) => sources.flatMap(({ path, code }) => [...code.matchAll(pattern)].map(() => path));

test.each([
  ["the tooltip's width", /\bwidth: 208\b/g, "apps/web/src/ui/constants.ts"],
  ["the tooltip's height", /\b360,/g, "apps/web/src/ui/constants.ts"],
  ["the badge's sizes", /\b34, medium: 45\b/g, "apps/web/src/ui/constants.ts"],
  ["the side panel", /(?<=SIDE_PANEL_WIDTH = )350\b/g, "apps/web/src/ui/constants.ts"],
  ["the header that task pages count", /(?<=HEADER_HEIGHT = )140\b/g, "apps/web/src/ui/constants.ts"],
  ["the breakpoints", /\b1901\b/g, "apps/web/src/ui/breakpoints.ts"],
  ["a toast's time", /\b6000\b/g, "packages/domain/src/toasts.ts"],
  ["a toast's opening and closing", /\bopening: 100, closing: 150\b/g, "packages/domain/src/toasts.ts"],
  ["the locale's cookie", /\b365\b/g, "apps/web/src/lib/i18n/locale.ts"],
  ["the locale's cookie's name", /i18n_redirected/g, "apps/web/src/lib/i18n/locale.ts"],
  ["how long providers are kept", /\bproviders: 240\b/g, "apps/web/src/lib/api/lifetimes.ts"],
  ["how long parts of datasets are kept", /\bdatasetParts: 120\b/g, "apps/web/src/lib/api/lifetimes.ts"],
  ["the key of the preferences", /postil:preferences/g, "apps/web/src/lib/storage.ts"],
  ["the key of the toggles", /postil:features/g, "apps/web/src/lib/storage.ts"],
])("CON-07 %s is written down once", (_, pattern, place) => {
  expect(placesOf(pattern)).toEqual([place]);
});

test.each([
  "Something went wrong.",
  "We can't seem to find the page you are looking for",
  "Back to home page",
  "This page could not be found",
  "Required response",
  "Unknown middleware",
])("CON-07 I18-04 the text “%s” stands in the translations, once", (text) => {
  const found = sources.filter(({ code }) => code.includes(text)).map(({ path }) => path);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/\/i18n\/en\//);
});
