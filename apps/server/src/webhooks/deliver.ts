import type { Store } from "../storage/store.ts";
import type { Reads, Writes } from "../usecases/registry.ts";
import type { Due } from "../usecases/webhook-deliveries.ts";
import type { Addresses } from "./addresses.ts";
import { postEvent, RECEIVER_MS } from "./post-event.ts";

/** Sends events to webhooks, beside all calls. */
export type Webhooks = {
  /** Tells it that there is a webhook, or something to send. */
  wake(): void;
  /** Removes what deleted webhooks have left. */
  sweep(): void;
  mayCall(url: string): boolean;
  /** Breaks off what is on its way: it is sent again after the next start, with the same ids. */
  stop(): Promise<void>;
};

/** How often it looks for events, as long as there are webhooks. */
const LOOK_MS = 500;
/** After an error of its own, such as a full disk, the events of a dataset wait so long. */
const REST_MS = 30_000;

export type DeliverParts = {
  readonly store: Pick<Store<Reads, Writes>, "read" | "readText" | "write">;
  readonly addresses: Addresses;
  readonly onError: (error: unknown) => void;
  readonly warn: (line: string) => void;
  readonly patienceMs?: number;
};

/**
 * The events of a dataset go to a webhook one after the other; a webhook gets those of two datasets at a time, whatever
 * others do. So a slow receiver delays nobody but itself (HOK-06).
 */
export function deliverEvents({ store, addresses, onError, warn, patienceMs = RECEIVER_MS }: DeliverParts): Webhooks {
  const ended = new AbortController();
  const sending = new Map<string, { readonly due: Due; readonly done: Promise<void> }>();
  /** Webhooks whose pause is in the log. */
  const told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let again = false;

  const send = async (due: Due): Promise<void> => {
    try {
      const body = await store.readText("getDeliveryBody", null, { key: due.key });
      const posted = postEvent({ ...due, body, addresses, patienceMs, ended: ended.signal });
      const outcome = await posted.catch((error: unknown) => {
        onError(error);
        return { status: null, answer: "It could not be sent" };
      });
      if (ended.signal.aborted) return;
      await store.write("noteDelivery", null, { key: due.key, ...outcome, random: Math.random() });
    } catch (error) {
      if (ended.signal.aborted) return;
      onError(error);
      await pause(REST_MS, ended.signal);
    }
  };
  const look = async (): Promise<void> => {
    do {
      again = false;
      const found = await store.read("findDueDeliveries", null, {
        sending: [...sending.values()].map(({ due }) => due),
      });
      if (ended.signal.aborted) return;
      for (const due of found.due) {
        const lane = `${due.webhookKey} ${due.lane}`;
        const done = send(due).finally(() => {
          sending.delete(lane);
          wake();
        });
        sending.set(lane, { due, done });
      }
      for (const { id, pausedAt } of found.paused) {
        if (told.has(`${id} ${pausedAt}`)) continue;
        told.add(`${id} ${pausedAt}`);
        warn(
          `The webhook ${id} is paused, because too many events wait for it. It gets no new ones until it is turned on.`,
        );
      }
      if (found.any) timer = setTimeout(wake, LOOK_MS).unref();
    } while (again);
  };
  const wake = (): void => {
    if (ended.signal.aborted) return;
    again = true;
    clearTimeout(timer);
    looking ??= look()
      .catch((error: unknown) => {
        onError(error);
        timer = setTimeout(wake, REST_MS).unref();
      })
      .finally(() => {
        looking = null;
        if (again) wake();
      });
  };
  const sweepAll = async (): Promise<void> => {
    if (!(await store.read("hasLeftDeliveries", null, undefined))) return;
    while (!ended.signal.aborted && (await store.write("sweepDeliveries", null, undefined)));
  };
  let sweeping = Promise.resolve();
  const sweep = (): void => {
    sweeping = sweeping.then(sweepAll).catch(onError);
  };
  sweep();
  wake();

  return {
    wake,
    sweep,
    mayCall: addresses.mayCall,
    stop: async () => {
      ended.abort();
      clearTimeout(timer);
      await Promise.all([looking, sweeping, ...[...sending.values()].map(({ done }) => done)]);
    },
  };
}

const pause = (ms: number, ended: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    ended.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
