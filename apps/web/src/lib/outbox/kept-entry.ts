import { asObject } from "@postil/domain/json-object";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";

/** The layout of a stored entry. This page cannot deliver an entry of another layout, so it stays in storage. */
export const ENTRY_VERSION = 1;

export type KeptEntry = OutboxEntry & { readonly version: typeof ENTRY_VERSION };

/** True if another entry can be merged with the stored one. `read-entries` checks the answers before any is sent. */
export function isMergeable(kept: unknown): kept is KeptEntry {
  const { version, intent, intentId, wantedAt, baseAt, unanswered } = asObject(kept) ?? {};
  return (
    version === ENTRY_VERSION &&
    asObject(intent) !== null &&
    typeof intentId === "string" &&
    typeof wantedAt === "number" &&
    typeof baseAt === "number" &&
    Array.isArray(unanswered) &&
    unanswered.every((one) => typeof one === "object")
  );
}
