import { addAll, countBits, removeAll } from "@postil/domain/queue/bitmap";
import { parseWithNames } from "@postil/domain/text/json-text";
import { readDocuments } from "../storage/task-records.ts";
import { type Bound, compareValues, type Demand, type ValuePlace, valuesIn } from "../storage/value-sources.ts";
import type { AllOf, RecordsPlan, WantedText } from "./compile-tree.ts";
import { findByWords } from "./find-by-words.ts";
import { findText, type TextFound } from "./find-text.ts";
import { keepPassing } from "./keep-passing.ts";
import { everyRecord, keepStatuses } from "./record-statuses.ts";
import type { RowCondition } from "./registry.ts";
import type { Search } from "./search.ts";
import { addTo, emptySet, fullSet, keepAll, type SeqSet } from "./seq-set.ts";

/**
 * The records that meet a plan. `scored`: also the scores of words that all records must have. Words below an `or` or a `not`
 * only filter.
 */
export async function findMatching(search: Search, plan: RecordsPlan, scored: boolean): Promise<TextFound> {
  const at = { ...search, met: await meetInDocuments(search, plan) };
  const [weighed, ...words] = plan.kind === "all" && scored ? plan.words : [];
  if (!weighed || plan.kind !== "all")
    return { set: (await keep(at, plan, null)) ?? (await everyRecord(search)), scores: null };
  const found = await findText(search, weighed, true);
  if (!found) return { set: emptySet(search.size), scores: null };
  const set = (await keep(at, { ...plan, words }, found.set)) ?? found.set;
  return { set, scores: found.scores };
}

type Finding = Search & { readonly met: MetInDocuments };

/** The records of `among` that meet a plan. Null, as input and as result, means every record. Does not change its input. */
async function keep(search: Finding, plan: RecordsPlan, among: SeqSet | null): Promise<SeqSet | null> {
  switch (plan.kind) {
    case "never":
      return emptySet(search.size);
    case "all":
      return keepEach(search, plan, among);
    case "any": {
      const found = emptySet(search.size);
      for (const part of plan.parts) {
        const some = await keep(search, part, among);
        if (some === null) return null;
        addAll(found, some);
      }
      return found;
    }
    case "not": {
      const without = await keep(search, plan.part, among);
      if (without === null) return emptySet(search.size);
      const left = among?.slice() ?? (await everyRecord(search));
      removeAll(left, without);
      return left;
    }
  }
}

/** Conditions with the best ratio of cost to effect come first. Nothing is looked up once the set is empty. */
async function keepEach(
  search: Finding,
  { words, texts, rows, statuses, parts }: AllOf,
  among: SeqSet | null,
): Promise<SeqSet | null> {
  let kept = among;
  const isLeft = () => kept === null || countBits(kept) > 0;
  for (const wanted of words) {
    if (isLeft()) kept = await keepWords(search, wanted, kept);
  }
  if (isLeft()) kept = await keepRows(search, rows, kept);
  for (const wanted of texts) {
    if (isLeft()) kept = await keepTexts(search, wanted, kept);
  }
  for (const wanted of statuses) {
    if (isLeft()) kept = await keepStatuses(search, kept, wanted);
  }
  for (const part of parts) {
    if (isLeft()) kept = await keep(search, part, kept);
  }
  return kept;
}

async function keepRows(search: Finding, rows: readonly RowCondition[], among: SeqSet | null): Promise<SeqSet | null> {
  const rest = rows.filter((condition) => !search.met.has(condition));
  const kept = await keepPassing(search, among, rest);
  const met = rows.flatMap((condition) => search.met.get(condition) ?? []);
  if (met.length === 0) return kept;
  const set = kept?.slice() ?? fullSet(search.size);
  for (const passing of met) keepAll(set, passing);
  return set;
}

async function keepTexts(search: Search, wanted: WantedText, among: SeqSet | null): Promise<SeqSet> {
  const set = await findByWords(search, wanted);
  if (among) keepAll(set, among);
  return set;
}

async function keepWords(search: Search, wanted: AllOf["words"][number], among: SeqSet | null): Promise<SeqSet> {
  const set = (await findText(search, wanted, false))?.set ?? emptySet(search.size);
  if (among) keepAll(set, among);
  return set;
}

/** For each condition on document values, the records that meet it. */
type MetInDocuments = ReadonlyMap<RowCondition, SeqSet>;

/** Up to this number of conditions are tested one by one, on few records. For more, one pass over all is cheaper. */
const MOST_ALONE = 2;

/** Tests all conditions on document values; each document is read once for all. Empty if there are few conditions. */
async function meetInDocuments(search: Search, plan: RecordsPlan): Promise<MetInDocuments> {
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

/** Compares as the database does: a number is not equal to a text, and is less than any text. */
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
