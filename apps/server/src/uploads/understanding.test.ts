import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { checkParts } from "../import/build-plan.ts";
import { excelOf, rowsOf } from "../import/formats/excel.fixture.ts";
import { zipOf } from "../import/formats/zip.fixture.ts";
import { createFileReader } from "./file-reader.ts";
import type { Outcome, Wish } from "./messages.ts";
import { serveFile } from "./serve.ts";
import { understandingOf } from "./understanding.ts";

const folder = mkdtempSync(join(tmpdir(), "postil-understanding-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** Understands the same file with one wish after the other. */
function reading(name: string, content: string) {
  const path = join(folder, `${files++}`);
  writeFileSync(path, content);
  const read = createFileReader({ path, name });
  return async (wish: Wish) => understandingOf(await read(wish), wish);
}

/** What the page sends back when nobody has changed anything. */
const wishOf = ({ columns, dataset }: WireUnderstanding): Wish => ({
  columns: columns.map(({ name, role }) => ({ column: name, role })),
  questions: dataset?.questions.map(({ options, ...question }) => ({
    ...question,
    options: options.map(({ value }) => value),
  })),
});

/** Values of the kinds of columns that the import tells apart. */
const VALUES: { readonly [kind: string]: fc.Arbitrary<unknown> } = {
  label: fc.constantFrom("good", "bad", "fair"),
  text: fc.string({ minLength: 1, maxLength: 80 }),
  body: fc.lorem({ maxCount: 20 }),
  Größe: fc.integer({ min: -5, max: 500 }),
  share: fc.double({ noNaN: true, noDefaultInfinity: true, min: -10, max: 10 }),
  day: fc.constantFrom("2026-01-02", "2026-02-03"),
  urgent: fc.boolean(),
  tags: fc.subarray(["a", "b", "c"]),
  vector: fc.tuple(fc.integer(), fc.integer()).map(([a, b]) => [a, b]),
  model: fc.constantFrom("good", "odd").map((label) => [{ label, score: 0.5 }]),
  source: fc.record({ page: fc.nat() }),
  标签: fc.constantFrom("一", "二"),
  nothing: fc.constant(null),
  mixed: fc.oneof(fc.integer(), fc.string(), fc.constant([])),
};
const rows = fc.subarray(Object.keys(VALUES), { minLength: 2 }).chain((kinds) =>
  fc.array(fc.record(Object.fromEntries(kinds.map((kind) => [kind, VALUES[kind] ?? fc.constant(null)]))), {
    minLength: 2,
    maxLength: 30,
  }),
);

test("IMP-04 what was answered and is sent back means the same, whatever the file holds", async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (all) => {
      const understand = reading("rows.jsonl", all.map((row) => JSON.stringify(row)).join("\n"));
      const seen = await understand({});
      const again = await understand(wishOf(seen));
      expect(again.columns.map(({ role }) => role)).toEqual(seen.columns.map(({ role }) => role));
      if (seen.dataset === null) return;
      expect(again).toMatchObject({ dataset: seen.dataset, records: seen.records, fault: null });
    }),
    { numRuns: 60 },
  );
});

test("IMP-04 one role that is changed changes no other, whatever the file holds", async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.nat(), async (all, place) => {
      const understand = reading("rows.jsonl", all.map((row) => JSON.stringify(row)).join("\n"));
      const seen = await understand({});
      const at = place % seen.columns.length;
      const wish = wishOf(seen);
      const columns = wish.columns?.map((one, index) =>
        index === at ? { ...one, role: { kind: "extra" } as const } : one,
      );
      const again = await understand({ ...wish, columns });
      const others = (of: WireUnderstanding) => of.columns.filter((_, index) => index !== at).map(({ role }) => role);
      // Suggestions of a question that is gone have none to go to.
      const asked = seen.columns[at]?.role.kind === "question";
      if (!asked) expect(others(again)).toEqual(others(seen));
      expect(again.columns[at]?.role).toEqual({ kind: "extra" });
    }),
    { numRuns: 60 },
  );
});

const QUESTION = { title: "T", required: true, options: null };

test.each([
  ["a question of a column, without roles", [{ ...QUESTION, column: "stars", name: "rate", type: "rating" }], ["rate"]],
  [
    "a question without a column that has the name of one",
    [{ ...QUESTION, column: null, name: "label", type: "text" }],
    ["label"],
  ],
] as const)("IMP-04 %s", async (_, questions, names) => {
  const understand = reading(
    "rows.jsonl",
    ["a", "b", "a"].map((label, at) => JSON.stringify({ text: `Text to read ${at}`, label, stars: at + 1 })).join("\n"),
  );
  const { dataset, columns } = await understand({ questions: [...questions] });
  expect(dataset?.questions.map(({ name }) => name)).toEqual(names);
  // Nothing is said about the other columns, so they are guessed.
  expect(columns.find(({ name }) => name === "text")?.role).toEqual({ kind: "field" });
});

const understandStars = () =>
  reading("rows.jsonl", [1, 2, 3].map((stars) => JSON.stringify({ text: `Text to read ${stars}`, stars })).join("\n"));

test("IMP-04 a question without a column keeps its name, whatever a column of that name is called", async () => {
  const { dataset, fault } = await understandStars()({
    questions: [
      { ...QUESTION, column: "stars", name: "rate", type: "rating" },
      { ...QUESTION, column: null, name: "stars", type: "text" },
    ],
  });
  expect([fault, dataset?.questions.map(({ name }) => name)]).toEqual([null, ["rate", "stars"]]);
});

test("IMP-04 two parts that would have the same name are refused before the import", () => {
  const field = {
    name: "text",
    title: "Text",
    required: true,
    settings: { type: "text", use_markdown: false },
  } as const;
  const dataset = { name: "d", guidelines: null, fields: [field, field], questions: [], metadata: [], vectors: [] };
  expect(() => checkParts(dataset)).toThrow('Two fields would have the name "text": call one of them otherwise.');
});

test.each(["1.5", " ", "11"])("IMP-04 %j is refused as a rating", async (option) => {
  const questions = [{ ...QUESTION, column: null, name: "q", type: "rating", options: ["1", "2", option] }] as const;
  const { fault } = await understandStars()({
    questions: questions.map((one) => ({ ...one, options: [...one.options] })),
  });
  expect(fault).toBe(`Ratings are whole numbers from 0 to 10; ${JSON.stringify(option)} of "q" is none.`);
});

test("IMP-04 one column that becomes a question changes no question whose form is said", async () => {
  const said = { ...QUESTION, column: null, name: "q", type: "text", required: true } as const;
  const columns = [
    { column: "text", role: { kind: "field" } },
    { column: "stars", role: { kind: "question", type: "rating" } },
  ] as const;
  const { dataset } = await understandStars()({ questions: [said], columns: [...columns] });
  expect(dataset?.questions.map(({ name, required }) => [name, required])).toEqual([
    ["q", true],
    ["stars", false],
  ]);
});

test("IMP-03 the first records show numbers as the file has them, also long ones", async () => {
  const ids = ["1048245672345678901", "1048245672345678902"];
  const seen = await reading("tweets.csv", `tweet,text,label\n${ids[0]},one,a\n${ids[1]},two,b\n`)({});
  expect(seen.records.map(({ metadata }) => metadata.tweet)).toEqual(ids);
  const lines = await reading(
    "some.jsonl",
    '{"text":"one","label":"a","conf":1.0}\n{"text":"two","label":"b","conf":0.5}',
  )({});
  expect(lines.records.map(({ metadata }) => metadata.conf)).toEqual(["1.0", 0.5]);
});

const BROKEN = [
  ...['{"text":"a good line","label":"x"}', '{"text":"cut', '{"text":"second good line","label":"y"}', "[1,2]"],
  ...['"str"', "null", '{"text":"dup","text":"dup2","label":"x"}', String.raw`{"text":"\ud800 lone","label":"y"}`],
  ...[String.raw`{"text":"nul \u0000 here","label":"x"}`, '{"text":"third good line","label":"y"}'],
].join("\n");

test("IMP-140 rows that will be refused are told before, and no count has them", async () => {
  const understand = reading("broken.jsonl", BROKEN);
  for (const wish of [{}, { kind: "TextClassification" } as const]) {
    const { rows, refused, dataset, task } = await understand(wish);
    expect(rows).toBe(10);
    const lines = refused.rows.map(({ line }) => line);
    // A record of a task may hold what a feedback record may not.
    expect(lines).toEqual(expect.arrayContaining([2, 4, 5, 6, 7]));
    expect([refused.count, refused.tried]).toEqual([lines.length, 10]);
    const options = task?.labels ?? dataset?.questions[0]?.options ?? [];
    expect(options.reduce((sum, { count }) => sum + count, 0)).toBe(rows - refused.count);
  }
  const { refused, dataset } = await understand({});
  expect(refused.count).toBe(7);
  expect(dataset?.questions[0]?.options.map(({ value, count }) => [value, count])).toEqual([
    ["x", 1],
    ["y", 2],
  ]);
});

test("IMP-140 of a large file the rules are tried on the first rows, and every line that cannot be read is counted", async () => {
  const lines = Array.from({ length: 1500 }, (_, at) => JSON.stringify({ text: `Text ${at}`, label: "xy"[at % 2] }));
  const { rows, refused } = await reading("many.jsonl", [...lines, "[1]", ...lines, "{"].join("\n"))({});
  expect([rows, refused.count, refused.tried, refused.rows[0]?.line]).toEqual([3002, 2, 1000, 1501]);
});

test("IMP-03 numbers with decimal commas are not called whole, and a range has all digits", async () => {
  const prices = ["1.234,50", "12,00", "3,10", "2.000,00", "7,25"];
  const ids = ["9223372036854775801", "9223372036854775807", "9223372036854775803", "1", "2"];
  const rows = prices.map((price, at) => `Text to read ${at};${"xy"[at % 2]};${price};${ids[at]}`);
  const { columns } = await reading("prices.csv", ["text;label;Preis;nr", ...rows].join("\n"))({});
  const reasons = Object.fromEntries(columns.map(({ name, reason }) => [name, reason]));
  expect(reasons.Preis).toMatch(/^numbers/);
  expect(reasons.nr).toContain("from 1 to 9223372036854775807");
});

test("IMP-04 a column with several labels in a row is offered no question with one label", async () => {
  const rows = ["a", "b", "c"].map((label, at) => `{"text":"Text to read ${at}","topics":["x","${label}"]}`);
  const { columns } = await reading("topics.jsonl", rows.join("\n"))({ columns: null });
  const { unfit = [] } = columns.find(({ name }) => name === "topics") ?? {};
  expect(unfit.map(({ kind }) => kind)).toContain("label_selection");
  expect(unfit.map(({ kind }) => kind)).not.toContain("multi_label_selection");
});

test("IMP-03 of thousands of columns a message names the first, and how many more there are", async () => {
  const names = Array.from({ length: 2999 }, (_, at) => `c${at}`);
  const row = Object.fromEntries(names.map((name) => [name, `Some text to read in ${name}`]));
  const { fault } = await reading("wide.jsonl", `${JSON.stringify(row)}\n${JSON.stringify(row)}`)({});
  expect(fault).toContain("c8, c9 and 2,989 more");
});

/** What the page gets, also of a file that cannot be read. */
async function served(name: string, content: string | Buffer, wish: Wish = {}): Promise<WireUnderstanding> {
  const path = join(folder, `${files++}`);
  writeFileSync(path, content);
  let outcome: Outcome | null = null;
  const serve = serveFile({ path, name, refused: `${path}.refused` }, (message) => {
    if (message.kind === "outcome") outcome = message.outcome;
  });
  await serve({ kind: "task", task: { kind: "understand", wish, into: null } });
  return (outcome as unknown as Extract<Outcome, { kind: "understood" }>).understanding; // set by the call above
}

test("IMP-15 the sheets are told where the first one is a cover, and another one can be said", async () => {
  const data = rowsOf([["text", "label"], ...["a", "b", "a"].map((label, at) => [`Text to read ${at}`, label])]);
  const sheets = [
    { name: "Cover", rows: rowsOf([["Survey of 2026"]]) },
    { name: "Data", rows: data },
  ];
  const file = excelOf({ sheets });
  const { reading, fault, format } = await served("survey.xlsx", file);
  expect([fault, reading.sheets, reading.sheet_rows, reading.is_text]).toEqual([
    expect.stringContaining("holds no rows"),
    ["Cover", "Data"],
    [1, 4].map((count) => ({ count, is_exact: true })),
    false,
  ]);
  expect(format.join(" ")).toContain("Sheet, under How the file is read, reads another one");
  expect(await served("survey.xlsx", file, { reading: { sheet: "Data" } })).toMatchObject({ rows: 3, fault: null });
});

test.each([
  ["rows.parquet", "no Parquet", false],
  ["rows.zip", "no archive", false],
  ["rows.csv.zip", zipOf([{ name: "rows.csv", content: 'text,label\n"cut,a' }]), true],
  [
    "two.zip",
    zipOf([
      { name: "a.csv", content: "a,b" },
      { name: "b.csv", content: "a,b" },
    ]),
    false,
  ],
  ["rows.csv", 'text,label\n"cut,a', true],
] as const)("IMP-15 of %s, which cannot be read, it is told whether it is text", async (name, content, isText) => {
  const { fault, reading } = await served(name, content);
  expect([fault === null, reading.is_text]).toEqual([false, isText]);
});
