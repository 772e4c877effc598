import { sql } from "kysely";
import { compiled } from "../compiled.ts";

/** Bytes of records and of what hangs on them, by their numbers: the engine tells them without reading what they hold. */

const lengthOf = (column: string) => sql<number>`coalesce(octet_length(${sql.ref(column)}), 0)`;

/** Of columns of a row together. */
export const sizeOfTexts = (...columns: readonly string[]) => sql<number>`${sql.join(columns.map(lengthOf), sql` + `)}`;

export const recordSizes = compiled((db, datasetKey: number, seqs: readonly number[]) =>
  db
    .selectFrom("record")
    .select(["seq", sql<number>`${lengthOf("fields")} + ${lengthOf("metadata")}`.as("bytes")])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "in", seqs),
);

export const responseSizes = compiled((db, datasetKey: number, seqs: readonly number[]) =>
  db
    .selectFrom("response")
    .select(["seq", sql<number>`sum(${lengthOf("values")})`.as("bytes")])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "in", seqs)
    .groupBy("seq"),
);

export const suggestionSizes = compiled((db, datasetKey: number, seqs: readonly number[]) =>
  db
    .selectFrom("suggestion")
    .select(["seq", sql<number>`sum(${lengthOf("value")})`.as("bytes")])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "in", seqs)
    .groupBy("seq"),
);

/** Of each suggestion of some records, with all that is told of it. */
export const sizesOfSuggestions = compiled((db, datasetKey: number, seqs: readonly number[]) =>
  db
    .selectFrom("suggestion")
    .select(["seq", "question_key", sizeOfTexts("value", "score", "agent", "type").as("bytes")])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "in", seqs),
);
