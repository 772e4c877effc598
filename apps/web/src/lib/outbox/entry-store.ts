import { type Change, EMPTY_OUTBOX, enqueue, mergeEntries } from "@postil/domain/outbox/outbox";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { statusOf } from "@postil/domain/records/labeled-record";
import type { KeptWork } from "../kept-work/kept-values.ts";
import {
  type Delivery,
  ENTRY_VERSION,
  type EntryStore,
  isMergeable,
  type KeptEntry,
  type OutboxPorts,
  type TabMessage,
} from "./ports.ts";

/** One user's entries in the browser's storage. */
export function createEntryStore(kept: KeptWork, userId: string): EntryStore {
  /** The intent ids of damaged entries, by record id. A later answer is not merged with a damaged entry. */
  let damaged: ReadonlyMap<string, unknown> = new Map();
  const isSound = (there: unknown, recordId: string): there is KeptEntry =>
    isMergeable(there) && there.intentId !== damaged.get(recordId);
  return {
    async all() {
      if ((await kept.all(userId)).size === 0) return [];
      // Most pages find no entries, so the code that reads them is loaded on demand.
      const { readEntries, unreadableIntents } = await import("./read-entries.ts");
      // Read again: an entry delivered while the code loaded must not be sent again.
      const found = await kept.all(userId);
      damaged = unreadableIntents(found);
      return readEntries(found);
    },
    put(entries) {
      const mine = byRecord(entries);
      return kept.change(userId, [...mine.keys()], (there, recordId): KeptEntry | null => {
        const entry = mine.get(recordId);
        if (entry === undefined) return null;
        const merged: OutboxEntry = isSound(there, recordId) ? mergeEntries(there, entry) : entry;
        return { version: ENTRY_VERSION, ...merged, sending: null };
      });
    },
    remove(entries) {
      const gone = byRecord(entries);
      return kept.change(userId, [...gone.keys()], (there, recordId) => {
        const isGone = isMergeable(there) && there.intentId === gone.get(recordId)?.intentId;
        // It has another layout and this page cannot read it, so it is not removed.
        return isGone || there === undefined ? null : (there as object);
      });
    },
  };
}

export const byRecord = <Of extends { readonly recordId: string }>(entries: readonly Of[]): ReadonlyMap<string, Of> =>
  new Map(entries.map((entry) => [entry.recordId, entry]));

/** The change of one record's entry, and the server's reply to it. */
export type Turn = {
  readonly was: OutboxEntry | undefined;
  readonly is: OutboxEntry | undefined;
  readonly reply: Delivery | undefined;
};

/** Writes changes of entries to the store, and tells the other tabs once they are written. */
export function createKeeper({ store, tabs }: Pick<OutboxPorts, "store" | "tabs">) {
  let stopped = false;
  let writing: Promise<unknown> = Promise.resolve();

  function write(written: Promise<void>, news: readonly TabMessage[]): void {
    // If storage fails, only these messages tell the other tabs.
    const posted = written.catch(reportUnkept).then(() => {
      if (!stopped) for (const message of news) tabs.post(message);
    });
    writing = Promise.all([writing, posted]);
  }

  return {
    write,
    /** Writes changes, all or none. Tells the other tabs afterwards, so that no tab drops an entry before it is stored. */
    keep(turns: readonly Turn[]): void {
      const kept = turns.flatMap(({ was, is }) =>
        is === undefined || (!isWorthTelling(was, is) && was?.base === is.base) ? [] : [{ was, is }],
      );
      const news = kept.filter(({ was, is }) => isWorthTelling(was, is)).map(({ is }) => is);
      if (kept.length > 0)
        write(store.put(kept.map(({ is }) => is)), news.length > 0 ? [{ kind: "wanted", entries: news }] : []);
      const gone = turns.flatMap(({ was, is, reply }) =>
        was === undefined || is !== undefined ? [] : [{ was, reply }],
      );
      if (gone.length === 0) return;
      const letGo = gone.filter(({ was, reply }) => was.failure !== null && reply === undefined);
      const over = gone.filter((one) => !letGo.includes(one));
      const messages: TabMessage[] = letGo.map(({ was: { recordId, intentId } }) => ({
        kind: "let-go",
        recordId,
        intentId,
      }));
      if (over.length > 0) messages.push({ kind: "delivered", deliveries: over.map(newsOf) });
      write(store.remove(gone.map(({ was }) => was)), messages);
    },
    /** Resolves once all changes so far are written. */
    kept: async (): Promise<void> => void (await writing),
    /** Stops sending messages to the other tabs. */
    stop: (): void => {
      stopped = true;
    },
  };
}

type Keeper = ReturnType<typeof createKeeper>;

const isWorthTelling = (was: OutboxEntry | undefined, is: OutboxEntry): boolean =>
  was === undefined || was.intentId !== is.intentId || was.failure !== is.failure;

function newsOf({ was, reply }: { readonly was: OutboxEntry; readonly reply: Delivery | undefined }) {
  const { recordId, datasetId, intentId, wantedAt, base } = was;
  return { intentId, ...(reply ?? { recordId, datasetId, before: statusOf(base), wantedAt, response: base }) };
}

export function reportUnkept(error: unknown): void {
  console.error("An answer could not be kept in the browser", error);
}

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
