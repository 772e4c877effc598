import type { AnswerValues, FeedbackRecord, Micros, RecordStatus, Response, ResponseStatus } from "./entities.ts";

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
export function known({ id, status, values, updatedAt }: Response): KnownResponse {
  return { id, status, values, updatedAt };
}

/** The response as far as the server has it: null for one that is still on its way there. */
export function asKnown(response: OwnResponse | null): KnownResponse | null {
  return response === null || response.id === null ? null : { ...response, id: response.id };
}

/** Whether two responses say the same: status and values; who created them and when does not count. */
export function saysTheSame(one: OwnResponse | null, other: OwnResponse | null): boolean {
  if (one === null || other === null) return one === other;
  return one.status === other.status && equal(one.values ?? {}, other.values ?? {});
}

/** Deep equality of JSON values; members in any order, elements in theirs. */
function equal(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  const theirs = new Map(Object.entries(other));
  return Object.entries(one).every(([name, value]) => theirs.has(name) && equal(value, theirs.get(name)));
}
