import { LoggedTextRecords } from "@postil/contract/tasks/records";
import { EVERY_TASK_RECORD } from "@postil/domain/search/task-query";
import type { TextClassificationDocument } from "@postil/domain/tasks/task-record";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf, lastLogOf } from "../src/storage/task-records.ts";
import { createTaskDataset } from "../src/usecases/tasks/datasets.ts";
import { logTaskRecords } from "../src/usecases/tasks/log-records.ts";
import { summarizeTaskMetric } from "../src/usecases/tasks/metrics.ts";
import {
  createLabelingRule,
  deleteLabelingRule,
  getRuleMetrics,
  getRulesMetrics,
  updateLabelingRule,
} from "../src/usecases/tasks/settings-and-rules.ts";
import { times } from "./support/effort.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";
import { type Clause, query, record, writtenClauses } from "./support/task-query-drawn.ts";
import { holdsAll, type PlainRecord } from "./support/task-query-oracle.ts";

/** Compares metrics of rules and of records with the contract's formulas over plain documents. */

let store: MemoryStore;
let datasets = 0;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());
const context = () => store.as(store.owner);

type Drawn = typeof record extends fc.Arbitrary<infer T> ? T : never;

async function addDataset() {
  const at = { workspace: "first", name: `r${datasets++}`, task: "TextClassification" } as const;
  await createTaskDataset(context(), { ...at, tags: {}, metadata: {} });
  return at;
}
type At = Awaited<ReturnType<typeof addDataset>>;

async function log(at: At, drawn: readonly Drawn[]): Promise<void> {
  const { records } = LoggedTextRecords.parse({ records: drawn });
  await logTaskRecords(context(), { ...at, tags: {}, metadata: {}, records });
}

async function readPlain({ name }: At): Promise<readonly PlainRecord[]> {
  const of = store.db.selectFrom("task_dataset").select("key").where("name", "=", name);
  const { key } = await of.executeTakeFirstOrThrow();
  const rows = await store.db.selectFrom("task_record").selectAll().where("dataset_key", "=", key).execute();
  // The test logged only documents of this type.
  return rows.map((row) => ({ document: documentOf(row) as TextClassificationDocument, last: lastLogOf(row) }));
}

const isAnnotated = ({ document, last }: PlainRecord) => last.annotation && document.annotation !== undefined;
/** Returns the labels of a record: single-label the first one, multi-label those with a probability above one half. */
function labelsOf(one: PlainRecord): readonly string[] {
  const labels = isAnnotated(one) ? (one.document.annotation?.labels ?? []) : [];
  const counted = one.document.multi_label ? labels.filter(({ score }) => score > 0.5) : labels.slice(0, 1);
  return counted.map(({ class_label }) => class_label);
}

function coverageBy(records: readonly PlainRecord[], finds: (one: PlainRecord) => boolean) {
  const found = records.filter(finds);
  const annotated = records.filter(isAnnotated);
  const labeled = found.filter((one) => labelsOf(one).length > 0);
  return {
    totalRecords: records.length,
    annotatedRecords: annotated.length,
    coverage: records.length === 0 ? null : found.length / records.length,
    coverageAnnotated: annotated.length === 0 ? null : labeled.length / annotated.length,
  };
}

/** Contract api-v0 section 8, word for word. */
function metricsBy(records: readonly PlainRecord[], finds: (one: PlainRecord) => boolean, labels: readonly string[]) {
  const found = records.filter(finds);
  const coverage = coverageBy(records, finds);
  const sum = (count: (label: string) => number) => [...new Set(labels)].reduce((all, label) => all + count(label), 0);
  const correct = sum((label) => found.filter((one) => labelsOf(one).includes(label)).length);
  const incorrect = sum(
    (label) => found.filter((one) => labelsOf(one).length > 0 && !labelsOf(one).includes(label)).length,
  );
  const none = coverage.annotatedRecords === 0;
  return {
    ...coverage,
    correct: none ? null : correct,
    incorrect: none ? null : incorrect,
    precision: none || correct + incorrect === 0 ? null : correct / (correct + incorrect),
  };
}

type DrawnRule = { readonly clauses: readonly Clause[]; readonly labels: readonly string[] };
const labels = fc.array(fc.constantFrom("Big Cat", "dog", "é", "cat-1", "never"), { minLength: 1, maxLength: 3 });
const rules = fc.uniqueArray(fc.record({ clauses: query, labels }), {
  minLength: 1,
  maxLength: 12,
  selector: ({ clauses }) => writtenClauses(clauses),
});
const findsBy =
  ({ clauses }: DrawnRule) =>
  (one: PlainRecord) =>
    holdsAll(clauses, one) === true;
const queryOf = ({ clauses }: DrawnRule) => writtenClauses(clauses);

async function expectAll(at: At, there: readonly DrawnRule[]): Promise<void> {
  const plain = await readPlain(at);
  for (const rule of there) {
    const asked = { ...at, query: queryOf(rule) };
    const stored = await getRuleMetrics(context(), { ...asked, labels: [] });
    expect(stored, asked.query).toEqual(metricsBy(plain, findsBy(rule), rule.labels));
    const others = await getRuleMetrics(context(), { ...asked, labels: ["dog", "dog", "é"] });
    expect(others, asked.query).toEqual(metricsBy(plain, findsBy(rule), ["dog", "é"]));
  }
  const any = (one: PlainRecord) => there.some((rule) => findsBy(rule)(one));
  expect(await getRulesMetrics(context(), at)).toEqual({ ...coverageBy(plain, any), unreadable: [] });
}

const given = (rule: DrawnRule) => ({ query: queryOf(rule), labels: rule.labels, label: null, description: null });

test("RUL-02 RUL-06 RUL-10 RUL-22 metrics of random rules are those of a record-by-record count, right after every change", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 12 }),
      rules,
      fc.array(record, { minLength: 1, maxLength: 4 }),
      async (drawn, there, later) => {
        const at = await addDataset();
        expect(await getRulesMetrics(context(), at)).toEqual({ ...coverageBy([], () => false), unreadable: [] });
        await log(at, drawn);
        for (const rule of there) await createLabelingRule(context(), { ...at, rule: given(rule) });
        await expectAll(at, there);
        const [first, ...others] = there;
        if (!first) return;
        const changed = { ...first, labels: ["never"] };
        await updateLabelingRule(context(), { ...at, rule: given(changed) });
        await log(at, later);
        await expectAll(at, [changed, ...others]);
        await deleteLabelingRule(context(), { ...at, query: queryOf(first) });
        await expectAll(at, others);
      },
    ),
    { numRuns: times(200), endOnFailure: true },
  );
});

const OPTIONS = { size: null, interval: null, ruleQuery: null, labels: [], queries: [] };

test("RUL-12 RUL-14 summaries of random searches are those of a record-by-record count", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 12 }),
      fc.array(query, { minLength: 6, maxLength: 6 }),
      async (drawn, queries) => {
        const at = await addDataset();
        await log(at, drawn);
        const plain = await readPlain(at);
        for (const clauses of queries) {
          const asked = { ...EVERY_TASK_RECORD, text: writtenClauses(clauses) };
          const found = plain.filter((one) => holdsAll(clauses, one) === true);
          const summarize = (metric: string) =>
            summarizeTaskMetric(context(), { ...at, metric, query: asked, options: OPTIONS });
          const all = found.flatMap(({ document: { prediction, annotation }, last }) =>
            last.prediction || last.annotation ? [prediction, annotation] : [],
          );
          const names = new Set(all.flatMap((part) => part?.labels.map(({ class_label }) => class_label) ?? []));
          const listed = await summarize("dataset_labels");
          expect(listed).toEqual({ kind: "labels", labels: expect.any(Array) });
          if (listed.kind === "labels") expect(listed.labels.toSorted()).toEqual([...names].sort());
          const errors = await summarize("error_distribution");
          const total = errors.kind === "counts" ? errors.counts.reduce((sum, [, count]) => sum + count, 0) : -1;
          expect(total).toBe(found.length);
          const lengths = await summarize("text_length");
          const wanted = Map.groupBy(found, ({ document }) => document.metrics.text_length);
          if (lengths.kind === "counts")
            expect(lengths.counts.filter(([, count]) => count > 0)).toEqual(
              [...wanted].sort(([a], [b]) => a - b).map(([length, same]) => [`${length}.0`, same.length]),
            );
        }
      },
    ),
    { numRuns: times(200), endOnFailure: true },
  );
});
