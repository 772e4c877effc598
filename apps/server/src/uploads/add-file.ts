import type { WireAdding } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import { MERGE_OUTCOMES, type MergeOutcome } from "@postil/domain/records/merge-record";
import type { Call } from "../client/api-client.ts";
import { type Added, addRows, addTaskRows, type DecidedRow, type DecidedTaskRow } from "../import/add-rows.ts";
import { addPlanOf, type ReadFile, taskAddPlanOf } from "./file-reader.ts";
import type { AddTarget, Progress, Wish } from "./messages.ts";
import { createRefusedRows, refusedRow } from "./refused-rows.ts";
import { shownTaskRecord } from "./task-understanding.ts";
import { recordToWire } from "./understanding.ts";

type AddingFile = {
  readonly wish: Wish;
  readonly target: AddTarget;
  /** The file for the rows that are refused. */
  readonly refused: string;
  readonly call: Call;
  readonly tell: (progress: Progress) => void;
};

/** Adds the rows of a file to a dataset of either family, or only says what would become of them. */
export async function addFile(read: ReadFile, adding: AddingFile): Promise<void> {
  const { wish, target, refused, call, tell } = adding;
  const { into, ...asked } = target;
  const { isDry } = asked;
  const { source } = read;
  const rows = createRefusedRows(refused, read.names, source.numbers());
  const progress = (total: number | null, { read, silent: _, ...counts }: Added): Progress => ({
    ...{ state: isDry ? "checking" : "storing", read, stored: isDry ? 0 : counts.added + counts.updated },
    ...{ total, refused: rows.count(), refusedRows: rows.shown() },
    numbers: source.numbers(),
    refusedAlike: rows.alike(),
    tableBytes: rows.bytes(),
    added: counts,
  });
  // Each batch is told at once: what is stored is known to the server also when the import is stopped after it.
  const means = { source, call, ...asked, onRefused: rows.add };
  const end = await (into.family === "feedback" ? addFeedback(into.target) : addTask(into.target)).finally(rows.close);
  // Nobody looks at the samples before the dry run is over.
  tell(isDry && end.told.added ? { ...end.told, added: { ...end.told.added, samples: end.samples } } : end.told);

  async function addFeedback(into: Extract<AddTarget["into"], { family: "feedback" }>["target"]) {
    const plan = addPlanOf(read, wish, into);
    const samples = createSamples(feedbackSample(into));
    const told = (added: Added) => progress(plan.exported ? null : plan.read, added);
    const shared = { ...means, plan, target: into, samples: isDry ? samples : null };
    const added = await addRows({ ...shared, onBatch: (added) => tell(told(added)) });
    return { told: told(added), samples: samples.all() };
  }

  async function addTask(into: Extract<AddTarget["into"], { family: "task" }>["target"]) {
    const plan = taskAddPlanOf(read, wish, into);
    const samples = createSamples(taskSample);
    const told = (added: Added) => progress(plan.read, added);
    const { wishes, roles } = plan;
    const shared = { ...means, wishes, roles, at: into, samples: isDry ? samples : null };
    const added = await addTaskRows({ ...shared, onBatch: (added) => tell(told(added)) });
    return { told: told(added), samples: samples.all() };
  }
}

/** The first rows of each outcome of a dry run, to look at in the page (IMP-36). */

type Sample = WireAdding["samples"][number];

/** Of each outcome so many rows, changes of a row, and characters of all its rows. */
const MOST = { rows: 20, updated: 50, changes: 8, characters: 100_000 };

/** `sampleOf`: null for a row of which the server did not tell enough. */
function createSamples<Row extends { readonly outcome: MergeOutcome }>(sampleOf: (row: Row) => Sample | null) {
  const room = new Map(
    MERGE_OUTCOMES.map((one) => [
      one,
      { rows: one === "updated" ? MOST.updated : MOST.rows, characters: MOST.characters },
    ]),
  );
  const all: Sample[] = [];
  return {
    all: () => [...all],
    /** So many rows are wanted with what changes. */
    wanted: () => (room.get("updated")?.rows ?? 0) + (room.get("left")?.rows ?? 0),
    look: (row: Row) => {
      const own = room.get(row.outcome);
      if (!own || own.rows === 0) return;
      const sample = sampleOf(row);
      if (sample === null) return;
      own.characters -= JSON.stringify(sample).length;
      own.rows = own.characters > 0 ? own.rows - 1 : 0;
      if (own.characters > 0) all.push(sample);
    },
  };
}

type Told = Pick<Sample, "outcome" | "line" | "external_id"> & Partial<Sample>;
const sample = (told: Told): Sample => ({
  ...{ answers: 0, more: 0, changes: [], record: null, task_record: null },
  ...told,
});

const changesOf = (changes: Sample["changes"]): Pick<Sample, "changes" | "more"> => ({
  changes: changes.slice(0, MOST.changes),
  more: Math.max(0, changes.length - MOST.changes),
});

/** Of an updated record what changes: of a suggestion the name of its question. */
function feedbackSample({ questions }: WireAddTarget): (row: DecidedRow) => Sample | null {
  const nameOf = new Map(questions.map(({ id, name }) => [id, name]));
  return (row) => {
    const { outcome, read, record, merged } = row;
    const told = {
      ...{ outcome, line: read.line, external_id: record?.external_id ?? "", answers: merged?.answers ?? 0 },
    };
    if (outcome !== "updated") return sample({ ...told, record: recordToWire(row) });
    if (!merged?.changes) return null;
    const changes = merged.changes.map((change) => ({
      ...change,
      name: change.kind === "suggestion" ? (nameOf.get(change.name) ?? "") : change.name,
      kept: false,
    }));
    return sample({ ...told, ...changesOf(changes) });
  };
}

/** Of a record that stays because of what people said also what would change. */
function taskSample(row: DecidedTaskRow): Sample | null {
  const { outcome, read, record, fault, cell, merged } = row;
  const told = { outcome, line: read.line, external_id: record?.id == null ? "" : String(record.id) };
  if (merged?.changes)
    return sample({ ...told, ...changesOf(merged.changes.map((change) => ({ kind: "task" as const, ...change }))) });
  if (outcome === "updated") return null;
  const refused = fault && refusedRow({ fault, cell });
  return sample({ ...told, task_record: shownTaskRecord(read.line, refused, record) });
}
