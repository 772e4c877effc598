import { MEGABYTE } from "@postil/domain/bounds";
import { PROPERTIES_BOUND } from "@postil/domain/datasets/metadata-property";
import { QUESTIONS_BOUND } from "@postil/domain/datasets/question";
import { RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** Values that exceed the present limits (API-39), because an earlier version accepted them; one line of text for each. */

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

export async function beyondBounds(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await FOUND.execute(db);
  return rows.map(
    ({ dataset, what, bytes, most }) =>
      `Dataset ${dataset} holds more ${what} than it may: ${bytes} bytes, at most ${most}; lists leave out what is beyond (docs/operations.md).`,
  );
}
