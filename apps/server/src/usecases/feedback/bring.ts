import type { Dataset, DatasetMetadata } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty, VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import {
  type BroughtOutcome,
  type BroughtPart,
  type BroughtRecord,
  judgeBrought,
  untilNow,
  wasBrought,
} from "@postil/domain/jobs/brought";
import type { FeedbackRecord, NewRecord, Origin, SuggestionInput } from "@postil/domain/records/record";
import { faultReason } from "@postil/domain/records/record-fault-text";
import { type RecordParts, recordFault } from "@postil/domain/records/record-rules";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { compiled } from "../../storage/compiled.ts";
import { readRecords } from "../../storage/read-records.ts";
import { readStoredSizes } from "../../storage/record-sizes.ts";
import { insertRecords, writeAttachments } from "../../storage/record-writes.ts";
import { rowsOf, updateRows } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import { operatorAsCaller } from "../accounts/operator.ts";
import { refuseTaken, requireOwner } from "../refuse.ts";
import { createDataset, namesOfDataset, publishDataset } from "./datasets.ts";
import { createField, createQuestion } from "./fields-and-questions.ts";
import { wholeRecords } from "./find-records.ts";
import { type DatasetRow, type LoadedRules, loadDataset, loadRecordRules } from "./load.ts";
import { createMetadataProperty, createVectorSettings } from "./properties-and-vectors.ts";
import { completedBefore, tellRecords } from "./tell.ts";

/**
 * What `postil migrate` stores (MIG-02, MIG-03). It is written in the name of the operator, so the history tells it from what
 * people do here.
 */
export const asBrought = (context: Context): Context => ({ ...context, caller: operatorAsCaller });

type New<Part> = Omit<Part, "id" | "datasetId" | "insertedAt" | "updatedAt">;
type BringDataset = Pick<Dataset, "name" | "guidelines" | "allowExtraMetadata" | "workspaceId" | "status"> &
  DatasetMetadata & {
    readonly origin: Origin;
    readonly lastActivityAt: Micros;
    readonly fields: readonly New<Field>[];
    readonly questions: readonly New<Question>[];
    readonly properties: readonly New<MetadataProperty>[];
    readonly vectors: readonly New<VectorSettings>[];
  };

export type Brought = {
  readonly created: boolean;
  readonly leftOut: readonly { readonly part: string; readonly reason: string }[];
};

/** Creates a dataset with its parts. Adds the parts that an existing one does not have; all others stay as they are. */
async function bringDataset(given: Context, input: BringDataset): Promise<Brought> {
  requireOwner(given);
  const context = asBrought(given);
  const { db } = context;
  const { fields, questions, properties, vectors, status, lastActivityAt, ...dataset } = input;
  const origin = untilNow(input.origin, context.now());
  const datasetId = origin.id;
  const known = await db.selectFrom("dataset").select("id").where("id", "=", datasetId).executeTakeFirst();
  if (!known) await refuseDeleted(context, datasetId);
  if (!known) await createDataset(context, { ...dataset, origin });
  const leftOut: { part: string; reason: string }[] = [];
  const add = async (part: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      // Refused before anything of this part was written.
      if (!(error instanceof Refusal)) throw error;
      leftOut.push({ part, reason: error.message });
    }
  };
  const kinds = [
    ["field", "field", fields, createField],
    ["question", "question", questions, createQuestion],
    ["metadata property", "metadata_property", properties, createMetadataProperty],
    ["vector settings", "vector_settings", vectors, createVectorSettings],
  ] as const;
  for (const [noun, table, parts, create] of kinds) {
    const there = await db.selectFrom(table).select("name").where("dataset_id", "=", datasetId).execute();
    for (const part of parts) {
      if (there.some(({ name }) => name === part.name)) continue;
      // Each part goes to the call of its own kind.
      const made = create as (by: Context, input: typeof part & { readonly datasetId: string }) => Promise<unknown>;
      await add(`${noun} ${part.name}`, () => made(context, { ...part, datasetId }));
    }
  }
  const row = await loadDataset(context, datasetId);
  if (status === "ready" && row.status === "draft")
    await add("publication", () => publishDataset(context, { datasetId }));
  if (known) return { created: false, leftOut };
  const last_activity_at = Math.min(lastActivityAt, context.now());
  const times = { last_activity_at, inserted_at: origin.insertedAt, updated_at: origin.updatedAt };
  await updateRows(db, "dataset", { key: row.key }, times);
  await noteAudit(given, { kind: "dataset_imported", told: await namesOfDataset(context, row.key) });
  return { created: true, leftOut };
}

/** Records keep their ids, so a dataset cannot come again while those of its deleted namesake are stored. */
async function refuseDeleted({ db }: Context, datasetId: string): Promise<void> {
  await refuseTaken(
    db.selectFrom("deleted_dataset").select("key").where("dataset_id", "=", datasetId),
    () => new Refusal("conflict", "it was deleted here and can be restored: restore it, or remove it for good first"),
  );
  await refuseTaken(
    rowsOf(db, "job", { dataset_id: datasetId, name: "purge" }).select("key").where("state", "<>", "done"),
    () => new Refusal("conflict", "it was deleted here and is still being removed: run the command again in a while"),
  );
}

type BringRecords = {
  readonly datasetId: string;
  readonly records: readonly BroughtRecord[];
  readonly before: Micros | null;
};

type LeftOut = { readonly part: BroughtPart; readonly reason: string };

/** Adds what the records have there and not here. Returns an outcome for each, in their order. */
async function bringRecords(given: Context, { datasetId, records, before }: BringRecords): Promise<BroughtOutcome[]> {
  requireOwner(given);
  const context = asBrought(given);
  const dataset = await loadDataset(context, datasetId);
  if (dataset.status !== "ready")
    throw new Refusal("unprocessable", "records cannot be created for a non published dataset");
  const rules = await loadRecordRules(context.db, dataset, records);
  const here = await hereOf(context, dataset, rules, records);
  const now = context.now();
  const toAdd: NewRecord[] = [];
  const toComplete: Completed[] = [];
  const outcomes = records.map((record): BroughtOutcome => {
    const { id, insertedAt } = record.origin;
    const found = here.records.get(id);
    const outcome = { id, kept: [], leftOut: [] };
    if (!found && here.isDeleted(id)) return { ...outcome, outcome: "gone" };
    const reason = found ? null : (here.refusal(record) ?? faultOf(rules, { fields: record.fields, isNew: true }));
    if (reason !== null) return { ...outcome, outcome: "left out", leftOut: [{ part: "record", reason }] };
    if (!found && wasBrought(insertedAt, before)) return { ...outcome, outcome: "gone" };
    const { parts, leftOut } = soundParts(rules, record, here, now);
    if (!found) {
      here.take(record);
      toAdd.push({ ...record, ...parts, origin: untilNow(record.origin, now) });
      return { ...outcome, outcome: "added", leftOut };
    }
    const completed = complete(found, { ...record, ...parts }, { isTouched: here.isTouched, before });
    if (completed.adds) toComplete.push(completed);
    return { id, outcome: completed.adds ? "completed" : "there", kept: completed.kept, leftOut };
  });
  const writing = { keys: rules.keys, actorKey: operatorAsCaller.key };
  const updated = toComplete.map(({ seq }) => seq);
  const completed = await completedBefore(context, dataset, updated);
  const created = await insertRecords(context, writing, toAdd);
  await writeAttachments(context, writing, toComplete);
  await tellRecords(context, dataset, { created, updated, before: completed });
  return outcomes;
}

function faultOf(rules: LoadedRules, parts: RecordParts): string | null {
  const fault = recordFault(rules, parts);
  return fault && faultReason(fault, rules.datasetId);
}

type Parts = Pick<NewRecord, "suggestions" | "responses" | "vectors">;

/** Each part is checked for itself: one that cannot be stored leaves the others. */
function soundParts(rules: LoadedRules, record: BroughtRecord, here: Here, now: Micros) {
  const leftOut: LeftOut[] = [];
  const isSound = (part: BroughtPart, parts: Partial<RecordParts>): boolean => {
    const reason = faultOf(rules, { fields: record.fields, isNew: false, ...parts });
    if (reason !== null) leftOut.push({ part, reason });
    return reason === null;
  };
  const idOf = new Map(rules.questions.map(({ name, id }) => [name, id]));
  const suggestions = record.suggestions.flatMap(({ question, ...one }): SuggestionInput[] => {
    const questionId = idOf.get(question);
    const suggestion = { ...one, questionId: questionId ?? "", origin: here.originOf(one.origin, now) };
    if (questionId !== undefined) return isSound("suggestion", { suggestions: [suggestion] }) ? [suggestion] : [];
    leftOut.push({ part: "suggestion", reason: `there is no question ${question}` });
    return [];
  });
  const responses = record.responses
    .map((one) => ({ ...one, origin: here.originOf(one.origin, now) }))
    .filter((one) => isSound("response", { responses: [one] }));
  const vectors = Object.fromEntries(
    Object.entries(record.vectors).filter(([name, vector]) => isSound("vector", { vectors: { [name]: vector } })),
  );
  const parts: Parts = { suggestions, responses, vectors };
  const there = here.sizesOf(record.origin.id);
  return {
    parts: isSound("record", { ...parts, ...(there ? { there } : {}) })
      ? parts
      : { suggestions: [], responses: [], vectors: {} },
    leftOut,
  };
}

type Completed = Parts & { readonly seq: number; readonly adds: boolean; readonly kept: readonly BroughtPart[] };
type Found = FeedbackRecord & { readonly seq: number };

/** The parts of a record that are here, which are still to be written. */
function complete(
  found: Found,
  record: Pick<NewRecord, "fields" | "metadata"> & Parts,
  { isTouched, before }: Pick<Here, "isTouched"> & { readonly before: Micros | null },
): Completed {
  const kept: BroughtPart[] = [];
  const isWanted = <T>(part: BroughtPart, value: T | null, touched: boolean, brought: T): boolean => {
    const verdict = judgeBrought({ value, isTouched: touched }, brought);
    if (verdict === "keep") kept.push(part);
    return verdict === "add" || verdict === "replace";
  };
  const words = ({ fields, metadata }: Pick<FeedbackRecord, "fields" | "metadata">) => ({ fields, metadata });
  isWanted("record", words(found), true, words(record));
  const responses = record.responses.filter(({ userId, status, values }) => {
    const there = found.responses?.find((one) => one.userId === userId);
    const state = there ? { status: there.status, values: there.values } : null;
    return isWanted("response", state, isTouched(found.seq, userId), { status, values });
  });
  const suggestions = record.suggestions.filter(({ questionId, type, value, agent, score, origin }) => {
    const there = found.suggestions?.find((one) => one.questionId === questionId);
    const state = there ? { type: there.type, value: there.value, agent: there.agent, score: there.score } : null;
    const isGone = state === null && origin !== undefined && wasBrought(origin.insertedAt, before);
    return isWanted("suggestion", state, isGone || state !== null, { type, value, agent, score });
  });
  const vectors = Object.fromEntries(
    Object.entries(record.vectors).filter(([name, vector]) =>
      isWanted("vector", found.vectors?.[name] ?? null, found.vectors?.[name] !== undefined, vector),
    ),
  );
  const adds = responses.length + suggestions.length + Object.keys(vectors).length > 0;
  return { seq: found.seq, adds, kept: [...new Set(kept)], responses, suggestions, vectors };
}

type Here = Awaited<ReturnType<typeof hereOf>>;

const recordsById = compiled((db, ids: readonly string[]) =>
  db.selectFrom("record").select(["id", "dataset_key", "seq"]).where("id", "in", ids),
);
const recordsByExternalId = compiled((db, key: number, ids: readonly string[]) =>
  db.selectFrom("record").select("external_id").where("dataset_key", "=", key).where("external_id", "in", ids),
);
const responseIds = compiled((db, ids: readonly string[]) =>
  db.selectFrom("response").select("id").where("id", "in", ids),
);
const suggestionIds = compiled((db, ids: readonly string[]) =>
  db.selectFrom("suggestion").select("id").where("id", "in", ids),
);
/** The responses that people have made, changed or deleted here. */
const touchedResponses = compiled((db, key: number, seqs: readonly number[]) =>
  db
    .selectFrom("activity")
    .innerJoin("user", "user.key", "activity.user_key")
    .select(["activity.seq", "user.id"])
    .where("dataset_key", "=", key)
    .where("seq", "in", seqs)
    .where("actor_key", "<>", operatorAsCaller.key),
);

/** What this store has of the records that are brought. */
async function hereOf({ db }: Context, dataset: DatasetRow, rules: LoadedRules, records: readonly BroughtRecord[]) {
  const rows = await recordsById(
    db,
    records.map(({ origin }) => origin.id),
  );
  const own = rows.filter((row) => row.dataset_key === dataset.key);
  const seqs = own.map(({ seq }) => seq);
  const read = seqs.length === 0 ? [] : await readRecords(db, wholeRecords(dataset), seqs);
  const sizes = new Map(await readStoredSizes(db, rules.keys, seqs));
  const seqOf = new Map(own.map(({ id, seq }) => [id, seq]));
  const found = new Map(read.map((record) => [record.id, { ...record, seq: seqOf.get(record.id) ?? 0 }]));
  const lines = db.selectFrom("deleted_records").select("key").where("dataset_key", "=", dataset.key);
  const keys = new Set((await lines.execute()).map(({ key }) => key));
  const deleted = new Set(rows.filter((row) => keys.has(row.dataset_key)).map(({ id }) => id));
  const external = records.flatMap(({ externalId }) => externalId ?? []);
  const taken = {
    ids: new Set(rows.filter((row) => row.dataset_key !== dataset.key).map(({ id }) => id)),
    external: new Set(
      external.length === 0 ? [] : (await recordsByExternalId(db, dataset.key, external)).map((row) => row.external_id),
    ),
    parts: new Set<string>(),
  };
  const partIds = records.flatMap(({ responses, suggestions }) =>
    [...responses, ...suggestions].map(({ origin }) => origin.id),
  );
  if (partIds.length > 0)
    for (const ids of [responseIds, suggestionIds]) for (const { id } of await ids(db, partIds)) taken.parts.add(id);
  const touched = new Set(
    seqs.length === 0 ? [] : (await touchedResponses(db, dataset.key, seqs)).map(({ seq, id }) => `${seq} ${id}`),
  );
  return {
    records: found as ReadonlyMap<string, Found>,
    sizesOf: (id: string) => sizes.get(seqOf.get(id) ?? -1),
    /** It was deleted here, and can be restored. */
    isDeleted: (id: string): boolean => deleted.has(id),
    isTouched: (seq: number, userId: string): boolean => touched.has(`${seq} ${userId}`),
    refusal: ({ origin, externalId }: BroughtRecord): string | null => {
      if (taken.ids.has(origin.id)) return "its id is that of another record here";
      if (externalId === null || !taken.external.has(externalId)) return null;
      return "its external id is that of another record here";
    },
    /** A record that comes twice in one call is refused the second time. */
    take: ({ origin, externalId }: BroughtRecord): void => {
      taken.ids.add(origin.id);
      if (externalId !== null) taken.external.add(externalId);
    },
    /** The origin of a response or a suggestion, with a new id if another one has it. */
    originOf: (origin: Origin, now: Micros): Origin => {
      const id = taken.parts.has(origin.id) ? newId() : origin.id;
      taken.parts.add(id);
      return { ...untilNow(origin, now), id };
    },
  };
}

export const bringCalls = { writes: { bringDataset, bringRecords } } as const;
