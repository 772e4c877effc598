import {
  type ContentChange,
  contentChanges,
  type Existing,
  isEmpty,
  type MergeOutcome,
  newContent,
  type PartKind,
  type RecordContent,
} from "@postil/domain/records/merge-record";
import { wholeMetadataFault } from "@postil/domain/records/metadata-rules";
import type { FieldValues, MetadataValues, NewRecord } from "@postil/domain/records/record";
import { type RecordFault, recordFault } from "@postil/domain/records/record-rules";
import { Refusal } from "@postil/domain/refusal";
import { parseKeepingForm, parseWithForm, parseWithNames } from "@postil/domain/text/json-text";
import { noteAudit } from "../../storage/audit.ts";
import {
  datasetFromRow,
  loadFields,
  metadataPropertyFromRow,
  readColumns,
  rememberColumns,
  vectorSettingsFromRow,
} from "../../storage/dataset-rows.ts";
import { inChunks, partsBySize } from "../../storage/parts.ts";
import { type RecordRow, readRecords } from "../../storage/read-records.ts";
import { PAGE_BYTES, readStoredSizes, sizesOfParts } from "../../storage/record-sizes.ts";
import {
  insertRecords,
  type Writing,
  writeAttachments,
  writeFields,
  writeMetadata,
} from "../../storage/record-writes.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import type { Db, Seqs } from "../../storage/tables.ts";
import { requireCaller } from "../refuse.ts";
import { rowsWith } from "./add-records.ts";
import { namesOfDataset } from "./datasets.ts";
import { wholeRecords } from "./find-records.ts";
import {
  type DatasetRow,
  type LoadedRules,
  loadDatasetForManager,
  loadQuestions,
  loadRecordRules,
  type OfDataset,
} from "./load.ts";
import { tellRecords } from "./tell.ts";

/** Records of a file for a dataset that is there (IMP-30): what each becomes is decided here, for a dry run and for writing. */

type RememberedColumns = readonly {
  readonly column: string;
  readonly part: {
    readonly kind: PartKind;
    readonly name?: string | null | undefined;
    readonly dates?: "day" | "month" | null | undefined;
  };
}[];

type MergeRecords = {
  readonly datasetId: string;
  readonly records: readonly NewRecord[];
  readonly existing: Existing;
  /** So many updated records are told with their changes. */
  readonly samples: number;
};

export type Merged = {
  readonly outcome: MergeOutcome;
  readonly fault: RecordFault | null;
  readonly changesText: boolean;
  readonly answers: number;
  readonly changes: readonly ContentChange[] | null;
};

/** What a record becomes, and what has to be written for it. */
type Verdict = {
  readonly outcome: MergeOutcome;
  readonly fault: RecordFault | null;
  readonly record: NewRecord;
  readonly update: Update | null;
};
type Update = {
  readonly row: RecordRow;
  readonly stored: RecordContent;
  readonly changed: RecordContent;
  readonly fields: FieldValues;
  readonly metadata: { readonly metadata: MetadataValues; readonly metadataText?: string } | null;
};

/** What the records would become; nothing is written. */
async function tryMergeRecords(context: Context, input: MergeRecords): Promise<Merged[]> {
  const { dataset, verdicts } = await judgeAll(context, input);
  const changing = verdicts.flatMap(({ update }) => update?.row.seq ?? []);
  return told(verdicts, input.samples, await countAnswers(context.db, dataset.key, changing));
}

/** Writes what is new and what changes, and says what became of each record. */
async function mergeRecords(
  context: Context,
  input: MergeRecords & { readonly columns: RememberedColumns | null },
): Promise<Merged[]> {
  const { key: actorKey } = requireCaller(context);
  const { dataset, rules, verdicts } = await judgeAll(context, input);
  const writing: Writing = { keys: rules.keys, actorKey };
  const added = verdicts.flatMap(({ outcome, record }) => (outcome === "new" ? [record] : []));
  const created = await insertRecords(context, writing, added);
  const updates = verdicts.flatMap(({ outcome, update }) => (outcome === "updated" && update ? [update] : []));
  const texts = updates.filter(({ changed }) => Object.keys(changed.fields).length > 0);
  await writeFields(
    context,
    rules.keys,
    texts.map(({ row, fields }) => ({ seq: row.seq, fields })),
  );
  const metadata = updates.flatMap(({ row: { seq }, metadata }) => (metadata ? { ...metadata, seq } : []));
  await writeMetadata(context, rules.keys, metadata);
  const attached = updates.map(({ row, changed }) => ({ ...changed, seq: row.seq, responses: [] }));
  await writeAttachments(context, writing, attached);
  await tellRecords(context, dataset, { created, updated: attached.map(({ seq }) => seq) });
  if (input.columns) await rememberColumns(context.db, dataset.key, input.columns);
  if (added.length + updates.length > 0)
    await noteAudit(context, { kind: "records_added", told: await namesOfDataset(context, dataset.key) });
  return told(verdicts, input.samples, new Map());
}

const told = (verdicts: readonly Verdict[], samples: number, answers: ReadonlyMap<number, number>): Merged[] => {
  let left = samples;
  return verdicts.map(({ outcome, fault, update }) => {
    const isShown = outcome === "updated" && update !== null && left-- > 0;
    return {
      outcome,
      fault,
      changesText: update !== null && Object.keys(update.changed.fields).length > 0,
      answers: (update && answers.get(update.row.seq)) ?? 0,
      changes: isShown ? contentChanges(update.stored, update.changed) : null,
    };
  });
};

async function judgeAll(context: Context, { datasetId, records, existing }: MergeRecords) {
  const { db } = context;
  const dataset = await loadDatasetForManager(context, datasetId);
  if (dataset.status !== "ready")
    throw new Refusal("unprocessable", "Records cannot be added to a dataset that is not published");
  const rules = await loadRecordRules(db, dataset, []);
  const rows = new Map<string, RecordRow>();
  const ids = records.flatMap(({ externalId }) => externalId ?? []);
  for (const row of await rowsWith(db, dataset.key, "external_id", ids)) rows.set(row.external_id ?? "", row);
  const found = records.map((record) => ({ record, row: rows.get(record.externalId ?? "\0none") ?? null }));
  const verdicts: Verdict[] = [];
  for await (const part of inParts(db, dataset, found)) {
    const seqs = part.flatMap(({ row }) => row?.seq ?? []);
    const stored = await storedContents(db, dataset, part);
    const sizes = new Map(await readStoredSizes(db, rules.keys, seqs));
    for (const { record, row } of part) {
      if (row === null) verdicts.push(verdictOnNew(rules, record));
      else {
        const content = stored.get(row.seq);
        if (!content) throw new Error(`The record ${row.id} is gone in the middle of a call.`);
        verdicts.push(verdictOnUpdate(rules, { record, row, existing, stored: content, there: sizes.get(row.seq) }));
      }
    }
  }
  return { dataset, rules, verdicts };
}

type Found = { readonly record: NewRecord; readonly row: RecordRow | null };

/** A few records may have so much that they are not compared together. */
async function* inParts(db: Db, { key }: DatasetRow, found: readonly Found[]): AsyncGenerator<Found[]> {
  const seqs = found.flatMap(({ row }) => row?.seq ?? []);
  if (seqs.length === 0) return void (yield [...found]);
  const sizes = await sizesOfParts(db, key, seqs, { fields: true, responses: false, suggestions: true });
  yield* partsBySize(found, ({ row }) => (row && sizes.get(row.seq)) ?? 0, PAGE_BYTES / 4);
}

/** Of suggestions and vectors only those that the file names. */
async function storedContents(
  db: Db,
  dataset: DatasetRow,
  found: readonly Found[],
): Promise<ReadonlyMap<number, RecordContent>> {
  const rows = found.flatMap(({ row }) => row ?? []);
  const vectors = [...new Set(found.flatMap(({ record }) => Object.keys(record.vectors)))];
  const include = {
    responses: false,
    suggestions: found.some(({ record }) => record.suggestions.length > 0),
    vectors: vectors.length > 0 ? vectors : ("none" as const),
  };
  const seqs = rows.map(({ seq }) => seq);
  const records = await readRecords(db, { ...wholeRecords(dataset), include }, seqs);
  return new Map(
    records.map(({ id, suggestions, vectors: there }, at) => {
      const row = rows[at];
      if (row?.id !== id) throw new Error(`The record ${id} stands at another place.`);
      return [
        row.seq,
        {
          fields: JSON.parse(row.fields),
          metadata: row.metadata === null ? {} : (parseWithForm(row.metadata) as MetadataValues), // as it was stored
          suggestions: suggestions ?? [],
          vectors: there ?? {},
        },
      ];
    }),
  );
}

/** Null says nothing: a new record does not get it either. */
const said = ({ fields, metadata, metadataText, suggestions, vectors }: NewRecord): RecordContent => ({
  fields,
  metadata: metadataText === undefined ? (metadata ?? {}) : (parseKeepingForm(metadataText) as MetadataValues), // an object
  suggestions,
  vectors,
});

function verdictOnNew(rules: LoadedRules, record: NewRecord): Verdict {
  const fault = recordFault(rules, { ...record, isNew: true });
  return { outcome: fault ? "refused" : "new", fault, record, update: null };
}

type Compared = Found & {
  readonly row: RecordRow;
  readonly existing: Existing;
  readonly stored: RecordContent;
  readonly there: NonNullable<Parameters<typeof recordFault>[1]["there"]> | undefined;
};

function verdictOnUpdate(rules: LoadedRules, { record, row, existing, stored, there }: Compared): Verdict {
  const changed = newContent(stored, said(record));
  if (isEmpty(changed)) return { outcome: "unchanged", fault: null, record, update: null };
  if (existing === "leave") return { outcome: "left", fault: null, record, update: null };
  const fields = { ...stored.fields, ...changed.fields };
  const metadata = Object.keys(changed.metadata).length > 0 ? laidOver(stored.metadata, changed.metadata) : null;
  const fault =
    (metadata && tooMuch(metadata)) ??
    recordFault(rules, {
      ...{ isNew: false, fields, changesFields: Object.keys(changed.fields).length > 0 },
      ...{ metadata: inNumbers(changed.metadata), suggestions: changed.suggestions, vectors: changed.vectors },
      ...(there ? { there } : {}),
    });
  if (fault) return { outcome: "refused", fault, record, update: null };
  return { outcome: "updated", fault: null, record, update: { row, stored, changed, fields, metadata } };
}

const inNumbers = (metadata: MetadataValues) => parseWithNames(JSON.stringify(metadata)) as MetadataValues; // an object again

/** Numbers keep the form in which they are written. */
function laidOver(stored: MetadataValues, changed: MetadataValues) {
  const text = JSON.stringify({ ...stored, ...changed });
  const metadata = parseWithNames(text) as MetadataValues; // an object again
  return { metadata, metadataText: text };
}

function tooMuch({ metadata, metadataText }: ReturnType<typeof laidOver>): RecordFault | null {
  const detail = wholeMetadataFault(metadata, metadataText);
  return detail === null ? null : { part: "whole", detail };
}

/** Responses by record number. */
async function countAnswers(db: Db, datasetKey: number, seqs: Seqs) {
  const counts = new Map<number, number>();
  await inChunks(seqs, async (some) => {
    const rows = await rowsOf(db, "response", { dataset_key: datasetKey })
      .select(["seq", ({ fn }) => fn.countAll<number>().as("count")])
      .where("seq", "in", some)
      .groupBy("seq")
      .execute();
    for (const { seq, count } of rows) counts.set(seq, count);
  });
  return counts;
}

/** The parts of a dataset that a file can fill, and the columns that filled them last. */
export type AddTarget = Awaited<ReturnType<typeof getAddTarget>>;
async function getAddTarget(context: Context, { datasetId }: OfDataset) {
  const { db } = context;
  const row = await loadDatasetForManager(context, datasetId);
  const properties = await rowsOf(db, "metadata_property", { dataset_id: datasetId })
    .selectAll()
    .orderBy("key")
    .execute();
  const vectors = await rowsOf(db, "vector_settings", { dataset_id: datasetId }).selectAll().orderBy("key").execute();
  return {
    dataset: datasetFromRow(row),
    fields: await loadFields(db, datasetId),
    questions: await loadQuestions(db, datasetId),
    metadata: properties.map(metadataPropertyFromRow),
    vectors: vectors.map(vectorSettingsFromRow),
    columns: await readColumns<RememberedColumns>(db, row.key),
  };
}

export const mergeRecordCalls = {
  reads: { tryMergeRecords, getAddTarget },
  writes: { mergeRecords },
} as const;
