import type { Family } from "@postil/domain/outbox/family";
import type { There } from "@postil/domain/outbox/take-in";
import type { QueryClient } from "@tanstack/react-query";

export type RecordOf = { readonly family: Family; readonly datasetId: string; readonly recordId: string };

/** What the spans of a question mark, by code points, and what its labels are called where that is not their value. */
export type Marked = { readonly points: readonly string[]; readonly labels: ReadonlyMap<string, string> };

/** What people know a record by. */
export type KnownRecord = {
  /** `workspace/name`; null: it is gone, or not theirs to open */
  readonly dataset: string | null;
  /** how the record begins; null: it is not there */
  readonly beginning: string | null;
  readonly markedBy: (question: string) => Marked | null;
};

/** What the server says of the records of a family. */
export type RecordsOnServer = {
  /** The reader's own answer. */
  readonly own: (of: RecordOf) => Promise<There>;
  readonly known: (client: QueryClient, of: RecordOf) => Promise<KnownRecord>;
};

/** Gone, of a workspace of others, or no id at all. */
export const NOT_THERE = [403, 404, 422] as const;

const BEGINNING = 80;

export function beginningOf(text: string): string {
  const line = text
    .slice(0, 4 * BEGINNING)
    .replace(/\s+/gu, " ")
    .trim();
  return line.length > BEGINNING ? `${line.slice(0, BEGINNING).trimEnd()}…` : line;
}
