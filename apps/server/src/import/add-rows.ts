import type { WireAdding } from "@postil/contract/datasets/uploads";
import type { WireAddTarget, WireMerged } from "@postil/contract/feedback/merging";
import type { Existing, MergeOutcome } from "@postil/domain/records/merge-record";
import { valuesIn } from "@postil/domain/records/metadata-rules";
import type { Call } from "../client/api-client.ts";
import { type RecordToFill, sendInBatches, toSend } from "../client/fill.ts";
import { type AddPlan, rememberedParts } from "./add-plan.ts";
import { type BadLine, createFormCheck, createIdCheck } from "./check-rows.ts";
import { type BadCell, BadValue, type ReadRow, type SoundRow, type Source } from "./row.ts";
import { faultOfRow, faultOfRules } from "./row-fault.ts";

/** Adds the rows of a file to a dataset, or says what would become of them. The server decides about each record (IMP-30). */

type AddedCounts = {
  -readonly [K in "added" | "updated" | "unchanged" | "left" | "refused" | "answered_texts" | "by_id"]: WireAdding[K];
} & {
  read: number;
  /** Rows that only describe a dataset. */
  silent: number;
};
export type Added = Readonly<AddedCounts>;

export type RefusedLine = {
  readonly index: number;
  readonly fault: BadLine;
  readonly cell: BadCell | null;
  readonly read: ReadRow;
};

/** What became, or would become, of a row. `merged`: what the server said of its record. */
export type Decided = Omit<RefusedLine, "fault"> & {
  readonly outcome: MergeOutcome;
  readonly record: RecordToFill | null;
  readonly fault: BadLine | null;
  readonly merged: WireMerged | null;
};

/** Looks at the rows of a dry run. */
export type Samples = {
  /** So many updated records are wanted with what changes. */
  readonly wanted: () => number;
  readonly look: (row: Decided) => void;
};

export type Adding = {
  readonly source: Source;
  readonly plan: AddPlan;
  readonly target: WireAddTarget;
  readonly call: Call;
  readonly existing: Existing;
  /** True: nothing is written. */
  readonly isDry: boolean;
  readonly onRefused: (refused: RefusedLine) => void;
  readonly samples?: Samples | null;
  /** Called after each batch, when the server has confirmed it. */
  readonly onBatch: (added: Added) => void;
  /** Called between batches. If it returns true, no more are sent. */
  readonly givenUp?: () => boolean;
};

/** A row on its way: with a record to send, or with the reason why it is refused; with neither it only describes a dataset. */
type Item = Omit<RefusedLine, "fault"> & { readonly record: RecordToFill | null; readonly fault: BadLine | null };

export async function addRows(adding: Adding): Promise<Added> {
  const { plan, target, call, existing, isDry, onRefused, onBatch, samples = null } = adding;
  const counts: AddedCounts = {
    ...{ read: 0, added: 0, updated: 0, unchanged: 0, left: 0, refused: 0, silent: 0, answered_texts: 0 },
    by_id: plan.hasIds,
  };
  const ids = { questions: new Map(target.questions.map(({ name, id }) => [name, id])), users: new Map() };
  const params = { dataset_id: target.dataset.id };
  let columns = isDry || plan.parts.length === 0 ? null : rememberedParts(plan.parts);
  const refuse = (item: Item, fault: BadLine, cell: BadCell | null) => {
    counts.refused++;
    onRefused({ index: item.index, read: item.read, fault, cell });
    samples?.look({ ...item, fault, cell, outcome: "refused", merged: null });
  };
  const note = (item: Item & { readonly record: RecordToFill }, merged: WireMerged) => {
    if (merged.fault) {
      const { fault, cell } = faultOfRow(plan, item.read, item.record, faultOfRules(merged.fault));
      return refuse(item, { line: item.read.line, fault }, cell);
    }
    counts[COUNTED[merged.outcome]]++;
    if (item.record.external_id === null) counts.by_id = false;
    if (merged.changes_text && merged.answers > 0) counts.answered_texts++;
    samples?.look({ ...item, outcome: merged.outcome, merged });
  };
  const send = async (batch: readonly Item[]) => {
    const sent = batch.flatMap((item) => (item.record && !item.fault ? [item.record] : []));
    const items = sent.map((record) => {
      const { responses: _, ...rest } = toSend(record, ids);
      return rest;
    });
    const body = { items, dry_run: isDry, existing, samples: samples?.wanted() ?? 0, columns };
    const merged = items.length === 0 ? [] : (await call("mergeRecords", { params, body })).items;
    if (items.length > 0) columns = null;
    const next = merged.values();
    for (const item of batch) {
      counts.read++;
      if (item.fault) refuse(item, item.fault, item.cell);
      else if (item.record === null) counts.silent++;
      else note({ ...item, record: item.record }, outcomeOf(next));
    }
    onBatch({ ...counts });
  };
  await sendInBatches(itemsOf(adding), costOf, send, {
    ...(adding.givenUp ? { givenUp: adding.givenUp } : {}),
  });
  return { ...counts };
}

/** A row that is refused waits in the batch too, so that the table of refused rows keeps their order. */
const costOf = ({ record, read }: Item) => ({
  characters: JSON.stringify(record ?? ("row" in read ? read.row : read.fault)).length,
  values: record ? valuesIn(record.metadata) : 0,
});

const COUNTED = { new: "added", updated: "updated", unchanged: "unchanged", left: "left", refused: "refused" } as const;

function outcomeOf(next: IterableIterator<WireMerged>): WireMerged {
  const { value, done } = next.next();
  if (done) throw new Error("The server said nothing about a record.");
  return value;
}

/** Each row as a record, as far as that can be said without the dataset. */
async function* itemsOf({ source, plan, target }: Adding): AsyncGenerator<Item> {
  const formFault = createFormCheck(target.questions.map(({ name }) => name));
  const repeatedId = createIdCheck(plan, source.numbers);
  const questions = new Set(target.questions.map(({ name }) => name));
  const faultOf = (read: SoundRow, said: RecordToFill) => {
    const form = formFault(said);
    if (form) return faultOfRow(plan, read, said, form);
    const unknown = said.suggestions.find(({ question }) => !questions.has(question));
    if (unknown) return { fault: `The dataset has no question "${unknown.question}".`, cell: null };
    return repeatedId(said, read.line);
  };
  let index = 0;
  for await (const read of source.rows(plan.exported ? "exact" : "guessed")) {
    const refused = (fault: string, cell: BadCell | null = null): Item => ({
      ...{ index, read, record: null, cell },
      fault: { line: read.line, fault },
    });
    yield judged();
    index++;

    function judged(): Item {
      if ("fault" in read) return refused(read.fault);
      try {
        const record = plan.recordOf(read);
        if (record === null) return { index, read, record: null, fault: null, cell: null };
        const said = { ...record, fields: withoutNull(record.fields) };
        const found = faultOf(read, said);
        if (found) return refused(found.fault, found.cell);
        return { index, read, record: said, fault: null, cell: null };
      } catch (error) {
        if (error instanceof BadValue) return refused(error.message, error.at);
        throw error;
      }
    }
  }
}

/** An empty cell removes nothing. */
const withoutNull = (fields: RecordToFill["fields"]): RecordToFill["fields"] =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== null));
