import type { CallInput } from "@postil/contract/call";
import type { WireAdding } from "@postil/contract/datasets/uploads";
import type { WireAddTarget, WireMerged } from "@postil/contract/feedback/merging";
import type { WireTaskMerged } from "@postil/contract/tasks/merging";
import type { Existing, MergeOutcome } from "@postil/domain/records/merge-record";
import { valuesIn } from "@postil/domain/records/metadata-rules";
import type { Call } from "../client/api-client.ts";
import { type RecordToFill, sendInBatches, toSend } from "../client/fill.ts";
import { type AddPlan, rememberedParts } from "./add-plan.ts";
import { type BadLine, createFormCheck, createIdCheck, verdictsOn } from "./check-rows.ts";
import type { BadCell, ReadRow, SoundRow, Source } from "./row.ts";
import { faultOfRow, faultOfRules } from "./row-fault.ts";
import { judgeTaskRows } from "./tasks/check-task-rows.ts";
import { rememberedRoles } from "./tasks/task-columns.ts";
import type { TaskRecordInput } from "./tasks/task-record.ts";
import type { TaskRoles, TaskWishes } from "./tasks/task-rows.ts";

/** Adds the rows of a file to a dataset, or says what would become of them. The server decides about each record (IMP-30). */

/** Together the rows that were read. `silent`: rows that only describe a dataset. */
export type Added = Pick<WireAdding, keyof typeof NOTHING & keyof WireAdding> & {
  readonly [K in "read" | "silent"]: number;
};

const NOTHING = {
  ...{ read: 0, added: 0, updated: 0, unchanged: 0, left: 0, refused: 0, silent: 0, answered_texts: 0, overwrites: 0 },
  by_id: true,
};

export type RefusedLine = {
  readonly index: number;
  readonly fault: BadLine;
  readonly cell: BadCell | null;
  readonly read: ReadRow;
};

/** A row with a record to send, or with the reason why it is refused; with neither it only describes a dataset. */
type Item<R> = Omit<RefusedLine, "fault"> & { readonly record: R | null; readonly fault: BadLine | null };

/** A row, and what became or would become of it. `merged`: what the server said of its record. */
export type Decided<R, M> = Item<R> & { readonly outcome: MergeOutcome; readonly merged: M | null };
export type DecidedRow = Decided<RecordToFill, WireMerged>;

/** What is asked for datasets of both families. */
export type Asked<R, M> = {
  readonly source: Source;
  readonly call: Call;
  readonly existing: Existing;
  /** True: nothing is written. */
  readonly isDry: boolean;
  readonly onRefused: (refused: RefusedLine) => void;
  /** Looks at the rows of a dry run. `wanted`: so many updated records are wanted with what changes. */
  readonly samples?: { readonly wanted: () => number; readonly look: (row: Decided<R, M>) => void } | null;
  /** Called after each batch, when the server has confirmed it. */
  readonly onBatch: (added: Added) => void;
  /** Called between batches. If it returns true, no more are sent. */
  readonly givenUp?: () => boolean;
};

/** How the rows of one family are sent. */
type Way<R, M> = {
  readonly rows: AsyncIterable<Item<R>>;
  readonly valuesOf: (record: R) => number;
  readonly hasId: (record: R) => boolean;
  /** Of each record in their order what became of it. Called with at least one. */
  readonly merge: (records: readonly R[]) => Promise<readonly M[]>;
  /** Why the server refused the record; null: it did not. */
  readonly faultOf: (
    item: Item<R> & { readonly record: R },
    merged: M,
  ) => { readonly fault: string; readonly cell: BadCell | null } | null;
};

/** What the server says of a record of either family. */
type Merged = Pick<WireMerged, "outcome"> &
  Partial<Pick<WireMerged, "changes_text" | "answers">> & { readonly overwrites?: boolean };

/** Sends the rows in batches, and counts what becomes of them. */
async function sendRows<R, M extends Merged>(
  { onRefused, onBatch, givenUp, samples = null }: Asked<R, M>,
  { rows, valuesOf, hasId, merge, faultOf }: Way<R, M>,
  byId: boolean,
): Promise<Added> {
  const counts = { ...NOTHING, by_id: byId };
  const refuse = (item: Item<R>, fault: BadLine, cell: BadCell | null) => {
    counts.refused++;
    onRefused({ index: item.index, read: item.read, fault, cell });
    samples?.look({ ...item, fault, cell, outcome: "refused", merged: null });
  };
  const note = (item: Item<R> & { readonly record: R }, merged: M) => {
    const refused = faultOf(item, merged);
    if (refused) return refuse(item, { line: item.read.line, fault: refused.fault }, refused.cell);
    counts[COUNTED[merged.outcome]]++;
    if (!hasId(item.record)) counts.by_id = false;
    if (merged.changes_text && (merged.answers ?? 0) > 0) counts.answered_texts++;
    if (merged.overwrites) counts.overwrites++;
    samples?.look({ ...item, outcome: merged.outcome, merged });
  };
  const send = async (batch: readonly Item<R>[]) => {
    const records = batch.flatMap(({ record, fault }) => (record && !fault ? [record] : []));
    const next = (records.length === 0 ? [] : await merge(records)).values();
    for (const item of batch) {
      counts.read++;
      if (item.fault) refuse(item, item.fault, item.cell);
      else if (item.record === null) counts.silent++;
      else note({ ...item, record: item.record }, outcomeOf(next));
    }
    onBatch({ ...counts });
  };
  // A row that is refused waits in the batch too, so that the table of refused rows keeps their order.
  const costOf = ({ record, read }: Item<R>) => ({
    characters: JSON.stringify(record ?? ("row" in read ? read.row : read.fault)).length,
    values: record ? valuesOf(record) : 0,
  });
  await sendInBatches(rows, costOf, send, givenUp ? { givenUp } : {});
  return { ...counts };
}

const COUNTED = { new: "added", updated: "updated", unchanged: "unchanged", left: "left", refused: "refused" } as const;

function outcomeOf<M>(next: IterableIterator<M>): M {
  const { value, done } = next.next();
  if (done) throw new Error("The server said nothing about a record.");
  return value;
}

type Adding = Asked<RecordToFill, WireMerged> & { readonly plan: AddPlan; readonly target: WireAddTarget };

export async function addRows(adding: Adding): Promise<Added> {
  const { plan, target, call, existing, isDry, samples = null } = adding;
  const ids = { questions: new Map(target.questions.map(({ name, id }) => [name, id])), users: new Map() };
  const params = { dataset_id: target.dataset.id };
  let columns = isDry || plan.parts.length === 0 ? null : rememberedParts(plan.parts);
  const merge = async (records: readonly RecordToFill[]) => {
    const items = records.map((record) => {
      const { responses: _, ...rest } = toSend(record, ids);
      return rest;
    });
    const body = { items, dry_run: isDry, existing, samples: samples?.wanted() ?? 0, columns };
    columns = null;
    return (await call("mergeRecords", { params, body })).items;
  };
  const way: Way<RecordToFill, WireMerged> = {
    rows: itemsOf(adding),
    valuesOf: ({ metadata }) => valuesIn(metadata),
    hasId: ({ external_id: id }) => id !== null,
    merge,
    faultOf: ({ read, record }, { fault }) => fault && faultOfRow(plan, read, record, faultOfRules(fault)),
  };
  return sendRows(adding, way, plan.hasIds);
}

/** Each row as a record, as far as that can be said without the dataset. Of a row that is refused nothing is sent or shown. */
async function* itemsOf({ source, plan, target }: Adding): AsyncGenerator<Item<RecordToFill>> {
  const formFault = createFormCheck(target.questions.map(({ name }) => name));
  const repeatedId = createIdCheck(plan, source.numbers);
  const questions = new Set(target.questions.map(({ name }) => name));
  const faultOf = (said: RecordToFill, read: SoundRow) => {
    const form = formFault(said);
    if (form) return faultOfRow(plan, read, said, form);
    const unknown = said.suggestions.find(({ question }) => !questions.has(question));
    if (unknown) return { fault: `The dataset has no question "${unknown.question}".`, cell: null };
    return repeatedId(said, read.line);
  };
  const reader = {
    numbers: source.numbers,
    rows: () => source.rows(plan.exported ? "exact" : "guessed"),
    recordOf: (read: SoundRow) => {
      const record = plan.recordOf(read);
      return record && { ...record, fields: withoutNull(record.fields) };
    },
  };
  for await (const verdict of verdictsOn(reader, faultOf)) yield verdict.fault ? { ...verdict, record: null } : verdict;
}

/** An empty cell removes nothing. */
const withoutNull = (fields: RecordToFill["fields"]): RecordToFill["fields"] =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== null));

/** Adds the rows of a file to a task dataset, or says what would become of them. The server decides about each record (IMP-44). */

export type DecidedTaskRow = Decided<TaskRecordInput, WireTaskMerged>;

type AddingTask = Asked<TaskRecordInput, WireTaskMerged> & {
  readonly wishes: TaskWishes;
  readonly at: { readonly workspace: string; readonly name: string };
  /** False: what people said of a record stays. */
  readonly overwrite: boolean;
  /** What the columns became, to remember it. */
  readonly roles: TaskRoles;
};

export async function addTaskRows(adding: AddingTask): Promise<Added> {
  const { source, wishes, at, call, isDry, existing, overwrite, roles, samples = null } = adding;
  const { workspace, name } = at;
  let columns = isDry || roles.size === 0 ? null : rememberedRoles(roles);
  const merge = async (records: readonly TaskRecordInput[]) => {
    const asked = { dry_run: isDry, existing, overwrite, columns, samples: samples?.wanted() ?? 0 };
    columns = null;
    // The schema accepts the records as they are sent, but its types describe the parsed result.
    const body = { task: wishes.task, records, ...asked } as unknown as CallInput<"mergeTaskRecords">["body"];
    return (await call("mergeTaskRecords", { params: { name }, query: { workspace }, body })).items;
  };
  const way = {
    rows: judgeTaskRows(source, wishes).verdicts,
    valuesOf: () => 0,
    hasId: ({ id = null }: TaskRecordInput) => id !== null,
    merge,
    faultOf: (_: unknown, { outcome, fault }: WireTaskMerged) =>
      outcome === "refused" ? { fault: fault ?? "", cell: null } : null,
  };
  return sendRows(adding, way, true);
}
