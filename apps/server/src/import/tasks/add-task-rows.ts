import type { CallInput } from "@postil/contract/call";
import type { WireTaskMerged } from "@postil/contract/tasks/merging";
import type { Task } from "@postil/domain/datasets/dataset";
import type { Existing, MergeOutcome } from "@postil/domain/records/merge-record";
import type { Call } from "../../client/api-client.ts";
import { sendInBatches } from "../../client/fill.ts";
import type { RefusedLine } from "../add-rows.ts";
import type { BadLine, Verdict } from "../check-rows.ts";
import type { Source } from "../row.ts";
import { judgeTaskRows } from "./check-task-rows.ts";
import type { TaskRecordInput } from "./task-record.ts";
import type { TaskRoles, TaskWishes } from "./task-rows.ts";
import { rememberedRoles } from "./task-target.ts";

/** Adds the rows of a file to a task dataset, or says what would become of them. The server decides about each record (IMP-44). */

/** Together the rows that were read. `silent`: rows that only describe a dataset. */
export type TaskAdded = {
  readonly [K in "read" | "new" | "updated" | "unchanged" | "left" | "refused" | "silent" | "overwrites"]: number;
} & {
  /** False if a record has no id. */
  readonly byId: boolean;
};

/** A row, and what became or would become of it. */
export type DecidedTaskRow = Verdict<TaskRecordInput> & {
  readonly outcome: MergeOutcome;
  readonly changes: WireTaskMerged["changes"];
};

type Adding = {
  readonly source: Source;
  readonly wishes: TaskWishes;
  readonly at: { readonly workspace: string; readonly name: string };
  readonly call: Call;
  readonly existing: Existing;
  /** False: what people said of a record stays. */
  readonly overwrite: boolean;
  /** What the columns became, to remember it. */
  readonly roles: TaskRoles;
  /** True: nothing is written. */
  readonly isDry: boolean;
  readonly onRefused: (refused: RefusedLine) => void;
  /** Called after each batch, when the server has confirmed it. */
  readonly onBatch: (added: TaskAdded) => void;
  /** Looks at the rows of a dry run. */
  readonly samples?: { readonly wanted: () => number; readonly look: (row: DecidedTaskRow) => void } | null;
  /** Called between batches. If it returns true, no more are sent. */
  readonly givenUp?: () => boolean;
};

type Item = Verdict<TaskRecordInput>;

export async function addTaskRows(adding: Adding): Promise<TaskAdded> {
  const { source, wishes, at, call, isDry, existing, overwrite, roles, samples = null } = adding;
  const counts = { read: 0, new: 0, updated: 0, unchanged: 0, left: 0, refused: 0, silent: 0, overwrites: 0 };
  let byId = true;
  let columns = isDry || roles.size === 0 ? null : rememberedRoles(roles);
  const refuse = (item: Item, fault: BadLine) => {
    counts.refused++;
    adding.onRefused({ ...item, fault });
    samples?.look({ ...item, fault, outcome: "refused", changes: null });
  };
  const note = (item: Item, { outcome, fault, overwrites, changes }: WireTaskMerged) => {
    if (outcome === "refused") return refuse(item, { line: item.read.line, fault: fault ?? "" });
    if (overwrites) counts.overwrites++;
    counts[outcome]++;
    if ((item.record?.id ?? null) === null) byId = false;
    samples?.look({ ...item, outcome, changes });
  };
  const send = async (batch: readonly Item[]) => {
    const records = batch.flatMap(({ record, fault }) => (record && !fault ? [record] : []));
    const asked = { dry_run: isDry, existing, overwrite, columns, samples: samples?.wanted() ?? 0 };
    const merged = records.length === 0 ? [] : await merge(call, at, { task: wishes.task, records, ...asked });
    if (records.length > 0) columns = null;
    const next = merged.values();
    for (const item of batch) {
      counts.read++;
      if (item.fault) refuse(item, item.fault);
      else if (item.record === null) counts.silent++;
      else note(item, outcomeOf(next));
    }
    adding.onBatch({ ...counts, byId });
  };
  const costOf = ({ record }: Item) => ({ characters: JSON.stringify(record).length, values: 0 });
  const options = adding.givenUp ? { givenUp: adding.givenUp } : {};
  await sendInBatches(judgeTaskRows(source, wishes).verdicts, costOf, send, options);
  return { ...counts, byId };
}

function outcomeOf(next: IterableIterator<WireTaskMerged>): WireTaskMerged {
  const { value, done } = next.next();
  if (done) throw new Error("The server said nothing about a record.");
  return value;
}

async function merge(
  call: Call,
  { workspace, name }: Adding["at"],
  asked: { readonly task: Task; readonly records: readonly TaskRecordInput[] },
): Promise<readonly WireTaskMerged[]> {
  // The schema accepts the records as they are sent, but its types describe the parsed result.
  const body = asked as unknown as CallInput<"mergeTaskRecords">["body"];
  return (await call("mergeTaskRecords", { params: { name }, query: { workspace }, body })).items;
}
