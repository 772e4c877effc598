import type { OutboxService } from "./outbox-service.ts";

/** What a person does in each dataset, made when it is first asked for: it goes with their outbox. */
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
