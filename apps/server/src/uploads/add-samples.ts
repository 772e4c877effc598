import type { WireAdding } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import { MERGE_OUTCOMES, type MergeOutcome } from "@postil/domain/records/merge-record";
import type { Decided, Samples } from "../import/add-rows.ts";
import { recordToWire } from "./understanding.ts";

/** The first rows of each outcome of a dry run, to look at in the page (IMP-36). */

type Sample = WireAdding["samples"][number];

/** Of each outcome so many rows, changes of a row, and characters of all its rows. */
const MOST = { rows: 20, updated: 50, changes: 8, characters: 100_000 };

export function createSamples({ questions }: WireAddTarget): Samples & { readonly all: () => Sample[] } {
  const nameOf = new Map(questions.map(({ id, name }) => [id, name]));
  const room = new Map(
    MERGE_OUTCOMES.map((one) => [
      one,
      { rows: one === "updated" ? MOST.updated : MOST.rows, characters: MOST.characters },
    ]),
  );
  const all: Sample[] = [];
  const left = (outcome: MergeOutcome) => room.get(outcome)?.rows ?? 0;
  return {
    all: () => [...all],
    wanted: () => left("updated"),
    look: (row) => {
      const { outcome } = row;
      const own = room.get(outcome);
      if (!own || own.rows === 0 || (outcome === "updated" && !row.merged?.changes)) return;
      const sample = outcome === "updated" ? changed(row, nameOf) : whole(row);
      own.characters -= JSON.stringify(sample).length;
      own.rows = own.characters > 0 ? own.rows - 1 : 0;
      if (own.characters > 0) all.push(sample);
    },
  };
}

const told = ({ outcome, read: { line }, record, merged }: Decided) => ({
  ...{ outcome, line, external_id: record?.external_id ?? "", answers: merged?.answers ?? 0 },
});

const whole = (row: Decided): Sample => ({ ...told(row), more: 0, changes: [], record: recordToWire(row) });

/** Of a suggestion the name of its question. */
function changed(row: Decided, nameOf: ReadonlyMap<string, string>): Sample {
  const all = row.merged?.changes ?? [];
  const changes = all
    .slice(0, MOST.changes)
    .map((change) => (change.kind === "suggestion" ? { ...change, name: nameOf.get(change.name) ?? "" } : change));
  return { ...told(row), more: all.length - changes.length, changes, record: null };
}
