import type { CallInput } from "@postil/contract/call";
import type { WireTaskMerged } from "@postil/contract/tasks/merging";
import type { Task } from "@postil/domain/datasets/dataset";
import type { Call } from "../../client/api-client.ts";
import { sendInBatches } from "../../client/fill.ts";
import type { BadLine, Verdict } from "../check-rows.ts";
import type { Source } from "../row.ts";
import { judgeTaskRows } from "./check-task-rows.ts";
import type { TaskRecordInput } from "./task-record.ts";
import type { TaskWishes } from "./task-rows.ts";

/** Adds the rows of a file to a task dataset, or says what would become of them. The server decides about each record (IMP-44). */

/** Together the rows that were read. `silent`: rows that only describe a dataset. */
export type TaskAdded = {
  readonly [K in "read" | "new" | "updated" | "unchanged" | "left" | "refused" | "silent" | "overwrites"]: number;
};

type Adding = {
  readonly source: Source;
  readonly wishes: TaskWishes;
  readonly at: { readonly workspace: string; readonly name: string };
  readonly call: Call;
  /** True: nothing is written. */
  readonly isDry: boolean;
  readonly onRefused: (line: BadLine) => void;
  /** Called after each batch, when the server has confirmed it. */
  readonly onBatch: (added: TaskAdded) => void;
  /** Called between batches. If it returns true, no more are sent. */
  readonly givenUp: () => boolean;
};

type Item = Verdict<TaskRecordInput>;

export async function addTaskRows({ source, wishes, at, call, isDry, ...told }: Adding): Promise<TaskAdded> {
  const counts = { read: 0, new: 0, updated: 0, unchanged: 0, left: 0, refused: 0, silent: 0, overwrites: 0 };
  const refuse = (line: BadLine) => {
    counts.refused++;
    told.onRefused(line);
  };
  const note = ({ outcome, fault, overwrites }: WireTaskMerged, line: number) => {
    if (overwrites) counts.overwrites++;
    if (outcome === "refused") refuse({ line, fault: fault ?? "" });
    else counts[outcome]++;
  };
  const send = async (batch: readonly Item[]) => {
    const records = batch.flatMap(({ record, fault }) => (record && !fault ? [record] : []));
    const merged = records.length === 0 ? [] : await merge(call, at, wishes.task, records, isDry);
    const next = merged.values();
    for (const { read, fault, record } of batch) {
      counts.read++;
      if (fault) refuse(fault);
      else if (record === null) counts.silent++;
      else note(outcomeOf(next), read.line);
    }
    told.onBatch({ ...counts });
  };
  const costOf = ({ record }: Item) => ({ characters: JSON.stringify(record).length, values: 0 });
  await sendInBatches(judgeTaskRows(source, wishes).verdicts, costOf, send, { givenUp: told.givenUp });
  return counts;
}

function outcomeOf(next: IterableIterator<WireTaskMerged>): WireTaskMerged {
  const { value, done } = next.next();
  if (done) throw new Error("The server said nothing about a record.");
  return value;
}

async function merge(
  call: Call,
  { workspace, name }: Adding["at"],
  task: Task,
  records: readonly TaskRecordInput[],
  isDry: boolean,
): Promise<readonly WireTaskMerged[]> {
  // The schema accepts the records as they are sent, but its types describe the parsed result.
  const body = {
    task,
    records,
    dry_run: isDry,
    existing: "update",
  } as unknown as CallInput<"mergeTaskRecords">["body"];
  return (await call("mergeTaskRecords", { params: { name }, query: { workspace }, body })).items;
}
