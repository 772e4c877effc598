import type { Question } from "@postil/domain/datasets/question";
import type { RecordResponseInput } from "@postil/domain/records/record";
import type { RecordRules } from "@postil/domain/records/record-rules";
import { Refusal } from "@postil/domain/refusal";
import type { Selectable } from "kysely";
import { datasetNamedBy } from "../../new-id.ts";
import { compiled } from "../../storage/compiled.ts";
import { type Active, loadFields, metadataPropertyFromRow, questionFromRow } from "../../storage/dataset-rows.ts";
import { filterTargets, type RecordKeys } from "../../storage/feedback-family.ts";
import { inChunks } from "../../storage/parts.ts";
import type { RecordRow } from "../../storage/read-records.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Context, HasDb } from "../../storage/store.ts";
import type { DatasetTable, Db } from "../../storage/tables.ts";
import { refuseUnfinished, requireCaller, requireManager, requireMember } from "../refuse.ts";

export type DatasetRow = Selectable<DatasetTable> & Active;
export type OfDataset = { readonly datasetId: string };
export type OfRecord = { readonly recordId: string };

const noDataset = (datasetId: string): Refusal =>
  new Refusal("not_found", `Dataset with id \`${datasetId}\` not found`);

const datasetById = compiled((db, id: string) =>
  db
    .selectFrom("dataset")
    .leftJoin("dataset_activity as active", "active.dataset_key", "dataset.key")
    .selectAll("dataset")
    .select("active.at as active_at")
    .where("id", "=", id),
);

/** The row of a dataset, with the integer key that its records use. Refuses an unknown id; checks no permission. */
export async function loadDataset({ db }: HasDb, datasetId: string): Promise<DatasetRow> {
  const [row] = await datasetById(db, datasetId);
  if (!row) throw noDataset(datasetId);
  return row;
}

/** 404 before 403. */
const datasetFor = (requireRight: typeof requireMember) => async (context: Context, datasetId: string) => {
  requireCaller(context);
  const row = await loadDataset(context, datasetId);
  refuseUnfinished(context, row, () => noDataset(datasetId));
  requireRight(context, row.workspace_id);
  return row;
};

/** A dataset the caller may read (ROL-09). */
export const loadDatasetForMember = datasetFor(requireMember);

/** A dataset the caller may change (ROL-10). */
export const loadDatasetForManager = datasetFor(requireManager);

/** A record with the columns of its dataset that decide about access. */
export type LoadedRecord = RecordRow & {
  readonly dataset_id: string;
  readonly workspace_id: string;
  readonly allow_extra_metadata: 0 | 1;
  readonly import_id: string | null;
};

export const noRecord = (recordId: string): Refusal =>
  new Refusal("not_found", `Record with id \`${recordId}\` not found`);

export const recordsWithDataset = (db: Db) =>
  db
    .selectFrom("record")
    .innerJoin("dataset", "dataset.key", "record.dataset_key")
    .selectAll("record")
    .select(["dataset.id as dataset_id", "dataset.workspace_id", "dataset.allow_extra_metadata", "dataset.import_id"]);
const recordsById = (db: Db, id: string) => recordsWithDataset(db).where("record.id", "=", id);
const recordById = compiled(recordsById);
const recordIn = compiled((db, id: string, datasetKey: number) =>
  recordsById(db, id).where("record.dataset_key", "=", datasetKey),
);

/** The row of a record, or null. Checks no permission. */
async function findRecord({ db }: HasDb, recordId: string): Promise<LoadedRecord | null> {
  const [row] = await recordIn(db, recordId, datasetNamedBy(recordId));
  return row ?? (await recordById(db, recordId))[0] ?? null;
}

type OfWorkspace = Pick<LoadedRecord, "workspace_id" | "import_id">;

/** 404 before 403. `row`: the record with this id, if there is one. */
export function requireRecord<Row extends OfWorkspace>(
  context: Context,
  recordId: string,
  row: Row | null,
  requireRight = requireMember,
): Row {
  requireCaller(context);
  if (!row) throw noRecord(recordId);
  refuseUnfinished(context, row, () => noRecord(recordId));
  requireRight(context, row.workspace_id);
  return row;
}

const recordFor = (requireRight: typeof requireMember) => async (context: Context, recordId: string) => {
  requireCaller(context);
  return requireRecord(context, recordId, await findRecord(context, recordId), requireRight);
};

/** A record the caller may read and annotate (ROL-09, ROL-11). */
export const loadRecordForMember = recordFor(requireMember);

/** A record the caller may change (ROL-10). */
export const loadRecordForManager = recordFor(requireManager);

/** A question with the integer key that its answers use. */
export type KeyedQuestion = Question & { readonly key: number };

type QuestionCache = Map<string, readonly KeyedQuestion[]>;
/** By dataset. */
const QUESTIONS = { make: (): QuestionCache => new Map() };
const DATASETS_KEPT = 200;

const versions = compiled((db, datasetId: string) =>
  db.selectFrom("question").select(["key", "updated_at"]).where("dataset_id", "=", datasetId).orderBy("key"),
);

/**
 * The questions of a dataset in the order of their creation. Settings with 10,000 options take a megabyte, so they are read
 * again only after a change.
 */
export async function loadQuestions(db: Db, datasetId: string): Promise<readonly KeyedQuestion[]> {
  const cache = db.copies.of(QUESTIONS);
  const current = await versions(db, datasetId);
  const known = cache.get(datasetId) ?? [];
  if (isCurrent(known, current)) return known;
  const rows = await db.selectFrom("question").selectAll().where("dataset_id", "=", datasetId).orderBy("key").execute();
  const questions = rows.map((row) => ({ key: row.key, ...questionFromRow(row) }));
  if (cache.size >= DATASETS_KEPT) cache.clear();
  cache.set(datasetId, questions);
  return questions;
}

/**
 * True if the cache matches the database, by the time of each row's last change. No two changes of a
 * row have the same time: the clock of a store goes on with each.
 */
function isCurrent(
  known: readonly KeyedQuestion[],
  stored: readonly { readonly key: number; readonly updated_at: number }[],
): boolean {
  if (known.length !== stored.length) return false;
  return stored.every(({ key, updated_at }, at) => known[at]?.key === key && known[at].updatedAt === updated_at);
}

/** The rules for records, and the integer keys of the parts that they name. */
export type LoadedRules = RecordRules & { readonly keys: RecordKeys };

/** Everything that is needed to write records of a dataset: read once for a whole batch. */
export async function loadRecordRules(
  db: Db,
  dataset: { readonly id: string; readonly key: number; readonly allow_extra_metadata: 0 | 1 },
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

async function loadUserKeys(db: Db, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  const keys = new Map<string, number>();
  await inChunks([...ids], async (chunk) => {
    const rows = await rowsOf(db, "user", { deleted_at: null })
      .select(["id", "key"])
      .where("id", "in", chunk)
      .execute();
    for (const { id, key } of rows) keys.set(id, key);
  });
  return keys;
}
