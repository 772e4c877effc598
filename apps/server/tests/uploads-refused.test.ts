import { gzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { excelOf, rowsOf } from "../src/import/formats/excel.fixture.ts";
import type { Client } from "./support/client.ts";
import { SEED, times } from "./support/effort.ts";
import { at, imported, linesOf, send, understand, wishOf } from "./support/files-sent.ts";
import { newName, startPeople } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";

/** Rows that are refused: left out, listed, and in a table to download. */

const { server, people } = await startPeople();

/** The owner: the key is needed for a reply that is no JSON. */
const sender = (): Client => people.clients.owner;

async function tableOf(id: string) {
  const reply = await fetch(`${server.url}/api/postil/v1/uploads/${id}/refused`, {
    headers: { "x-postil-api-key": OWNER.apiKey },
  });
  const text = await reply.text();
  expect([reply.status, reply.headers.get("content-type")], text).toEqual([200, "text/csv; charset=utf-8"]);
  const [head = [], ...rows] = parse(text, { bom: true, relax_column_count: true }) as string[][]; // cells
  return { disposition: reply.headers.get("content-disposition"), head, rows };
}

const GOOD = { text: "A text that nobody else has written", label: "good", stars: 1 };
const AS = {
  columns: [
    { column: "text", role: { kind: "field" } },
    { column: "label", role: { kind: "question", type: "label_selection" } },
    { column: "stars", role: { kind: "metadata", type: "integer" } },
  ],
};

describe("IMP-06 refused rows", () => {
  test("are named with line, column, value and reason; the table has the row as it was read, and no formula", async () => {
    const id = await send(
      sender(),
      "my reviews.jsonl",
      [
        ...["good", "bad"].map((label) => JSON.stringify({ ...GOOD, label })),
        JSON.stringify({ ...GOOD, stars: "many" }),
        "no json",
        "",
        JSON.stringify({ ...GOOD, text: null, label: '=HYPERLINK("http://x")' }),
        JSON.stringify({ ...GOOD, text: ["a"], stars: 1 }),
      ].join("\n"),
    );
    expect((await sender().call("getRefusedRows", at(id))).status).toBe(404);
    const done = await imported(sender(), id, people.workspaceId, { ...AS, name: newName() });
    expect(done).toMatchObject({ state: "done", read: 6, stored: 2, refused: 4 });
    expect(done.refused_rows).toEqual([
      { line: 3, column: "stars", value: '"many"', reason: "is no whole number" },
      { line: 4, column: null, value: null, reason: "no valid JSON: no json" },
      { line: 6, column: "text", value: "", reason: "is empty; it must have a value" },
      { line: 7, column: "text", value: '["a"]', reason: "is no text" },
    ]);
    const { head, rows, disposition } = await tableOf(id);
    expect(disposition).toBe('attachment; filename="my_reviews-refused.csv"');
    expect(head).toEqual(["line", "column", "value", "reason", "text", "label", "stars"]);
    expect(rows).toEqual([
      ["3", "stars", '"many"', "is no whole number", GOOD.text, "good", "many"],
      ["4", "", "", "no valid JSON: no json", "", "", ""],
      ["6", "text", "", "is empty; it must have a value", "", `'=HYPERLINK("http://x")`, "1"],
      ["7", "text", '["a"]', "is no text", '["a"]', "good", "1"],
    ]);
  });

  test("IMP-122 of a list on one line they are named by their number in the list, and the mended table can be sent", async () => {
    const list = [GOOD, { ...GOOD, stars: "many" }, { ...GOOD, label: "bad" }, { ...GOOD, text: null }];
    const id = await send(sender(), "one line.json", JSON.stringify(list));
    const done = await imported(sender(), id, people.workspaceId, { ...AS, name: newName() });
    expect(done).toMatchObject({ state: "done", numbers: "row", refused: 2 });
    expect(done.refused_rows.map(({ line, column }) => [line, column])).toEqual([
      [2, "stars"],
      [4, "text"],
    ]);
    const { head, rows } = await tableOf(id);
    expect([head.slice(0, 4), rows.map(([row]) => row)]).toEqual([
      ["row", "column", "value", "reason"],
      ["2", "4"],
    ]);
    const mended = [head, ...rows].map((cells) => cells.map((cell) => cell || "x").join(",")).join("\n");
    const again = await send(sender(), "mended.csv", mended);
    const read = await sender().must("understandUpload", { ...at(again), body: {} });
    expect(read.columns.map(({ name }) => name)).toEqual(["text", "label", "stars"]);
  });

  test("IMP-25 the first hundred are listed, rows that fail alike are counted, and the table has all of them", async () => {
    const bad = Array.from({ length: 250 }, () => JSON.stringify({ ...GOOD, stars: "x" }));
    const body = [JSON.stringify(GOOD), ...bad, JSON.stringify({ ...GOOD, label: "bad" })].join("\n");
    const id = await send(sender(), "rows.jsonl", body);
    const done = await imported(sender(), id, people.workspaceId, { ...AS, name: newName() });
    expect(done).toMatchObject({ read: 252, stored: 2, refused: 250 });
    expect(done.refused_rows).toHaveLength(100);
    expect(done.refused_alike).toEqual([{ column: "stars", reason: "is no whole number", line: 2, count: 250 }]);
    expect((await tableOf(id)).rows).toHaveLength(250);
  });

  test("labels, vectors, ids and ratings that do not fit name their cell", async () => {
    const row = (more: object) => ({ key: "k", text: GOOD.text, label: "a", vector: [1, 2], rating: 3, ...more });
    const rows = [
      row({ key: "1" }),
      row({ key: "2", label: "b" }),
      row({ key: "2" }),
      row({ key: "3", label: "x".repeat(201) }),
      row({ key: "4", vector: [1, 2, 3] }),
      row({ key: "5", rating: 2.5 }),
    ];
    const columns = [
      { column: "key", role: { kind: "id" } },
      { column: "text", role: { kind: "field" } },
      { column: "label", role: { kind: "question", type: "label_selection" } },
      { column: "vector", role: { kind: "vector" } },
      { column: "rating", role: { kind: "metadata", type: "integer" } },
    ];
    const id = await send(sender(), "rows.jsonl", linesOf(rows));
    const done = await imported(sender(), id, people.workspaceId, { columns, name: newName() });
    expect(done.refused_rows.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [3, "key", "stands on line 2 already"],
      [4, "label", "has 201 characters; a label has at most 200"],
      [5, "vector", expect.stringContaining("has 3 numbers")],
      [6, "rating", "is no whole number"],
    ]);
  });

  const text = fc.constantFrom("A text to read", "Ein anderer Text 😀", 'with "quotes", and;\nlines', "نص للقراءة");
  const cell = fc.record({
    text: fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: fc.constant("") }),
    label: fc.constantFrom("good", "bad"),
    stars: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 9 }).map(String) },
      fc.constantFrom("x", "1.5", ""),
    ),
  });
  type Made = { readonly text: string; readonly label: string; readonly stars: string };
  const NAMES = ["text", "label", "stars"] as const;
  const listOf = (rows: readonly Made[], empty: string | null) =>
    rows.map((row) => NAMES.map((name) => (row[name] === "" ? empty : row[name])));
  /** A file of each kind. `broken`: which rows of seven cannot be read, where the kind has such rows. */
  const KINDS: { readonly [ending: string]: (rows: readonly Made[], broken: number) => string | Uint8Array } = {
    csv: (rows, broken) =>
      [NAMES, ...listOf(rows, "")]
        .map((cells, at) => [
          ...cells.map((cell) => `"${cell?.replaceAll('"', '""')}"`),
          ...(at % 7 === broken + 1 ? ["x"] : []),
        ])
        .join(broken % 2 === 0 ? "\r\n" : "\n"),
    jsonl: (rows, broken) => rows.map((row, at) => (at % 7 === broken ? "{" : JSON.stringify(row))).join("\n"),
    json: (rows, broken) => JSON.stringify(rows.map((row, at) => (at % 7 === broken ? [row] : row))),
    xlsx: (rows) =>
      excelOf({
        sheets: [{ name: "A", rows: rowsOf([NAMES, ...listOf(rows, null).map((cells) => cells.map(asNumber))]) }],
      }),
    parquet: (rows) =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: NAMES.map((name, at) => ({
            name,
            data: listOf(rows, null).map((cells) => cells[at]),
            type: "STRING",
          })),
        }),
      ),
    conll: (rows, broken) =>
      rows.map(({ label }, at) => `Anna ${at % 7 === broken ? "X" : "B"}-${label}\nsings O\n`).join("\n"),
  };
  const asNumber = (cell: string | null) => (cell !== null && /^\d$/.test(cell) ? Number(cell) : cell);

  test.each(Object.entries(KINDS))(
    "IMP-55 rows read = stored + refused + silent, and the sample is stored: %s",
    {
      timeout: 120_000,
    },
    async (kind, fileOf) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(cell, { minLength: 3, maxLength: 40 }),
          fc.nat(9),
          fc.boolean(),
          async (rows, broken, isPacked) => {
            const fixed = [{ text: "A", label: "good", stars: "1" }, { text: "B", label: "bad", stars: "2" }, ...rows];
            const made = fileOf(fixed, broken + 2);
            const id = await send(sender(), `r.${kind}${isPacked ? ".gz" : ""}`, isPacked ? gzipSync(made) : made);
            const wish = kind === "conll" ? {} : AS;
            const seen = await understand(sender(), id, wish);
            const done = await imported(sender(), id, people.workspaceId, { ...wish, name: newName() });
            expect([done.state, done.read]).toEqual(["done", fixed.length]);
            expect(done.stored + done.refused).toBe(done.read);
            expect(done.total).toBe(done.stored);
            const params = { dataset_id: done.dataset_id ?? "" };
            expect((await sender().must("getMyDatasetMetrics", { params })).records.count).toBe(done.stored);
            expect((await tableOf(id)).rows).toHaveLength(done.refused);
            const shown = Map.groupBy(seen.records, ({ refused }) => refused !== null);
            const refused = shown.get(true)?.map((one) => one.refused) ?? [];
            expect(done.refused_rows.slice(0, refused.length)).toEqual(refused);
            const good = shown.get(false) ?? [];
            const query = { limit: String(Math.max(good.length, 1)), include: "suggestions" };
            const { items } = await sender().must("listRecords", { params, query });
            expect(items.slice(0, good.length).map(({ fields }) => fields)).toEqual(good.map(({ fields }) => fields));
            expect(items.slice(0, good.length).map(({ metadata }) => metadata ?? {})).toEqual(
              good.map(({ metadata }) => metadata),
            );
            expect(
              items.slice(0, good.length).map(({ suggestions }) => suggestions?.map(({ value }) => value)),
            ).toEqual(good.map(({ suggestions }) => suggestions.map(({ value }) => value)));
            await sender().must("deleteUpload", at(id));
          },
        ),
        { seed: SEED, numRuns: times(10) },
      );
    },
  );
});

describe("IMP-01 an export of Postil", () => {
  async function source() {
    const rows = Array.from({ length: 12 }, (_, index) => ({
      ...{ id: `r${index}`, text: `A text to read, number ${index}`, label: ["a", "b"][index % 2], stars: index % 4 },
    }));
    const id = await send(sender(), "rows.jsonl", linesOf(rows));
    const done = await imported(sender(), id, people.workspaceId, { name: newName() });
    const params = { dataset_id: done.dataset_id ?? "" };
    const { items } = await people.clients.annotator.must("listMyRecords", { params, query: { limit: "3" } });
    for (const record of items)
      await people.clients.annotator.must("createResponse", {
        params: { record_id: record.id },
        body: { status: "submitted", values: { label: { value: "a" } } },
      });
    return params;
  }
  async function exportOf(params: { readonly dataset_id: string }, format: string): Promise<string> {
    const reply = await fetch(`${server.url}/api/postil/v1/datasets/${params.dataset_id}/export`, {
      method: "POST",
      headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ format }),
    });
    return reply.text();
  }
  /** Without what each server and dataset has of its own. */
  const bare = (file: string, name: string) =>
    file
      .replaceAll(name, "NAME")
      .replaceAll(/"(?:id|inserted_at|updated_at)":"[^"]*"/g, "")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/g, "TIME");

  test.each(["jsonl", "csv"])(
    "as %s becomes the same dataset again, with the answers of the people",
    async (format) => {
      const original = await source();
      const { name } = await sender().must("getDataset", { params: original });
      const file = await exportOf(original, format);
      const id = await send(sender(), `export.${format}`, file);
      const seen = await understand(sender(), id);
      expect(seen).toMatchObject({ rows: 12, columns: [], fault: null, dataset: { name, fields: [{ name: "text" }] } });
      expect(seen.records).toHaveLength(5);
      const again = newName();
      const done = await imported(sender(), id, people.workspaceId, { ...wishOf(seen), name: again });
      expect(done).toMatchObject({ state: "done", stored: 12, refused: 0 });
      const params = { dataset_id: done.dataset_id ?? "" };
      expect(bare(await exportOf(params, format), again)).toBe(bare(file, name));
    },
  );

  test("with answers of people who are not here is refused with their names", async () => {
    const file = (await exportOf(await source(), "jsonl")).replaceAll(/"user":"[^"]+"/g, '"user":"somebody_else"');
    const id = await send(sender(), "export.jsonl", file);
    expect(await imported(sender(), id, people.workspaceId, { name: newName() })).toMatchObject({
      state: "failed",
      detail: expect.stringContaining("somebody_else"),
    });
  });

  test("IMP-28 with answers of an owner is refused to an admin before anything is written, with the names and whom to ask", async () => {
    const file = (await exportOf(await source(), "jsonl")).replaceAll(/"user":"[^"]+"/g, `"user":"${OWNER.username}"`);
    const { admin, owner } = people.clients;
    const name = newName();
    const id = await send(admin, "export.jsonl", file);
    expect(await imported(admin, id, people.workspaceId, { name })).toMatchObject({
      ...{ state: "failed", stored: 0, dataset_id: null },
      detail: expect.stringMatching(
        new RegExp(`in none of your workspaces: ${OWNER.username}\\. .* Ask .+, an owner, to import the file`),
      ),
    });
    const { items } = await owner.must("listMyDatasets");
    expect(items.filter((dataset) => dataset.name === name)).toEqual([]);
  });

  test("of a task dataset becomes one again; IMP-40 a feedback dataset it cannot become", async () => {
    const file = JSON.stringify({
      postil: { version: 1, name: "t", task: "Text2Text", tags: {}, metadata: {}, settings: null, rules: [] },
    });
    const id = await send(sender(), "t.jsonl", file);
    expect(await understand(sender(), id)).toMatchObject({ kind: "Text2Text", fault: null, task: { is_export: true } });
    const { fault } = await understand(sender(), id, { kind: "feedback" });
    expect(fault).toBe("The file is an export of a Text2Text dataset: it can only become one again.");
  });
});
