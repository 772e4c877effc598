import type { CallInput } from "@postil/contract/call";
import { annotationToWire, stateFromWire } from "@postil/contract/tasks/record-mapping";
import type { AnswerOutcome } from "@postil/contract/tasks/records";
import { sameJson } from "@postil/domain/objects";
import type { KnownResponse, OwnResponse } from "@postil/domain/records/labeled-record";
import { annotationOf, type RecordState, stateAsResponse } from "@postil/domain/tasks/record-edit";
import { type TaskRecordPlace, taskRecordPlace } from "@postil/domain/tasks/record-key";
import { api } from "../../../lib/api/api.ts";
import { ApiFailure } from "../../../lib/api/failure.ts";
import {
  type Answer,
  type CallNote,
  ChangedMeanwhile,
  type ResponsesApi,
  type UpsertResult,
  type WantedItem,
} from "../../../lib/outbox/ports.ts";

/** Saving runs in the background, so it may take long; but the next save of the same record waits for it. ms */
const TIMEOUT = 30_000;
const quiet = { quiet: true, timeout: TIMEOUT } as const;

type AnsweredItem = WantedItem & { readonly answer: Answer };

/**
 * Writes status and annotation of records of one dataset in one call (TST-14, TST-15). The server writes a record only if it
 * is still in a state that this user saw or wrote, even if the reply to that write was lost (FRS-14, TST-19).
 */
async function answerRecords(
  items: readonly AnsweredItem[],
  { datasetId }: Pick<CallNote, "datasetId">,
): Promise<readonly UpsertResult[]> {
  const placed = items.map((item) => ({ item, place: taskRecordPlace(item.recordId) }));
  const [first] = placed;
  if (first === undefined) return [];
  const { workspace, dataset } = first.place;
  const request = {
    params: { name: dataset },
    query: { workspace },
    body: { answers: placed.map(({ item, place }) => answerToWire(item, place)) },
  };
  // The body in wire form; the route's type describes the parsed form.
  const asked = request as unknown as CallInput<"answerTaskRecords">;
  const { items: outcomes } = await api.call("answerTaskRecords", asked, { ...quiet, dataset: datasetId });
  return placed.map(({ item }, at) => resultOf(item, outcomes[at]));
}

function answerToWire({ answer, base, unanswered = [] }: AnsweredItem, { id, task }: TaskRecordPlace) {
  const seen = base == null ? null : [base, ...unanswered].filter((one) => one !== null);
  const stateOf = (response: Pick<OwnResponse, "status" | "values">) => stateToWire(annotationOf(response, task));
  return { id, ...stateOf(answer), ...(seen === null ? {} : { seen: seen.map(stateOf) }) };
}

const stateToWire = ({ status, annotation }: RecordState) => ({
  status,
  annotation: annotation && annotationToWire(annotation),
});

function resultOf({ recordId, base }: AnsweredItem, outcome: AnswerOutcome | undefined): UpsertResult {
  if (outcome === undefined) return { refused: "" };
  if (!("record" in outcome))
    return { refused: outcome.detail, ...(outcome.outcome === "missing" ? { lost: true } : {}) };
  const { lastUpdated, ...state } = stateFromWire(outcome.record);
  const now: KnownResponse = { ...stateAsResponse(state), id: recordId, updatedAt: lastUpdated };
  if (outcome.outcome === "answered") return { item: now };
  return { changed: now, by: whoChanged(state, now, base) };
}

/** The author of a change is known only for an annotation. The record does not tell who discarded it or undid something. */
function whoChanged({ annotation }: RecordState, now: KnownResponse, base: OwnResponse | null | undefined): string {
  const isSigned = !sameJson(now.values, base?.values);
  return isSigned && annotation !== null ? annotation.agent : "";
}

async function save(recordId: string, answer: Answer, note: CallNote): Promise<KnownResponse> {
  const [result] = await answerRecords([{ ...note, recordId, answer, seen: undefined }], note);
  if (result !== undefined && "changed" in result) throw new ChangedMeanwhile(result.changed, result.by ?? "");
  if (result === undefined || "refused" in result || result.item === null) {
    const { refused = "", lost = false } = result !== undefined && "refused" in result ? result : {};
    throw new ApiFailure(lost ? 404 : 422, { detail: refused }, refused);
  }
  return result.item;
}

const isAnswered = (item: WantedItem): item is AnsweredItem => item.answer !== null;

/** Task datasets have one call for all writes to records; their responses are never deleted as a whole. */
export const taskResponsesApi: ResponsesApi = {
  create: save,
  update: save,
  remove: async () => undefined,
  upsert: (items, note) => answerRecords(items.filter(isAnswered), note),
};
