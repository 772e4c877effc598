import type { CallInput } from "@postil/contract/call";
import type { WireTaskRecord } from "@postil/contract/entities/task-records";
import { annotationToWire, seenToWire } from "@postil/contract/mapping/task-records";
import { type RecordSuggestion, writtenScores } from "@postil/domain/tasks/rules-suggestions";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { api } from "../../../lib/api/api.ts";
import type { RulesOf } from "./rules-api.ts";
import { type ReadTextRecord, readTextRecords } from "./text-records.ts";

/** The agent of the suggestions, and true if annotated records get them too. */
export type Signed = { readonly agent: string; readonly annotated: boolean };

/** The predictions of a record before a suggestion was written. */
export type Earlier = {
  readonly id: string;
  readonly prediction: NonNullable<WireTaskRecord["prediction"]> | null;
  readonly predictions: NonNullable<WireTaskRecord["predictions"]>;
};

/** Writes suggestions to some records; reports the earlier predictions of each written record. */
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

/** True if a suggestion of this agent replaced the prediction of another agent. */
export const tookOver = ({ prediction }: Earlier, agent: string): boolean =>
  prediction !== null && prediction.agent !== agent;

/**
 * Restores the earlier predictions of all agents for some records, and reports which records were restored. A record whose
 * suggestion is no longer from this agent stays as it is.
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

/** After this number of tries, records that others keep changing are left as they are. */
const TRIES = 5;

type Logging<Written> = {
  readonly signal: AbortSignal;
  /** Called after each call, because the next one may fail. */
  readonly onWritten: (records: readonly Written[]) => void;
};

/**
 * Logs some records, and reports those written, as they were read before. The unchanged parts are read right before and sent
 * along, because a log without them would hide the record from the filters. A record that another user writes in between is
 * read again instead of written, so that the user's answer stays (contract api-v0 5.7). `change`: the new parts; null leaves a
 * record as it is.
 */
async function logEach(
  dataset: RulesOf,
  ids: readonly string[],
  change: (read: ReadTextRecord) => object | null,
  { signal, onWritten }: Logging<ReadTextRecord>,
): Promise<void> {
  let left = ids;
  for (let tries = 0; left.length > 0 && tries < TRIES; tries++) {
    const stored = await readTextRecords(dataset, left, signal);
    const changes = stored.flatMap((read) => {
      const changed = isHalf(read.record) ? null : change(read);
      return changed === null ? [] : [{ read, log: { ...unchanged(read.record), ...changed } }];
    });
    const changed = new Set(
      await changedOf(
        dataset,
        changes.map(({ log }) => log),
      ),
    );
    left = [...changed];
    onWritten(changes.flatMap(({ read }) => (changed.has(String(read.record.id)) ? [] : [read])));
  }
}

/** Logs records. Returns the ids of records that changed since they were read; these are not written. */
async function changedOf(dataset: RulesOf, records: readonly object[]): Promise<readonly string[]> {
  if (records.length === 0) return [];
  const request = {
    params: { name: dataset.name },
    query: { workspace: dataset.workspaceName },
    body: { records },
  };
  // The body in wire form; the route's type describes the parsed form.
  const asked = request as unknown as CallInput<"logTextRecordsV0">;
  const { postil_changed = [] } = await api.call("logTextRecordsV0", asked, { quiet: true });
  return postil_changed.map(String);
}

/** True for a single-label record that is validated but has no annotation: a log may not leave a record like this. */
const isHalf = ({ status, annotation, multiLabel }: TextRecord): boolean =>
  status === "Validated" && annotation === null && !multiLabel;

function unchanged(record: TextRecord) {
  const { id, status, inputs, multiLabel, annotation } = record;
  return {
    ...{ id, status, inputs, multi_label: multiLabel },
    ...(annotation === null ? {} : { annotation: annotationToWire(annotation) }),
    postil_seen: seenToWire(record),
  };
}
