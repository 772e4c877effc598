import type { DatasetStatus } from "@postil/domain/datasets/dataset";
import { type Field, type FieldSettings, MOST_FIELDS } from "@postil/domain/datasets/field";
import {
  changeSettings,
  QUESTIONS_BOUND,
  type Question,
  type QuestionSettings,
  type SettingsChange,
  spanFieldFault,
} from "@postil/domain/datasets/question";
import { type OptionUsage, usageOf } from "@postil/domain/records/option-usage";
import { Refusal } from "@postil/domain/refusal";
import { fieldFromRow, loadFieldNames, loadFields, questionFromRow } from "../../storage/dataset-rows.ts";
import { sizeOfQuestions } from "../../storage/sizes.ts";
import type { Context } from "../../storage/store.ts";
import { refuseBeyond } from "../refuse.ts";
import { loadDatasetForManager, loadDatasetForMember, type OfDataset } from "./load.ts";
import { type NewPart, partsOf } from "./parts.ts";

export const fields = partsOf("field", { noun: "Field" }, fieldFromRow);

type OfField = { readonly fieldId: string };

/** The fields, in the order of their creation (contract api-v1 row 9, FEN-13). */
async function listFields(context: Context, { datasetId }: OfDataset): Promise<Field[]> {
  await loadDatasetForMember(context, datasetId);
  return loadFields(context.db, datasetId);
}

/** A new field or question. */
type New<Settings> = NewPart & {
  readonly description: string | null;
  readonly required: boolean;
  readonly settings: Settings;
};
/** Undefined members stay unchanged; `description: null` removes the description. */
type Update<Change> = {
  readonly title: string | undefined;
  readonly description: string | null | undefined;
  readonly settings: Change | undefined;
};

const columnsOf = ({ description, required, settings }: Omit<New<object>, keyof NewPart>) =>
  ({ description, required: required ? 1 : 0, settings: JSON.stringify(settings) }) as const;

/** Adds a field to a draft (contract api-v1 row 10). */
export async function createField(context: Context, input: New<FieldSettings>): Promise<Field> {
  const { status } = await loadDatasetForManager(context, input.datasetId);
  await fields.refuseTaken(context, input);
  if ((await loadFields(context.db, input.datasetId)).length >= MOST_FIELDS)
    throw new Refusal("unprocessable", `A dataset has at most ${MOST_FIELDS} fields`);
  if (status === "ready") throw new Refusal("unprocessable", "Field cannot be created for a published dataset");
  return fieldFromRow(await fields.insert(context, input, columnsOf(input)));
}

/** Changes the title, description or settings of a field, in drafts and published datasets (contract api-v1 row 11, FSE-23). */
async function updateField(context: Context, { fieldId, ...change }: OfField & Update<FieldSettings>): Promise<Field> {
  const { part } = await fields.loadForManager(context, fieldId);
  return fields.change(context, part, change, (after) => ({ title: after.title, ...columnsOf(after) }));
}

/** Removes a field from a draft (contract api-v1 row 12). */
async function deleteField(context: Context, { fieldId }: OfField): Promise<Field> {
  const { part, dataset } = await fields.loadForManager(context, fieldId);
  if (dataset.status === "ready")
    throw new Refusal("unprocessable", "Fields cannot be deleted for a published dataset");
  await fields.remove(context, part, dataset);
  return part;
}

type ReplaceField = OfField & Omit<New<FieldSettings>, "datasetId">;

/** Gives a field of a draft all its values anew, at its place. Questions about its spans follow its name (DSB-04). */
async function replaceField(context: Context, { fieldId, ...next }: ReplaceField): Promise<Field> {
  const { part, dataset } = await fields.loadForManager(context, fieldId);
  refusePublished(dataset, "Fields");
  const { id: datasetId } = dataset;
  if (next.name !== part.name) {
    await fields.refuseTaken(context, { ...next, datasetId });
    for (const question of await questions.list(context, datasetId)) {
      if (question.settings.type !== "span" || question.settings.field !== part.name) continue;
      const settings = { ...question.settings, field: next.name };
      await questions.change(context, question, { settings }, () => ({ settings: JSON.stringify(settings) }));
    }
  }
  return fields.change(context, part, next, (after) => ({ name: after.name, title: after.title, ...columnsOf(after) }));
}

function refusePublished({ status }: { readonly status: DatasetStatus }, what: string): void {
  if (status === "ready")
    throw new Refusal("unprocessable", `${what} cannot be replaced or moved in a published dataset`);
}

export const questions = partsOf("question", { noun: "Question" }, questionFromRow);

type OfQuestion = { readonly questionId: string };

/** A question the caller may change: 404 before 403. */
export const loadQuestionForManager = questions.loadForManager;

/** The questions, in the order of their creation (contract api-v1 row 13, FEN-11). */
async function listQuestions(context: Context, { datasetId }: OfDataset): Promise<Question[]> {
  await loadDatasetForMember(context, datasetId);
  return questions.list(context, datasetId);
}

/** Adds a question to a draft (contract api-v1 row 14, 6.6). */
export async function createQuestion(context: Context, input: New<QuestionSettings>): Promise<Question> {
  const { datasetId, name, title } = input;
  const { status } = await loadDatasetForManager(context, datasetId);
  await questions.refuseTaken(context, input);
  if (status === "ready") throw new Refusal("unprocessable", "questions cannot be created for a published dataset");
  const others = await questions.list(context, datasetId);
  const fault = spanFieldFault(input.settings, await loadFieldNames(context.db, datasetId), others);
  if (fault) throw new Refusal("unprocessable", fault);
  const own = columnsOf(input);
  await refuseMoreQuestions(context, datasetId, [name, title, own.description, own.settings]);
  return questionFromRow(await questions.insert(context, input, own));
}

type UpdateQuestion = OfQuestion & Update<SettingsChange>;

/** Changes a question, in drafts and published datasets (contract api-v1 row 15, 6.7; FSE-24, FSE-30). */
async function updateQuestion(context: Context, { questionId, ...input }: UpdateQuestion): Promise<Question> {
  const { row, part } = await questions.loadForManager(context, questionId);
  const change = changeSettings(part.settings, input.settings);
  if ("fault" in change) throw new Refusal("unprocessable", change.fault);
  return questions.change(context, part, { ...input, ...change }, async ({ title, ...after }) => {
    const own = columnsOf(after);
    const before = [row.title, row.description, row.settings];
    await refuseMoreQuestions(context, row.dataset_id, [title, own.description, own.settings], before);
    return { title, ...own };
  });
}

type ReplaceQuestion = OfQuestion & Omit<New<QuestionSettings>, "datasetId">;

/** Gives a question of a draft all its values anew, at its place: also another type, and other options (DSB-04). */
async function replaceQuestion(context: Context, { questionId, ...next }: ReplaceQuestion): Promise<Question> {
  const { row, part, dataset } = await questions.loadForManager(context, questionId);
  refusePublished(dataset, "Questions");
  const { id: datasetId } = dataset;
  if (next.name !== part.name) await questions.refuseTaken(context, { ...next, datasetId });
  const others = (await questions.list(context, datasetId)).filter(({ id }) => id !== questionId);
  const fault = spanFieldFault(next.settings, await loadFieldNames(context.db, datasetId), others);
  if (fault) throw new Refusal("unprocessable", fault);
  return questions.change(context, part, next, async ({ name, title, ...after }) => {
    const own = columnsOf(after);
    const before = [row.name, row.title, row.description, row.settings];
    await refuseMoreQuestions(context, datasetId, [name, title, own.description, own.settings], before);
    return { name, title, ...own };
  });
}

type OrderParts = OfDataset & {
  readonly fields: readonly string[] | undefined;
  readonly questions: readonly string[] | undefined;
};

/** Puts the fields and questions of a draft in another order, by their ids (DSB-05). */
async function orderParts(context: Context, { datasetId, ...ids }: OrderParts): Promise<void> {
  refusePublished(await loadDatasetForManager(context, datasetId), "Fields and questions");
  if (ids.fields) await fields.order(context, datasetId, ids.fields);
  if (ids.questions) await questions.order(context, datasetId, ids.questions);
}

/** Refuses a question whose texts would exceed the dataset's limit. `before`: the texts that it replaces. */
async function refuseMoreQuestions(
  { db }: Context,
  datasetId: string,
  texts: readonly (string | null)[],
  before?: readonly (string | null)[],
): Promise<void> {
  const [there = { count: 0, bytes: 0 }] = await sizeOfQuestions(db, datasetId);
  refuseBeyond(QUESTIONS_BOUND, there, texts, before);
}

/** Removes a question from a draft. A draft has no records, so it has no suggestions (contract api-v1 row 16). */
async function deleteQuestion(context: Context, { questionId }: OfQuestion): Promise<Question> {
  const { part, dataset } = await questions.loadForManager(context, questionId);
  if (dataset.status === "ready")
    throw new Refusal("unprocessable", "questions cannot be deleted for a published dataset");
  await questions.remove(context, part, dataset);
  return part;
}

/**
 * Number of responses of all users per option of a question; empty for a text question. For managers of the dataset. It reads
 * every response of the dataset, so it runs in the lane for such reads.
 */
async function getQuestionUsage(context: Context, { questionId }: OfQuestion): Promise<OptionUsage[]> {
  const { part, dataset } = await questions.loadForManager(context, questionId);
  const { name, settings } = part;
  const { type } = settings;
  if (type === "text") return [];
  return usageOf(settings, await context.db.values.optionUse(dataset.key, { name, type }));
}

export const fieldAndQuestionCalls = {
  reads: { listFields, listQuestions, getQuestionUsage },
  writes: {
    ...{ createField, updateField, replaceField, deleteField },
    ...{ createQuestion, updateQuestion, replaceQuestion, deleteQuestion, orderParts },
  },
};
