import { responseFromWire } from "@postil/contract/mapping/responses";
import { known } from "@postil/domain/records/own-response";
import { api } from "../../../lib/api/api.ts";
import type { CallNote, ResponsesApi } from "../../../lib/outbox/ports.ts";
import { answerToWire } from "./answer-to-wire.ts";

/** Nobody waits for a save, so it may take long; but a record's next one waits for it. ms */
const TIMEOUT = 30_000;

/** Quiet: the outbox tells of its failures itself (FRS-14), and no progress line runs in the labeling loop (API-07). */
const options = ({ datasetId, shownFor }: CallNote) => ({
  quiet: true,
  timeout: TIMEOUT,
  dataset: datasetId,
  headers: shownFor === null ? {} : { "X-Postil-Shown-Ms": String(Math.round(shownFor)) },
});

/** FRS-03, FRS-04, FRS-09 and FBU-04 through the page's client. */
export const responsesApi: ResponsesApi = {
  async create(recordId, answer, note) {
    const request = { params: { record_id: recordId }, body: answerToWire(answer) };
    return known(responseFromWire(await api.call("createResponse", request, options(note))));
  },
  async update(responseId, answer, note) {
    const request = { params: { response_id: responseId }, body: answerToWire(answer) };
    return known(responseFromWire(await api.call("updateResponse", request, options(note))));
  },
  async remove(responseId, note) {
    await api.call("deleteResponse", { params: { response_id: responseId } }, options(note));
  },
  async upsert(recordId, answer, note) {
    const request = { body: { items: [{ record_id: recordId, ...answerToWire(answer) }] } };
    const [result] = (await api.call("bulkSaveResponses", request, options(note))).items;
    if (result?.item) return { item: known(responseFromWire(result.item)) };
    return { refused: result?.error?.detail ?? "" };
  },
};
