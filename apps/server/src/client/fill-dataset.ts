import type { CallInput } from "@postil/contract/call";
import { MOST_IN_CALL, valuesIn } from "@postil/contract/inputs/record-parts";
import type { AnswerValue, AnswerValues } from "@postil/domain/records/answer-values";
import type { ResponseStatus } from "@postil/domain/records/response";
import { parseKeepingForm } from "@postil/domain/text/json-numbers";
import type { Call } from "./api-client.ts";
import { fillWhole, GivenUp } from "./unfinished.ts";

type Body<N extends Parameters<Call>[0]> = CallInput<N>["body"];

/** A dataset to create, in wire names. */
export type DatasetPlan = {
  readonly name: string;
  readonly guidelines: string | null;
  /** Allowed by default, and always allowed while records are stored. */
  readonly allowExtraMetadata?: boolean;
  /** True if the dataset stays unpublished and has no records. */
  readonly isDraft?: boolean;
  readonly fields: readonly Body<"createField">[];
  readonly questions: readonly Body<"createQuestion">[];
  readonly metadata: readonly Body<"createMetadataProperty">[];
  /** Created after the records are stored, because some records have values that these properties would refuse. */
  readonly laterMetadata?: readonly Body<"createMetadataProperty">[];
  readonly vectors: readonly Body<"createVectorSettings">[];
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

export type FillOptions = {
  /** The folder of the server's data, which keeps a note of every unfinished dataset. */
  readonly home: string;
  readonly workspaceId: string;
  /** The ids of all users with responses, by name. */
  readonly users?: ReadonlyMap<string, string>;
  /** Called after each batch with the number of records stored so far. */
  readonly onProgress?: (records: number) => void;
  /** Called between batches. If it returns true, the import stops and everything created so far is removed. */
  readonly givenUp?: () => boolean;
};

/** The maximum number of records in one call (contract api-v1 section 4) ... */
const BATCH = 500;
/** ... and a number of characters that always fits into the body of a call, also in UTF-8. */
const BATCH_CHARACTERS = 8 * 1024 * 1024;

/** The size of a batch or of one record. */
type Size = { readonly records: number; readonly characters: number; readonly values: number };
const NOTHING: Size = { records: 0, characters: 0, values: 0 };

const sizeOf = (record: RecordToFill): Size => ({
  records: 1,
  characters: JSON.stringify(record).length,
  values: valuesIn(record.metadata),
});
const together = (one: Size, other: Size): Size => ({
  records: one.records + other.records,
  characters: one.characters + other.characters,
  values: one.values + other.values,
});
const isTooMuch = ({ records, characters, values }: Size): boolean =>
  records > BATCH || (records > 1 && (characters > BATCH_CHARACTERS || values > MOST_IN_CALL));

/** Creates a dataset with all of its records, or nothing. */
export async function fillDataset(
  call: Call,
  plan: DatasetPlan,
  records: Iterable<RecordToFill> | AsyncIterable<RecordToFill>,
  options: FillOptions,
): Promise<Filled> {
  const { name, guidelines } = plan;
  const { id } = await call("createDataset", { body: { name, workspace_id: options.workspaceId, guidelines } });
  const stored = await fillWhole(call, options.home, id, () => fill(call, plan, id, records, options));
  return { datasetId: id, records: stored };
}

type Filled = { readonly datasetId: string; readonly records: number };

async function fill(
  call: Call,
  plan: DatasetPlan,
  id: string,
  records: Iterable<RecordToFill> | AsyncIterable<RecordToFill>,
  options: FillOptions,
): Promise<number> {
  const params = { dataset_id: id };
  const questions = await createParts(call, id, plan);
  if (!plan.isDraft) await call("publishDataset", { params });
  const ids = { questions, users: options.users ?? new Map() };
  const stored = await storeRecords(call, id, ids, records, options);
  for (const body of plan.laterMetadata ?? []) await call("createMetadataProperty", { params, body });
  await call("updateDataset", { params, body: { allow_extra_metadata: plan.allowExtraMetadata } });
  return stored;
}

/** Returns the ids of the questions by name. */
async function createParts(call: Call, datasetId: string, plan: DatasetPlan): Promise<ReadonlyMap<string, string>> {
  const params = { dataset_id: datasetId };
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

async function storeRecords(
  call: Call,
  datasetId: string,
  ids: Ids,
  records: Iterable<RecordToFill> | AsyncIterable<RecordToFill>,
  { onProgress, givenUp }: FillOptions,
): Promise<number> {
  let stored = 0;
  let items: RecordToFill[] = [];
  let size = NOTHING;
  // One batch is being sent while the next one is read.
  let sending: Promise<unknown> = Promise.resolve();
  const send = async () => {
    await sending;
    if (givenUp?.()) throw new GivenUp("Given up; everything made so far is removed.");
    const batch = items;
    items = [];
    size = NOTHING;
    sending = call("createRecords", {
      params: { dataset_id: datasetId },
      body: { items: batch.map((record) => toSend(record, ids)) },
    }).then(() => {
      stored += batch.length;
      onProgress?.(stored);
    });
    // The next await of `sending` reports the failure.
    sending.catch(() => undefined);
  };
  for await (const record of records) {
    const one = sizeOf(record);
    if (isTooMuch(together(size, one))) await send();
    items.push(record);
    size = together(size, one);
  }
  if (items.length > 0) await send();
  await sending;
  return stored;
}

type Ids = { readonly questions: ReadonlyMap<string, string>; readonly users: ReadonlyMap<string, string> };

function toSend({ suggestions, responses, metadataText, ...record }: RecordToFill, { questions, users }: Ids) {
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
