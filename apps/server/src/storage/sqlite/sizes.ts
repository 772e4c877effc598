import { MEGABYTE } from "@postil/domain/bounds";
import { PROPERTIES_BOUND } from "@postil/domain/datasets/metadata-property";
import { QUESTIONS_BOUND } from "@postil/domain/datasets/question";
import { RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import { sql } from "kysely";
import { compiled } from "../compiled.ts";
import { rowsOf } from "../statements.ts";
import type { Db, Seqs } from "../tables.ts";

const lengthOf = (column: string) => sql<number>`coalesce(octet_length(${sql.ref(column)}), 0)`;

export const sizeOfTexts = (...columns: readonly string[]) => sql<number>`${sql.join(columns.map(lengthOf), sql` + `)}`;

export const recordSizes = compiled((db, datasetKey: number, seqs: Seqs) =>
  rowsOf(db, "record", { dataset_key: datasetKey })
    .select(["seq", sizeOfTexts("fields", "metadata").as("bytes")])
    .where("seq", "in", seqs),
);

export const responseSizes = compiled((db, datasetKey: number, seqs: Seqs) =>
  rowsOf(db, "response", { dataset_key: datasetKey })
    .select(["seq", sql<number>`sum(${lengthOf("values")})`.as("bytes")])
    .where("seq", "in", seqs)
    .groupBy("seq"),
);

export const suggestionSizes = compiled((db, datasetKey: number, seqs: Seqs) =>
  rowsOf(db, "suggestion", { dataset_key: datasetKey })
    .select(["seq", sql<number>`sum(${lengthOf("value")})`.as("bytes")])
    .where("seq", "in", seqs)
    .groupBy("seq"),
);

export const sizesOfSuggestions = compiled((db, datasetKey: number, seqs: Seqs) =>
  rowsOf(db, "suggestion", { dataset_key: datasetKey })
    .select(["seq", "question_key", sizeOfTexts("value", "score", "agent", "type").as("bytes")])
    .where("seq", "in", seqs),
);

const SIZE = [
  "seq",
  "id",
  sql<number>`octet_length(document)`.as("bytes"),
  sql<number>`vectors is not null`.as("hasVectors"),
] as const;

export const sizesBySeq = compiled((db, datasetKey: number, seqs: Seqs) =>
  db.selectFrom("task_record").select(SIZE).where("dataset_key", "=", datasetKey).where("seq", "in", seqs),
);

export const sizesById = compiled((db, datasetKey: number, ids: readonly string[]) =>
  db.selectFrom("task_record").select(SIZE).where("dataset_key", "=", datasetKey).where("id", "in", ids),
);

/** Number of parts of one kind in a dataset, and their total size. */
const whole = (...columns: readonly string[]) =>
  [sql<number>`count(*)`.as("count"), sql<number>`coalesce(sum(${sizeOfTexts(...columns)}), 0)`.as("bytes")] as const;

export const sizeOfQuestions = compiled((db, datasetId: string) =>
  rowsOf(db, "question", { dataset_id: datasetId }).select(whole("name", "title", "description", "settings")),
);

export const sizeOfProperties = compiled((db, datasetId: string) =>
  rowsOf(db, "metadata_property", { dataset_id: datasetId }).select(whole("name", "title", "settings")),
);

export const sizesOfRules = compiled((db, datasetKey: number) =>
  rowsOf(db, "labeling_rule", { dataset_key: datasetKey })
    .select(["key", "query", sizeOfTexts("query", "labels", "label", "description").as("bytes")])
    .orderBy("key"),
);

const textSizes = (["tags", "metadata"] as const).map((part) =>
  sql<number>`octet_length(${sql.ref(part)})`.as(`${part}_bytes`),
);

export const sizesOfTexts = compiled((db, keys: readonly number[]) =>
  db
    .selectFrom("task_dataset")
    .select(["key", ...textSizes] as const)
    .where("key", "in", keys),
);

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

const Q = QUESTIONS_BOUND.bytes;
const P = PROPERTIES_BOUND.bytes;
const R = RULES_BOUND.bytes;

/** The name of a dataset, what exceeds the limit, its size in bytes, and the limit. */
const FOUND = sql<{ dataset: string; what: string; bytes: number; most: number }>`
  with named as (
    select d.key, null as id, w.name || '.' || d.name as name from task_dataset d join workspace w on w.id = d.workspace_id
    union all select d.key, d.id, w.name || '.' || d.name from dataset d join workspace w on w.id = d.workspace_id
  )
  select name as dataset, what, bytes, most from (
    select key, null as id, 'tags' as what, octet_length(tags) as bytes, ${sql.lit(MEGABYTE)} as most from task_dataset
    union all select key, null, 'metadata', octet_length(metadata), ${sql.lit(MEGABYTE)} from task_dataset
    union all select dataset_key, null, 'labeling rules', sum(octet_length(query) + octet_length(labels) +
      coalesce(octet_length(label), 0) + coalesce(octet_length(description), 0)), ${sql.lit(R)} from labeling_rule group by dataset_key
    union all select null, dataset_id, 'questions', sum(octet_length(settings)), ${sql.lit(Q)} from question group by dataset_id
    union all select null, dataset_id, 'metadata properties', sum(octet_length(settings)), ${sql.lit(P)}
      from metadata_property group by dataset_id
  ) found join named on found.key = named.key or found.id = named.id
  where bytes > most order by name, what`;

export async function beyondBounds(db: Db): Promise<readonly string[]> {
  const { rows } = await FOUND.execute(db);
  return rows.map(
    ({ dataset, what, bytes, most }) =>
      `Dataset ${dataset} holds more ${what} than it may: ${bytes} bytes, at most ${most}; lists leave out what is beyond (docs/operations.md).`,
  );
}
