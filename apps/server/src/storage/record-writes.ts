import {
  type FieldValues,
  fieldText,
  type NewRecord,
  type RecordResponseInput,
  type SuggestionInput,
} from "@postil/domain/records/record";
import { previewOf } from "@postil/domain/records/record-preview";
import type { Micros } from "@postil/domain/time";
import { newIdIn } from "../new-id.ts";
import type { Change } from "./activity.ts";
import { changeLive } from "./blocks.ts";
import { compiled } from "./compiled.ts";
import { removeRecordRows, renewPreviews } from "./family.ts";
import {
  allTargets,
  FEEDBACK,
  type FilterTargets,
  keyOf,
  metadataValues,
  propertyTargets,
  type RecordKeys,
  recordTexts,
  type StatedMetadata,
  suggestionValues,
  targetsOfQuestion,
} from "./feedback-family.ts";
import { addFilterValues, removeFilterValues } from "./filter-values.ts";
import { takeRecordNumbers } from "./keys.ts";
import { inChunks } from "./parts.ts";
import type { RecordRow, SuggestionRow } from "./read-records.ts";
import { responsesTo, writeResponses } from "./response-writes.ts";
import { changeRows, putRows } from "./statements.ts";
import type { WriteContext } from "./store.ts";
import type { Db, Seqs } from "./tables.ts";
import { type RecordVectors, upsertVectors } from "./vectors.ts";

/** Writes records and their attachments with all derived data, in the caller's transaction. The input is already checked. */

export type Writing = {
  readonly keys: RecordKeys;
  /** The user who writes. */
  readonly actorKey: number;
};

const putRecords = putRows("record", {
  columns: ["dataset_key", "seq", "id", "external_id", "fields", "metadata", "inserted_at", "updated_at"],
});

/** Appends records. Returns their numbers. */
export async function insertRecords(
  context: WriteContext,
  writing: Writing,
  records: readonly NewRecord[],
): Promise<number[]> {
  if (records.length === 0) return [];
  const { db, now } = context;
  const { dataset: datasetKey, fields, targets } = writing.keys;
  const firstSeq = await takeRecordNumbers(db, { table: "dataset", key: datasetKey }, records.length);
  const rows = records.map((record, index) => recordRow(datasetKey, firstSeq + index, record, now()));
  await putRecords(db, rows);
  const seqs = rows.map(({ seq }) => seq);
  await changeLive(db, { table: "dataset", key: datasetKey }, seqs, true);
  await db.changes.note(datasetKey, "values", seqs); // their times changed too
  const numbered = records.map((record, index) => ({ ...record, seq: firstSeq + index }));
  const texts = numbered.map((record) => recordTexts(fields, record));
  await db.text.add(datasetKey, texts);
  const values = numbered.flatMap((record) => metadataValues(targets.properties, record.seq, record));
  await addFilterValues(db, datasetKey, values);
  await writeAttachments(context, writing, numbered, firstSeq);
  return seqs;
}

function recordRow(datasetKey: number, seq: number, record: NewRecord, at: number): RecordRow {
  return {
    dataset_key: datasetKey,
    seq,
    id: record.origin?.id ?? newIdIn(datasetKey),
    external_id: record.externalId,
    fields: JSON.stringify(record.fields),
    metadata: storedMetadata(record),
    inserted_at: record.origin?.insertedAt ?? at,
    updated_at: record.origin?.updatedAt ?? at,
  };
}

const storedMetadata = ({ metadata, metadataText }: StatedMetadata): string | null =>
  metadataText ?? (metadata === null ? null : JSON.stringify(metadata));

const RECORD = ["dataset_key", "seq"] as const;
const changeFields = changeRows("record", { key: RECORD, take: ["fields", "updated_at"] });
const changeMetadata = changeRows("record", { key: RECORD, take: ["metadata", "updated_at"] });
const changeTimes = changeRows("record", { key: RECORD, take: ["updated_at"] });

/** Replaces the fields of records and updates the records' times; searches and flags follow (API-62). */
export async function writeFields(
  { db, now }: WriteContext,
  { dataset: datasetKey, fields: names }: RecordKeys,
  written: readonly { readonly seq: number; readonly fields: FieldValues }[],
): Promise<void> {
  if (written.length === 0) return;
  await db.lock.dataset(datasetKey);
  const rows = written.map(({ seq, fields }) => ({ seq, fields: JSON.stringify(fields), updated_at: now() }));
  await changeFields(
    db,
    rows.map((row) => ({ dataset_key: datasetKey, ...row })),
  );
  const seqs = written.map(({ seq }) => seq);
  await db.changes.note(datasetKey, "values", seqs); // their times changed too
  await inChunks(seqs, (some) => db.text.clear(datasetKey, some));
  const texts = written.map((record) => recordTexts(names, record));
  await db.text.add(datasetKey, texts);
  await renewPreviews(db, datasetKey, written, ({ fields }) => previewOf(names.map((name) => fieldText(fields, name))));
}

type MetadataWrite = StatedMetadata & { readonly seq: number };

/**
 * Replaces the whole metadata of records and updates the records' times (contract api-v1 10.4). A record may occur several
 * times: the last one counts.
 */
export async function writeMetadata(
  { db, now }: WriteContext,
  { dataset: datasetKey, targets }: RecordKeys,
  written: readonly MetadataWrite[],
): Promise<void> {
  await db.lock.dataset(datasetKey);
  const last = new Map(written.map((one) => [one.seq, one]));
  const rows = [...last.values()].map((one) => {
    return { dataset_key: datasetKey, seq: one.seq, metadata: storedMetadata(one), updated_at: now() };
  });
  await changeMetadata(db, rows);
  const seqs = [...last.keys()];
  await db.changes.note(datasetKey, "values", seqs); // their times changed too
  const replaced = propertyTargets(targets.properties);
  await inChunks(seqs, (some) => removeFilterValues(db, datasetKey, replaced, some));
  const values = [...last.values()].flatMap((one) => metadataValues(targets.properties, one.seq, one));
  await addFilterValues(db, datasetKey, values);
}

/** Gives records the times that they have elsewhere. */
export async function writeTimes(
  { db }: WriteContext,
  { dataset: datasetKey }: RecordKeys,
  written: readonly { readonly seq: number; readonly updatedAt: Micros }[],
): Promise<void> {
  await changeTimes(
    db,
    written.map(({ seq, updatedAt: updated_at }) => ({ dataset_key: datasetKey, seq, updated_at })),
  );
  await db.changes.note(
    datasetKey,
    "values",
    written.map(({ seq }) => seq),
  );
}

/** Attachments for a record: suggestions per question, responses per user, vectors per name. All others stay. */
type Attached = RecordSuggestions & RecordVectors & { readonly responses: readonly RecordResponseInput[] };

/** A record may occur several times: the last one counts. Records from `newFrom` on are new, so they have no responses. */
export async function writeAttachments(
  context: WriteContext,
  { keys, actorKey }: Writing,
  records: readonly Attached[],
  newFrom = Number.POSITIVE_INFINITY,
): Promise<void> {
  await upsertSuggestions(context, keys, records, newFrom);
  await upsertVectors(context, keys.dataset, records, (name) => keyOf(keys.vectors, name));
  const answers = new Map<number, RecordResponseInput[]>();
  for (const { seq, responses } of records) {
    if (responses.length > 0) answers.set(seq, [...(answers.get(seq) ?? []), ...responses]);
  }
  const standing = await responsesTo(
    context.db,
    keys.dataset,
    [...answers.keys()].filter((seq) => seq < newFrom),
  );
  const writes = [...answers].map(([seq, responses]) => ({
    seq,
    standing: standing.get(seq) ?? [],
    writes: responses.map(({ userId, ...after }) => ({ userKey: keyOf(keys.users, userId), after })),
  }));
  await writeResponses(context, { datasetKey: keys.dataset, actorKey, shownMs: null }, writes);
}

/** Removes records with all their attachments (contract api-v1 10.3). */
export async function removeRecords(
  context: WriteContext,
  { datasetKey, datasetId, actorKey }: Pick<Change, "datasetKey" | "actorKey"> & { readonly datasetId: string },
  seqs: Seqs,
): Promise<void> {
  if (seqs.length === 0) return;
  const { db } = context;
  await db.lock.dataset(datasetKey);
  const standing = await responsesTo(db, datasetKey, seqs);
  const writes = [...standing].map(([seq, rows]) => ({
    seq,
    standing: rows,
    writes: rows.map((row) => ({ userKey: row.user_key, after: null })),
  }));
  await writeResponses(context, { datasetKey, actorKey, shownMs: null }, writes);
  await db.deleteFrom("suggestion").where("dataset_key", "=", datasetKey).where("seq", "in", seqs).execute();
  await removeRecordRows(db, FEEDBACK, { key: datasetKey, id: datasetId }, seqs);
  await db.changes.note(datasetKey, "values", seqs); // their times are gone too
}

type RecordSuggestions = { readonly seq: number; readonly suggestions: readonly SuggestionInput[] };

const TOLD = ["type", "value", "agent", "score"] as const;
const putSuggestions = putRows("suggestion", {
  columns: ["dataset_key", "seq", "question_key", "id", ...TOLD, "inserted_at", "updated_at"],
  over: { key: ["dataset_key", "seq", "question_key"], take: [...TOLD, "updated_at"] },
});

/**
 * Writes suggestions of records, one per question: the last one for a question counts. An existing suggestion keeps its id
 * and creation time. Records from `newFrom` on are new, so they have no suggestions.
 */
export async function upsertSuggestions(
  { db, now }: WriteContext,
  keys: RecordKeys,
  records: readonly RecordSuggestions[],
  newFrom = Number.POSITIVE_INFINITY,
): Promise<void> {
  await db.lock.dataset(keys.dataset);
  const rows = new Map<string, SuggestionRow>();
  const laid = new Map<string, Laid>();
  for (const { seq, suggestions } of records) {
    for (const suggestion of suggestions) {
      const row = rowOf(keys, seq, suggestion, now());
      const id = `${seq} ${row.question_key}`;
      rows.set(id, row);
      laid.set(id, { ...suggestion, seq, questionKey: row.question_key });
    }
  }
  await putSuggestions(db, [...rows.values()]);
  await replaceValues(db, keys, [...laid.values()], newFrom);
}

type Laid = SuggestionInput & { readonly seq: number; readonly questionKey: number };

async function replaceValues(
  db: Db,
  { dataset, targets }: RecordKeys,
  laid: readonly Laid[],
  newFrom: number,
): Promise<void> {
  const older = laid.filter(({ seq }) => seq < newFrom);
  for (const questionKey of new Set(older.map((one) => one.questionKey))) {
    const seqs = older.flatMap((one) => (one.questionKey === questionKey ? one.seq : []));
    await removeFilterValues(db, dataset, targetsOfQuestion(questionKey), seqs);
  }
  const values = laid.flatMap((one) => suggestionValues(targets.answers, one));
  await addFilterValues(db, dataset, values);
}

function rowOf(
  keys: RecordKeys,
  seq: number,
  { questionId, type, value, agent, score, origin }: SuggestionInput,
  at: number,
): SuggestionRow {
  return {
    dataset_key: keys.dataset,
    seq,
    question_key: keyOf(keys.questions, questionId),
    id: origin?.id ?? newIdIn(keys.dataset),
    type,
    value: JSON.stringify(value),
    agent,
    score: score === null ? null : JSON.stringify(score),
    inserted_at: origin?.insertedAt ?? at,
    updated_at: origin?.updatedAt ?? at,
  };
}

export async function clearSuggestions(
  db: Db,
  datasetKey: number,
  { answers }: Pick<FilterTargets, "answers">,
  seqs: Seqs,
): Promise<void> {
  await removeFilterValues(db, datasetKey, allTargets({ properties: [], answers }), seqs);
  await db.deleteFrom("suggestion").where("dataset_key", "=", datasetKey).where("seq", "in", seqs).execute();
}

export async function removeSuggestions(
  db: Db,
  { dataset_key, seq }: Pick<SuggestionRow, "dataset_key" | "seq">,
  questionKeys: readonly number[],
): Promise<void> {
  if (questionKeys.length === 0) return;
  await removeFilterValues(db, dataset_key, questionKeys.flatMap(targetsOfQuestion), [seq]);
  await rowsOfQuestions(db, dataset_key, seq, questionKeys);
}

const rowsOfQuestions = compiled((db, datasetKey: number, seq: number, questionKeys: readonly number[]) =>
  db
    .deleteFrom("suggestion")
    .where("dataset_key", "=", datasetKey)
    .where("seq", "=", seq)
    .where("question_key", "in", questionKeys),
);
