import { sql } from "kysely";
import { compiled } from "../compiled.ts";

/** Sizes in bytes of records and their attachments, by record number: the engine knows them without reading the values. */

const lengthOf = (column: string) => sql<number>`coalesce(octet_length(${sql.ref(column)}), 0)`;

/** The total size of some columns of a row. */
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

/** The size of each suggestion of some records, with all its columns. */
export const sizesOfSuggestions = compiled((db, datasetKey: number, seqs: readonly number[]) =>
  db
    .selectFrom("suggestion")
    .select(["seq", "question_key", sizeOfTexts("value", "score", "agent", "type").as("bytes")])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "in", seqs),
);
