import { parseWithNames } from "@postil/domain/text/json-names";
import { valuesIn } from "../storage/sqlite/document-values.ts";
import { readDocuments } from "../storage/task-records.ts";
import { type Bound, compareValues, type Demand } from "../storage/value-demand.ts";
import type { ValuePlace } from "../storage/value-source.ts";
import type { RecordsPlan } from "./compile-tree.ts";
import type { RowCondition } from "./row-condition.ts";
import type { Search } from "./search.ts";
import { addTo, emptySet, type SeqSet } from "./seq-set.ts";

/** The records that meet conditions on what stands in documents. */
export type MetInDocuments = ReadonlyMap<RowCondition, SeqSet>;

/** So many are met one by one, perhaps by few records: more are worth going through all documents once. */
const MOST_ALONE = 2;

/** All conditions of a plan on what stands in documents, each of which is read once for all of them; none where there are few. */
export async function meetInDocuments(search: Search, plan: RecordsPlan): Promise<MetInDocuments> {
  const wanted = [...inDocuments(plan)];
  if (wanted.length <= MOST_ALONE) return new Map();
  const tests = wanted.map(({ condition, at }) => ({
    at,
    condition,
    meets: demandTest(condition.demand),
    set: emptySet(search.size),
  }));
  for await (const { seq, document } of readDocuments(search.db, search.datasetKey, search.size)) {
    const read = parseWithNames(document);
    for (const { at, condition, meets, set } of tests) {
      if (valuesIn(read, at.path, at.below, condition.source.kind === "float").some(meets)) addTo(set, seq);
    }
  }
  return new Map(tests.map(({ condition, set }) => [condition, set]));
}

type InDocument = Extract<ValuePlace, { table: "document" }>;

function* inDocuments(plan: RecordsPlan): Generator<{ readonly condition: RowCondition; readonly at: InDocument }> {
  if (plan.kind === "never") return;
  if (plan.kind === "not") return yield* inDocuments(plan.part);
  for (const part of plan.parts) yield* inDocuments(part);
  if (plan.kind === "any") return;
  for (const condition of plan.rows) {
    const { at } = condition.source;
    if (at.table === "document") yield { condition, at };
  }
}

/** As the store compares: a number is no text, and less than any. */
function demandTest({ values, low, high, test }: Demand): (value: unknown) => boolean {
  const wanted = values && new Set(values);
  return (found) => {
    const value = typeof found === "string" ? found.toWellFormed() : found;
    if (typeof value !== "string" && typeof value !== "number") return false;
    if (wanted && !wanted.has(value)) return false;
    if (low && !isBeyond(value, low, 1)) return false;
    if (high && !isBeyond(value, high, -1)) return false;
    return !test || test(String(value));
  };
}

function isBeyond(value: string | number, bound: Bound, inwards: 1 | -1): boolean {
  if (typeof value !== typeof bound.value) return (typeof value === "string" ? 1 : -1) === inwards;
  const order = inwards * compareValues(value, bound.value);
  return order > 0 || (order === 0 && bound.inclusive);
}
