import type { Dataset, DatasetMetadata, TaskDataset } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty, VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import { parseWithNames } from "@postil/domain/text/json-text";
import type { Selectable } from "kysely";
import { compiled, compiledWrite } from "./compiled.ts";
import type { SearchedDataset } from "./family.ts";
import { rowsOf } from "./statements.ts";
import type {
  DatasetTable,
  Db,
  FieldTable,
  MetadataPropertyTable,
  QuestionTable,
  TaskDatasetTable,
  VectorSettingsTable,
} from "./tables.ts";

/** Rows of datasets and of their parts as entities. */

/** Null if nobody worked in the dataset since it changed itself: see `dataset_activity`. */
export type Active = { readonly active_at: number | null };

/** Notes that people worked in a dataset of either family. */
export const noteWork = compiledWrite((db, dataset_key: number, at: number) =>
  db
    .insertInto("dataset_activity")
    .values({ dataset_key, at })
    .onConflict((conflict) => conflict.column("dataset_key").doUpdateSet(({ ref }) => ({ at: ref("excluded.at") }))),
);

const lastOf = (own: number, { active_at }: Active): number => Math.max(own, active_at ?? 0);

export const times = (row: { readonly inserted_at: number; readonly updated_at: number }) => ({
  insertedAt: row.inserted_at,
  updatedAt: row.updated_at,
});

const metadataOf = (text: string | null) =>
  text === null ? null : (parseWithNames(text) as DatasetMetadata["metadata"]); // as it was stored

export const datasetFromRow = (row: Selectable<DatasetTable> & Active): Dataset & DatasetMetadata => ({
  id: row.id,
  name: row.name,
  guidelines: row.guidelines,
  allowExtraMetadata: row.allow_extra_metadata === 1,
  metadata: metadataOf(row.metadata),
  // While an import fills the dataset, everybody sees it as a draft.
  status: row.import_id === null ? row.status : "draft",
  workspaceId: row.workspace_id,
  lastActivityAt: lastOf(row.last_activity_at, row),
  insertedAt: row.inserted_at,
  updatedAt: lastOf(row.updated_at, row),
});

/** A row with the name of its workspace, and without the large columns that only a few readers need. */
export type TaskDatasetRow = Omit<Selectable<TaskDatasetTable>, "tags" | "metadata"> &
  Active & { readonly workspace: string };

export const TASK_DATASET_COLUMNS = [
  ...([
    "task_dataset.key",
    "task_dataset.workspace_id",
    "task_dataset.name",
    "task",
    "created_by",
    "created_at",
  ] as const),
  ...([
    "task_dataset.last_updated_at",
    "next_seq",
    "record_count",
    "closed",
    "import_id",
    "workspace.name as workspace",
    "active.at as active_at",
  ] as const),
] as const;

/** The id of a task dataset on the wire, where datasets of both families appear. */
export const taskDatasetId = ({ workspace, name }: Pick<TaskDatasetRow, "workspace" | "name">): string =>
  `${workspace}.${name}`;

export const taskDatasetFromRow = (
  row: TaskDatasetRow,
  { tags, metadata }: Pick<TaskDataset, "tags" | "metadata">,
): TaskDataset => ({
  id: taskDatasetId(row),
  name: row.name,
  task: row.task,
  workspaceName: row.workspace,
  tags,
  metadata,
  createdAt: row.created_at,
  createdBy: row.created_by,
  lastUpdatedAt: lastOf(row.last_updated_at, row),
});

/** The deleted datasets of a family: what is derived from their records is kept right too. */
export async function deletedAsSearched(db: Db, family: "dataset" | "task_dataset"): Promise<SearchedDataset[]> {
  const rows = await rowsOf(db, "deleted_dataset", { family })
    .select(["key", "dataset_id", "name", "workspace", "size", "records", "is_indexed"])
    .execute();
  return rows.map(({ key, dataset_id, size: next_seq, records: record_count, is_indexed, ...names }) => {
    return { key, id: dataset_id ?? taskDatasetId(names), next_seq, record_count, isIndexed: is_indexed === 1 };
  });
}

const partFromRow = (row: Selectable<FieldTable>) => ({
  id: row.id,
  name: row.name,
  title: row.title,
  description: row.description,
  required: row.required === 1,
  settings: JSON.parse(row.settings),
  datasetId: row.dataset_id,
  ...times(row),
});

export const fieldFromRow = (row: Selectable<FieldTable>): Field => partFromRow(row);

export const questionFromRow = (row: Selectable<QuestionTable>): Question => partFromRow(row);

export const metadataPropertyFromRow = (row: Selectable<MetadataPropertyTable>): MetadataProperty => ({
  id: row.id,
  name: row.name,
  title: row.title,
  settings: JSON.parse(row.settings),
  visibleForAnnotators: row.visible_for_annotators === 1,
  datasetId: row.dataset_id,
  ...times(row),
});

export const vectorSettingsFromRow = (row: Selectable<VectorSettingsTable>): VectorSettings => ({
  id: row.id,
  name: row.name,
  title: row.title,
  dimensions: row.dimensions,
  datasetId: row.dataset_id,
  ...times(row),
});

const inOrder = compiled((db, datasetId: string) =>
  db.selectFrom("field").selectAll().where("dataset_id", "=", datasetId).orderBy("inserted_at"),
);

/** The fields of a dataset in the order of their creation. People and the columns of the text table have this order. */
export async function loadFields(db: Db, datasetId: string): Promise<Field[]> {
  return (await inOrder(db, datasetId)).map(fieldFromRow);
}

/** The field names. The index of a name is its column in the text table. */
export async function loadFieldNames(db: Db, datasetId: string): Promise<string[]> {
  return (await inOrder(db, datasetId)).map(({ name }) => name);
}

/** What the columns of the file that was added last became, with the dataset of either family. */

export async function rememberColumns(db: Db, datasetKey: number, columns: readonly object[]): Promise<void> {
  const row = { dataset_key: datasetKey, columns: JSON.stringify(columns) };
  await db
    .insertInto("file_columns")
    .values(row)
    .onConflict((there) => there.column("dataset_key").doUpdateSet({ columns: row.columns }))
    .execute();
}

/** In the form in which the family of the dataset remembers them. */
export async function readColumns<C extends readonly object[]>(db: Db, datasetKey: number): Promise<C> {
  const row = await rowsOf(db, "file_columns", { dataset_key: datasetKey }).select("columns").executeTakeFirst();
  return JSON.parse(row?.columns ?? "[]") as C; // as it was stored
}
