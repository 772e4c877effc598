import { sql } from "kysely";
import { compiled } from "../compiled.ts";

/**
 * Number of parts of one kind in a dataset, and their total size in bytes: the engine knows sizes without reading the values.
 */

const bytesOf = (...columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql<number>`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  );

const whole = (...columns: readonly string[]) =>
  [sql<number>`count(*)`.as("count"), sql<number>`coalesce(sum(${bytesOf(...columns)}), 0)`.as("bytes")] as const;

export const sizeOfQuestions = compiled((db, datasetId: string) =>
  db
    .selectFrom("question")
    .select(whole("name", "title", "description", "settings"))
    .where("dataset_id", "=", datasetId),
);

export const sizeOfProperties = compiled((db, datasetId: string) =>
  db
    .selectFrom("metadata_property")
    .select(whole("name", "title", "settings"))
    .where("dataset_id", "=", datasetId),
);

const ruleBytes = sql<number>`${bytesOf("query", "labels", "label", "description")}`.as("bytes");

/** The size of each rule of a dataset. */
export const sizesOfRules = compiled((db, datasetKey: number) =>
  db
    .selectFrom("labeling_rule")
    .select(["key", "query", ruleBytes])
    .where("dataset_key", "=", datasetKey)
    .orderBy("key"),
);
