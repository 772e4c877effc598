import type { CallInput, CallReply } from "@postil/contract/call";
import { responseFromWire } from "@postil/contract/feedback/record-mapping";
import { timeToWire } from "@postil/contract/wire/mapping";
import type { UpsertItem } from "@postil/domain/outbox/outbox-entry";
import { type AnswerValues, known } from "@postil/domain/records/record";
import { api } from "../../../lib/api/api.ts";
import { datasetAccess } from "../../../lib/api/lost-datasets.ts";
import type { Answer, CallNote, ResponsesApi, UpsertResult } from "../../../lib/outbox/ports.ts";

/**
 * A response of a feedback dataset in wire form. The wire's types do not allow null values for a submitted response, and no
 * response is submitted without values.
 */
function answerToWire({ status, values }: Answer) {
  // The values come from a form of questions, now or on an earlier visit. The server checks each against its question.
  const answers = values as AnswerValues | null;
  return status === "submitted" ? { status, values: answers ?? {} } : { status, values: answers };
}

/** Saving runs in the background, so it may take long; but the next save of the same record waits for it. ms */
const TIMEOUT = 30_000;

/** Quiet: the outbox reports its own failures (FRS-14), and labeling shows no progress line (API-07). */
const options = ({ datasetId, shownFor }: CallNote) => ({
  quiet: true,
  timeout: TIMEOUT,
  dataset: datasetId,
  headers: shownFor === null ? {} : { "X-Postil-Shown-Ms": String(Math.round(shownFor)) },
});

/** FRS-03, FRS-04, FRS-09 and FBU-04, with the page's API client. */
export const responsesApi: ResponsesApi = {
  async create(recordId, answer, note) {
    const request = { params: { record_id: recordId }, body: answerToWire(answer) };
    return known(responseFromWire(await api.call("createResponse", request, options(note))));
  },
  async update(responseId, answer, note) {
    const request = { params: { response_id: responseId }, body: { ...answerToWire(answer), ...seenToWire(note) } };
    return known(responseFromWire(await api.call("updateResponse", request, options(note))));
  },
  async remove(responseId, note) {
    const request = { params: { response_id: responseId }, query: seenToWire(note) };
    await api.call("deleteResponse", request as CallInput<"deleteResponse">, options(note));
  },
  async upsert(items, note) {
    const request = { body: { items: items.map(itemToWire) } };
    const results = (await api.call("bulkSaveResponses", request, options(note))).items.map(resultFromWire);
    // A call refuses each item separately, even if their common dataset is deleted.
    const isLost = results.every(isGone) && (await datasetAccess.isLost(note.datasetId));
    return isLost ? results.map((result) => ({ refused: "", ...result, lost: true as const })) : results;
  },
};

const seenToWire = ({ seen }: Pick<CallNote, "seen">) =>
  seen === undefined ? {} : { postil_seen: seen === null ? null : timeToWire(seen) };

function itemToWire({ recordId, answer, seen }: UpsertItem) {
  const item = { record_id: recordId, ...seenToWire({ seen }) };
  return answer === null
    ? { ...item, status: "draft" as const, postil_clear: true }
    : { ...item, ...answerToWire(answer) };
}

type Entry = CallReply<"bulkSaveResponses">["items"][number];

function resultFromWire({ item, error, postil_now: now }: Entry): UpsertResult {
  if (now !== undefined) return { changed: now && known(responseFromWire(now)) };
  if (error !== null) return { refused: error.detail, ...(GONE.test(error.detail) ? { lost: true as const } : {}) };
  return { item: item && known(responseFromWire(item)) };
}

const GONE = /^Record with id .* not found$/;
const isGone = (result: UpsertResult): boolean => "refused" in result;
