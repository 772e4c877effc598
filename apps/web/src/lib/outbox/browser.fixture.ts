import type { KnownResponse } from "@postil/domain/records/labeled-record";
import { ApiFailure } from "../api/failure.ts";
import type { KeptWork } from "../kept-work/kept-values.ts";
import { createEntryStore } from "./entry-store.ts";
// Loads the lazy code beforehand, so that no test waits for it.
import "./read-entries.ts";
import { createOutboxService, type OutboxService, type Wish } from "./outbox-service.ts";
import type { Answer, CallNote, OutboxPorts, ResponsesApi, TabChannel, TabMessage } from "./ports.ts";

/** A browser, its tabs and a server in memory, for the tests of this folder and of the code that uses it. */

/** A server with the rules of FRS-03, FRS-04, FRS-09, FRS-10 and FBU-05. `calls` lists the calls that it carried out. */
export function createServer() {
  /** By record. */
  const responses = new Map<string, KnownResponse>();
  const calls: string[] = [];
  const faults: (() => unknown)[] = [];
  const tries: string[] = [];
  let down = new Map<string, number>();
  let ids = 0;
  let writes = 1;
  let gate: Promise<void> = Promise.resolve();

  function write(id: string, recordId: string, { status, values }: Answer): KnownResponse {
    writes += 1;
    const response: KnownResponse = { id, status, values, updatedAt: writes };
    responses.set(recordId, response);
    return response;
  }

  /** @param seen the condition of the call */
  function recordOf(responseId: string, seen: number | null | undefined): string {
    const found = [...responses].find(([, response]) => response.id === responseId);
    if (found === undefined) throw failure(404, `Response with id \`${responseId}\` not found`);
    if (isMoved(found[1], seen)) throw failure(409, "The response was changed since it was seen");
    return found[0];
  }

  async function carryOut<T>(call: string, { datasetId }: CallNote, work: () => T): Promise<T> {
    await gate;
    tries.push(call);
    const wait = down.get(datasetId);
    if (wait !== undefined) throw failure(503, "not now", wait);
    const fault = faults.shift();
    if (fault !== undefined) throw fault();
    const result = work();
    calls.push(call);
    return result;
  }

  const api: ResponsesApi = {
    create: (recordId, answer, note) =>
      carryOut(`create ${recordId} ${answer.status}`, note, () => {
        if (responses.has(recordId)) throw failure(409, "Response already exists");
        ids += 1;
        return write(`a${ids}`, recordId, answer);
      }),
    update: (responseId, answer, note) =>
      carryOut(`update ${responseId} ${answer.status}`, note, () =>
        write(responseId, recordOf(responseId, note.seen), answer),
      ),
    remove: (responseId, note) =>
      carryOut(`remove ${responseId}`, note, () => {
        responses.delete(recordOf(responseId, note.seen));
      }),
    upsert: (items, note) =>
      carryOut(
        `upsert ${items.map(({ recordId, answer }) => `${recordId} ${answer?.status ?? "none"}`).join(", ")}`,
        note,
        () =>
          items.map(({ recordId, answer, seen }) => {
            const there = responses.get(recordId) ?? null;
            if (isMoved(there, seen)) return { changed: there };
            if (answer === null) {
              responses.delete(recordId);
              return { item: null };
            }
            ids += 1;
            return { item: write(there?.id ?? `a${ids}`, recordId, answer) };
          }),
      ),
  };

  return {
    api,
    responses,
    calls,
    /** The next calls fail with these statuses and are not carried out. Null: no response. */
    failNext: (...statuses: (number | null)[]) => {
      faults.push(...statuses.map((status) => () => failure(status, `fault ${status}`)));
    },
    /** All calls so far, also those that were not carried out. */
    tries,
    /** From now on calls for these datasets get 503, with `Retry-After: 2`; calls for others are carried out. */
    putOff: (...datasets: string[]) => {
      down = new Map(datasets.map((datasetId) => [datasetId, 2]));
    },
    /** Calls wait until the returned function is called. */
    hold(): () => void {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    /** The server's status of a record. */
    statusOf: (recordId: string) => responses.get(recordId)?.status ?? "pending",
  };
}

const isMoved = (there: KnownResponse | null, seen: number | null | undefined) =>
  seen !== undefined && seen !== (there?.updatedAt ?? null);

function failure(status: number | null, detail: string, retryAfter?: number): ApiFailure {
  return new ApiFailure(status, { detail }, detail, undefined, retryAfter === undefined ? null : String(retryAfter));
}

/** Storage that outlives the tabs, in memory. */
export function createKept(): KeptWork {
  const values = new Map<string, object>();
  return {
    async all(userId) {
      const mine = [...values].filter(([key]) => key.startsWith(`${userId}/`));
      return new Map(mine.map(([key, value]) => [key.slice(userId.length + 1), structuredClone(value)]));
    },
    async change(userId, recordIds, change) {
      for (const recordId of [recordIds].flat()) {
        const key = `${userId}/${recordId}`;
        const next = change(values.get(key), recordId);
        if (next === null) values.delete(key);
        else values.set(key, structuredClone(next));
      }
    },
  };
}

/** The channel of a tab without other tabs. */
export const NO_TABS = { post: () => undefined, listen: () => undefined, close: () => undefined };

/** Messages between tabs. Every tab except the sender gets a message a moment later. */
export function createChannels<Message>(): () => TabChannel<Message> {
  const tabs = new Set<(message: Message) => void>();
  return () => {
    let listener: (message: Message) => void = () => {};
    const hear = (message: Message) => listener(message);
    tabs.add(hear);
    return {
      post: (message) => {
        for (const tab of tabs) if (tab !== hear) queueMicrotask(() => tabs.has(tab) && tab(structuredClone(message)));
      },
      listen: (listen) => {
        listener = listen;
      },
      close: () => tabs.delete(hear),
    };
  };
}

/** A browser in which any number of tabs can be open. Only `pass` moves the clock. */
export function createBrowser(api: ResponsesApi, kept: KeptWork = createKept()) {
  const channel = createChannels<TabMessage>();
  const waiting: (() => void)[] = [];
  const timers: { at: number; run: () => void }[] = [];
  const connectionListeners = new Set<() => void>();
  let leader: object | null = null;
  let online = true;
  let now = 1_000_000;
  let ids = 0;

  function lead(begin: () => void): () => void {
    const tab = {};
    const take = () => {
      leader = tab;
      begin();
    };
    if (leader === null) take();
    else waiting.push(take);
    return () => {
      if (leader === tab) {
        leader = null;
        waiting.shift()?.();
      } else if (waiting.includes(take)) waiting.splice(waiting.indexOf(take), 1);
    };
  }

  function ports(userId: string): OutboxPorts {
    return {
      userId,
      api,
      store: createEntryStore(kept, userId),
      tabs: channel(),
      lead,
      connection: {
        isOnline: () => online,
        onChange: (listener) => {
          connectionListeners.add(listener);
          return () => connectionListeners.delete(listener);
        },
      },
      now: () => now,
      after: (ms, run) => {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => {
          if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
        };
      },
      random: () => 0,
      newId: () => `i${++ids}`,
    };
  }

  return {
    kept,
    now: () => now,
    openTab: (userId = "u1"): OutboxService => createOutboxService(ports(userId)),
    /** Moves the clock by `ms` and runs everything that waits for that time. */
    async pass(ms: number): Promise<void> {
      now += ms;
      for (const timer of timers.splice(0).sort((a, b) => a.at - b.at)) {
        if (timer.at <= now) timer.run();
        else timers.push(timer);
      }
      await quiet();
    },
    connect(connected: boolean): void {
      online = connected;
      for (const listener of [...connectionListeners]) listener();
    },
  };
}

/** Resolves when all running work that does not wait for the clock is done. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

export function submission(recordId: string, label = "a"): Wish {
  return {
    recordId,
    datasetId: "d1",
    position: 1,
    shownFor: null,
    intent: { kind: "save", status: "submitted", values: { topic: { value: label } } },
    base: null,
  };
}
