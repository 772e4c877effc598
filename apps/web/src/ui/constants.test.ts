import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-6";
import { expect, test } from "vitest";
import { LIFETIMES } from "../lib/api/lifetimes.ts";
import { TOAST_TIMES } from "../lib/toasts/toasts.ts";
import { BREAKPOINTS } from "./breakpoints.ts";
import { BADGE_SIZES, TOOLTIP } from "./constants.ts";

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
  ["the tooltip's width", TOOLTIP.width, 208, "apps/web/src/ui/constants.ts"],
  ["the small badge", BADGE_SIZES.small, 34, "apps/web/src/ui/constants.ts"],
  ["the badge", BADGE_SIZES.medium, 45, "apps/web/src/ui/constants.ts"],
  ["the widest of the middle", BREAKPOINTS.md, 1901, "apps/web/src/ui/breakpoints.ts"],
  ["a toast's time", TOAST_TIMES.base, 6000, "apps/web/src/lib/toasts/toasts.ts"],
])("CON-07 %s is %i, written down once and nowhere else, in classes neither", (_, value, wanted, place) => {
  expect(value).toBe(wanted);
  expect(placesOf(new RegExp(`(?<![\\w.#-])${wanted}(?![\\d.%])`, "g"))).toEqual([place]);
});

test.each([
  ["i18n_redirected", "apps/web/src/lib/i18n/locale.ts"],
  ["postil:preferences", "apps/web/src/lib/storage.ts"],
])("CON-07 the name %s is written down once", (name, place) => {
  expect(placesOf(new RegExp(name, "g"))).toEqual([place]);
});

test("CON-07 numbers that other things have too come from the one place that names them", () => {
  expect(TOOLTIP).toMatchObject({ maxHeight: 360, offset: 8, copiedFor: 1000 });
  expect(BREAKPOINTS.sm).toBe(450);
  expect(TOAST_TIMES).toMatchObject({ perPart: 1000, opening: 100, closing: 150 });
  expect(LIFETIMES).toMatchObject({ providers: 240, datasetParts: 120 });
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

const SAID = /^(aria-(label|description|roledescription)|title|placeholder|alt|label|text|message|what)$/;
/** Letters that make a word, and no address given as an example. */
const isWords = (text: string) => /\p{L}{2}/u.test(text) && !/^[\w.-]+\.org$/.test(text);

test("I18-04 no component has a text of its own", () => {
  const own: string[] = [];
  const look = (node: ts.Node, path: string): void => {
    if (ts.isJsxText(node) && isWords(node.text)) own.push(`${path}: ${node.text.trim()}`);
    if (ts.isJsxAttribute(node) && SAID.test(node.name.getText()) && node.initializer) {
      const value = node.initializer;
      if (ts.isStringLiteral(value) && isWords(value.text)) own.push(`${path}: ${node.getText()}`);
    }
    ts.forEachChild(node, (child) => look(child, path));
  };
  const components = sources.filter(({ path }) => path.endsWith(".tsx"));
  for (const { path, code } of components) look(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true), path);
  expect(components.length).toBeGreaterThan(100);
  expect(own).toEqual([]);
});
