import { isTask, type Task } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import type { QueryTree } from "@postil/domain/search/query-tree";
import {
  EVERY_TASK_RECORD,
  readableRules,
  readRules,
  readTaskQuery,
  type UnreadableRule,
} from "@postil/domain/search/task-query";
import { labelsIn } from "@postil/domain/tasks/annotation-part";
import { dimensionsOf, labelInUse, mergeSettings, strangerTo, vectorsFault } from "@postil/domain/tasks/dataset-rules";
import {
  type CoverageMetrics,
  coverageMetrics,
  type LabelingRule,
  labelsOfChangedRule,
  labelsOfNewRule,
  RULES_BOUND,
  type RuleMetrics,
  ruleMetrics,
} from "@postil/domain/tasks/labeling-rule";
import type { TaskSettings } from "@postil/domain/tasks/labels";
import type { AnnotationPart } from "@postil/domain/tasks/task-record";
import { type FoundRecords, foundRecords } from "../../records/found-records.ts";
import { noteAudit } from "../../storage/audit.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import type { Context, HasDb } from "../../storage/store.ts";
import {
  insertLabelingRule,
  readLabelingRule,
  readLabelingRules,
  readTaskSettings,
  removeLabelingRules,
  removeTaskSettings,
  ruleTexts,
  sizeOfRules,
  updateLabels,
  writeTaskSettings,
} from "../../storage/task-datasets.ts";
import { TASK_TARGETS } from "../../storage/task-family.ts";
import { derivedSource } from "../../storage/value-sources.ts";
import { addTaskVectorKinds, loadTaskVectorKinds } from "../../storage/vectors.ts";
import { refuseBeyond, refuseTaken, requireCaller } from "../refuse.ts";
import {
  loadOpenTaskDataset,
  loadTaskDatasetForManager,
  loadTaskDatasetForMember,
  requireOpen,
  type TaskDatasetAt,
  type TaskDatasetOf,
} from "./datasets.ts";
import { loadTaskSearch, type TaskSearch } from "./find-records.ts";

/** Size of the sample whose labels are all read, also those after the first one of a prediction (contract api-v0 4). */
const SAMPLE: { readonly [T in Task]: number } = { TextClassification: 1000, TokenClassification: 1500, Text2Text: 0 };

/** Some records: their number, and the record number at each index. */
type Numbered = { readonly count: number; readonly at: (index: number) => number };

/** Labels in predictions and annotations of a sample; the sample is spread evenly over the records. */
export async function labelsOfRecords(
  { db }: HasDb,
  { key, task }: { readonly key: number; readonly task: Task },
  { count, at }: Numbered,
): Promise<Set<string>> {
  const labels = new Set<string>();
  const paths = ["$.prediction", "$.annotation"];
  const length = Math.min(count, SAMPLE[task]);
  const sample = Array.from({ length }, (_, index) => at(Math.floor((index * count) / length)));
  for await (const parts of db.values.partsOfRecords(key, sample, paths)) {
    for (const part of parts as readonly (AnnotationPart | null)[]) {
      // as the domain has written them
      for (const label of part ? labelsIn(part) : []) labels.add(label);
    }
  }
  return labels;
}

/** Labels in use: all indexed labels, and the less likely labels of predictions from a sample. */
export async function labelsInUse(context: HasDb, row: TaskDatasetRow): Promise<Set<string>> {
  const { key, task, next_seq: size } = row;
  const labels = isTask(task)
    ? await labelsOfRecords(context, { key, task }, { count: size, at: (seq) => seq })
    : new Set<string>();
  for (const target of [TASK_TARGETS.annotated_as, TASK_TARGETS.predicted_as]) {
    const source = derivedSource(key, target, "text", { single: false });
    for (const { value } of await context.db.values.counts(source, null)) labels.add(String(value));
  }
  return labels;
}

/** The settings of a task dataset; 404 if nothing was ever set (contract api-v0 row 21, LAB-08, LAB-20). */
async function getTaskSettings(context: Context, at: TaskDatasetAt): Promise<TaskSettings> {
  const { key, name, task } = await loadTaskDatasetForMember(context, at);
  const settings = await readTaskSettings(context.db, key);
  if (!settings) {
    const subject = { type: `${task}Settings`, name };
    throw new Refusal("not_found", `Nothing is set for dataset \`${name}\``, subject);
  }
  return settings;
}

type SaveTaskSettings = TaskDatasetAt & { readonly change: TaskSettings };

/** Sets the given settings and keeps the others (contract api-v0 row 22, LAB-13, LAB-20). */
export async function saveTaskSettings(context: Context, { change, ...at }: SaveTaskSettings): Promise<void> {
  const row = await loadTaskDatasetForManager(context, at);
  requireOpen(row);
  if (Object.keys(change).length === 0) return;
  if (change.labelSchema) await requireLabelsInUse(context, row, change.labelSchema);
  if (change.vectors) await setVectors(context, row, change.vectors);
  const before = (await readTaskSettings(context.db, row.key)) ?? {};
  await writeTaskSettings(context.db, row.key, mergeSettings(before, change));
}

async function requireLabelsInUse(
  context: Context,
  row: TaskDatasetRow,
  schema: NonNullable<TaskSettings["labelSchema"]>,
): Promise<void> {
  const stranger = strangerTo(schema, await labelsInUse(context, row));
  if (stranger !== null) throw new Refusal("bad_request", labelInUse(stranger));
}

/** Fixes the length of vectors, as if one had been logged. */
async function setVectors(
  { db }: Context,
  { key }: TaskDatasetRow,
  given: NonNullable<TaskSettings["vectors"]>,
): Promise<void> {
  const known = [...(await loadTaskVectorKinds(db, key)).values()];
  const fault = vectorsFault(new Map(known.map(({ name, dimensions }) => [name, dimensions])), given);
  if (fault) throw new Refusal("bad_request", fault);
  const lengths = Object.entries(given).map(([name, dimensions]) => [name, dimensionsOf(dimensions)] as const);
  await addTaskVectorKinds(db, key, new Map(lengths));
}

/** Deletes the settings of a task dataset, if there are any (contract api-v0 row 23). */
async function deleteTaskSettings(context: Context, at: TaskDatasetAt): Promise<void> {
  const { key, name: dataset, workspace } = await loadTaskDatasetForManager(context, at);
  if ((await removeTaskSettings(context.db, key)) === 0) return;
  await noteAudit(context, {
    kind: "setting_deleted",
    told: { dataset, workspace, what: "task_settings", name: null },
  });
}

/** Labeling rules exist only for text classification. Every member may read and write them (RUL-23). */
type RulesAt = TaskDatasetOf<"TextClassification">;

/** The rules of a dataset, oldest first (contract api-v0 row 34, RUL-05). */
async function listLabelingRules(context: Context, at: RulesAt): Promise<LabelingRule[]> {
  const { key } = await loadTaskDatasetForMember(context, at);
  return readLabelingRules(context.db, key);
}

type LabelingRuleAt = RulesAt & { readonly query: string };

/** One rule (contract api-v0 row 36, RUL-03). */
async function getLabelingRule(context: Context, { query, ...at }: LabelingRuleAt): Promise<LabelingRule> {
  const { key } = await loadTaskDatasetForMember(context, at);
  return loadLabelingRule(context, key, query);
}

async function loadLabelingRule({ db }: Context, datasetKey: number, query: string): Promise<LabelingRule> {
  const rule = await readLabelingRule(db, datasetKey, query);
  if (!rule) {
    const subject = { type: "ServiceLabelingRule", name: query };
    throw new Refusal("not_found", `There is no rule with the query \`${query}\``, subject);
  }
  return rule;
}

type GivenRule = Pick<LabelingRule, "query" | "labels" | "label" | "description">;

/** Adds a rule. Its query is its name, and is not parsed until its metrics are requested (api-v0 row 35, RUL-08). */
export async function createLabelingRule(
  context: Context,
  { rule: given, ...at }: RulesAt & { readonly rule: GivenRule },
): Promise<LabelingRule> {
  const { db, now } = context;
  const { key } = await loadTaskDatasetForMember(context, at);
  const rules = db.selectFrom("labeling_rule").select("key").where("dataset_key", "=", key);
  const { query, description } = given;
  await refuseTaken(
    context,
    ["rule", String(key), query],
    rules.where("query", "=", query),
    () =>
      new Refusal("conflict", `There is a rule with the query \`${query}\` already`, {
        name: query,
        type: "ServiceLabelingRule",
      }),
  );
  const { username: author } = requireCaller(context);
  const rule = { query, description, author, createdAt: now(), ...labelsOfNewRule(given) };
  refuseBeyond(RULES_BOUND, await sizeOfRules(db, key), ruleTexts(rule));
  await insertLabelingRule(db, key, rule);
  return rule;
}

/** Replaces the labels of a rule, and its description if one is given (contract api-v0 row 37, RUL-09). */
export async function updateLabelingRule(
  context: Context,
  { rule: given, ...at }: RulesAt & { readonly rule: GivenRule },
): Promise<LabelingRule> {
  const { key } = await loadTaskDatasetForMember(context, at);
  const before = await loadLabelingRule(context, key, given.query);
  const rule = { ...before, ...labelsOfChangedRule(given), description: given.description ?? before.description };
  refuseBeyond(RULES_BOUND, await sizeOfRules(context.db, key), ruleTexts(rule), ruleTexts(before));
  await updateLabels(context.db, key, rule);
  return rule;
}

/** Deletes a rule. An unknown rule is not an error: clients delete each rule twice (contract api-v0 row 38, RUL-04). */
export async function deleteLabelingRule(context: Context, { query, ...at }: LabelingRuleAt): Promise<void> {
  const { key, name: dataset, workspace } = await loadTaskDatasetForMember(context, at);
  if ((await removeLabelingRules(context.db, key, query)) === 0) return;
  await noteAudit(context, { kind: "setting_deleted", told: { dataset, workspace, what: "rule", name: query } });
}

/** The parsed query of a rule. It covers records of any status (contract search-semantics 7). */
export const readRuleQuery = (query: string, search: TaskSearch): QueryTree =>
  readTaskQuery({ ...EVERY_TASK_RECORD, text: query }, search).tree;

/** `labels`: replace those of the stored rule; if empty, the rule's labels are used. */
type RuleMetricsWanted = LabelingRuleAt & { readonly labels: readonly string[] };

/** The quality of a query as a rule, even if no such rule is stored (contract api-v0 row 40, RUL-02, RUL-10). */
export async function getRuleMetrics(
  context: Context,
  { query, labels, ...at }: RuleMetricsWanted,
): Promise<RuleMetrics> {
  const row = await loadOpenTaskDataset(context, at);
  const search = await loadTaskSearch(context, row);
  const wanted = labels.length > 0 ? labels : ((await readLabelingRule(context.db, row.key, query))?.labels ?? []);
  const found = await foundRecords(context, search, readRuleQuery(query, search));
  const labeled = await found.facet(["annotated_as"], null);
  const counts = new Map(labeled.counts.map(({ value, count }) => [String(value), count]));
  return ruleMetrics({
    ...(await coverageOf(context, row, search, found)),
    foundWith: [...new Set(wanted)].map((label) => counts.get(label) ?? 0),
  });
}

type RulesMetrics = CoverageMetrics & { readonly unreadable: readonly UnreadableRule[] };

/**
 * Number of records that any of the rules finds. Rules with an unreadable query are listed (contract api-v0 row 39, RUL-06).
 */
export async function getRulesMetrics(context: Context, at: RulesAt): Promise<RulesMetrics> {
  const row = await loadOpenTaskDataset(context, at);
  const search = await loadTaskSearch(context, row);
  const rules = await readLabelingRules(context.db, row.key);
  const { readable, unreadable } = readableRules(
    rules.map(({ query }) => query),
    search,
  );
  const found = await foundRecords(context, search, readRules(readable, search));
  return { ...coverageMetrics(await coverageOf(context, row, search, found)), unreadable };
}

const LABELED: QueryTree = { kind: "exists", field: ["annotated_as"] };
const ANNOTATED: QueryTree = { kind: "exists", field: ["annotated_by"] };

const coverageOf = async (context: Context, row: TaskDatasetRow, search: TaskSearch, found: FoundRecords) => ({
  records: row.record_count,
  annotated: (await foundRecords(context, search, ANNOTATED)).count,
  found: found.count,
  foundLabeled: (await found.within(LABELED)).count,
});

export const settingsAndRulesCalls = {
  reads: { getTaskSettings, listLabelingRules, getLabelingRule, getRuleMetrics, getRulesMetrics },
  writes: { saveTaskSettings, deleteTaskSettings, createLabelingRule, updateLabelingRule, deleteLabelingRule },
} as const;
