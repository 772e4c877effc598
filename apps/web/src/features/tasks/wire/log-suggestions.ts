import type { CallInput } from "@postil/contract/call";
import { annotationToWire } from "@postil/contract/mapping/task-records";
import { type RecordSuggestion, writtenScores } from "@postil/domain/tasks/rules-suggestions";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { api } from "../../../lib/api/api.ts";
import type { RulesOf } from "./rules-api.ts";
import { fetchTextRecords } from "./text-records.ts";

/** Who suggests it, and whether records that are annotated get it too. */
export type Signed = { readonly agent: string; readonly annotated: boolean };

/**
 * Writes suggestions to some records, all or none, and tells how many of them. What goes along is read right before, so that
 * what a person answered meanwhile stays; a log without it would hide it from the filters (contract api-v0 5.7).
 */
export async function logSuggestions(
  dataset: RulesOf,
  planned: readonly RecordSuggestion[],
  signed: Signed,
  signal: AbortSignal,
): Promise<number> {
  const stored = await fetchTextRecords(
    dataset,
    planned.map(({ record }) => record.id),
    signal,
  );
  const labels = new Map(planned.map((suggestion) => [suggestion.record.id, suggestion.labels]));
  const records = stored
    .filter((record) => mayGet(record, signed))
    .map((record) => toLog(record, signed.agent, labels.get(String(record.id)) ?? []));
  if (records.length === 0) return 0;
  const request = {
    params: { name: dataset.name },
    query: { workspace: dataset.workspaceName },
    body: { records },
  };
  // As it goes over the wire; the type of the route is that of what the server reads out of it.
  await api.call("logTextRecordsV0", request as unknown as CallInput<"logTextRecordsV0">, { quiet: true });
  return records.length;
}

/** One label and validated, but without an annotation: no log may leave a record so. */
const isHalf = ({ status, annotation, multiLabel }: TextRecord): boolean =>
  status === "Validated" && annotation === null && !multiLabel;

const mayGet = (record: TextRecord, { annotated }: Signed): boolean =>
  !isHalf(record) && (annotated || record.annotation === null);

function toLog(record: TextRecord, agent: string, labels: RecordSuggestion["labels"]) {
  const scored = writtenScores(labels, record.multiLabel).map(({ label, score }) => ({ class: label, score }));
  const { id, status, inputs, multiLabel, annotation } = record;
  return {
    ...{ id, status, inputs, multi_label: multiLabel },
    ...(annotation === null ? {} : { annotation: annotationToWire(annotation) }),
    prediction: { agent, labels: scored },
  };
}
