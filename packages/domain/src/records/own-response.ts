import type { FeedbackRecord } from "./record.ts";
import type { KnownResponse } from "./record-status.ts";
import type { FeedbackResponse } from "./response.ts";

/** The reader's response in a reply of the `me` calls, which contain zero or one (FEN-22 `answer`, FEN-26). */
export function ownResponse(record: Pick<FeedbackRecord, "responses">): KnownResponse | null {
  const response = record.responses?.[0];
  return response === undefined ? null : known(response);
}

/** A response of the server, reduced to the members that the page keeps (FRS-05). */
export function known({ id, status, values, updatedAt }: FeedbackResponse): KnownResponse {
  return { id, status, values, updatedAt };
}
