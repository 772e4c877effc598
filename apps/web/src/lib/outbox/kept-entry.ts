import { asObject } from "@postil/domain/json-object";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";

/** The layout of a kept entry. An entry of another layout cannot be delivered by this page and stays where it is. */
export const ENTRY_VERSION = 1;

export type KeptEntry = OutboxEntry & { readonly version: typeof ENTRY_VERSION };

/** Whether another entry can be made one with what was kept. What its answers are `read-entries` checks, before any is sent. */
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
