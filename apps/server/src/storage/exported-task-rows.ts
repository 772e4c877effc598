import { parseDocument, type TaskDocument } from "@postil/domain/tasks/task-record";
import type { Kysely } from "kysely";
import { ROWS_AHEAD, rowsInParts } from "./rows-in-parts.ts";
import type { Tables } from "./tables.ts";
import type { StoredTaskRecord } from "./task-records.ts";
import { wholeDocuments } from "./task-vectors.ts";

export type TaskExportScope = { readonly datasetKey: number; readonly withVectors: boolean };

/** The documents of the task records with these numbers, a few at a time. The numbers ascend and come in runs. */
export async function* exportedTaskRows(
  db: Kysely<Tables>,
  { datasetKey, withVectors }: TaskExportScope,
  runs: Iterable<readonly number[]>,
  isWanted: Uint32Array,
): AsyncGenerator<readonly TaskDocument[]> {
  const all = db
    .selectFrom("task_record")
    .select(["seq", "id", "last_log", "vectors", "document"])
    .where("dataset_key", "=", datasetKey)
    .orderBy("seq");
  const records = rowsInParts<StoredTaskRecord>(runs, isWanted, {
    read: ({ seqs, first, last, isClose }) =>
      (isClose ? all.where("seq", ">=", first).where("seq", "<=", last) : all.where("seq", "in", seqs)).stream(
        ROWS_AHEAD,
      ),
    charactersOf: ({ document }) => document.length,
  });
  for await (const some of records) {
    const texts = withVectors ? await wholeDocuments(db, datasetKey, some) : some.map(({ document }) => document);
    yield texts.map(parseDocument);
  }
}
