import { EVERY_TASK_RECORD } from "@postil/domain/search/task-query";
import type { TaskSortEntry } from "@postil/domain/search/task-sort";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitCopies } from "../../records/columns/room.ts";
import type { Context } from "../../storage/store.ts";
import { writeTaskRecords } from "../../storage/task-record-writes.ts";
import { DATASET, openTaskStore, taskRecord } from "../../storage/task-records.fixture.ts";
import { scanTaskRecords } from "./scan-records.ts";

/** More records with equal values than the code looks up one by one. */
const RECORDS = 9500;

let store: Awaited<ReturnType<typeof openTaskStore>>;
let context: Context;
beforeAll(async () => {
  store = await openTaskStore();
  const caller = { id: "o", role: "owner", username: "o", workspaceIds: [], key: 1 } as const;
  context = { ...store.context, caller };
  for (let from = 0; from < RECORDS; from += 500) {
    const some = Array.from({ length: 500 }, (_, index) => recordAt(from + index));
    await writeTaskRecords(store.context, DATASET, some);
  }
});
afterAll(() => {
  limitCopies(Number.POSITIVE_INFINITY);
  store.database.close();
});

const idOf = (at: number) => `r${String((at * 7919) % RECORDS).padStart(5, "0")}`;
const groupOf = (at: number) => (at % 100 === 0 ? 1 : 2);
/** Most records belong to one group. The last tenth has no group. */
const recordAt = (at: number) =>
  taskRecord(idOf(at), at < RECORDS * 0.9 ? { metadata: { group: groupOf(at), place: at % 5 } } : {});

async function load(sort: readonly TaskSortEntry[]): Promise<string[]> {
  const ids: string[] = [];
  for (let place: string | null = null; ; ) {
    const asked = { workspace: "w", name: `tasks ${DATASET}`, query: EVERY_TASK_RECORD, sort, nextId: null, place };
    const page = await scanTaskRecords(context, { ...asked, fields: ["id"], limit: 1000 });
    if (page.documents.length === 0) return ids;
    for (const json of page.documents) ids.push(String(JSON.parse(json).id));
    place = page.place;
  }
}

const group = (at: number) => (at < RECORDS * 0.9 ? groupOf(at) : 3);
const NUMBERS = Array.from({ length: RECORDS }, (_, at) => at);
const byId = (a: number, b: number) => (idOf(a) < idOf(b) ? -1 : 1);
const expected = (compare: (a: number, b: number) => number) => NUMBERS.toSorted(compare).map(idOf);

test.each([
  ["with values in memory", 2 ** 27],
  ["with none in memory", 0],
])("TSE-23 thousands that are equal by what they are loaded by come by their ids, each once, %s", async (_, bytes) => {
  limitCopies(bytes);
  const by = (id: string, order: "asc" | "desc" = "asc"): TaskSortEntry => ({ id, order });
  expect(await load([by("status")])).toEqual(expected(byId));
  expect(await load([by("id", "desc")])).toEqual(expected(byId).reverse());
  expect(await load([by("metadata.group")])).toEqual(expected((a, b) => group(a) - group(b) || byId(a, b)));
  const place = (at: number) => (at < RECORDS * 0.9 ? at % 5 : -1);
  expect(await load([by("metadata.group"), by("metadata.place", "desc")])).toEqual(
    expected((a, b) => group(a) - group(b) || place(b) - place(a) || byId(a, b)),
  );
});
