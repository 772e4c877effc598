import type { QuestionSettings } from "@postil/domain/datasets/question";
import { metadataPropertyFromRow, questionFromRow } from "../../src/storage/dataset-rows.ts";
import { vectorFromBytes } from "../../src/storage/vectors.ts";
import { createDataset, publishDataset } from "../../src/usecases/feedback/datasets.ts";
import { createField, createQuestion } from "../../src/usecases/feedback/fields-and-questions.ts";
import { createMetadataProperty, createVectorSettings } from "../../src/usecases/feedback/properties-and-vectors.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { PlainDataset } from "./search-oracle.ts";

export const LABELS = ["good", "bad", "mixed", "Ünclear", "😀"];
const options = LABELS.map((value) => ({ value, text: value, description: null }));
const QUESTIONS: { readonly [name: string]: QuestionSettings } = {
  label: { type: "label_selection", options, visibleOptions: null },
  many: { type: "multi_label_selection", options, visibleOptions: null, optionsOrder: "natural" },
  stars: { type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) },
  words: { type: "text", useMarkdown: false },
};
export const FIELDS = ["q", "a"];
export const DIMENSIONS = 3;

/** Adds a published dataset with every kind of searchable property. */
export async function addSearchable(store: MemoryStore, name: string) {
  const context = store.as(store.owner);
  const { id: workspaceId } = await store.db.selectFrom("workspace").select("id").executeTakeFirstOrThrow();
  const { id: datasetId } = await createDataset(context, {
    name,
    guidelines: null,
    allowExtraMetadata: true,
    metadata: null,
    workspaceId,
  });
  for (const field of FIELDS) {
    const settings = { type: "text", useMarkdown: false } as const;
    const shown = { title: field, description: null, required: field === "q" };
    await createField(context, { datasetId, name: field, ...shown, settings });
  }
  const questionIds: { [name: string]: string } = {};
  for (const [question, settings] of Object.entries(QUESTIONS)) {
    const required = question === "label";
    const made = await createQuestion(context, {
      datasetId,
      name: question,
      title: question,
      description: null,
      required,
      settings,
    });
    questionIds[question] = made.id;
  }
  const bounds = { min: null, max: null };
  for (const [property, settings] of Object.entries({
    lang: { type: "terms", values: null },
    n: { type: "integer", ...bounds },
    x: { type: "float", ...bounds },
  } as const)) {
    await createMetadataProperty(context, {
      datasetId,
      name: property,
      title: property,
      settings,
      visibleForAnnotators: true,
    });
  }
  await createVectorSettings(context, { datasetId, name: "v", title: "v", dimensions: DIMENSIONS });
  await publishDataset(context, { datasetId });
  return { datasetId, questionIds };
}

/** Reads the tables of records, responses, suggestions and vectors, without any derived data. */
export async function readPlain(
  { db }: MemoryStore,
  datasetId: string,
): Promise<PlainDataset & { readonly seqs: Map<string, number> }> {
  const { key } = await db.selectFrom("dataset").select("key").where("id", "=", datasetId).executeTakeFirstOrThrow();
  const questions = await db.selectFrom("question").selectAll().where("dataset_id", "=", datasetId).execute();
  const properties = await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", datasetId).execute();
  const rows = await db.selectFrom("record").selectAll().where("dataset_key", "=", key).orderBy("seq").execute();
  const responses = await db.selectFrom("response").selectAll().where("dataset_key", "=", key).execute();
  const suggestions = await db.selectFrom("suggestion").selectAll().where("dataset_key", "=", key).execute();
  const vectors = await db.selectFrom("vector").selectAll().where("dataset_key", "=", key).execute();
  const responsesOf = grouped(responses);
  const suggestionsOf = grouped(suggestions);
  const vectorsOf = grouped(vectors);
  const names = new Map(questions.map((question) => [question.key, question.name]));
  const records = rows.map((row) => ({
    id: row.id,
    externalId: row.external_id,
    insertedAt: row.inserted_at,
    updatedAt: row.updated_at,
    fields: JSON.parse(row.fields),
    metadata: JSON.parse(row.metadata ?? "null"),
    responses: (responsesOf.get(row.seq) ?? []).map(({ user_key, status, values }) => ({
      userKey: user_key,
      status,
      values: JSON.parse(values ?? "null"),
    })),
    suggestions: (suggestionsOf.get(row.seq) ?? []).map(({ question_key, value, score, agent, type }) => ({
      question: names.get(question_key) ?? "",
      value: JSON.parse(value),
      score: JSON.parse(score ?? "null"),
      agent,
      type,
    })),
    vectors: Object.fromEntries(
      (vectorsOf.get(row.seq) ?? []).map(({ value }) => ["v", vectorFromBytes(value, DIMENSIONS)]),
    ),
  }));
  return {
    questions: questions.map(questionFromRow),
    properties: properties.map(metadataPropertyFromRow),
    records,
    seqs: new Map(rows.map((row) => [row.id, row.seq])),
  };
}

function grouped<T extends { readonly seq: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) groups.set(row.seq, [...(groups.get(row.seq) ?? []), row]);
  return groups;
}
