import { firstOpen, itemOf, type QueueItem, type RecordQueue } from "@postil/domain/queue/queue";
import { ask, commit, rollback } from "@postil/domain/queue/queue-criteria";
import { PENDING_RECORDS, searchOf } from "@postil/domain/search/record-criteria";
import { failureOf } from "../../../lib/api/failure.ts";
import type { QueueFetcher } from "./queue-fetcher.ts";
import type { QueueCriteria } from "./queue-state.ts";
import { logUnlessShown, type QueueConnection, type QueueStore } from "./queue-store.ts";
import type { FetchOptions, KnownParts } from "./records-api.ts";
import type { SessionNumbers } from "./session-numbers.ts";

type LoaderPorts = {
  readonly store: QueueStore;
  readonly fetcher: QueueFetcher;
  readonly numbers: SessionNumbers;
  readonly connection: QueueConnection;
  readonly known: KnownParts;
  readonly ready: Promise<unknown>;
  readonly goTo: (item: QueueItem | undefined) => void;
  /** Called when the record to open does not exist. */
  readonly onMissing: () => void;
};

/** Loads records of other criteria, or a record that is not queued. The earlier records stay on screen until then (FQU-25). */
export function createQueueLoader(ports: LoaderPorts) {
  const { store, fetcher, numbers, connection, known, ready, goTo, onMissing } = ports;

  async function show(
    wanted: QueueCriteria,
    recordId: string | null = null,
    quiet: FetchOptions["quiet"] = false,
  ): Promise<void> {
    const options = { signal: store.beginLoad(), quiet };
    const asked = ask(store.state().asked, wanted);
    store.set({ asked, opening: recordId, loading: true, waiting: null, failure: null });
    try {
      const opened = recordId === null ? null : fetcher.loadOne(recordId, options);
      const [queue, one] = await Promise.all([loadKnown(wanted, options), opened, ready]);
      if (options.signal.aborted) return;
      take(queue, one);
      if (recordId !== null && one === null) onMissing();
    } catch (failure) {
      if (!options.signal.aborted) fail(failure);
    }
  }

  async function loadKnown(wanted: QueueCriteria, options: FetchOptions): Promise<RecordQueue> {
    const asking = known(wanted.criteria);
    if (asking === null) return fetcher.load(wanted, options);
    const criteria = await asking;
    options.signal.throwIfAborted();
    const asked = { ...wanted, criteria };
    store.set({ asked: ask(store.state().asked, asked) });
    return fetcher.load(asked, options);
  }

  /**
   * After a failure the records on screen stay. If there are none and the server refuses the search of the address, the queue
   * opens without that search.
   */
  function fail(failure: unknown): void {
    const { asked, queue, opening } = store.state();
    const { criteria } = asked.wanted;
    const refused = REFUSALS.some((status) => status === failureOf(failure)?.status);
    if (queue === null && refused && searchOf(criteria) !== null)
      return void show(
        { ...asked.wanted, criteria: { ...PENDING_RECORDS, status: criteria.status }, page: 1 },
        opening,
      );
    // While earlier records are on screen, no record is left to open.
    store.set({ asked: rollback(asked), opening: queue === null ? opening : null, loading: false, failure });
  }

  function take(queue: RecordQueue, opened: QueueItem | null): void {
    const queued = opened === null ? undefined : itemOf(queue, opened.record.id);
    const apart = queued === undefined ? opened : null;
    const asked = commit(store.state().asked);
    const { criteria, page } = asked.committed;
    const shift = numbers.shiftOf(criteria, queue);
    const first = queued ?? opened ?? placeAsked(queue, page) ?? firstOpen(queue) ?? queue.items[0];
    const currentId = first?.record.id ?? null;
    store.set({ asked, queue, shift, apart, opening: null, currentId, loading: false });
    numbers.note(criteria, queue, shift);
    goTo(first);
  }

  /** Loads the same queue from its first record. If the server cannot be reached, it retries as soon as it can. */
  async function loadAnew(): Promise<void> {
    await show({ ...store.state().asked.committed, page: 1 }, null, "unreached");
    if (connection.cutOff(store.state().failure)) connection.whenConnected(() => void loadAnew());
  }

  return {
    show,
    loadAnew,
    /** Loads a record that is not in the queue, and shows it. */
    async open(recordId: string): Promise<void> {
      const signal = store.signal();
      const apart = await fetcher.loadOne(recordId, { signal, quiet: false }).catch(logUnlessShown);
      if (apart === undefined || signal.aborted) return;
      if (apart === null) return onMissing();
      store.set({ apart });
      goTo(apart);
    },
  };
}

/**
 * The first record to show: the requested position. The results of a similarity search start at the first one. A record
 * answered here does not count, even if the server does not know the answer yet.
 */
function placeAsked(queue: RecordQueue, page: number): QueueItem | undefined {
  return queue.items.find((item) => item.page >= page && item.status === queue.viewed);
}

/** The server refuses a search if it names something that does not exist or is invalid. */
const REFUSALS = [400, 404, 422] as const;
