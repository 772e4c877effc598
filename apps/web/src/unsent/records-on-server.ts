import type { Family } from "@postil/domain/outbox/outbox-entry";
import type { There } from "@postil/domain/outbox/take-in";
import type { QueryClient } from "@tanstack/react-query";

export type RecordOf = { readonly family: Family; readonly datasetId: string; readonly recordId: string };

/** The text that a question's spans mark, by code points, and the label names that differ from their values. */
export type Marked = { readonly points: readonly string[]; readonly labels: ReadonlyMap<string, string> };

export type KnownRecord = {
  /** `workspace/name`. Null: it is deleted, or the user may not open it. */
  readonly dataset: string | null;
  /** The first words of the record. Null: it does not exist. */
  readonly beginning: string | null;
  readonly markedBy: (question: string) => Marked | null;
};

export type RecordsOnServer = {
  readonly own: (of: RecordOf) => Promise<There>;
  readonly known: (client: QueryClient, of: RecordOf) => Promise<KnownRecord>;
};

const BEGINNING = 80;

export function beginningOf(text: string): string {
  const line = text
    .slice(0, 4 * BEGINNING)
    .replace(/\s+/gu, " ")
    .trim();
  return line.length > BEGINNING ? `${line.slice(0, BEGINNING).trimEnd()}…` : line;
}
