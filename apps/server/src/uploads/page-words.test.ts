import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pageWords } from "./page-words.ts";

const NOT_FOR_THE_PAGE = /\.test\.|\.fixture\./;

/** Messages of an export of a task dataset, and options that the page never says. */
const NEVER = [
  /^\$\{.*--task|--task \$\{|--guidelines and --agent/,
  /--dataset, --workspace/,
  /--names names|named by --names/,
  /"--(?:token|tag)-column"/,
];

const folder = join(import.meta.dirname, "../import");
const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !NOT_FOR_THE_PAGE.test(file))
  .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
  .filter((line) => /--[a-z]/.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line))
  .filter((line) => !NEVER.some((pattern) => pattern.test(line)));

test("IMP-03 the messages of the import are found", () => expect(texts.length).toBeGreaterThan(15));

test.each(texts.map((line) => line.trim()))("IMP-03 the page names its own controls: %s", (line) => {
  // The values of a message are parts of an expression in the source; here they are words.
  const message = line.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "x");
  expect(pageWords(message)).not.toMatch(/--[a-z]/);
});

test.each([
  [
    'Column "label" has labels that look like no value: "NaN" (3). --missing NaN makes rows with them rows without a label.',
    'Column "label" has labels that look like no value: "NaN" (3). Missing values: NaN makes rows with them rows without a label; Keep labels as they are written keeps them.',
  ],
  [
    '  Column "a": "x#y" may be several labels; --label-separator "#" takes it apart',
    'Column "a": "x#y" may be several labels; Several labels in one cell: "#" takes it apart',
  ],
  [
    "The file holds tokens: for entities say --task TokenClassification.",
    "The file holds tokens: for entities choose Token classification under What it becomes.",
  ],
  [
    '--metadata "when=date:day" or "when=date:month" says which for this dataset.',
    'Say in the menu "when goes to" which one does.',
  ],
  ["nothing to change", "Nothing to change"],
])("IMP-03 %s", (message, words) => expect(pageWords(message)).toBe(words));

test("IMP-03 the name of the file stays as the person wrote it", () => {
  expect(pageWords("my rows.xlsx holds no rows.", "my rows.xlsx")).toBe("my rows.xlsx holds no rows.");
  expect(pageWords("no rows are in it.", "my rows.xlsx")).toBe("No rows are in it.");
});
