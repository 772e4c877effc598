import { counts } from "@postil/domain/outbox/outbox";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { createContext, use, useMemo, useSyncExternalStore } from "react";
import { useSession } from "../session/store.ts";
import { latestOutbox, outboxOf } from "./current.ts";
import type { OutboxService } from "./outbox-service.ts";

/** Replaces the signed-in user's outbox in tests and previews. */
export const OutboxContext = createContext<OutboxService | null>(null);

/** The signed-in user's outbox. For pages behind the guard. */
export function useOutboxService(): OutboxService {
  const session = useSession();
  const given = use(OutboxContext);
  if (given !== null) return given;
  if (session.status === "signed-in") return outboxOf(session.user.id);
  // The page is still mounted for a moment after its session has ended.
  const latest = latestOutbox();
  if (latest === null) throw new Error("The outbox belongs to a signed-in user");
  return latest;
}

export type OutboxSummary = {
  /** Number of answers being saved. */
  readonly saving: number;
  /** True if the server can be reached. Otherwise answers wait. */
  readonly online: boolean;
  /** Answers that were given up and need the user's decision, oldest first. */
  readonly failed: readonly OutboxEntry[];
  /** All undelivered entries, oldest first. */
  readonly entries: readonly OutboxEntry[];
  readonly retry: (recordId: string) => void;
  readonly retryAll: () => void;
  /** Discards an answer that was given up. */
  readonly discard: (recordId: string) => void;
};

/** The unsaved answers, for the indicator and its list. */
export function useOutbox(): OutboxSummary {
  const service = useOutboxService();
  const outbox = useSyncExternalStore(service.onChange, service.state);
  return useMemo(() => {
    const entries = [...outbox.entries.values()].sort((a, b) => a.wantedAt - b.wantedAt);
    const failed = entries.filter((entry) => entry.failure !== null);
    return {
      saving: counts(outbox).saving,
      online: outbox.online,
      failed,
      entries,
      retry: service.retry,
      retryAll: () => {
        for (const entry of failed) service.retry(entry.recordId);
      },
      discard: service.abandon,
    };
  }, [outbox, service]);
}

/** One object per dataset for a user's work there. It is created on first use and lives as long as the user's outbox. */
export function perDataset<Kept>(create: (outbox: OutboxService, datasetId: string) => Kept) {
  const all = new WeakMap<OutboxService, Map<string, Kept>>();
  return (outbox: OutboxService, datasetId: string): Kept => {
    const mine = all.get(outbox) ?? new Map<string, Kept>();
    all.set(outbox, mine);
    const kept = mine.get(datasetId) ?? create(outbox, datasetId);
    mine.set(datasetId, kept);
    return kept;
  };
}
