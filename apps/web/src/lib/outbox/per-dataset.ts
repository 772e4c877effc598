import type { OutboxService } from "./outbox-service.ts";

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
