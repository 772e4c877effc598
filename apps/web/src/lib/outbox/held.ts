import { type Change, EMPTY_OUTBOX, enqueue } from "@postil/domain/outbox/outbox";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import type { Keeper } from "./keeper.ts";
import type { OutboxPorts } from "./ports.ts";

export type Held = {
  /** The entries are written to the server, or no longer wanted. */
  readonly letGo: (recordIds: readonly string[]) => void;
  /** The page is closing. The tab that delivers takes over the remaining entries. */
  readonly handOver: () => void;
};

type HolderParts = Pick<OutboxPorts, "store" | "tabs"> & {
  readonly keeper: Keeper;
  readonly entryOf: (recordId: string) => OutboxEntry | undefined;
};

/**
 * Stores the changes that a bulk action of this tab writes without the outbox. If the page closes, the outbox delivers them
 * from storage (FBU-14).
 */
export function createHolder({ store, tabs, keeper, entryOf }: HolderParts) {
  const here = new Set<string>();
  return {
    isHeld: ({ intentId }: Pick<OutboxEntry, "intentId">): boolean => here.has(intentId),
    /** Stores all changes of one action together. */
    hold(changes: readonly Change[]): Held {
      const entries = new Map(changes.reduce(enqueue, EMPTY_OUTBOX).entries);
      for (const { intentId } of entries.values()) here.add(intentId);
      keeper.write(store.put([...entries.values()]), []);
      return {
        letGo(recordIds) {
          const gone = recordIds.flatMap((recordId) => entries.get(recordId) ?? []);
          if (gone.length === 0) return;
          for (const { recordId, intentId } of gone) {
            entries.delete(recordId);
            here.delete(intentId);
          }
          const news = gone.map(({ recordId, intentId }) => ({ kind: "let-go", recordId, intentId }) as const);
          keeper.write(store.remove(gone), news);
          // An answer that was given up before stays stored.
          const stays = gone.flatMap(({ recordId }) => entryOf(recordId) ?? []);
          if (stays.length > 0) keeper.write(store.put(stays), []);
        },
        handOver: () => tabs.post({ kind: "wanted", entries: [...entries.values()] }),
      };
    },
  };
}
