import { describe, expect, test } from "vitest";
import { at, imported, linesOf, send, type Understanding, understand, wishOf } from "./support/files-sent.ts";
import { newName, startPeople } from "./support/people.ts";

/** What is understood of a file, and what a person says about it. */

const { people, admin } = await startPeople();

const ROWS = Array.from({ length: 20 }, (_, index) => ({
  id: `r${index}`,
  text: `A text that nobody else has written, and that is longer than any label would be: number ${index}`,
  label: ["good", "bad", "fair"][index % 3],
  stars: 1 + (index % 5),
  lang: ["en", "de"][index % 2],
  date: `2026-01-${String(1 + index).padStart(2, "0")}`,
  model: [
    { label: "good", score: 0.9 },
    { label: "odd", score: 0.1 },
  ],
  vector: [index, 0.5],
  tags: ["a", "b"].slice(0, 1 + (index % 2)),
  source: { page: index },
}));

const seenOf = async (name: string, body: string, wish: unknown = {}): Promise<Understanding> => {
  const id = await send(admin, name, body);
  const seen = await understand(admin, id, wish);
  await admin.must("deleteUpload", at(id));
  return seen;
};
const columnOf = ({ columns }: Understanding, name: string) => columns.find((column) => column.name === name);
/** The wish with another role for one column. */
const changed = (seen: Understanding, column: string, role: object) => ({
  ...wishOf(seen),
  questions: null,
  columns: wishOf(seen).columns.map((one) => (one.column === column ? { column, role } : one)),
});

describe("IMP-03 what is understood is shown", () => {
  test("for each column its role, why, its first and its most frequent values", async () => {
    const seen = await seenOf("rows.jsonl", linesOf(ROWS));
    expect(seen.columns.map(({ name, role, reason }) => [name, role.kind, reason])).toEqual([
      ["id", "id", "another value in every row: the id of the record"],
      ["text", "field", "long texts, never the same twice: to read"],
      ["label", "question", "3 different short values: labels"],
      ["stars", "metadata", "whole numbers from 1 to 5: to filter and sort by"],
      ["lang", "metadata", "2 different short values: to filter by"],
      ["date", "extra", "dates, times or amounts: kept with the record"],
      ["model", "suggestion", "labels with scores: what a model thinks"],
      ["vector", "vector", "lists of 2 numbers: a vector"],
      ["tags", "metadata", "lists of 2 different short texts: to filter by"],
      ["source", "extra", "objects or lists: kept with the record"],
    ]);
    expect(columnOf(seen, "label")).toMatchObject({
      sample: ["good", "bad", "fair", "good", "bad"],
      different: 3,
      frequent: [
        { value: "good", count: 7 },
        { value: "bad", count: 7 },
        { value: "fair", count: 6 },
      ],
    });
    expect(seen.records).toHaveLength(5);
    expect(seen.records[0]).toMatchObject({
      line: 1,
      refused: null,
      fields: { text: ROWS[0]?.text },
      suggestions: [{ question: "label", value: "good", agent: "model", score: 0.9 }],
    });
  });

  test("roles that the values do not allow are named with the reason", async () => {
    const seen = await seenOf("rows.jsonl", linesOf(ROWS));
    const unfit = (name: string) =>
      Object.fromEntries((columnOf(seen, name)?.unfit ?? []).map(({ kind, reason }) => [kind, reason]));
    expect(unfit("text")).toMatchObject({
      rating: expect.stringContaining("whole numbers from 0 to 10"),
      float: "not numbers",
    });
    expect(unfit("stars")).toEqual({
      date: "not dates",
      span: "no spans",
      id: '"1" is in several rows',
      ranking: "no lists of texts",
      vector: "no lists of numbers",
    });
    expect(unfit("source")).toMatchObject({ field: "lists or objects, no texts", terms: "lists or objects, no texts" });
  });

  test("of a table the separator, quotes, header and encoding that were used", async () => {
    const seen = await seenOf("rows.csv", 'text;label\n"One; two";good\nThree;bad\n');
    expect(seen.reading).toMatchObject({ encoding: "utf-8", separator: ";", quote: '"', header: true });
    expect(seen.format).toEqual([
      "Read as a table: separated by semicolons; its first line names the columns; quotes hold cells together.",
    ]);
  });

  test("what cannot be understood is answered with a sentence that names the control of the page", async () => {
    const rows = "1,A first text to read.,good\n2,A second text to read.,bad\n3,A third text to read.,good\n";
    const unclear = await seenOf("rows.csv", rows);
    expect(unclear).toMatchObject({ dataset: null, columns: [], fault: expect.stringContaining("under First line") });
    const said = await seenOf("rows.csv", rows, { reading: { header: false } });
    expect(said).toMatchObject({ rows: 3, reading: { header: false } });
    expect(said.columns.map(({ name }) => name)).toEqual(["column_1", "column_2", "column_3"]);
    const latin = await seenOf("rows.csv", "text,label\n");
    expect(latin.fault).toContain("holds no rows");
  });

  test("columns that make no dataset still have the roles that they would have", async () => {
    const seen = await seenOf("rows.jsonl", linesOf(ROWS.map(({ text, stars, lang }) => ({ text, stars, lang }))));
    expect(seen).toMatchObject({ dataset: null, fault: expect.stringContaining("add a question without a column") });
    expect(seen.columns.map(({ role }) => role.kind)).toEqual(["field", "metadata", "metadata"]);
  });

  test("doubts are asked, and while there are any nothing is imported", async () => {
    const body = linesOf(ROWS.map(({ text, label }, index) => ({ text, label: index === 0 ? "Good" : label })));
    const id = await send(admin, "rows.jsonl", body);
    const seen = await understand(admin, id);
    expect(seen.asked).toEqual([
      expect.stringMatching(/look alike.*Keep labels as they are written keeps all of them/),
    ]);
    const wish = { name: newName(), workspace_id: people.workspaceId };
    expect((await admin.call("importUpload", { ...at(id), body: wish })).status).toBe(422);
    expect((await understand(admin, id, { as_written: true })).asked).toEqual([]);
    expect(await imported(admin, id, people.workspaceId, { ...wish, as_written: true })).toMatchObject({ stored: 20 });
  });
});

describe("IMP-04 what is guessed can be said", () => {
  test("what was answered and is sent back changes nothing", async () => {
    const id = await send(admin, "rows.jsonl", linesOf(ROWS));
    const seen = await understand(admin, id);
    const { columns, dataset, records } = await understand(admin, id, wishOf(seen));
    expect({ dataset, records }).toEqual({ dataset: seen.dataset, records: seen.records });
    expect(columns.map(({ role }) => role)).toEqual(seen.columns.map(({ role }) => role));
  });

  const ROLES: readonly (readonly [column: string, role: object])[] = [
    ["lang", { kind: "question", type: "multi_label_selection" }],
    ["stars", { kind: "question", type: "rating" }],
    ["tags", { kind: "question", type: "ranking" }],
    ["text", { kind: "question", type: "text" }],
    ["stars", { kind: "metadata", type: "float" }],
    ["lang", { kind: "field" }],
    ["lang", { kind: "extra" }],
    ["lang", { kind: "ignored" }],
    ["date", { kind: "metadata", type: "terms" }],
    ["label", { kind: "suggestion", question: "label" }],
    ["id", { kind: "extra" }],
    ["date", { kind: "metadata", type: "date", order: "day" }],
    ["stars", { kind: "metadata", type: "integer", min: 1, max: 5 }],
    ["lang", { kind: "suggestion", question: "label", agent: { kind: "column", column: "lang" } }],
    ["lang", { kind: "suggestion", question: "label", score: { kind: "number", number: 0.5 } }],
    ["lang", { kind: "answer", question: "label", by: { kind: "person", username: "jo" } }],
  ];
  test.each(ROLES)("%s as %j moves no other column", async (column, role) => {
    const id = await send(admin, "rows.jsonl", linesOf(ROWS));
    const seen = await understand(admin, id);
    const after = await understand(admin, id, changed(seen, column, role));
    const others = (of: Understanding) =>
      of.columns.filter(({ name }) => name !== column).map(({ name, role: has }) => [name, has]);
    expect(others(after)).toEqual(others(seen));
    expect(columnOf(after, column)?.role).toEqual(role);
    await admin.must("deleteUpload", at(id));
  });

  test("IMP-10 fields and metadata have a name and a title of one's own, which hold with their role", async () => {
    const id = await send(admin, "rows.jsonl", linesOf(ROWS));
    const parts = [
      { column: "text", name: "message", title: "What they wrote" },
      { column: "stars", title: "Stars 🌟" },
      { column: "nope", name: "nope" },
    ];
    const { dataset, columns } = await understand(admin, id, { parts });
    expect(dataset?.fields).toMatchObject([{ name: "message", title: "What they wrote" }]);
    expect(dataset?.metadata[0]).toMatchObject({ name: "stars", title: "Stars 🌟" });
    expect(columns.find(({ name }) => name === "stars")?.part).toEqual({ name: "stars", title: "Stars 🌟" });
    const refused = await admin.call("understandUpload", {
      ...at(id),
      body: { parts: [{ column: "text", name: "Ä" }] },
    });
    expect(refused.status).toBe(422);
  });

  test("questions have an order, titles, descriptions and options, and may have no column", async () => {
    const id = await send(admin, "rows.jsonl", linesOf(ROWS));
    const { columns } = wishOf(await understand(admin, id));
    const question = (column: string | null, name: string, type: string, options: readonly string[] | null) => ({
      ...{ column, name, type, title: `Title of ${name} 😀`, description: `About ${name}`, required: name === "text" },
      options,
    });
    const questions = [
      question(null, "text", "text", null),
      question("label", "mood", "label_selection", ["new", "bad"]),
      question(null, "quality", "rating", ["1", "2", "3"]),
    ];
    const wish = { columns, questions };
    const { dataset } = await understand(admin, id, wish);
    expect(
      dataset?.questions.map(({ name, column, type, required, options }) => [
        name,
        column,
        type,
        required,
        options.map(({ value }) => value),
      ]),
    ).toEqual([
      ["text", null, "text", true, []],
      ["mood", "label", "label_selection", false, ["new", "bad", "fair", "good", "odd"]],
      ["quality", null, "rating", false, ["1", "2", "3"]],
    ]);
    const done = await imported(admin, id, people.workspaceId, { ...wish, name: newName() });
    const params = { dataset_id: done.dataset_id ?? "" };
    const made = await admin.must("listQuestions", { params });
    expect(made.items.map(({ name, title, description }) => [name, title, description])).toEqual(
      questions.map(({ name, title, description }) => [name, title, description]),
    );
  });

  test.each([
    [
      {
        columns: [
          { column: "text", role: { kind: "field" } },
          { column: "text", role: { kind: "extra" } },
        ],
      },
      "two roles",
    ],
    [
      {
        columns: [
          { column: "id", role: { kind: "id" } },
          { column: "lang", role: { kind: "id" } },
        ],
      },
      "Only one column",
    ],
    [
      { columns: ROWS[0] && Object.keys(ROWS[0]).map((column) => ({ column, role: { kind: "extra" } })) },
      "gives a question",
    ],
  ])("%j is no dataset, and the answer says why", async (wish, says) => {
    expect(await seenOf("rows.jsonl", linesOf(ROWS), wish)).toMatchObject({
      dataset: null,
      fault: expect.stringContaining(says),
    });
  });

  test("how the file is read can be said, and what is said about columns that are not there has no meaning", async () => {
    const body = "text,label\nA first text to read,good|bad\nA second text to read,NULL\nA third text to read,good\n";
    const id = await send(admin, "rows.csv", body);
    const reading = {
      label_separator: "|",
      missing: ["NULL"],
      trim: true,
      separator: ",",
      quote: "",
      encoding: "latin1",
    };
    const seen = await understand(admin, id, { reading });
    expect(seen).toMatchObject({
      reading: { separator: ",", quote: "", encoding: "windows-1252" },
      dataset: { questions: [{ type: "multi_label_selection", options: [{ value: "bad" }, { value: "good" }] }] },
    });
    const other = await understand(admin, id, { ...wishOf(seen), reading: { separator: ";", header: true } });
    expect(other.columns.map(({ name }) => name)).toEqual(["text,label"]);
    expect((await admin.call("understandUpload", { ...at(id), body: { reading: { separator: "ab" } } })).status).toBe(
      422,
    );
    expect((await understand(admin, id, { reading: { encoding: "no such" } })).fault).toContain("is no encoding");
  });
});
