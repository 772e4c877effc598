import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { type LabelingRule, RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import type { TaskSettings } from "@postil/domain/tasks/labels";
import { parseWithNames } from "@postil/domain/text/json-text";
import type { Selectable } from "kysely";
import { compiled } from "./compiled.ts";
import { partsBySize } from "./parts.ts";
import { sizesOfRules, sizesOfTexts, textsWithinBounds } from "./sizes.ts";
import { deleteRows, insertRows, rowsOf, updateRows } from "./statements.ts";
import type { Db, LabelingRuleTable } from "./tables.ts";

const settingsOf = compiled((db, datasetKey: number) =>
  db.selectFrom("task_settings").select(["label_schema", "vectors"]).where("dataset_key", "=", datasetKey),
);

export async function readTaskSettings(db: Db, datasetKey: number): Promise<TaskSettings | null> {
  const [row] = await settingsOf(db, datasetKey);
  if (!row) return null;
  return {
    ...(row.label_schema === null ? {} : { labelSchema: JSON.parse(row.label_schema) }),
    ...(row.vectors === null ? {} : { vectors: parseWithNames(row.vectors) as NonNullable<TaskSettings["vectors"]> }),
  };
}

export async function writeTaskSettings(
  db: Db,
  datasetKey: number,
  { labelSchema, vectors }: TaskSettings,
): Promise<void> {
  const columns = {
    label_schema: labelSchema ? JSON.stringify(labelSchema) : null,
    vectors: vectors ? JSON.stringify(vectors) : null,
  };
  await db
    .insertInto("task_settings")
    .values({ dataset_key: datasetKey, ...columns })
    .onConflict((conflict) => conflict.column("dataset_key").doUpdateSet(columns))
    .execute();
}

/** Returns the number of removed rows: 0 or 1. */
export const removeTaskSettings = (db: Db, datasetKey: number): Promise<number> =>
  deleteRows(db, "task_settings", { dataset_key: datasetKey });

/** Tags and metadata of a task dataset. A text beyond its limit, from an earlier version, is null and is not read. */
type DatasetTexts = { readonly [P in "tags" | "metadata"]: TaskDataset[P] | null };

const NONE: DatasetTexts = { tags: {}, metadata: {} };

export async function readDatasetTexts(db: Db, key: number): Promise<DatasetTexts> {
  return (await textsOf(db, [key])).get(key) ?? NONE;
}

/** The texts of many datasets, up to the limit for a list: the smallest first. The others get empty texts. */
export async function listDatasetTexts(
  db: Db,
  keys: readonly number[],
): Promise<(key: number) => Pick<TaskDataset, "tags" | "metadata">> {
  if (keys.length === 0) return () => ({ tags: {}, metadata: {} });
  const sizes = (await sizesOfTexts(db, keys))
    .map((row) => ({ key: row.key, bytes: row.tags_bytes + row.metadata_bytes }))
    .sort((one, other) => one.bytes - other.bytes);
  const [shown = []] = partsBySize(sizes, ({ bytes }) => bytes, MOST_LISTED);
  const shownKeys = shown.map(({ key }) => key);
  const texts = await textsOf(db, shownKeys);
  return (key) => shownTexts(texts.get(key) ?? NONE);
}

/** Maximum total size of tags and metadata in a list, in bytes. */
const MOST_LISTED = 16 * 2 ** 20;

/** A text that exceeds its limit is shown as empty. */
export const shownTexts = ({ tags, metadata }: DatasetTexts): Pick<TaskDataset, "tags" | "metadata"> => ({
  tags: tags ?? {},
  metadata: metadata ?? {},
});

async function textsOf(db: Db, keys: readonly number[]): Promise<ReadonlyMap<number, DatasetTexts>> {
  const rows = await textsWithinBounds(db, keys);
  return new Map(
    rows.map(({ key, tags, metadata }) => [
      key,
      {
        tags: tags === null ? null : (parseWithNames(tags) as TaskDataset["tags"]), // as it was stored
        metadata: metadata === null ? null : (parseWithNames(metadata) as TaskDataset["metadata"]), // as it was stored
      },
    ]),
  );
}

const ruleFromRow = (row: Selectable<LabelingRuleTable>): LabelingRule => ({
  query: row.query,
  labels: JSON.parse(row.labels),
  label: row.label,
  description: row.description,
  author: row.author,
  createdAt: row.created_at,
});

/** The rules of a dataset, oldest first. If an earlier version accepted more than the limit, the smallest that fit. */
export async function readLabelingRules(db: Db, datasetKey: number): Promise<LabelingRule[]> {
  const sizes = (await sizesOfRules(db, datasetKey)).sort((one, other) => one.bytes - other.bytes);
  const [fitting = []] = partsBySize(sizes, ({ bytes }) => bytes, RULES_BOUND.bytes);
  const rules = db.selectFrom("labeling_rule").selectAll().where("dataset_key", "=", datasetKey);
  const keys = fitting.map(({ key }) => key);
  return (await rules.where("key", "in", keys).orderBy("key").execute()).map(ruleFromRow);
}

/** Number of rules of a dataset, and the total size of their texts in bytes. */
export async function sizeOfRules(db: Db, datasetKey: number) {
  const sizes = await sizesOfRules(db, datasetKey);
  return { count: sizes.length, bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** The texts of a rule that count for its size. */
export const ruleTexts = ({ query, labels, label, description }: Omit<LabelingRule, "author" | "createdAt">) => [
  query,
  JSON.stringify(labels),
  label,
  description,
];

export async function readLabelingRule(db: Db, datasetKey: number, query: string): Promise<LabelingRule | null> {
  const row = await rowsOf(db, "labeling_rule", { dataset_key: datasetKey, query }).selectAll().executeTakeFirst();
  return row ? ruleFromRow(row) : null;
}

export async function insertLabelingRule(db: Db, datasetKey: number, rule: LabelingRule): Promise<void> {
  await insertRows(db, "labeling_rule", {
    dataset_key: datasetKey,
    query: rule.query,
    labels: JSON.stringify(rule.labels),
    label: rule.label,
    description: rule.description,
    author: rule.author,
    created_at: rule.createdAt,
  });
}

export async function updateLabels(db: Db, datasetKey: number, rule: LabelingRule): Promise<void> {
  const { labels, label, description } = rule;
  const change = { labels: JSON.stringify(labels), label, description };
  await updateRows(db, "labeling_rule", { dataset_key: datasetKey, query: rule.query }, change);
}

/** Removes one rule, or all rules of the dataset (null); returns their number. */
export const removeLabelingRules = (db: Db, datasetKey: number, query: string | null): Promise<number> =>
  deleteRows(db, "labeling_rule", { dataset_key: datasetKey, ...(query === null ? {} : { query }) });
