import { firstOpen, itemOf, type QueueItem, type RecordQueue } from "@postil/domain/queue/queue";
import { ask, commit, rollback } from "@postil/domain/queue/queue-criteria";
import { PENDING_RECORDS, searchOf } from "@postil/domain/search/record-criteria";
import { failureOf } from "../../lib/api/failure.ts";
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
  /** A record that was to be opened is not there. */
  readonly onMissing: () => void;
};

/** Brings the records of other criteria, or one that is not queued, on screen; the earlier ones stay until then (FQU-25). */
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

  /** The records on screen stay. With none yet, an address that the server refuses opens without what it refuses. */
  function fail(failure: unknown): void {
    const { asked, queue, opening } = store.state();
    const { criteria } = asked.wanted;
    const refused = REFUSALS.some((status) => status === failureOf(failure)?.status);
    if (queue === null && refused && searchOf(criteria) !== null)
      return void show(
        { ...asked.wanted, criteria: { ...PENDING_RECORDS, status: criteria.status }, page: 1 },
        opening,
      );
    // With the earlier records on screen nothing is left to open.
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

  /** The same queue from its first record on; by itself as soon as the server can be reached. */
  async function loadAnew(): Promise<void> {
    await show({ ...store.state().asked.committed, page: 1 }, null, "unreached");
    if (connection.cutOff(store.state().failure)) connection.whenConnected(() => void loadAnew());
  }

  return {
    show,
    loadAnew,
    /** Shows a record that is not in the queue as soon as it is here. */
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
 * Where the reader goes on: the queue begins at the place asked for, similar records always at the first. A record that is
 * answered here, though the server may not know yet, is not that place.
 */
function placeAsked(queue: RecordQueue, page: number): QueueItem | undefined {
  return queue.items.find((item) => item.page >= page && item.status === queue.viewed);
}

/** Of a search: something it names is not there, or not as it says. */
const REFUSALS = [400, 404, 422] as const;
