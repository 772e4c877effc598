import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { statusOf } from "@postil/domain/records/labeled-record";
import type { Delivery, OutboxPorts, TabMessage } from "./ports.ts";

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

export type Keeper = ReturnType<typeof createKeeper>;

const isWorthTelling = (was: OutboxEntry | undefined, is: OutboxEntry): boolean =>
  was === undefined || was.intentId !== is.intentId || was.failure !== is.failure;

function newsOf({ was, reply }: { readonly was: OutboxEntry; readonly reply: Delivery | undefined }) {
  const { recordId, datasetId, intentId, wantedAt, base } = was;
  return { intentId, ...(reply ?? { recordId, datasetId, before: statusOf(base), wantedAt, response: base }) };
}

export function reportUnkept(error: unknown): void {
  console.error("An answer could not be kept in the browser", error);
}
