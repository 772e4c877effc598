import { parseWithNames } from "@postil/domain/text/json-text";
import { sql } from "kysely";
import type { ValueRow } from "../engine-values.ts";
import type { Methods } from "../sql/facets.ts";
import type { Searched } from "../sql/records-by-value.ts";
import type { Db, Seqs } from "../tables.ts";
import { compareValues, type Demand, isWithin, type ValueSource, valuesIn } from "../value-sources.ts";
import { partOf } from "./stored-json.ts";

/**
 * The values at any path of raw documents, where names may contain dots. The server sends the part of each document that
 * such a path begins with, some records at a time, and they are compared here.
 */

type Value = ValueRow["value"];
type Found = { readonly seq: number; readonly values: readonly Value[] };

const RECORDS = 512;

async function* valuesOf(db: Db, { datasetKey, at, kind }: ValueSource, among: Seqs | null): AsyncGenerator<Found> {
  if (at.table !== "document") throw new Error("These values have columns.");
  const [first = ""] = at.path.split(".", 1);
  for (let from = 0, last = -1; ; from += RECORDS) {
    const some = among?.slice(from, from + RECORDS);
    const { rows } = await sql<{ seq: number; part: string | null }>`
      select seq, ${partOf(sql`document`, [first])} as part from task_record where dataset_key = ${datasetKey}
        and ${some ? sql`seq = any(${some}::bigint[])` : sql`seq > ${last}`} order by seq limit ${RECORDS}`.execute(db);
    for (const { seq, part } of rows) {
      if (part === null) continue;
      const values = valuesIn({ [first]: parseWithNames(part) }, at.path, at.below, kind === "float");
      yield { seq, values: values as Value[] }; // texts and numbers, as every scalar there
    }
    last = rows.at(-1)?.seq ?? last;
    if (among ? from + RECORDS >= among.length : rows.length < RECORDS) return;
  }
}

/** The records of each value; a record comes once for each time that it has it. */
async function recordsOf(db: Db, source: ValueSource, among: Seqs | null): Promise<Map<Value, number[]>> {
  const found = new Map<Value, number[]>();
  for await (const { seq, values } of valuesOf(db, source, among)) {
    for (const value of values) {
      const seqs = found.get(value);
      if (seqs) seqs.push(seq);
      else found.set(value, [seq]);
    }
  }
  return found;
}

/** Numbers come before texts, as in the other engine. */
const inOrder = (a: Value, b: Value): number =>
  typeof a === typeof b ? compareValues(a, b) : typeof a === "number" ? -1 : 1;

async function sortedRecords(db: Db, source: ValueSource, descending: boolean, among: Seqs | null) {
  const all = [...(await recordsOf(db, source, among))];
  return all.sort(([a], [b]) => (descending ? inOrder(b, a) : inOrder(a, b)));
}

function testFor({ values, low, high }: Demand): (value: Value) => boolean {
  const listed = values && new Set(values);
  const beyond = (value: Value, bound: Value) => typeof value !== typeof bound && inOrder(value, bound);
  return (value) => {
    if (listed && !listed.has(value)) return false;
    const [above, below] = [low && beyond(value, low.value), high && beyond(value, high.value)];
    if (above === -1 || below === 1) return false;
    return isWithin({ low: above === 1 ? null : low, high: below === -1 ? null : high }, value);
  };
}

export const searchedInDocuments: Methods<Omit<Searched, "firstPassing">> = {
  counts: async (db, source, among) =>
    [...(await recordsOf(db, source, among))].map(([value, seqs]) => ({ value, count: new Set(seqs).size })),
  recordsOfValues: async (db, source) =>
    [...(await recordsOf(db, source, null))].map(([value, seqs]) => ({ value, seqs: [...new Set(seqs)] })),
  recordsInOrder: async (db, { source, descending }, among) =>
    (await sortedRecords(db, source, descending, among)).map(([, seqs]) => seqs),
  rowsInOrder: async function* (db, { source, descending }) {
    for (const [value, seqs] of await sortedRecords(db, source, descending, null))
      for (const seq of seqs) yield { value, seq };
  },
  countPassing: async (db, source, demand, most) => {
    const passes = testFor(demand);
    let count = 0;
    for await (const { values } of valuesOf(db, source, null)) {
      count += values.filter(passes).length;
      if (most !== null && count >= most) return most;
    }
    return count;
  },
  endsPass: async (db, source, demand) => {
    const all = await sortedRecords(db, source, false, null);
    return [all.at(0), all.at(-1)].every((end) => end !== undefined && testFor(demand)(end[0]));
  },
  recordsPassing: async (db, source, demand, among) => {
    const passes = testFor(demand);
    const found: number[] = [];
    for await (const { seq, values } of valuesOf(db, source, among)) if (values.some(passes)) found.push(seq);
    return found;
  },
  recordsMeeting: async (db, source, demands, among) => {
    const tests = demands.map(testFor);
    return [...(await recordsOf(db, source, among))].flatMap(([value, seqs]) => {
      const met = [...tests.keys()].filter((index) => tests[index]?.(value));
      return met.length > 0 ? [{ seqs, met }] : [];
    });
  },
  distinctTexts: async (db, source) => [...(await recordsOf(db, source, null)).keys()] as string[], // where there are texts
};
