import { type LabelingRule, RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import type { Kysely, Selectable } from "kysely";
import { sizesOfRules } from "./sqlite/whole-sizes.ts";
import type { LabelingRuleTable, Tables } from "./tables.ts";
import { partsBySize } from "./task-record-sizes.ts";

const ruleFromRow = (row: Selectable<LabelingRuleTable>): LabelingRule => ({
  query: row.query,
  labels: JSON.parse(row.labels),
  label: row.label,
  description: row.description,
  author: row.author,
  createdAt: row.created_at,
});

/**
 * The rules of a dataset, oldest first. If an earlier version accepted more than the limit, only the smallest rules that fit.
 */
export async function readLabelingRules(db: Kysely<Tables>, datasetKey: number): Promise<LabelingRule[]> {
  const sizes = (await sizesOfRules(db, datasetKey)).sort((one, other) => one.bytes - other.bytes);
  const [fitting = []] = partsBySize(sizes, ({ bytes }) => bytes, RULES_BOUND.bytes);
  const rules = db.selectFrom("labeling_rule").selectAll().where("dataset_key", "=", datasetKey);
  const keys = fitting.map(({ key }) => key);
  return (await rules.where("key", "in", keys).orderBy("key").execute()).map(ruleFromRow);
}

/** Number of rules of a dataset, and the total size of their texts in bytes. */
export async function sizeOfRules(db: Kysely<Tables>, datasetKey: number) {
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

export async function readLabelingRule(
  db: Kysely<Tables>,
  datasetKey: number,
  query: string,
): Promise<LabelingRule | null> {
  const row = await db
    .selectFrom("labeling_rule")
    .selectAll()
    .where("dataset_key", "=", datasetKey)
    .where("query", "=", query)
    .executeTakeFirst();
  return row ? ruleFromRow(row) : null;
}

export async function insertLabelingRule(db: Kysely<Tables>, datasetKey: number, rule: LabelingRule): Promise<void> {
  await db
    .insertInto("labeling_rule")
    .values({
      dataset_key: datasetKey,
      query: rule.query,
      labels: JSON.stringify(rule.labels),
      label: rule.label,
      description: rule.description,
      author: rule.author,
      created_at: rule.createdAt,
    })
    .execute();
}

export async function updateLabels(db: Kysely<Tables>, datasetKey: number, rule: LabelingRule): Promise<void> {
  const { labels, label, description } = rule;
  await db
    .updateTable("labeling_rule")
    .set({ labels: JSON.stringify(labels), label, description })
    .where("dataset_key", "=", datasetKey)
    .where("query", "=", rule.query)
    .execute();
}

/** Removes one rule, or all rules of the dataset (null); returns their number. */
export async function removeLabelingRules(
  db: Kysely<Tables>,
  datasetKey: number,
  query: string | null,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("labeling_rule")
    .where("dataset_key", "=", datasetKey)
    .$if(query !== null, (rules) => rules.where("query", "=", query ?? ""))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
