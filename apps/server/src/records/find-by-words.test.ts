import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { QueryTree } from "@postil/domain/search/query-tree";
import type { WordPattern } from "@postil/domain/search/word-pattern";
import { afterEach, beforeEach, expect, test } from "vitest";
import { engineOver } from "../storage/sqlite/engine.ts";
import { loadTaskTargets } from "../storage/task-family.ts";
import { writeTaskRecords } from "../storage/task-record-writes.ts";
import { DATASET, openTaskStore, taskRecord } from "../storage/task-records.fixture.ts";
import { TASK_TEXT } from "../storage/task-texts.ts";
import { taskFields } from "../usecases/tasks/search-fields.ts";
import { limitCopies } from "./columns/room.ts";
import { findByWords } from "./find-by-words.ts";
import { findPage } from "./find-page.ts";
import { searchOf } from "./search.ts";
import { membersOf } from "./seq-set.ts";

let store: Awaited<ReturnType<typeof openTaskStore>>;
beforeEach(async () => {
  store = await openTaskStore();
});
afterEach(() => {
  limitCopies(Number.POSITIVE_INFINITY);
  store.database.close();
});

const ING: WordPattern = { kind: "wildcard", parts: ["any", { text: "ing" }] };

type Field = readonly [string, ...string[]];
const found = (...field: Field) => foundBy(ING, field);

async function foundBy(pattern: WordPattern, field: Field): Promise<readonly number[]> {
  const tree: QueryTree = { kind: "pattern", field, analysis: "standard", pattern };
  const targets = await loadTaskTargets(store.context.db, DATASET);
  const asked = { datasetKey: DATASET, datasetId: "tasks", size: 40_001, viewer: null, offset: 0, limit: 300 };
  const registry = taskFields({ datasetKey: DATASET, targets, exact: new Set() });
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

/** A search that records the statements that it runs. */
function listeningSearch(size: number) {
  const run: string[] = [];
  const listening: Pick<DatabaseSync, "prepare"> = {
    prepare: (sql) => {
      const statement = store.database.prepare(sql);
      const all: (...values: SQLInputValue[]) => ReturnType<typeof statement.all> = statement.all.bind(statement);
      return Object.assign(statement, {
        all: (...values: SQLInputValue[]) => {
          run.push(sql);
          return all(...values);
        },
      });
    },
  };
  // The code that runs statements uses no other member of a database.
  const db = engineOver(listening as DatabaseSync);
  return { search: searchOf(db, { datasetKey: DATASET, size, viewer: null }), run };
}

test("TSE-22 without memory every different word is read once by a search, however many patterns are tried", async () => {
  const size = 40;
  const records = Array.from({ length: size }, (_, at) => textOf(`r${at}`, `w${at} w${at} all`));
  await writeTaskRecords(store.context, DATASET, records);
  const { search, run } = listeningSearch(size);
  const word = (spelled: string) => spelled;
  const column = { column: TASK_TEXT.text, spell: word, read: word, gap: null, lists: null };
  const found: number[][] = [];
  for (const expression of ["w1", "w2.", ".*", "[^w].*", "none"]) {
    const pattern: WordPattern = { kind: "regexp", expression };
    found.push(membersOf(await findByWords(search, { kind: "pattern", column, pattern })));
  }
  const all = Array.from({ length: size }, (_, at) => at);
  expect(found).toEqual([[1], all.slice(20, 30), all, all, []]);
  expect(run.filter((sql) => sql.includes("select json_group_array(term)"))).toHaveLength(1);
});

test("TSE-22 API-36 patterns that have had their time are refused in words", async () => {
  limitCopies(0);
  const size = 40;
  const many = (at: number) => Array.from({ length: 50 }, (_, word) => `w${at * 50 + word}`).join(" ");
  await writeTaskRecords(
    store.context,
    DATASET,
    Array.from({ length: size }, (_, at) => textOf(`r${at}`, many(at))),
  );
  const search = { ...searchOf(store.context.db, { datasetKey: DATASET, size, viewer: null }), trying: { leftMs: 0 } };
  const word = (spelled: string) => spelled;
  const column = { column: TASK_TEXT.text, spell: word, read: word, gap: null, lists: null };
  const ask = (text: string) =>
    findByWords(search, { kind: "pattern", column, pattern: { kind: "wildcard", parts: ["any", { text }, "any"] } });
  await expect(ask("1999")).rejects.toThrow("longer than 30 seconds");
  search.trying.leftMs = 30_000;
  expect(membersOf(await ask("1999"))).toEqual([39]);
  // A thread's clock may move in steps longer than one search. The loop runs until the clock has counted some time.
  for (let word = 0; search.trying.leftMs === 30_000; word++) await ask(String(word));
});

test("TSE-22 a pattern finds the same while the texts are being read", async () => {
  limitCopies(2 ** 27);
  const texts = [0, 1, 2].map((at) => textOf(`r${at}`, at === 1 ? "bring it" : "stay"));
  await writeTaskRecords(store.context, DATASET, texts);
  for (const seq of [20_000, 40_000]) {
    // Record numbers are assigned in order. A high next number stands for a dataset with many deleted records.
    await store.context.db.updateTable("task_dataset").set({ next_seq: seq }).where("key", "=", DATASET).execute();
    await writeTaskRecords(store.context, DATASET, [textOf(`r${seq}`, "going")]);
  }
  for (const ending of ["ing", "g", "ng", "ing"]) {
    const pattern: WordPattern = { kind: "wildcard", parts: ["any", { text: ending }] };
    expect(await found("text")).toEqual([1, 20_000, 40_000]);
    expect(await foundBy(pattern, ["text"])).toEqual([1, 20_000, 40_000]);
  }
});
