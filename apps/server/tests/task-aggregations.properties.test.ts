import type { Task } from "@postil/domain/datasets/dataset";
import type { QueryTree } from "@postil/domain/search/query-tree";
import { cloudWords, type TaskAggregations } from "@postil/domain/tasks/aggregations";
import type { Entity, LastLog, TaskDocument, TaskStatus } from "@postil/domain/tasks/task-record";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitCopies } from "../src/records/columns/room.ts";
import { compileTree } from "../src/records/compile-tree.ts";
import { findMatching } from "../src/records/find-matching.ts";
import { searchOf } from "../src/records/search.ts";
import { loadMetadataKinds, loadTaskTargets } from "../src/storage/task-family.ts";
import {
  removeTaskRecords,
  type TaskRecordWrite,
  writeTaskRecords,
  writeTaskStatus,
} from "../src/storage/task-record-writes.ts";
import { addTaskDataset, openTaskStore } from "../src/storage/task-records.fixture.ts";
import { aggregateTaskRecords } from "../src/usecases/tasks/aggregate-records.ts";
import { taskFields } from "../src/usecases/tasks/search-fields.ts";
import { times } from "./support/effort.ts";

/** Compares aggregations over the records of a search with a count of plain documents. */

let store: Awaited<ReturnType<typeof openTaskStore>>;
beforeAll(async () => {
  store = await openTaskStore();
});
afterAll(() => {
  limitCopies(Number.POSITIVE_INFINITY);
  store.database.close();
});

const WORDS = ["card", "Payment", "the", "l'été", "12", "東京", "lost", "card."];
const LABELS = ["A", "B", "10", "__proto__"];
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const score = fc.constantFrom(0, 0.0005, 0.2, 0.204, 0.9, 1);
const label = fc.constantFrom(...LABELS);
const metadata = fc.record(
  {
    n: fc.integer({ min: -2, max: 3 }),
    x: fc.constantFrom(0.25, -2.5, 1000.5),
    flag: fc.boolean(),
    word: fc.oneof(fc.constantFrom("a", "b", ""), fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 3 })),
    day: fc.constantFrom("2024-01-31", "1969-12-31T23:00:00"),
  },
  { requiredKeys: [] },
);
const last = fc.record({ prediction: fc.boolean(), annotation: fc.boolean(), score: fc.constant(false) });
const status = fc.constantFrom<TaskStatus>("Default", "Validated", "Discarded", "Edited");
const entity = fc.record({ start: fc.nat(1), end: fc.integer({ min: 2, max: 4 }), label, score });

type Drawn = {
  readonly text: string;
  readonly metadata: object;
  readonly last: LastLog;
  readonly status: TaskStatus;
  readonly predicted: readonly Entity[];
  readonly annotated: readonly Entity[];
};
const drawn: fc.Arbitrary<Drawn> = fc.record({
  text,
  metadata,
  last,
  status,
  predicted: fc.array(entity, { minLength: 1, maxLength: 3 }),
  annotated: fc.array(entity, { minLength: 1, maxLength: 3 }),
});

function documentOf(task: Task, id: number, one: Drawn): TaskDocument {
  const common = {
    id,
    metadata: { ...one.metadata },
    status: one.status,
    last_updated: "2024-05-01T10:00:00",
    text: one.text,
  };
  if (task === "TokenClassification") {
    const mentions = (entities: readonly Entity[]) => [
      ...new Map(
        entities.map(({ start, end, label, score }) => {
          const value = [...one.text].slice(start, end).join("");
          return [value, { value, label, score }] as const;
        }),
      ).values(),
    ];
    return {
      ...common,
      tokens: one.text.split(" "),
      prediction: { agent: "m", entities: one.predicted },
      annotation: { agent: "me", entities: one.annotated },
      metrics: {
        text_length: 1,
        tokens: [],
        predicted: { mentions: mentions(one.predicted) },
        annotated: { mentions: mentions(one.annotated) },
      },
    };
  }
  const labels = (entities: readonly Entity[]) => ({
    labels: entities.map(({ label, score }) => ({ class_label: label, score })),
  });
  return {
    ...common,
    inputs: { text: one.text },
    multi_label: true,
    metrics: { text_length: 1 },
    prediction: { agent: "m", ...labels(one.predicted) },
    annotation: { agent: "me", ...labels(one.annotated) },
  };
}

type Plain = { readonly document: TaskDocument; readonly last: LastLog };

/** Counts values: the most frequent first, equally frequent ones by code points. */
function counted(lists: readonly (readonly (string | number)[])[], most = 1000): [string, number][] {
  const counts = new Map<string | number, number>();
  for (const list of lists) for (const value of new Set(list)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const order = (a: string | number, b: string | number) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    const [x, y] = [Buffer.from(String(a)), Buffer.from(String(b))];
    return x.compare(y);
  };
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || order(a, b))
    .slice(0, most)
    .map(([value, count]) => [String(value), count]);
}

const list = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

function labelsOf(document: TaskDocument, side: "prediction" | "annotation"): string[] {
  const part = document[side];
  if (part && "entities" in part) return part.entities.map(({ label }) => label);
  if (part && "labels" in part) return part.labels.filter((one) => one.score > 0.5).map((one) => one.class_label);
  return [];
}

function scoresOf({ document: { prediction }, last }: Plain): number[] {
  if (!prediction || !last.prediction || "sentences" in prediction) return [];
  return ("entities" in prediction ? prediction.entities : prediction.labels).map(({ score }) => Math.fround(score));
}

function plainAggregations(task: Task, records: readonly Plain[], kinds: ReadonlyMap<string, string>) {
  const labelsOn = (side: "prediction" | "annotation") =>
    records.map(({ document, last }) => (last[side] ? labelsOf(document, side) : []));
  const by = (side: "prediction" | "annotation") =>
    records.map(({ document, last }) => (last[side] && document[side] ? [document[side].agent] : []));
  const buckets = new Map<number, number>();
  for (const record of records) {
    for (const score of new Set(scoresOf(record))) {
      const bucket = Math.floor(score / 0.001);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    }
  }
  const [low, high] = [Math.min(...buckets.keys()), Math.max(...buckets.keys())];
  const score = buckets.size === 0 ? [] : Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const mentions = (side: "predicted" | "annotated") => {
    const all = records.flatMap(({ document: { metrics } }) => ("predicted" in metrics ? metrics[side].mentions : []));
    return new Map(
      [...Map.groupBy(all, ({ label }) => label)].map(([label, same]) => [
        label,
        counted(same.map(({ value }) => [value])),
      ]),
    );
  };
  return {
    predicted_as: counted(labelsOn("prediction")),
    annotated_as: counted(labelsOn("annotation")),
    predicted_by: counted(by("prediction")),
    annotated_by: counted(by("annotation")),
    status: counted(records.map(({ document }) => [document.status])),
    score: score.map((bucket) => [bucket, buckets.get(bucket) ?? 0]),
    words: counted(
      records.map(({ document }) => cloudWords(document.text)),
      80,
    ),
    metadata: [...kinds].map(([key, kind]) => {
      const values = records.map(({ document }) => list(document.metadata?.[key]) as (string | number)[]);
      if (kind !== "float" && kind !== "date")
        return {
          key,
          counts: counted(values.map((one) => one.map((value) => (typeof value === "number" ? value : String(value))))),
        };
      const numbers = values
        .flat()
        .map((value) =>
          kind === "date"
            ? Date.parse(String(value).length > 10 ? `${value}Z` : String(value))
            : Math.fround(Number(value)),
        );
      return { key, count: numbers.length, min: Math.min(...numbers), sum: numbers.reduce((a, b) => a + b, 0) };
    }),
    mentions: task === "TokenClassification" ? [mentions("predicted"), mentions("annotated")] : null,
  };
}

function comparable({ fields, score, words, metadata, mentions }: TaskAggregations) {
  const { predicted: _, ...told } = fields;
  return {
    ...told,
    score: score.map(([key, count]) => [Math.round(Number(key) * 1000), count]),
    words,
    metadata: metadata.map((one) =>
      "counts" in one ? one : { key: one.key, count: one.sums.count, min: one.sums.min, sum: one.sums.sum },
    ),
    mentions: mentions && [new Map(mentions.predicted), new Map(mentions.annotated)],
  };
}

const change = fc.oneof(
  fc.record({ at: fc.nat(20), anew: drawn }),
  fc.record({ at: fc.nat(20), status }),
  fc.record({ at: fc.nat(20), remove: fc.constant(true) }),
);

const wanted: fc.Arbitrary<QueryTree> = fc.oneof(
  fc.constant<QueryTree>({ kind: "and", parts: [] }),
  status.map((value): QueryTree => ({ kind: "terms", field: ["status"], values: [value] })),
  status.map((value): QueryTree => ({ kind: "not", part: { kind: "terms", field: ["status"], values: [value] } })),
);

function meets(tree: QueryTree, document: TaskDocument): boolean {
  if (tree.kind === "not") return !meets(tree.part, document);
  return tree.kind !== "terms" || tree.values.includes(document.status);
}

const RUNS = times(200);
let datasets = 100;

test.each([
  ["with all copies in memory", 2 ** 27],
  ["with room for few", 6000],
  ["with none", 0],
] as const)("TSE-20 all aggregations are those of plain documents, right after every write, %s", async (_, bytes) => {
  limitCopies(bytes);
  const { context } = store;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Task>("TextClassification", "TokenClassification"),
      fc.array(drawn, { minLength: 1, maxLength: 20 }),
      fc.array(change, { maxLength: 4 }),
      fc.array(wanted, { minLength: 6, maxLength: 6 }),
      async (task, records, changes, trees) => {
        const key = datasets++;
        await addTaskDataset(context.db, key);
        const plain = new Map<number, Plain>();
        const write = async (seq: number | null, id: number, one: Drawn) => {
          const document = documentOf(task, id, one);
          const write: TaskRecordWrite = { seq, document, lastLog: one.last, vectors: {} };
          await writeTaskRecords(context, key, [write]);
          plain.set(id, { document, last: one.last });
        };
        const check = async (tree: QueryTree) => {
          const metadata = await loadMetadataKinds(context.db, key);
          const targets = await loadTaskTargets(context.db, key);
          const registry = taskFields({ datasetKey: key, targets, exact: new Set() });
          const search = searchOf(context.db, { datasetKey: key, size: records.length, viewer: null });
          const { set } = await findMatching(search, compileTree(registry, tree), false);
          const told = await aggregateTaskRecords({ search, set, task, registry, metadata });
          const found = [...plain.values()].filter(({ document }) => meets(tree, document));
          expect(comparable(told)).toEqual(plainAggregations(task, found, metadata));
        };
        for (const [id, one] of records.entries()) await write(null, id, one);
        await check(trees[0] ?? { kind: "and", parts: [] });
        for (const [index, one] of changes.entries()) {
          const before = plain.get(one.at);
          if (!before) continue;
          if ("anew" in one) await write(one.at, one.at, one.anew);
          else if ("status" in one) {
            await writeTaskStatus(context, key, [one.at], one.status);
            plain.set(one.at, { ...before, document: { ...before.document, status: one.status } });
          } else {
            await removeTaskRecords(context, key, [one.at]);
            plain.delete(one.at);
          }
          await check(trees[index + 1] ?? { kind: "and", parts: [] });
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});
