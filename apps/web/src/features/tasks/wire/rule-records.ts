import type { CallInput } from "@postil/contract/call";
import { annotationToWire, seenToWire, taskRecordFromWire } from "@postil/contract/tasks/record-mapping";
import type { WireTaskRecord } from "@postil/contract/tasks/records";
import { asObject } from "@postil/domain/json-object";
import { type FoundRecord, type RecordSuggestion, writtenScores } from "@postil/domain/tasks/rule-matches";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { isLikely } from "@postil/domain/tasks/task-record";
import { api } from "../../../lib/api/api.ts";
import type { RulesOf } from "./rules-api.ts";

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

/** A record with the predictions of all agents, as received. */
type ReadTextRecord = {
  readonly record: TextRecord;
  readonly predicted: Pick<WireTaskRecord, "prediction" | "predictions">;
};

/** Records of a text classification dataset by their ids, in that order; deleted records are left out. */
export const fetchTextRecords = async (...asked: Parameters<typeof readTextRecords>): Promise<readonly TextRecord[]> =>
  (await readTextRecords(...asked)).map(({ record }) => record);

async function readTextRecords(
  dataset: RulesOf,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly ReadTextRecord[]> {
  if (ids.length === 0) return [];
  const { name, workspaceName: workspace } = dataset;
  const task = "TextClassification";
  const request = {
    params: { name, task } as const,
    query: { workspace, limit: ids.length },
    body: { query: { ids: [...ids] } },
  };
  const { records } = await api.call("searchTaskRecordsV0", request, { quiet: true, signal });
  const byId = new Map<string, ReadTextRecord>();
  for (const found of records as Partial<WireTaskRecord>[]) {
    // the server leaves out missing keys and never sends undefined
    if (found.id === undefined) continue;
    const record = taskRecordFromWire({ ...found, id: found.id }, { workspace, dataset: name, task });
    const { prediction, predictions } = found;
    if (record.task === task) byId.set(String(record.id), { record, predicted: { prediction, predictions } });
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * True if records may have several labels: all records of a dataset are alike (contract api-v0 5.3). False as long as there
 * are none.
 */
export async function fetchMultiLabel(dataset: RulesOf, signal: AbortSignal): Promise<boolean> {
  const request = {
    params: { name: dataset.name, task: "TextClassification" } as const,
    query: { workspace: dataset.workspaceName, limit: 1 },
    body: {},
  };
  const { records } = await api.call("searchTaskRecordsV0", request, { quiet: true, signal });
  return records.some((record) => record.multi_label === true);
}

/** The server's limit for one page. */
const PAGE = 1000;
const FIELDS = ["id", "annotation.*", "search_keywords"];

type ScanOptions = {
  /** If records may have several labels, a label counts with a score above a half. */
  readonly multiLabel: boolean;
  readonly signal: AbortSignal;
  /** Called after each page with the number of its records. */
  readonly onRead?: (count: number) => void;
};

/** All records that a query finds, page by page, with only the parts that rules are compared by. */
export async function scanMatches(dataset: RulesOf, query: string, options: ScanOptions): Promise<FoundRecord[]> {
  const { signal, multiLabel, onRead } = options;
  const found: FoundRecord[] = [];
  let after: string | null = null;
  do {
    const request = {
      params: { name: dataset.name },
      query: { workspace: dataset.workspaceName, limit: PAGE },
      body: { query: { query_text: query }, fields: FIELDS, ...(after === null ? {} : { next_idx: after }) },
    };
    const page: { readonly records: readonly Document[]; readonly next_idx: string | null } = await api.call(
      "scanTaskRecordsV0",
      request,
      { quiet: true, signal },
    );
    found.push(...page.records.map((record) => foundRecord(record, multiLabel)));
    onRead?.(page.records.length);
    after = page.records.length < PAGE ? null : page.next_idx;
  } while (after !== null);
  return found;
}

type Document = { readonly [name: string]: unknown };

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

const foundRecord = (record: Document, multiLabel: boolean): FoundRecord => ({
  id: String(record.id),
  annotatedAs: annotatedAs(asObject(record.annotation)?.labels, multiLabel),
  keywords: texts(record.search_keywords),
});

function annotatedAs(labels: unknown, multiLabel: boolean): readonly string[] | null {
  if (!Array.isArray(labels)) return null;
  return labels.flatMap((label: unknown) => {
    const { class_label, score } = asObject(label) ?? {};
    const isMeant = !multiLabel || (typeof score === "number" && isLikely(score));
    return typeof class_label === "string" && isMeant ? [class_label] : [];
  });
}
