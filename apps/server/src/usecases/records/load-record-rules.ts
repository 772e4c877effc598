import type { RecordResponseInput } from "@postil/domain/records/record-input";
import type { RecordRules } from "@postil/domain/records/record-rules";
import type { Kysely } from "kysely";
import { loadFields } from "../../storage/dataset-fields.ts";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import { filterTargets } from "../../storage/filter-targets.ts";
import { inChunks } from "../../storage/in-chunks.ts";
import type { RecordKeys } from "../../storage/record-keys.ts";
import type { Tables } from "../../storage/tables.ts";
import { loadQuestions } from "./load-questions.ts";

/** What records are held against, and the integer keys of what they name. */
export type LoadedRules = RecordRules & { readonly keys: RecordKeys };

type DatasetOfRecords = { readonly id: string; readonly key: number; readonly allow_extra_metadata: 0 | 1 };

/** All there is to know of a dataset to write records: read once for a whole batch. */
export async function loadRecordRules(
  db: Kysely<Tables>,
  dataset: DatasetOfRecords,
  records: readonly { readonly responses?: readonly RecordResponseInput[] }[],
): Promise<LoadedRules> {
  const of = dataset.id;
  const fields = await loadFields(db, of);
  const rows = await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", of).execute();
  const vectors = await db.selectFrom("vector_settings").selectAll().where("dataset_id", "=", of).execute();
  const questions = await loadQuestions(db, of);
  const users = await loadUserKeys(
    db,
    new Set(records.flatMap(({ responses = [] }) => responses.map((r) => r.userId))),
  );
  const properties = rows.map((row) => ({ key: row.key, ...metadataPropertyFromRow(row) }));
  return {
    datasetId: of,
    allowExtra: dataset.allow_extra_metadata === 1,
    fields,
    properties: new Map(properties.map(({ name, settings }) => [name, settings])),
    questions,
    vectors,
    hasUser: (userId) => users.has(userId),
    keys: {
      dataset: dataset.key,
      questions: new Map(questions.map(({ id, key }) => [id, key])),
      vectors: new Map(vectors.map(({ name, key }) => [name, key])),
      users,
      fields: fields.map(({ name }) => name),
      targets: filterTargets(properties, questions),
    },
  };
}

async function loadUserKeys(db: Kysely<Tables>, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  const keys = new Map<string, number>();
  await inChunks([...ids], async (chunk) => {
    const rows = await db
      .selectFrom("user")
      .select(["id", "key"])
      .where("id", "in", chunk)
      .where("deleted_at", "is", null)
      .execute();
    for (const { id, key } of rows) keys.set(id, key);
  });
  return keys;
}
