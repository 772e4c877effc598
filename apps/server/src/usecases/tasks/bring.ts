import type { Task, TaskDataset } from "@postil/domain/datasets/dataset";
import { type BroughtOutcome, type BroughtTaskRecord, judgeBrought, wasBrought } from "@postil/domain/jobs/brought";
import { Refusal } from "@postil/domain/refusal";
import { type LabelingRule, labelsOfNewRule, RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import type { TaskSettings } from "@postil/domain/tasks/labels";
import { type LoggedRecord, logRecord } from "@postil/domain/tasks/log-record";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { type Micros, timeToText } from "@postil/domain/time";
import { noteAudit } from "../../storage/audit.ts";
import { compiled } from "../../storage/compiled.ts";
import { updateRows } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import { insertLabelingRule, readLabelingRules, ruleTexts, sizeOfRules } from "../../storage/task-datasets.ts";
import { operatorAsCaller } from "../accounts/operator.ts";
import { asBrought, type Brought } from "../feedback/bring.ts";
import { refuseBeyond, requireOwner } from "../refuse.ts";
import {
  createTaskDataset,
  findTaskDataset,
  loadOpenTaskDataset,
  loadTaskDatasetForMember,
  type TaskDatasetAt,
} from "./datasets.ts";
import { checked, refuseMisfits, refuseOtherKinds, writeOver } from "./log-records.ts";
import { saveTaskSettings } from "./settings-and-rules.ts";

type BringTaskDataset = Pick<TaskDataset, "name" | "task" | "tags" | "metadata"> & {
  readonly workspace: string;
  readonly createdBy: string;
  readonly createdAt: Micros;
  readonly lastUpdatedAt: Micros;
  readonly settings: TaskSettings | null;
  readonly rules: readonly LabelingRule[];
};

/**
 * Creates a task dataset with its settings and rules, or adds the rules that it does not have (MIG-02, MIG-03). It has no id:
 * one of the same name that began at another time is another one.
 */
async function bringTaskDataset(given: Context, input: BringTaskDataset): Promise<Brought> {
  requireOwner(given);
  const context = asBrought(given);
  const { db } = context;
  const { workspace, name, task, tags, metadata, settings, rules, createdBy } = input;
  const now = context.now();
  const at = { workspace, name };
  const known = await findTaskDataset(context, at);
  const createdAt = Math.min(input.createdAt, now);
  if (known && (known.task !== task || known.created_at !== createdAt))
    throw new Refusal("conflict", `Workspace \`${workspace}\` has another task dataset \`${name}\``);
  if (!known) await createTaskDataset(context, { workspace, name, task, tags, metadata });
  const { key } = await loadTaskDatasetForMember(context, at);
  if (!known && settings && task !== "Text2Text") await saveTaskSettings(context, { ...at, change: settings });
  const there = new Set((await readLabelingRules(db, key)).map(({ query }) => query));
  for (const rule of rules.filter(({ query }) => !there.has(query))) {
    const wanted = { ...rule, ...labelsOfNewRule(rule), createdAt: Math.min(rule.createdAt, now) };
    refuseBeyond(RULES_BOUND, await sizeOfRules(db, key), ruleTexts(wanted));
    await insertLabelingRule(db, key, wanted);
  }
  if (known) return { created: false, leftOut: [] };
  const last_updated_at = Math.min(input.lastUpdatedAt, now);
  const facts = { created_by: createdBy, created_at: createdAt, last_updated_at };
  await updateRows(db, "task_dataset", { key }, facts);
  await noteAudit(given, { kind: "dataset_imported", told: { dataset: name, workspace } });
  return { created: true, leftOut: [] };
}

/** The ids of the records that people have changed here. */
const touchedRecords = compiled((db, key: number, ids: readonly string[]) =>
  db
    .selectFrom("activity")
    .innerJoin("task_record", (join) =>
      join.onRef("task_record.dataset_key", "=", "activity.dataset_key").onRef("task_record.seq", "=", "activity.seq"),
    )
    .select("task_record.id")
    .where("activity.dataset_key", "=", key)
    .where("task_record.id", "in", ids)
    .where("actor_key", "<>", operatorAsCaller.key),
);

type BringTaskRecords = TaskDatasetAt & {
  readonly task: Task;
  readonly records: readonly BroughtTaskRecord[];
  readonly before: Micros | null;
};

/** Adds records, and what changed there of those that nobody has changed here. Returns an outcome for each. */
async function bringTaskRecords(given: Context, input: BringTaskRecords): Promise<BroughtOutcome[]> {
  requireOwner(given);
  const context = asBrought(given);
  const dataset = await loadOpenTaskDataset(context, input);
  const records = checked(input.records.map(({ record }) => record));
  refuseMixedKinds(records);
  await refuseOtherKinds(context, dataset, records);
  await refuseMisfits(context, dataset, records);
  const ids = records.map(({ id }) => String(id));
  const touched = new Set((await touchedRecords(context.db, dataset.key, ids)).map(({ id }) => id));
  const now = context.now();
  const outcomes = ids.map((id): BroughtOutcome => ({ id, outcome: "there", kept: [], leftOut: [] }));
  const items = records.map((record, index) => ({ id: record.id ?? "", record, index }));
  await writeOver(context, dataset, items, ({ id, record, index }, { document, lastLog }) => {
    const updatedAt = input.records[index]?.lastUpdated ?? now;
    const note = (part: Partial<BroughtOutcome>): null => {
      outcomes[index] = { id: String(id), outcome: "there", kept: [], leftOut: [], ...part };
      return null;
    };
    if (document === null && wasBrought(updatedAt, input.before)) return note({ outcome: "gone" });
    const facts = { id, lastUpdated: timeToText(Math.min(updatedAt, now)), earlier: lastLog };
    const result = logRecord(document, { ...record, clear: ["prediction", "annotation"] }, facts);
    const value = document && contentOf(document);
    const verdict = judgeBrought({ value, isTouched: touched.has(String(id)) }, contentOf(result.document));
    if (verdict === "same") return null;
    if (verdict === "keep") return note({ kept: ["record"] });
    note({ outcome: verdict === "add" ? "added" : "completed" });
    return { ...result, index };
  });
  return outcomes;
}

/** What people and programs have said, without what the server computes. As JSON, which loses the marks of numbers. */
function contentOf({ last_updated: _, metrics: __, ...content }: TaskDocument): unknown {
  return JSON.parse(JSON.stringify(content));
}

function refuseMixedKinds(records: readonly LoggedRecord[]): void {
  const kinds = records.map((record) => "inputs" in record && record.multi_label);
  if (kinds.some((kind) => kind !== kinds[0]))
    throw new Refusal("bad_request", "All records must be single/multi labelled");
  if (records.some(({ id }) => id === null)) throw new Refusal("unprocessable", "A record has no id");
}

export const bringTaskCalls = { writes: { bringTaskDataset, bringTaskRecords } } as const;
