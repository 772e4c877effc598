import type { CallInput } from "@postil/contract/call";
import { MOST_IN_CALL } from "@postil/contract/feedback/values";
import type { Task } from "@postil/domain/datasets/dataset";
import type { ResponseStatus } from "@postil/domain/records/labeled-record";
import { valuesIn } from "@postil/domain/records/metadata-rules";
import type { AnswerValue, AnswerValues } from "@postil/domain/records/record";
import { parseKeepingForm } from "@postil/domain/text/json-text";
import { type Call, Written } from "./api-client.ts";
import { fillWhole, GivenUp } from "./unfinished.ts";

type Body<N extends Parameters<Call>[0]> = CallInput<N>["body"];

/** A dataset to create, in wire names. */
export type DatasetPlan = {
  readonly name: string;
  readonly guidelines: string | null;
  /** Allowed by default, and always allowed while records are stored. */
  readonly allowExtraMetadata?: boolean;
  readonly datasetMetadata?: Body<"createDataset">["metadata"];
  /** True if the dataset stays unpublished and has no records. */
  readonly isDraft?: boolean;
  readonly fields: readonly Body<"createField">[];
  readonly questions: readonly Body<"createQuestion">[];
  readonly metadata: readonly Body<"createMetadataProperty">[];
  /** Created after the records are stored, because some records have values that these properties would refuse. */
  readonly laterMetadata?: readonly Body<"createMetadataProperty">[];
  readonly vectors: readonly Body<"createVectorSettings">[];
  /** The columns of its file, to be remembered. */
  readonly columns?: Body<"mergeRecords">["columns"];
};

/** A record for the dataset; its suggestions name their questions. */
export type RecordToFill = {
  readonly external_id: string | null;
  readonly fields: { readonly [field: string]: string | null };
  readonly metadata: { readonly [property: string]: unknown } | null;
  /** The metadata as JSON text, set only if parsing changed how a number was written. */
  readonly metadataText?: string;
  readonly vectors: { readonly [name: string]: readonly number[] };
  readonly suggestions: readonly {
    readonly question: string;
    readonly value: AnswerValue;
    readonly type?: "model" | "human";
    readonly agent?: string;
    readonly score?: number | number[];
  }[];
  /** The users are given by name. */
  readonly responses?: readonly ({
    readonly user: string;
  } & (
    | { readonly status: ResponseStatus; readonly values: AnswerValues }
    // For a new record, only discarded responses may have no values.
    | { readonly status: "discarded"; readonly values: null }
  ))[];
};

export type TaskDatasetPlan = Pick<Body<"createTaskDatasetV0">, "tags" | "metadata"> & {
  readonly name: string;
  readonly task: Task;
  readonly workspace: string;
  /** Only for tasks with settings. Set before the records, because the server checks the labels of records against them. */
  readonly settings?: Body<"updateTaskSettingsV0"> | null;
  /** Only for text classification. */
  readonly rules?: readonly Body<"createLabelingRuleV0">[];
  /** Remembered for the next file. */
  readonly columns?: NonNullable<Body<"mergeTaskRecords">["columns"]> | null;
};

/** A record in the wire's names (contract api-v0 section 5). */
export type TaskRecordToFill = { readonly [key: string]: unknown };

/** How a dataset of either family is filled. */
export type Filling = {
  /** The folder of the server's data, which keeps a note of every unfinished dataset. Null in the server itself. */
  readonly home: string | null;
  /** The id of the import if the caller takes back what does not end; otherwise that is done here. */
  readonly importId?: string;
  /** Called after each batch with the number of records stored so far. */
  readonly onProgress?: (records: number) => void;
  /** Called between batches. If it returns true, the import stops and everything created so far is removed. */
  readonly givenUp?: () => boolean;
};

type Records<R> = Iterable<R> | AsyncIterable<R>;

/** Creates a dataset with all of its records, or nothing. `users`: the ids of all users with responses, by name. */
export async function fillDataset(
  call: Call,
  plan: DatasetPlan,
  records: Records<RecordToFill>,
  options: Filling & { readonly workspaceId: string; readonly users?: ReadonlyMap<string, string> },
): Promise<{ readonly datasetId: string; readonly records: number }> {
  const { name, guidelines, datasetMetadata: metadata } = plan;
  const { id } = await call("createDataset", {
    body: { name, workspace_id: options.workspaceId, guidelines, metadata },
  });
  const params = { dataset_id: id };
  const stored = await fillWhole(call, options, id, async () => {
    const questions = await createParts(call, params, plan);
    if (!plan.isDraft) await call("publishDataset", { params });
    const ids = { questions, users: options.users ?? new Map() };
    const send = (batch: readonly WrittenRecord[]) => {
      const body = new Written(`{"items":[${batch.map(({ json }) => json).join()}]}`);
      return call("createRecords", { params, body: body as unknown as Body<"createRecords"> }); // that is what is written
    };
    const sent = await sendInBatches(written(records, ids), costOfWritten, send, options);
    for (const body of plan.laterMetadata ?? []) await call("createMetadataProperty", { params, body });
    await call("updateDataset", { params, body: { allow_extra_metadata: plan.allowExtraMetadata } });
    const { columns } = plan;
    if (columns)
      await call("mergeRecords", { params, body: { items: [], dry_run: false, existing: "leave", columns } });
    return sent;
  });
  return { datasetId: id, records: stored };
}

type WrittenRecord = { readonly json: string; readonly values: number };

async function* written(records: Records<RecordToFill>, ids: Ids): AsyncGenerator<WrittenRecord> {
  for await (const record of records)
    yield { json: JSON.stringify(toSend(record, ids)), values: valuesIn(record.metadata) };
}
const costOfWritten = ({ json, values }: WrittenRecord): Cost => ({ characters: json.length, values });

/** Returns the ids of the questions by name. */
async function createParts(
  call: Call,
  params: { readonly dataset_id: string },
  plan: DatasetPlan,
): Promise<ReadonlyMap<string, string>> {
  for (const body of plan.fields) await call("createField", { params, body });
  const questions = new Map<string, string>();
  for (const body of plan.questions) {
    const { id, name } = await call("createQuestion", { params, body });
    questions.set(name, id);
  }
  for (const body of plan.metadata) await call("createMetadataProperty", { params, body });
  for (const body of plan.vectors) await call("createVectorSettings", { params, body });
  return questions;
}

type Ids = { readonly questions: ReadonlyMap<string, string>; readonly users: ReadonlyMap<string, string> };

/** In wire names. */
export function toSend({ suggestions, responses, metadataText, ...record }: RecordToFill, { questions, users }: Ids) {
  return {
    ...record,
    // Only for sending: the numbers in it are raw JSON, not JavaScript numbers.
    ...(metadataText === undefined ? {} : { metadata: parseKeepingForm(metadataText) as RecordToFill["metadata"] }),
    suggestions: suggestions.map(({ question, ...suggestion }) => ({
      question_id: idOf(questions, question),
      ...suggestion,
    })),
    ...(responses && { responses: responses.map(({ user, ...rest }) => ({ user_id: idOf(users, user), ...rest })) }),
  };
}

function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`Nothing is named ${name}`);
  return id;
}

const BULK = {
  TextClassification: "logTextRecordsV0",
  TokenClassification: "logTokenRecordsV0",
  Text2Text: "logText2TextRecordsV0",
} as const;
type Bulk = (typeof BULK)[Task];

/** Creates a task dataset with all of its records, or nothing. */
export async function fillTaskDataset(
  call: Call,
  { name, task, workspace, tags, metadata, settings, rules = [], columns = null }: TaskDatasetPlan,
  records: Records<TaskRecordToFill>,
  options: Filling,
): Promise<number> {
  const at = { params: { name }, query: { workspace } };
  await call("createTaskDatasetV0", { body: { name, task, workspace, tags, metadata }, query: { workspace } });
  return fillWhole(call, options, `${workspace}.${name}`, async () => {
    if (settings && task !== "Text2Text")
      await call("updateTaskSettingsV0", { ...at, params: { name, task }, body: settings });
    const send = (batch: readonly TaskRecordToFill[]) => {
      // The schema accepts the records as they are sent, but its types describe the parsed result.
      const body = { records: batch } as unknown as Body<Bulk>;
      return call(BULK[task], { ...at, body } as CallInput<Bulk>);
    };
    const stored = await sendInBatches(records, (record) => costOf(record, 0), send, options);
    for (const rule of rules) await call("createLabelingRuleV0", { ...at, body: rule });
    if (columns) {
      const body = { task, records: [], dry_run: false, existing: "leave" as const, columns };
      await call("mergeTaskRecords", { ...at, body });
    }
    return stored;
  });
}

/** The maximum number of records in one call (contract api-v1 section 4) ... */
const BATCH = 500;
/** ... and a number of characters that always fits into the body of a call, also in UTF-8. */
const BATCH_CHARACTERS = 8 * 1024 * 1024;

/** The characters of a record as JSON, and its metadata values as far as a call limits them. */
export type Cost = { readonly characters: number; readonly values: number };
export const costOf = (record: object, values: number): Cost => ({ characters: JSON.stringify(record).length, values });

/** Returns the number of records sent. */
export async function sendInBatches<R>(
  records: Records<R>,
  costOf: (record: R) => Cost,
  send: (batch: readonly R[]) => Promise<unknown>,
  { onProgress, givenUp }: Pick<Filling, "onProgress" | "givenUp">,
): Promise<number> {
  let stored = 0;
  let [batch, characters, values]: [R[], number, number] = [[], 0, 0];
  // One batch is being sent while the next one is read.
  let sending: Promise<unknown> = Promise.resolve();
  const sendBatch = async () => {
    await sending;
    if (givenUp?.()) throw new GivenUp("Given up; everything made so far is removed.");
    const { length } = batch;
    sending = send(batch).then(() => {
      stored += length;
      onProgress?.(stored);
    });
    // The next await of `sending` reports the failure.
    sending.catch(() => undefined);
    [batch, characters, values] = [[], 0, 0];
  };
  try {
    for await (const record of records) {
      const { characters: moreCharacters, values: moreValues } = costOf(record);
      const isTooMuch =
        batch.length === BATCH || characters + moreCharacters > BATCH_CHARACTERS || values + moreValues > MOST_IN_CALL;
      if (batch.length > 0 && isTooMuch) await sendBatch();
      batch.push(record);
      characters += moreCharacters;
      values += moreValues;
    }
    if (batch.length > 0) await sendBatch();
  } catch (error) {
    // The dataset is removed now: no batch may arrive after that. The first failure is the one to report.
    await sending.catch(() => undefined);
    throw error;
  }
  await sending;
  return stored;
}
