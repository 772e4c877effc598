import { MEGABYTE } from "@postil/domain/bounds";
import { sql } from "kysely";
import { compiled } from "../compiled.ts";

/**
 * Tags and metadata of task datasets. Texts above the limit, which an earlier version accepted, are never read: the engine
 * knows the length of a text without reading it.
 */

const PARTS = ["tags", "metadata"] as const;

const sized = PARTS.map((part) => sql<number>`octet_length(${sql.ref(part)})`.as(`${part}_bytes`));

/** Sizes of both in bytes. */
export const sizesOfTexts = compiled((db, keys: readonly number[]) =>
  db
    .selectFrom("task_dataset")
    .select(["key", ...sized] as const)
    .where("key", "in", keys),
);

/** JSON of each; null if it exceeds its limit. */
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
