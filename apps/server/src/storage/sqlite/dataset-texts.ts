import { MEGABYTE } from "@postil/domain/bounds";
import { sql } from "kysely";
import { compiled } from "../compiled.ts";

/**
 * Tags and metadata of task datasets. Those that have more than their bound, which an earlier version took, are never read: the
 * engine tells how long a text is without looking at it.
 */

const PARTS = ["tags", "metadata"] as const;

const sized = PARTS.map((part) => sql<number>`octet_length(${sql.ref(part)})`.as(`${part}_bytes`));

/** Bytes of both. */
export const sizesOfTexts = compiled((db, keys: readonly number[]) =>
  db
    .selectFrom("task_dataset")
    .select(["key", ...sized] as const)
    .where("key", "in", keys),
);

/** JSON of each; null: it has more than its bound. */
export const textsWithinBounds = compiled((db, keys: readonly number[]) =>
  db
    .selectFrom("task_dataset")
    .select([
      "key",
      sql<string | null>`iif(octet_length(tags) <= ${sql.lit(MEGABYTE)}, tags, null)`.as("tags"),
      sql<string | null>`iif(octet_length(metadata) <= ${sql.lit(MEGABYTE)}, metadata, null)`.as("metadata"),
    ])
    .where("key", "in", keys),
);
