import type { Task, TaskDataset } from "@postil/domain/datasets/dataset";
import {
  type BroughtDataset,
  type BroughtOutcome,
  type BroughtTaskRecord,
  judgeBrought,
  wasBrought,
} from "@postil/domain/jobs/brought";
import { Refusal } from "@postil/domain/refusal";
import { type LabelingRule, labelsOfNewRule, RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import type { TaskSettings } from "@postil/domain/tasks/labels";
import { type LoggedRecord, logRecord } from "@postil/domain/tasks/log-record";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { type Micros, timeToText } from "@postil/domain/time";
import { noteAudit } from "../../storage/audit.ts";
import { BroughtParts, countBrought, printOf, readBrought, SETTINGS_SEQ, writeBrought } from "../../storage/brought.ts";
import { compiled } from "../../storage/compiled.ts";
import { rowsOf, updateRows } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import {
  insertLabelingRule,
  readDatasetTexts,
  readLabelingRules,
  readTaskSettings,
  ruleTexts,
  sizeOfRules,
  updateLabels,
} from "../../storage/task-datasets.ts";
import { operatorAsCaller } from "../accounts/operator.ts";
import { asBrought, Following } from "../feedback/bring-dataset.ts";
import { refuseBeyond, requireOwner } from "../refuse.ts";
import {
  createTaskDataset,
  findTaskDataset,
  layOverTaskDataset,
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
  readonly before: Micros | null;
  readonly settings: TaskSettings | null;
  readonly rules: readonly LabelingRule[];
};

/**
 * Creates a task dataset with its settings and rules. Of one that is here, what is missing is added, and what has changed there
 * follows (MIG-02, MIG-08). It has no id: one of the same name that began at another time is another one.
 */
async function bringTaskDataset(given: Context, input: BringTaskDataset): Promise<BroughtDataset> {
  requireOwner(given);
  const context = asBrought(given);
  const { db } = context;
  const { workspace, name, task, tags, metadata, settings, createdBy } = input;
  const now = context.now();
  const at = { workspace, name };
  const known = await findTaskDataset(context, at);
  const createdAt = Math.min(input.createdAt, now);
  if (known && (known.task !== task || known.created_at !== createdAt))
    throw new Refusal("conflict", `Workspace \`${workspace}\` has another task dataset \`${name}\``);
  if (!known) await createTaskDataset(context, { workspace, name, task, tags, metadata });
  const row = await loadTaskDatasetForMember(context, at);
  const { key } = row;
  const following = await Following.load(context, key);
  const texts = await readDatasetTexts(db, key);
  for (const part of ["tags", "metadata"] as const)
    await following.follow(part, texts[part] ?? {}, input[part], async (change) => {
      await layOverTaskDataset(context, row, { tags: {}, metadata: {}, [part]: change });
      return change;
    });
  const schema = settings?.labelSchema;
  const there = (await readTaskSettings(db, key))?.labelSchema ?? null;
  if (!known && settings && task !== "Text2Text") await saveTaskSettings(context, { ...at, change: settings });
  if (schema && !known) following.note("settings", { labels: schema });
  else if (schema)
    await following.follow("settings", { labels: there }, { labels: schema }, async () => {
      await saveTaskSettings(context, { ...at, change: { labelSchema: schema } });
      return { labels: schema };
    });
  await bringRules(context, following, { ...input, key, now });
  await following.store(context, key);
  const outcome = { created: !known, records: await countBrought(db, key), ...following.told };
  if (known) return outcome;
  const last_updated_at = Math.min(input.lastUpdatedAt, now);
  const facts = { created_by: createdBy, created_at: createdAt, last_updated_at };
  await updateRows(db, "task_dataset", { key }, facts);
  await noteAudit(given, { kind: "dataset_imported", told: { dataset: name, workspace } });
  return outcome;
}

type BringRules = Pick<BringTaskDataset, "rules" | "before"> & { readonly key: number; readonly now: Micros };

async function bringRules(context: Context, following: Following, { key, now, rules, before }: BringRules) {
  const { db } = context;
  const here = new Map((await readLabelingRules(db, key)).map((rule) => [rule.query, rule]));
  const toldOf = ({ labels, label, description }: LabelingRule) => ({ said: { labels, label, description } });
  for (const rule of rules) {
    const wanted = { ...rule, ...labelsOfNewRule(rule), createdAt: Math.min(rule.createdAt, now) };
    const found = here.get(rule.query);
    const part = `rule ${rule.query}`;
    here.delete(rule.query);
    if (found)
      await following.follow(part, toldOf(found), toldOf(wanted), async () => {
        refuseBeyond(RULES_BOUND, await sizeOfRules(db, key), ruleTexts(wanted), ruleTexts(found));
        await updateLabels(db, key, wanted);
        return toldOf(wanted);
      });
    else if (!wasBrought(wanted.createdAt, before)) {
      refuseBeyond(RULES_BOUND, await sizeOfRules(db, key), ruleTexts(wanted));
      await insertLabelingRule(db, key, wanted);
      following.note(part, toldOf(wanted));
    }
  }
  for (const query of here.keys())
    if (following.brought.of(`rule ${query}: said`) !== undefined) following.told.absent.push(`rule ${query}`);
}

/** The records by their ids, and whether people have changed them here. */
const numbersOf = compiled((db, key: number, ids: readonly string[]) =>
  db.selectFrom("task_record").select(["id", "seq"]).where("dataset_key", "=", key).where("id", "in", ids),
);
const touchedRecords = compiled((db, key: number, seqs: readonly number[]) =>
  rowsOf(db, "activity", { dataset_key: key })
    .select("seq")
    .where("seq", "in", seqs)
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
  const { db, now: clock } = context;
  const { key } = dataset;
  const ids = records.map(({ id }) => String(id));
  const seqs = new Map((await numbersOf(db, key, ids)).map(({ id, seq }) => [id, seq]));
  const known = [...seqs.values()];
  const touched = new Set(known.length === 0 ? [] : (await touchedRecords(db, key, known)).map(({ seq }) => seq));
  const prints = await readBrought(db, key, known);
  const now = clock();
  const notes = new Map<string, BroughtParts>();
  const outcomes = ids.map(
    (id): BroughtOutcome => ({ id, outcome: "there", kept: [], conflicts: [], absent: [], leftOut: [] }),
  );
  const items = records.map((record, index) => ({ id: record.id ?? "", record, index }));
  await writeOver(context, dataset, items, ({ id, record, index }, { document, lastLog }) => {
    const updatedAt = input.records[index]?.lastUpdated ?? now;
    const told = (part: Partial<BroughtOutcome>): void => {
      outcomes[index] = { id: String(id), outcome: "there", kept: [], conflicts: [], absent: [], leftOut: [], ...part };
    };
    const seq = seqs.get(String(id)) ?? SETTINGS_SEQ;
    const brought = prints.get(seq) ?? new BroughtParts(undefined);
    if (document === null && wasBrought(updatedAt, input.before)) {
      told({ outcome: "gone" });
      return null;
    }
    const facts = { id, lastUpdated: timeToText(Math.min(updatedAt, now)), earlier: lastLog };
    const { isAsBrought, ...here } = standing(document, brought, touched.has(seq));
    const cleared = { ...record, clear: ["prediction", "annotation"] } as const;
    // Nobody has added anything to a record that is still as it was brought: it becomes what it is there.
    const result = logRecord(isAsBrought ? null : document, cleared, facts);
    const wanted = contentOf(result.document);
    const print = printOf(wanted);
    const verdict = judgeBrought(here, wanted, brought.of("record") !== undefined && brought.of("record") !== print);
    if (verdict === "keep" || verdict === "conflict") {
      told({ [verdict === "keep" ? "kept" : "conflicts"]: ["record"] });
      return null;
    }
    brought.note("record", print);
    notes.set(String(id), brought);
    if (verdict === "same") return null;
    told({ outcome: verdict === "add" ? "added" : "completed" });
    return { ...result, index };
  });
  const added = ids.filter((id) => !seqs.has(id) && notes.has(id));
  for (const { id, seq } of added.length === 0 ? [] : await numbersOf(db, key, added)) seqs.set(id, seq);
  await writeBrought(
    db,
    key,
    [...notes].map(([id, brought]) => ({ seq: seqs.get(id) ?? SETTINGS_SEQ, brought })),
  );
  return outcomes;
}

/** What is here of a record, and whether anybody but a migration has changed it. */
function standing(document: TaskDocument | null, brought: BroughtParts, isTouched: boolean) {
  const value = document && contentOf(document);
  const known = brought.of("record");
  const isAsBrought = known !== undefined && known === printOf(value);
  return { value, isAsBrought, isTouched: isTouched || (known !== undefined && !isAsBrought) };
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
