import { sameJson } from "../same-json.ts";
import type { Micros } from "../time.ts";
import type { RecordStatus, ResponseStatus } from "./response.ts";

/**
 * The values of a response, by the names of the questions. Only the dataset's family knows which values are possible
 * and what they mean.
 */
export type ResponseValues = { readonly [name: string]: { readonly value: unknown } };

/**
 * The reader's response to a record as the page knows it (FEN-28): the server's, or one that is being sent. The latter
 * has no id and no time until the server has answered.
 */
export type OwnResponse = {
  readonly id: string | null;
  readonly status: ResponseStatus;
  readonly values: ResponseValues | null;
  readonly updatedAt: Micros | null;
};

/** A response that the server has sent to us. */
export type KnownResponse = OwnResponse & { readonly id: string };

/** FEN-23, FRS-01: a record without a response is pending. */
export function statusOf(response: OwnResponse | null): RecordStatus {
  return response?.status ?? "pending";
}

/** The response if the server has it; null for one that is still being sent. */
export function asKnown(response: OwnResponse | null): KnownResponse | null {
  return response === null || response.id === null ? null : { ...response, id: response.id };
}

/** True if two responses have the same content: status and values. Their authors and times do not count. */
export function saysTheSame(one: OwnResponse | null, other: OwnResponse | null): boolean {
  if (one === null || other === null) return one === other;
  return one.status === other.status && sameJson(one.values ?? {}, other.values ?? {});
}
