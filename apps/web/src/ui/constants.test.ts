import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-6";
import { expect, test } from "vitest";
import { LIFETIMES } from "../lib/api/api.ts";
import { TOAST_TIMES } from "../lib/toasts/store.ts";
import { BADGE_SIZES, BREAKPOINTS, TOOLTIP } from "./constants.ts";

const ROOT = join(import.meta.dirname, "../../../..");
/** The sources of a folder without their comments, by path. */
const sourcesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(ROOT, folder, path), "utf8");
      return { path: `${folder}/${path}`, code: text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, "") };
    });
const sources = ["apps/web/src", "packages/domain/src"].flatMap(sourcesIn);
const withContract = [...sources, ...sourcesIn("packages/contract/src")];
const placesOf = (pattern: RegExp, among = sources) =>
  among.flatMap(({ path, code }) => [...code.matchAll(pattern)].map(() => path));

test.each([
  ["the tooltip's width", TOOLTIP.width, 208, "apps/web/src/ui/constants.ts"],
  ["the small badge", BADGE_SIZES.small, 34, "apps/web/src/ui/constants.ts"],
  ["the badge", BADGE_SIZES.medium, 45, "apps/web/src/ui/constants.ts"],
  ["the widest of the middle", BREAKPOINTS.md, 1901, "apps/web/src/ui/constants.ts"],
  ["a toast's time", TOAST_TIMES.base, 6000, "apps/web/src/lib/toasts/store.ts"],
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

/** The rows of a table of the requirements, their cells without backticks. */
const REQUIREMENTS = readFileSync(join(ROOT, "docs/requirements.md"), "utf8");
const tableAfter = (title: string): string[][] => {
  const [, after = ""] = REQUIREMENTS.split(`${title}\n\n`);
  const [table = ""] = after.split("\n\n");
  const cells = (line: string) => line.slice(2, -2).split(" | ");
  return table
    .split("\n")
    .slice(2)
    .map((line) => cells(line.replaceAll("`", "")));
};
const quoted = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"), "g");

/** The file that defines each constant of the requirements' overview table. */
const DOMAIN = "packages/domain/src";
const TOASTS = "apps/web/src/lib/toasts/store.ts";
const CONSTANTS = "apps/web/src/ui/constants.ts";
const FORM = `${DOMAIN}/settings/settings-form.ts`;
const VIEW = `${DOMAIN}/tasks/task-view.ts`;
const DEFINED: { readonly [constant: string]: readonly (readonly [place: string, definition: string])[] } = {
  "question title, longest": [[FORM, "questionTitle: 200"]],
  "question description, longest": [[FORM, "questionDescription: 500"]],
  "field, vector, metadata title, longest": [[FORM, ", title: 500"]],
  "multi-label prediction threshold": [[`${DOMAIN}/tasks/task-record.ts`, "LIKELY_ABOVE = 0.5"]],
  "bulk chunk": [[`${DOMAIN}/outbox/due.ts`, "CHUNK = 10"]],
  "bulk on all matching": [[`${DOMAIN}/bulk/bulk-selection.ts`, "MOST_MATCHES = 1000"]],
  "task page size: default, choices": [
    [VIEW, "size: 10,"],
    [VIEW, "TASK_PAGE_SIZES = [1, 10, 20, 50, 100]"],
  ],
  "records that can be paged through": [[`${DOMAIN}/tasks/task-view.ts`, "MOST_PAGED = 10_000"]],
  "similarity search limit": [[`${DOMAIN}/search/records-address.ts`, "SIMILARITY_LIMIT = 50"]],
  "visible labels": [[`${DOMAIN}/tasks/labels.ts`, "VISIBLE_LABELS = 10"]],
  "shortcut keys": [[`${DOMAIN}/tasks/labels.ts`, 'LABEL_KEYS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"']],
  "entity colours": [[`${DOMAIN}/tasks/labels.ts`, "ENTITY_COLORS = 50"]],
  "header height, side panel": [["apps/web/src/features/tasks/page/task-workbench.tsx", "min(350px,42%)"]],
  "sort after a search reset": [[VIEW, 'sort: [{ id: "status", order: "desc" }]']],
  "cache: providers; dataset parts; no number given": [
    ["apps/web/src/lib/api/api.ts", "providers: 240"],
    ["apps/web/src/lib/api/api.ts", "datasetParts: 120"],
    ["apps/web/src/lib/api/client.ts", "DEFAULT_LIFETIME = 3"],
  ],
  "fetch helper, shortest time": [["apps/web/src/lib/minimum-delay.ts", "MINIMUM_DELAY = 200"]],
  "toast: base, per 120 characters": [[TOASTS, "base: 6000, perPart: 1000"]],
  "toast: opening delay, closing animation, queue check": [[TOASTS, "opening: 100, closing: 150"]],
  "toast hints": [
    [
      "apps/web/src/features/tasks/saving/use-save-toasts.ts",
      "WIDTHS = { validated: 25, discarded: 30, discardFailed: 43 }",
    ],
  ],
  "copy tooltip": [[CONSTANTS, "copiedFor: 1000"]],
  "tooltip width, height, distance": [
    [CONSTANTS, "width: 208"],
    [CONSTANTS, "maxHeight: 360"],
    [CONSTANTS, "offset: 8,"],
  ],
  "circle badge": [[CONSTANTS, "BADGE_SIZES = { small: 34, medium: 45 }"]],
  "breakpoints sm, md, lg": [["apps/web/src/ui/constants.ts", "BREAKPOINTS = { sm: 450, md: 1901 }"]],
  "chunk reload guard": [["apps/web/src/lib/chunk-reload.ts", "RELOAD_PAUSE = 60_000"]],
  "locale cookie": [["apps/web/src/lib/i18n/locale.ts", "COOKIE_DAYS = 365"]],
};
/** The code meets these in another way: TEN-40 and LAY-08, TOA-08, TOA-15. */
const NOT_THERE = [140, 250, 20_000];

test("CON-07 every constant at a glance is defined once, with its number", () => {
  const rows = tableAfter("### 26.3 Constants at a glance");
  expect(rows.map(([constant]) => constant)).toEqual(Object.keys(DEFINED));
  for (const [constant = "", value = ""] of rows) {
    const definitions = DEFINED[constant] ?? [];
    for (const [place, definition] of definitions) expect(placesOf(quoted(definition)), definition).toEqual([place]);
    const code = definitions.map(([, definition]) => definition).join(" ");
    const numbers = (code.replaceAll(/(?<=\d)_(?=\d)/g, "").match(/[\d.]+/g) ?? []).map(Number);
    const lengths = [...code.matchAll(/"(\w+)"/g)].map(([, text = ""]) => text.length);
    // The table gives seconds; timers use milliseconds.
    const known = [...numbers, ...numbers.map((number) => number / 1000), ...lengths, ...NOT_THERE];
    for (const wanted of (value.match(/\d+(\.\d+)?/g) ?? []).map(Number)) expect(known, constant).toContain(wanted);
  }
});

test("CON-07 every message that is thrown as a text, and every error code, stands in the code once", () => {
  const parts = ([message = ""]: string[]) => message.split(/\{\w+\}| \(\d+\)| and its three siblings/);
  const texts = tableAfter("Error messages thrown as text:").map(
    (row) => parts(row).sort((a, b) => b.length - a.length)[0],
  );
  expect(texts.length).toBeGreaterThan(10);
  for (const text of texts) expect(placesOf(quoted(text ?? ""), withContract), text).toHaveLength(1);
  const codes = tableAfter("### 26.2 Error codes and the call that throws them").map(([code]) => code);
  expect(codes.length).toBeGreaterThan(20);
  for (const code of codes)
    expect([...new Set(placesOf(new RegExp(`"${code}"`, "g")))], code).toEqual([
      `apps/web/src/lib/api/${/OAUTH/.test(code ?? "") ? "failure" : "failure-codes"}.ts`,
    ]);
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
/** True if the text contains a word and is not an example address. */
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
