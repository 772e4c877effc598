import type { CallInput } from "@postil/contract/call";
import { annotationToWire, taskRecordFromWire } from "@postil/contract/mapping/task-records";
import { type KnownResponse, type OwnResponse, saysTheSame } from "@postil/domain/records/record-status";
import { annotationOf, responseOf } from "@postil/domain/tasks/record-edit";
import { readTaskRecordKey, type TaskRecordPlace } from "@postil/domain/tasks/record-key";
import type { StoredTaskRecord } from "@postil/domain/tasks/shown-record";
import { api } from "../../../lib/api/api.ts";
import { type Answer, type CallNote, ChangedMeanwhile, type ResponsesApi } from "../../../lib/outbox/ports.ts";

/** Nobody waits for a save, so it may take long; but a record's next one waits for it. ms */
const TIMEOUT = 30_000;
const quiet = { quiet: true, timeout: TIMEOUT } as const;

const LOG_OF = {
  TextClassification: "logTextRecordsV0",
  TokenClassification: "logTokenRecordsV0",
  Text2Text: "logText2TextRecordsV0",
} as const;

/**
 * Writes the status and the annotation of one record (TST-14, TST-15), unless both were changed by somebody since they were seen.
 * What is written with them is read right before, so that what a program changed meanwhile stays; metadata and vectors, which keep
 * what is stored when they are left out, stay on the server: a browser would change the form of their numbers.
 */
export async function saveTaskRecord(key: string, answer: Answer, note: CallNote): Promise<KnownResponse> {
  const place = readTaskRecordKey(key);
  if (place === null) throw new Error(`No record of a task dataset: ${key}`);
  const stored = await readRecord(place, note);
  const [now, wanted] = [responseOf(stored), asResponse(key, answer)];
  if (saysTheSame(now, wanted)) return now;
  if (note.base && !saysTheSame(now, note.base)) {
    throw new ChangedMeanwhile(now, stored.annotation?.agent ?? "");
  }
  const request = {
    params: { name: place.dataset },
    query: { workspace: place.workspace },
    body: { records: [recordToWire(stored, answer)] },
  };
  // As it goes over the wire; the type of the route is that of what the server reads out of it.
  await api.call(LOG_OF[place.task], request as unknown as CallInput<"logTextRecordsV0">, {
    ...quiet,
    dataset: note.datasetId,
  });
  return wanted;
}

const asResponse = (key: string, { status, values }: Answer): KnownResponse =>
  ({ id: key, status, values, updatedAt: null }) satisfies OwnResponse;

async function readRecord(place: TaskRecordPlace, { datasetId }: CallNote): Promise<StoredTaskRecord> {
  const { workspace, dataset, id } = place;
  const request = { params: { name: dataset, id: String(id) }, query: { workspace } };
  return taskRecordFromWire(await api.call("getTaskRecordV0", request, { ...quiet, dataset: datasetId }), place);
}

/** What the log of a record needs, and what is searched of it: a log without its prediction would hide it from the filters. */
function recordToWire(stored: StoredTaskRecord, answer: Answer) {
  const { status, annotation } = annotationOf(answer, stored.task);
  const { id, prediction } = stored;
  return {
    id,
    status,
    ...(prediction === null ? {} : { prediction: annotationToWire(prediction) }),
    // Nothing is cleared that was not seen: somebody may annotate it right now.
    ...(annotation === null && stored.annotation !== null ? { postil_clear: ["annotation"] } : {}),
    ...(annotation === null ? {} : { annotation: annotationToWire(annotation) }),
    ...contentOf(stored),
  };
}

function contentOf(stored: StoredTaskRecord) {
  switch (stored.task) {
    case "TextClassification":
      return { inputs: stored.inputs, multi_label: stored.multiLabel };
    case "TokenClassification":
      return { text: stored.text, tokens: stored.tokens };
    case "Text2Text":
      return { text: stored.text };
  }
}

/** Records of task datasets have one call for all that is done to them. */
export const taskResponsesApi: ResponsesApi = {
  create: saveTaskRecord,
  update: saveTaskRecord,
  remove: async () => undefined,
  upsert: async (recordId, answer, note) => ({ item: await saveTaskRecord(recordId, answer, note) }),
};
