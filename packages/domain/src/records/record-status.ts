import { sameJson } from "../same-json.ts";
import type { Micros } from "../time.ts";
import type { RecordStatus, ResponseStatus } from "./response.ts";

/** What a response says, by the names of what it answers. What a value may be, and what it means, only its family knows. */
export type ResponseValues = { readonly [name: string]: { readonly value: unknown } };

/**
 * The reader's response to a record as the page knows it (FEN-28): the server's, or the one on its way there, which has
 * no id and no time before the server has answered.
 */
export type OwnResponse = {
  readonly id: string | null;
  readonly status: ResponseStatus;
  readonly values: ResponseValues | null;
  readonly updatedAt: Micros | null;
};

/** A response that the server has told us of. */
export type KnownResponse = OwnResponse & { readonly id: string };

/** FEN-23, FRS-01: a record without a response is pending. */
export function statusOf(response: OwnResponse | null): RecordStatus {
  return response?.status ?? "pending";
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
