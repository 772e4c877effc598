import type { AnswerValues } from "../answers/values.ts";
import { sameJson } from "../same-json.ts";
import type { Micros } from "../time.ts";
import type { FeedbackRecord } from "./record.ts";
import type { FeedbackResponse, RecordStatus, ResponseStatus } from "./response.ts";

/**
 * The reader's response to a record as the page knows it (FEN-28): the server's, or the one on its way there, which has
 * no id and no time before the server has answered.
 */
export type OwnResponse = {
  readonly id: string | null;
  readonly status: ResponseStatus;
  readonly values: AnswerValues | null;
  readonly updatedAt: Micros | null;
};

/** A response that the server has told us of. */
export type KnownResponse = OwnResponse & { readonly id: string };

/** FEN-23, FRS-01: a record without a response is pending. */
export function statusOf(response: OwnResponse | null): RecordStatus {
  return response?.status ?? "pending";
}

/** The reader's response inside a reply of the `me` calls, which hold zero or one (FEN-22 `answer`, FEN-26). */
export function ownResponse(record: FeedbackRecord): OwnResponse | null {
  const response = record.responses?.[0];
  return response === undefined ? null : known(response);
}

/** A response of the server, reduced to what the page keeps of it (FRS-05). */
export function known({ id, status, values, updatedAt }: FeedbackResponse): KnownResponse {
  return { id, status, values, updatedAt };
}

/** The response as far as the server has it: null for one that is still on its way there. */
export function asKnown(response: OwnResponse | null): KnownResponse | null {
  return response === null || response.id === null ? null : { ...response, id: response.id };
}

/** Whether two responses say the same: status and values; who created them and when does not count. */
export function saysTheSame(one: OwnResponse | null, other: OwnResponse | null): boolean {
  if (one === null || other === null) return one === other;
  return one.status === other.status && sameJson(one.values ?? {}, other.values ?? {});
}
