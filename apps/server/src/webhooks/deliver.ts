import { setTimeout as pause } from "node:timers/promises";
import { isReceived } from "@postil/domain/webhooks/webhook";
import { ALONE } from "../storage/peers.ts";
import type { Store } from "../storage/store.ts";
import type { Reads, Writes } from "../usecases/registry.ts";
import type { DueLane, Tried } from "../usecases/webhook-deliveries.ts";
import type { Addresses } from "./addresses.ts";
import { openLine, RECEIVER_MS } from "./post-event.ts";

/** Sends events to webhooks, beside all calls. */
export type Webhooks = {
  /** Tells it that a webhook was made or changed, or that there is something to send now. */
  wake(): void;
  /** Stops sending to deleted webhooks, and removes what they have left. */
  sweep(): void;
  mayCall(url: string): boolean;
  /** Breaks off what is on its way: it is sent again after the next start, with the same ids. */
  stop(): Promise<void>;
};

/** How often it looks for events, as long as there are webhooks. */
const LOOK_MS = 500;
/** For so long events are sent before their outcomes are kept: after a kill, those of this time are sent again. */
const NOTE_MS = 500;
/** After an error of its own, such as a full disk, the events of a dataset wait so long. */
const REST_MS = 30_000;

export type DeliverParts = {
  readonly store: Pick<Store<Reads, Writes>, "read" | "readText" | "write" | "peers">;
  readonly addresses: Addresses;
  readonly onError: (error: unknown) => void;
  readonly warn: (line: string) => void;
  readonly patienceMs?: number;
};

/**
 * The events of a dataset go to a webhook one after the other; a webhook gets those of two datasets at a time, whatever
 * others do. So a slow receiver delays nobody but itself (HOK-06). Many events share one read, one connection and one commit
 * of their outcomes (HOK-16).
 */
export function deliverEvents({ store, addresses, onError, warn, patienceMs = RECEIVER_MS }: DeliverParts): Webhooks {
  const { peers } = store;
  const { hasDuty, onDuty } = peers ?? ALONE;
  const ended = new AbortController();
  const sending = new Map<string, { readonly due: DueLane; readonly done: Promise<void> }>();
  /** Grows when a webhook may be another than it was read. What is being sent then ends with its current event. */
  let changes = 0;
  /** Webhooks whose pause is in the log. */
  const told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let again = false;

  const send = async (due: DueLane): Promise<void> => {
    const { webhookKey, lane } = due;
    try {
      const tried = await sendAll(due, await store.readText("readWaitingEvents", null, { webhookKey, lane }));
      if (tried.length === 0) return;
      await store.write("noteDeliveries", null, { webhookKey, lane, tried, random: Math.random() });
    } catch (error) {
      if (ended.signal.aborted) return;
      onError(error);
      await pause(REST_MS, null, { signal: ended.signal }).catch(() => {}); // it ends
    }
  };
  const sendAll = async ({ url, secret }: DueLane, read: Uint8Array<ArrayBuffer>): Promise<readonly Tried[]> => {
    const [events, bodies] = eventsIn(read);
    const [known, until] = [changes, performance.now() + NOTE_MS];
    const line = openLine({ url, secret, addresses, patienceMs, ended: ended.signal });
    const tried: Tried[] = [];
    for (const [at, { key, id }] of events.entries()) {
      const outcome = await line.post(id, bodies[at] ?? EMPTY).catch((error: unknown) => {
        onError(error);
        return { status: null, answer: "It could not be sent" };
      });
      // Broken off: it is sent again after the next start.
      if (ended.signal.aborted) break;
      tried.push({ key, ...outcome });
      if (!isReceived(outcome.status) || changes !== known || performance.now() > until) break;
    }
    line.close();
    return tried;
  };
  const tellPaused = (id: string, once: string): void => {
    if (told.has(once)) return;
    told.add(once);
    warn(
      `The webhook ${id} is paused, because too many events wait for it. It gets no new ones until it is turned on.`,
    );
  };
  const look = async (): Promise<void> => {
    do {
      again = false;
      // Another server sends them.
      if (!hasDuty()) return;
      const found = await store.read("findDueLanes", null, {
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
      for (const { id, pausedAt } of found.paused) tellPaused(id, `${id} ${pausedAt}`);
      if (found.any || peers) timer = setTimeout(wake, LOOK_MS).unref();
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
  const change = (): void => {
    changes++;
    wake();
  };
  const sweepAll = async (): Promise<void> => {
    if (!(await store.read("hasLeftDeliveries", null, undefined))) return;
    while (!ended.signal.aborted && (await store.write("sweepDeliveries", null, undefined)));
  };
  let sweeping = Promise.resolve();
  const sweep = (): void => {
    changes++;
    sweeping = sweeping.then(sweepAll).catch(onError);
  };
  onDuty(() => {
    sweep();
    wake();
  });

  return {
    wake: change,
    sweep,
    mayCall: addresses.mayCall,
    stop: async () => {
      ended.abort();
      clearTimeout(timer);
      await Promise.all([looking, sweeping, ...[...sending.values()].map(({ done }) => done)]);
    },
  };
}

const EMPTY = Buffer.alloc(0);
const NEW_LINE = 10;

type Waiting = { readonly key: number; readonly id: string };

/** The events that were read, and their bodies: each is a line. */
function eventsIn(bytes: Uint8Array<ArrayBuffer>): [events: readonly Waiting[], bodies: readonly Buffer[]] {
  const read = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: Buffer[] = [];
  for (let from = 0; from <= read.length; ) {
    const end = read.indexOf(NEW_LINE, from);
    lines.push(read.subarray(from, end < 0 ? read.length : end));
    from = end < 0 ? read.length + 1 : end + 1;
  }
  const [first = EMPTY, ...bodies] = lines;
  return [JSON.parse(first.toString()), bodies];
}
