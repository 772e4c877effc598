import { createHash } from "node:crypto";
import type { RecordToFill } from "../client/fill.ts";
import { StartFailure } from "../start-failure.ts";
import type { ImportPlan } from "./plan.ts";
import { at, type BadCell, excerpt, type Source } from "./row.ts";

/** Several rows for one record: they have the same id, the same fields and metadata, and answers of different people (IMP-17). */

/** Answers of merged rows wait in memory until the record is written. */
export const MOST_MERGED = 500_000;

type Responses = NonNullable<RecordToFill["responses"]>;
type First = { readonly line: number; readonly parts: string; readonly users: Set<string> };

export type Merging = {
  /** Looks at a sound row. `fault`: it cannot be merged. `isMerged`: its record is that of an earlier row. */
  look(record: RecordToFill, at: { readonly line: number; readonly index: number }): Looked;
  isMerged(index: number): boolean;
  /** The record with the answers of all its rows. */
  whole(record: RecordToFill): RecordToFill;
  count(): number;
};
type Looked = { readonly isMerged: boolean; readonly fault: string | null; readonly cell: BadCell | null };
const FIRST: Looked = { isMerged: false, fault: null, cell: null };
const MERGED: Looked = { isMerged: true, fault: null, cell: null };

export function createMerging({ roles }: Pick<ImportPlan, "roles">, numbers: Source["numbers"]): Merging {
  const column = roles.find(({ role }) => role.kind === "id")?.column ?? null;
  if (column === null)
    throw new StartFailure("Rows are merged by their id, and no column is the id: --id COLUMN names it.");
  const firsts = new Map<string, First>();
  const more = new Map<string, Responses[number][]>();
  const merged = new Set<number>();
  const refused = (id: string, why: string): Looked => ({
    ...{ isMerged: false, fault: `column "${column}": id ${JSON.stringify(id)} ${why}` },
    cell: { column, value: excerpt(id), why },
  });
  return {
    look: (record, { line, index }) => {
      const { external_id: id, responses = [] } = record;
      if (id === null) return FIRST;
      const parts = partsOf(record);
      const first = firsts.get(id);
      if (first === undefined) {
        firsts.set(id, { line, parts, users: new Set(responses.map(({ user }) => user)) });
        return FIRST;
      }
      if (first.parts !== parts) {
        const names = differing(first.parts, parts).map((name) => JSON.stringify(name));
        return refused(id, `stands ${at(numbers(), first.line)} too, with other values of ${names.join(", ")}`);
      }
      const twice = responses.find(({ user }) => first.users.has(user));
      if (twice)
        return refused(
          id,
          `has an answer of ${JSON.stringify(twice.user)} ${at(numbers(), first.line)} or later already`,
        );
      if (merged.size >= MOST_MERGED)
        throw new StartFailure(
          `More than ${MOST_MERGED.toLocaleString("en")} rows would be merged; ${numbers()} ${line} is another.`,
        );
      merged.add(index);
      for (const { user } of responses) first.users.add(user);
      const others = more.get(id) ?? [];
      for (const response of responses) others.push(response);
      if (others.length > 0) more.set(id, others);
      return MERGED;
    },
    isMerged: (index) => merged.has(index),
    whole: (record) => {
      const others = record.external_id === null ? undefined : more.get(record.external_id);
      return others ? { ...record, responses: [...(record.responses ?? []), ...others] } : record;
    },
    count: () => merged.size,
  };
}

/** A short mark of each value, by its name: what has to be the same in all rows of a record. */
function partsOf({ fields, metadata, metadataText, vectors, suggestions }: RecordToFill): string {
  const marks = (values: object | null | undefined) =>
    Object.entries(values ?? {}).map(([name, value]) => [name, markOf(value)] as const);
  return JSON.stringify([
    ...marks(fields),
    ...marks(metadata),
    ...(metadataText === undefined ? [] : [["metadata", markOf(metadataText)] as const]),
    ...marks(vectors),
    ...suggestions.map(({ question, ...suggestion }) => [question, markOf(suggestion)] as const),
  ]);
}

const markOf = (value: unknown): string =>
  createHash("sha1")
    .update(JSON.stringify(value) ?? "")
    .digest("base64")
    .slice(0, 12);

function differing(one: string, other: string): readonly string[] {
  const [before, after] = [one, other].map((text) => new Map<string, string>(JSON.parse(text)));
  const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  return names.filter((name) => before?.get(name) !== after?.get(name));
}
