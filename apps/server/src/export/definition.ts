import { metadataPropertyToWire } from "@postil/contract/mapping/metadata-properties";
import { questionSettingsToWire } from "@postil/contract/mapping/question-settings";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { Kysely } from "kysely";
import { loadFields } from "../storage/dataset-fields.ts";
import { metadataPropertyFromRow } from "../storage/dataset-rows.ts";
import type { Tables } from "../storage/tables.ts";
import type { DatasetRow } from "../usecases/feedback/load-dataset.ts";
import { type KeyedQuestion, loadQuestions } from "../usecases/feedback/load-record.ts";

/** The definition of a dataset without its records, as in the first row of a file. */
export type Definition = {
  readonly questions: readonly KeyedQuestion[];
  readonly fields: readonly string[];
  /** The declared metadata properties. */
  readonly properties: readonly Pick<MetadataProperty, "name" | "settings">[];
  readonly vectors: readonly { readonly key: number; readonly name: string; readonly dimensions: number }[];
  /** JSON on one line. */
  readonly text: string;
};

export async function readDefinition(db: Kysely<Tables>, dataset: DatasetRow): Promise<Definition> {
  const of = dataset.id;
  const fields = await loadFields(db, of);
  const questions = await loadQuestions(db, of);
  const properties = (
    await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", of).orderBy("key").execute()
  ).map(metadataPropertyFromRow);
  const vectors = await db
    .selectFrom("vector_settings")
    .select(["key", "name", "title", "dimensions"])
    .where("dataset_id", "=", of)
    .orderBy("key")
    .execute();
  const text = JSON.stringify({
    version: 1,
    name: dataset.name,
    status: dataset.status,
    guidelines: dataset.guidelines,
    allow_extra_metadata: dataset.allow_extra_metadata === 1,
    fields: fields.map(({ name, title, required, settings }) => ({
      name,
      title,
      required,
      settings: { type: "text", use_markdown: settings.useMarkdown },
    })),
    questions: questions.map(({ name, title, description, required, settings }) => ({
      name,
      title,
      description,
      required,
      settings: questionSettingsToWire(settings),
    })),
    metadata: properties.map((property) => {
      const { name, title, settings, visible_for_annotators } = metadataPropertyToWire(property);
      return { name, title, settings, visible_for_annotators };
    }),
    vectors: vectors.map(({ name, title, dimensions }) => ({ name, title, dimensions })),
  });
  const namesOf = (parts: readonly { readonly name: string }[]) => parts.map(({ name }) => name);
  return { questions, fields: namesOf(fields), properties, vectors, text };
}
