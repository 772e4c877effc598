import type { DeliveryOutcome } from "@postil/domain/outbox/outbox-entry";

/** Statuses that mean "not now": too slow, too many requests, a full disk, or a proxy whose server is starting or gone. */
const NOT_NOW = new Set([408, 425, 429, 502, 503, 504, 507]);

/**
 * Maps a failed call to its outcome. `status` is null when no reply arrived.
 * @param retryAfter ms the server asked us to wait, null when it did not
 */
export function outcomeOfError(
  status: number | null,
  detail: string,
  retryAfter: number | null = null,
): DeliveryOutcome {
  if (status === null || NOT_NOW.has(status)) return { kind: "unreachable", retryAfter };
  if (status === 401) return { kind: "signed-out" };
  if (status === 404) return { kind: "missing", detail };
  if (status === 409) return { kind: "conflict" };
  if (status === 403) return { kind: "lost", detail };
  return { kind: status >= 500 ? "broken" : "refused", detail };
}
