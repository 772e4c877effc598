import type { WireTaskRecord } from "@postil/contract/entities/task-records";
import { type RecordSuggestion, writtenScores } from "@postil/domain/tasks/rules-suggestions";
import { type Logging, logEach } from "./log-each.ts";
import type { RulesOf } from "./rules-api.ts";
import type { ReadTextRecord } from "./text-records.ts";

/** Who suggests it, and whether records that are annotated get it too. */
export type Signed = { readonly agent: string; readonly annotated: boolean };

/** What was predicted for a record before a suggestion was written. */
export type Earlier = {
  readonly id: string;
  readonly prediction: NonNullable<WireTaskRecord["prediction"]> | null;
  readonly predictions: NonNullable<WireTaskRecord["predictions"]>;
};

/** Writes suggestions to some records; tells what was predicted before for those that have one now. */
export async function logSuggestions(
  dataset: RulesOf,
  planned: readonly RecordSuggestion[],
  { agent, annotated }: Signed,
  { signal, onWritten }: Logging<Earlier>,
): Promise<void> {
  const labels = new Map(planned.map((suggestion) => [suggestion.record.id, suggestion.labels]));
  await logEach(
    dataset,
    [...labels.keys()],
    ({ record }) => {
      if (!annotated && record.annotation !== null) return null;
      const scored = writtenScores(labels.get(String(record.id)) ?? [], record.multiLabel);
      return { prediction: { agent, labels: scored.map(({ label, score }) => ({ class: label, score })) } };
    },
    { signal, onWritten: (written) => onWritten(written.map(earlierOf)) },
  );
}

const earlierOf = ({ record: { id }, predicted: { prediction, predictions } }: ReadTextRecord): Earlier => ({
  id: String(id),
  prediction: prediction ?? null,
  predictions: predictions ?? {},
});

/** Whether a suggestion of this name took the place of another agent's. */
export const tookOver = ({ prediction }: Earlier, agent: string): boolean =>
  prediction !== null && prediction.agent !== agent;

/**
 * Puts back what was predicted for some records before, all agents' as it was, and tells for which. One whose suggestion is not the
 * one of this name any more stays as it is.
 */
export async function restorePredictions(
  dataset: RulesOf,
  earlier: readonly Earlier[],
  agent: string,
  { signal, onWritten }: Logging<Pick<Earlier, "id">>,
): Promise<void> {
  const before = new Map(earlier.map((one) => [one.id, one]));
  await logEach(
    dataset,
    [...before.keys()],
    ({ record }) => {
      const was = before.get(String(record.id));
      if (was === undefined || record.prediction?.agent !== agent) return null;
      const predictions = Object.fromEntries(
        Object.entries(was.predictions).map(([name, { agent: _, ...part }]) => [name, part]),
      );
      return {
        postil_clear: ["prediction"],
        ...(was.prediction === null ? {} : { prediction: was.prediction, predictions }),
      };
    },
    { signal, onWritten: (written) => onWritten(written.map(({ record }) => ({ id: String(record.id) }))) },
  );
}
