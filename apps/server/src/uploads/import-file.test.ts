import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { type Call, Written } from "../client/api-client.ts";
import { findBadLines, goodRecords } from "../import/check-rows.ts";
import { createFileReader, planOf, type ReadFile } from "./file-reader.ts";
import { importFile } from "./import-file.ts";
import type { Progress, Wish } from "./messages.ts";

/** Files that become feedback datasets, by a server that takes every call. */

const folder = mkdtempSync(join(tmpdir(), "postil-import-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

const WISH: Wish = { as_written: true };
type Item = { readonly external_id: string | null };
type Sent = { readonly name: string; readonly items: readonly Item[]; readonly read: number };

let files = 0;
async function opened(
  rows: readonly object[],
  wish: Wish,
): Promise<{ readonly path: string; readonly read: ReadFile }> {
  const path = join(folder, `file-${files++}.jsonl`);
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join("\n"));
  return { path, read: await createFileReader({ path, name: path })(wish) };
}

async function imported(rows: readonly object[], wish = WISH) {
  const { path, read } = await opened(rows, wish);
  const calls: Sent[] = [];
  const told: Progress[] = [];
  let counted = 0;
  const source: ReadFile["source"] = {
    ...read.source,
    async *rows(reading) {
      for await (const row of read.source.rows(reading)) {
        counted++;
        yield row;
      }
    },
  };
  const call = (async (name: string, { body: sent }: { body?: { readonly name?: string } | Written }) => {
    const body: { readonly name?: string; readonly items?: Item[] } | undefined =
      sent instanceof Written ? JSON.parse(sent.json) : sent;
    calls.push({ name, items: name === "createRecords" ? (body?.items ?? []) : [], read: counted });
    return { id: body?.name, name: body?.name };
  }) as unknown as Call; // no other part of a reply is read
  const sender = { id: "", username: "jo" };
  const target = { workspaceId: "w", workspace: "w", importId: "i", sender };
  const importing = { wish, target, refused: `${path}-refused`, call };
  const fault = await importFile({ ...read, source }, { ...importing, tell: (now) => told.push(now) }).then(
    () => null,
    (error: Error) => error.message,
  );
  return {
    calls,
    fault,
    told,
    end: told.at(-1),
    read,
    table: `${path}-refused`,
  };
}

const row = (at: number) => ({ id: `r${at}`, text: `Text number ${at}, of some words`, label: at % 2 ? "yes" : "no" });

test("IMP-90 the server stores the first rows while later ones are read", async () => {
  const rows = Array.from({ length: 1600 }, (_, at) => row(at));
  const { calls, fault, told, end } = await imported(rows);
  expect(fault).toBeNull();
  const batches = calls.filter(({ name }) => name === "createRecords");
  expect(batches.map(({ items }) => items.length)).toEqual([500, 500, 500, 100]);
  expect(batches[0]?.read).toBeLessThan(rows.length);
  expect(told.every(({ state }) => state === "storing")).toBe(true);
  expect(end).toMatchObject({ read: 1600, total: 1600, stored: 1600, refused: 0 });
});

test("IMP-90 a file whose rows are all refused makes no call, and its table is whole", async () => {
  const rows = [0, 1, 2].map((at) => ({ text: { said: "a" }, label: at === 0 ? "x" : "y" }));
  const { calls, end, fault, table } = await imported(rows, {
    ...WISH,
    columns: [
      { column: "text", role: { kind: "field" } },
      { column: "label", role: { kind: "question", type: "label_selection" } },
    ],
  });
  expect(fault).toContain("Every row of the file is refused");
  expect(calls).toEqual([]);
  expect(end).toMatchObject({ read: 3, refused: 3, stored: 0, total: 0 });
  expect(readFileSync(table, "utf8").trim().split("\n")).toHaveLength(1 + rows.length);
});

test("IMP-06 IMP-90 rows read are stored or refused, and those are stored that the command stores", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          id: fc.constantFrom("a", "b", "c", 7, null),
          text: fc.constantFrom("Ana in Rome", "", "👩‍🚀 שלום", null, 5),
          label: fc.constantFrom("A", "B", null, "x".repeat(300)),
          stars: fc.constantFrom(1, 2.5, null, "x", 2 ** 60),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      async (drawn) => {
        const rows = [...drawn, ...[0, 1, 2].map((at) => ({ ...row(at), stars: at }))];
        const { calls, end, fault, read } = await imported(rows);
        // What makes no dataset is refused before a row is looked at.
        if (fault !== null) return void expect(calls).toEqual([]);
        const plan = planOf(read, WISH);
        const { bad, isBad, good } = await findBadLines(read.source, plan);
        const ids: (string | null)[] = [];
        for await (const { external_id: id } of goodRecords(read.source, plan, isBad, null)) ids.push(id);
        expect(calls.flatMap(({ items }) => items.map(({ external_id: id }) => id))).toEqual(ids);
        expect(end).toMatchObject({ read: rows.length, total: good, stored: good, refused: bad.length });
      },
    ),
  ));
