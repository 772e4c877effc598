import type { CallInput } from "@postil/contract/call";
import { annotationToWire, seenToWire, taskRecordFromWire } from "@postil/contract/mapping/task-records";
import { type KnownResponse, type OwnResponse, saysTheSame } from "@postil/domain/records/record-status";
import { isAsLeft } from "@postil/domain/records/seen-response";
import { sameJson } from "@postil/domain/same-json";
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

/** Others may write a record between its reading and its log so often; a server that never takes one is broken. */
const TRIES = 5;

/**
 * Writes the status and the annotation of one record (TST-14, TST-15), unless both were changed by somebody since they were seen. What
 * is written with them is read right before, and the server takes it only if nobody wrote the record in between: then it is read
 * again, and decided anew. Metadata and vectors, which keep what is stored when they are left out, stay on the server: a browser would
 * change the form of their numbers.
 */
export async function saveTaskRecord(key: string, answer: Answer, note: CallNote): Promise<KnownResponse> {
  const place = readTaskRecordKey(key);
  if (place === null) throw new Error(`No record of a task dataset: ${key}`);
  const wanted = asResponse(key, answer);
  for (let tries = 0; tries < TRIES; tries++) {
    const stored = await readRecord(place, note);
    const now = responseOf(stored);
    if (saysTheSame(now, wanted)) return now;
    if (isNews(now, note)) throw new ChangedMeanwhile(now, whoChanged(stored, note));
    // The reply tells no time.
    if (await logRecord(place, recordToWire(stored, answer), note)) return { ...wanted, updatedAt: Date.now() * 1000 };
  }
  throw new Error(`A record changes all the time: ${key}`);
}

/** Neither what the reader saw nor what they wrote themselves, told or not (FRS-14). */
const isNews = (now: KnownResponse, { base, unanswered = [] }: CallNote): boolean =>
  base != null && !isAsLeft(now, [base, ...unanswered]);

/** Who annotated it signed it; who discarded it, or took something back, is not told with the record. */
function whoChanged(stored: StoredTaskRecord, { base }: CallNote): string {
  const isSigned = !sameJson(responseOf(stored).values, base?.values);
  return isSigned && stored.annotation !== null ? stored.annotation.agent : "";
}

/** False: it changed since it was read, and stays as it is. */
async function logRecord(place: TaskRecordPlace, record: object, { datasetId }: CallNote): Promise<boolean> {
  const { workspace, dataset, task } = place;
  const request = { params: { name: dataset }, query: { workspace }, body: { records: [record] } };
  // As it goes over the wire; the type of the route is that of what the server reads out of it.
  const asked = request as unknown as CallInput<"logTextRecordsV0">;
  const { failed } = await api.call(LOG_OF[task], asked, { ...quiet, dataset: datasetId });
  return failed === 0;
}

const asResponse = (key: string, { status, values }: Answer): KnownResponse =>
  ({ id: key, status, values, updatedAt: null }) satisfies OwnResponse;

async function readRecord(place: TaskRecordPlace, { datasetId }: CallNote): Promise<StoredTaskRecord> {
  const { workspace, dataset, id } = place;
  const request = { params: { name: dataset, id: String(id) }, query: { workspace } };
  return taskRecordFromWire(await api.call("getTaskRecordV0", request, { ...quiet, dataset: datasetId }), place);
}

/** What the log of a record needs. What it does not change stays with the server, whether it still fits or not. */
function recordToWire(stored: StoredTaskRecord, answer: Answer) {
  const { status, annotation } = annotationOf(answer, stored.task);
  const before = annotationOf(responseOf(stored), stored.task).annotation;
  // Who validates says the annotation anew.
  const isKept = annotation !== null && status !== "Validated" && sameJson(annotation, before);
  return {
    id: stored.id,
    status,
    ...(annotation === null && before !== null ? { postil_clear: ["annotation"] } : {}),
    ...(annotation === null || isKept ? {} : { annotation: annotationToWire(annotation) }),
    postil_keep: isKept ? ["prediction", "annotation"] : ["prediction"],
    postil_seen: seenToWire(stored),
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
  upsert: async (items, note) =>
    Promise.all(
      items.map(async ({ recordId, answer }) =>
        answer === null ? { refused: "" } : { item: await saveTaskRecord(recordId, answer, note) },
      ),
    ),
};
