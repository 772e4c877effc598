import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TaskRole } from "@postil/contract/datasets/upload-wish";
import type { Task } from "@postil/domain/datasets/dataset";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Call } from "../client/api-client.ts";
import { csvRows } from "../export/writer.ts";
import { understandTask } from "../import/import.fixture.ts";
import { roleOfName } from "../import/tasks/task-columns.ts";
import { createFileReader } from "./file-reader.ts";
import { importTaskFile } from "./import-file.ts";
import type { Progress } from "./messages.ts";

/** Random files of each task, with good and bad rows, by the page and by the command. */

const folder = mkdtempSync(join(tmpdir(), "postil-task-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const text = fc.constantFrom("Ana in Rome", "a b", "👩‍🚀 שלום", "", "one", "5", "[1]", null);
const label = fc.constantFrom("A", "B", "ä", "", null, 3);
const score = fc.constantFrom(0, 0.5, 1, 2);
const common = {
  id: fc.option(fc.nat(5), { nil: null }),
  status: fc.constantFrom(null, "Validated", "discarded", "Default", "done"),
  metadata: fc.constantFrom(null, { n: 1 }, { n: "x" }, 5),
  split: fc.constantFrom("train", "test", null),
  annotation_agent: fc.constantFrom(null, "jo"),
};
const entity = fc.record({ label, start: fc.nat(4), end: fc.nat(12) });
const ROWS: { readonly [T in Task]: fc.Arbitrary<object> } = {
  TextClassification: fc.record({
    ...{ text, label, prediction: fc.array(fc.tuple(label, score), { maxLength: 2 }), ...common },
  }),
  TokenClassification: fc.record({
    text: fc.constantFrom("a b", "Ana in Rome", null),
    tokens: fc.constantFrom(["a", "b"], ["Ana", "in", "Rome"], [], ["x"]),
    tags: fc.constantFrom(null, ["O", "B-X"], ["B-P", "O", "B-L"], ["3"]),
    entities: fc.option(fc.array(entity, { maxLength: 2 }), { nil: null }),
    ...common,
  }),
  Text2Text: fc.record({
    ...{ source: text, target: text, prediction: fc.option(fc.tuple(text, score), { nil: null }), ...common },
  }),
};

/** As a table: lists and objects are JSON. */
function tableOf(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cellOf = (value: unknown) => (value === null || typeof value === "string" ? value : JSON.stringify(value));
  return csvRows([names, ...rows.map((row) => Object.values(row).map(cellOf))]);
}

/** What the page stores of a file, by a server that takes every call; null if nothing can be made of it. */
async function byPage(file: string, task: Task, columns: readonly { column: string; role: TaskRole }[] | null = null) {
  const path = join(folder, file);
  const wish = { kind: task, as_written: true, task: { columns: columns && [...columns] } };
  const told: Progress[] = [];
  const records: unknown[] = [];
  const call = (async (_: string, { body }: { readonly body?: { readonly records?: readonly unknown[] } }) => {
    records.push(...(body?.records ?? []));
    return {};
  }) as unknown as Call; // no reply of these calls is read
  const sender = { id: "", username: "jo" };
  const target = { workspaceId: "w", workspace: "w", importId: "i", sender };
  const importing = {
    wish,
    target,
    refused: `${path}-refused`,
    call,
    tell: (progress: Progress) => told.push(progress),
  };
  const fault = await createFileReader({ path, name: file })(wish)
    .then((read) => importTaskFile(read, task, importing))
    .catch((error: unknown) => error);
  return { records, fault, progress: told.at(-1) };
}

let files = 0;
const tasks = Object.keys(ROWS) as readonly Task[]; // its own members
test.each(tasks)(
  "IMP-40 IMP-43 %s: rows that are read are stored or refused, and the command stores the same",
  (task) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(ROWS[task], { minLength: 1, maxLength: 8 }),
        fc.constantFrom("jsonl", "csv"),
        async (rows, ending) => {
          const file = `file-${task}-${files++}.${ending}`;
          const content = ending === "csv" ? tableOf(rows) : rows.map((row) => JSON.stringify(row)).join("\n");
          writeFileSync(join(folder, file), content);
          const page = await byPage(file, task);
          const command = await understandTask(join(folder, file), task, "--as-written").catch(
            (error: unknown) => error,
          );
          if (command instanceof Error) {
            expect(page.fault).toBeInstanceOf(Error);
            return;
          }
          const { records, bad } = command as Awaited<ReturnType<typeof understandTask>>; // it is no error
          expect(JSON.stringify(page.records)).toBe(JSON.stringify(records));
          // Said as they were guessed, the roles change nothing.
          const names = new Set(Object.keys(rows[0] ?? {}));
          const roles = [...names].map((column) => ({ column, role: roleOfName(task, column, names) }));
          expect((await byPage(file, task, roles)).records).toEqual(records);
          expect(page.progress).toMatchObject({ read: rows.length, stored: records.length, refused: bad.length });
          expect(page.fault instanceof Error).toBe(records.length === 0);
          expect(records.length + bad.length).toBe(rows.length);
        },
      ),
      { numRuns: 150 },
    ),
);
