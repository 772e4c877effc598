import type { QueryTree } from "@postil/domain/search/query-tree";
import type { WordPattern } from "@postil/domain/search/word-pattern";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeTaskRecords } from "../storage/task-record-writes.ts";
import { DATASET, openTaskStore, taskRecord } from "../storage/task-records.fixture.ts";
import { loadTaskTargets } from "../storage/task-targets.ts";
import { taskFields } from "../usecases/task-records/task-fields.ts";
import { limitCopies } from "./columns/room.ts";
import { findPage } from "./find-page.ts";

let store: Awaited<ReturnType<typeof openTaskStore>>;
beforeEach(async () => {
  store = await openTaskStore();
});
afterEach(() => {
  limitCopies(Number.POSITIVE_INFINITY);
  store.database.close();
});

const ING: WordPattern = { kind: "wildcard", parts: ["any", { text: "ing" }] };

async function found(...field: readonly [string, ...string[]]): Promise<readonly number[]> {
  const tree: QueryTree = { kind: "pattern", field, analysis: "standard", pattern: ING };
  const targets = await loadTaskTargets(store.context.db, DATASET);
  const asked = { datasetKey: DATASET, datasetId: "tasks", size: 200, viewer: null, offset: 0, limit: 300 };
  const registry = taskFields({ datasetKey: DATASET, targets });
  const { seqs } = await findPage(store.context, { ...asked, registry, tree, sort: [{ field: ["id"], order: "asc" }] });
  return seqs;
}

const textOf = (id: string, text: string, seq?: number) =>
  taskRecord(id, { text, inputs: { q: text }, ...(seq === undefined ? {} : { seq }) });

test.each([
  ["from memory", 2 ** 27],
  ["from the index", 0],
])("TSE-22 words that end so are found in what was written last, %s", async (_, bytes) => {
  limitCopies(bytes);
  const write = (...records: readonly ReturnType<typeof textOf>[]) => writeTaskRecords(store.context, DATASET, records);
  await write(...Array.from({ length: 200 }, (_, at) => textOf(`r${at}`, at === 150 ? "Going home" : "stay")));
  expect(await found("text")).toEqual([150]);
  expect(await found("inputs", "q")).toEqual([150]);
  await write(textOf("r7", "bring it", 7), textOf("r150", "gone", 150));
  expect(await found("text")).toEqual([7]);
  expect(await found("inputs", "q")).toEqual([7]);
});
