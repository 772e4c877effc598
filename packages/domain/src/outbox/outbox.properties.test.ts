import fc from "fast-check";
import { expect, test } from "vitest";
import {
  asKnown,
  type KnownResponse,
  type OwnResponse,
  type ResponseStatus,
  saysTheSame,
} from "../records/labeled-record.ts";
import { CONCURRENCY, due } from "./due.ts";
import {
  absorb,
  answered,
  connected,
  counts,
  EMPTY_OUTBOX,
  enqueue,
  lead,
  type Outbox,
  restored,
  retry,
  started,
} from "./outbox.ts";
import {
  type DeliveryOutcome,
  type OutboxEntry,
  type OutboxRequest,
  requestFor,
  shownResponse,
  wanted,
} from "./outbox-entry.ts";

const ELSEWHERE = "elsewhere";

/**
 * The server's behavior for one request: normal, lost response, lost request, "not now", which may be said of work that is
 * done, or an error before or after the work.
 */
type Fault =
  | "none"
  | "lost-reply"
  | "lost-request"
  | "not-now"
  | "not-now-after"
  | "error-after"
  | "error-before"
  | "signed-out";
type Step =
  | { do: "save"; record: number; status: ResponseStatus; label: number }
  | { do: "remove"; record: number }
  | { do: "restore"; record: number }
  | { do: "send" }
  | { do: "reply"; which: number; fault: Fault }
  | { do: "delete-elsewhere"; record: number }
  | { do: "answer-elsewhere"; record: number }
  | { do: "offline" | "online" | "sign-in" }
  /** The server of a dataset's data ends, or is back. */
  | { do: "down" | "up"; dataset: string };

const record = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("save" as const),
      record,
      status: fc.constantFrom("draft" as const, "submitted" as const, "discarded" as const),
      label: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), record }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("restore" as const), record }) },
  { weight: 6, arbitrary: fc.constant({ do: "send" as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("reply" as const),
      which: fc.nat(1),
      fault: fc.constantFrom<Fault>(
        "none",
        "none",
        "none",
        "lost-reply",
        "lost-request",
        "not-now",
        "not-now-after",
        "error-after",
        "error-before",
        "signed-out",
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("delete-elsewhere" as const, "answer-elsewhere" as const), record }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ do: "offline" as const }, { do: "online" as const }, { do: "sign-in" as const }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("down" as const, "up" as const),
      dataset: fc.constantFrom("d0", "d1"),
    }),
  },
);

/** Records 0 and 1 are in one dataset, 2 and 3 in another. */
const datasetOf = (recordId: string): string => (recordId < "r2" ? "d0" : "d1");

/** The responses of one user, with the API's rules (FRS-03, FRS-04, FRS-09, FRS-10, FBU-05). */
function makeServer() {
  const responses = new Map<string, KnownResponse>();
  let ids = 0;
  let writes = 0;
  const write = (recordId: string, id: string, { status, values }: Pick<OwnResponse, "status" | "values">) => {
    writes += 1;
    const response = { id, status, values, updatedAt: writes };
    responses.set(recordId, response);
    return { kind: "done", response } as const;
  };
  const isMoved = (recordId: string, seen: number | null | undefined) =>
    seen !== undefined && seen !== (responses.get(recordId)?.updatedAt ?? null);
  const newId = () => `a${++ids}`;
  return {
    responses,
    carryOut(request: OutboxRequest): DeliveryOutcome {
      switch (request.call) {
        case "create":
          if (responses.has(request.recordId)) return { kind: "conflict" };
          return write(request.recordId, newId(), request);
        case "upsert": {
          const { recordId, answer, seen } = request;
          const there = responses.get(recordId) ?? null;
          if (isMoved(recordId, seen)) return { kind: "changed", response: there, detail: "" };
          if (answer !== null) return write(recordId, there?.id ?? newId(), answer);
          responses.delete(recordId);
          return { kind: "done", response: null };
        }
        case "update":
        case "remove":
          return byId(request);
      }
    },
  };
  function byId(request: Extract<OutboxRequest, { call: "update" | "remove" }>): DeliveryOutcome {
    const found = [...responses].find(([, response]) => response.id === request.responseId);
    if (found === undefined) return { kind: "missing", detail: "" };
    if (isMoved(found[0], request.seen)) return { kind: "conflict" };
    if (request.call === "update") return write(found[0], request.responseId, request);
    responses.delete(found[0]);
    return { kind: "done", response: null };
  }
}

/** A reader's page and the server it talks to, driven step by step. */
function makeWorld() {
  const server = makeServer();
  let outbox: Outbox = lead(EMPTY_OUTBOX);
  let now = 0;
  let intents = 0;
  /** The answer that the page shows and the reader wants, and the answer before it, for undo. */
  const shown = new Map<string, OwnResponse | null>();
  const before = new Map<string, OwnResponse | null>();
  const flights: { recordId: string; request: OutboxRequest }[] = [];
  const down = new Set<string>();
  const carriedOut: OutboxRequest[] = [];

  function want(recordId: string, response: OwnResponse | null): void {
    const earlier = outbox.entries.get(recordId);
    const current = shown.get(recordId) ?? null;
    before.set(recordId, current);
    const intent =
      response === null
        ? ({ kind: "remove" } as const)
        : ({ kind: "save", status: response.status, values: response.values } as const);
    intents += 1;
    const change = {
      recordId,
      datasetId: datasetOf(recordId),
      position: null,
      intent,
      intentId: `i${intents}`,
      shownFor: null,
      wantedAt: now,
    };
    outbox = enqueue(outbox, { ...change, base: asKnown(current) });
    const entry = outbox.entries.get(recordId);
    shown.set(recordId, entry === undefined ? (earlier?.base ?? null) : shownResponse(entry));
  }

  function send(): void {
    for (const entry of due(outbox, now).flat()) {
      expect(flights.some((flight) => flight.recordId === entry.recordId)).toBe(false);
      // One call at a time asks if a dataset can be saved again.
      const isPutOff = (recordId: string) => outbox.putOff.has(datasetOf(recordId));
      if (isPutOff(entry.recordId)) expect(flights.some((flight) => isPutOff(flight.recordId))).toBe(false);
      flights.push({ recordId: entry.recordId, request: requestFor(entry) });
      outbox = started(outbox, entry.recordId);
    }
    expect(flights.length).toBeLessThanOrEqual(CONCURRENCY);
    mayStart();
  }

  /** What waits for no reply, no time and no reader is on its way: nothing else holds it up. */
  function mayStart(): void {
    const { leading, online, signedIn, unreached, notBefore, putOff } = outbox;
    if (!leading || !online || !signedIn || unreached > 0 || now < notBefore || flights.length === CONCURRENCY) return;
    for (const entry of outbox.entries.values()) {
      const isReady = entry.sending === null && entry.failure === null && entry.notBefore <= now;
      if (isReady) expect(putOff.has(entry.datasetId)).toBe(true);
    }
  }

  function outcomeOf(request: OutboxRequest, fault: Fault): DeliveryOutcome {
    if (fault === "signed-out") return { kind: "signed-out" };
    if (fault === "lost-request") return { kind: "unreachable" };
    if (fault === "not-now") return { kind: "put-off", retryAfter: 5 };
    if (fault === "error-before") return { kind: "broken", detail: "" };
    const outcome = server.carryOut(request);
    carriedOut.push(request);
    if (fault === "lost-reply") return { kind: "unreachable" };
    if (fault === "not-now-after") return { kind: "put-off", retryAfter: null };
    return fault === "error-after" ? { kind: "broken", detail: "" } : outcome;
  }

  function reply(which: number, fault: Fault): void {
    const [flight] = flights.splice(which % Math.max(1, flights.length), 1);
    if (flight === undefined) return;
    const { recordId, request } = flight;
    const isDown = down.has(datasetOf(recordId)) && fault !== "signed-out";
    outbox = answered(outbox, recordId, outcomeOf(request, isDown ? "not-now" : fault), now, 0.5);
    // The page takes over the server's state, as the queue does on delivery.
    if (!outbox.entries.has(recordId)) shown.set(recordId, server.responses.get(recordId) ?? null);
  }

  const doing: { [Do in Step["do"]]: (step: Extract<Step, { do: Do }>) => void } = {
    save: ({ record, status, label }) =>
      want(`r${record}`, { id: null, status, values: { q: { value: label } }, updatedAt: null }),
    remove: ({ record }) => want(`r${record}`, null),
    restore: ({ record }) => want(`r${record}`, before.get(`r${record}`) ?? null),
    send,
    reply: ({ which, fault }) => reply(which, fault),
    "delete-elsewhere": ({ record }) => {
      server.responses.delete(`r${record}`);
    },
    "answer-elsewhere": ({ record }) => {
      if (!server.responses.has(`r${record}`))
        server.carryOut({
          call: "create",
          recordId: `r${record}`,
          status: "draft",
          values: { [ELSEWHERE]: { value: 1 } },
        });
    },
    offline: () => {
      outbox = connected(outbox, false);
    },
    online: () => {
      outbox = connected(outbox, true);
    },
    "sign-in": () => {
      outbox = { ...outbox, signedIn: true };
    },
    down: ({ dataset }) => void down.add(dataset),
    up: ({ dataset }) => void down.delete(dataset),
  };

  function take(step: Step): void {
    now += 1;
    // The table has a handler for each kind of step; the compiler cannot pair the two by the key.
    (doing[step.do] as (step: Step) => void)(step);
  }

  /** All faults end. Counts the rounds until nothing is left to deliver. */
  function settle(): void {
    down.clear();
    outbox = { ...connected(outbox, true), signedIn: true };
    for (const recordId of outbox.entries.keys()) outbox = retry(outbox, recordId);
    for (let round = 0; outbox.entries.size > 0 || flights.length > 0; round += 1) {
      expect(round).toBeLessThan(40);
      now += 60_000;
      // The reader has seen another user's change and overwrites it anyway.
      for (const [recordId, { failure }] of outbox.entries)
        if (failure?.kind === "changed") outbox = retry(outbox, recordId);
      send();
      while (flights.length > 0) reply(0, "none");
    }
  }

  return { server, shown, before, carriedOut, take, settle, saving: () => counts(outbox), current: () => outbox };
}

const says = (response: OwnResponse | null | undefined) =>
  response ? { status: response.status, values: response.values } : null;

test("FRS-02 FRS-09 FRS-15 FRS-21 whatever gets lost on the way, the server ends up with the reader's last word on each record", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
      const world = makeWorld();
      for (const next of steps) world.take(next);
      const lastWord = new Map(
        [...world.current().entries].map(([recordId, entry]) => [recordId, says(wanted(entry))] as const),
      );
      world.settle();
      expect(world.saving()).toEqual({ saving: 0, failed: 0 });
      for (const [recordId, word] of lastWord) {
        const there = says(world.server.responses.get(recordId));
        // Another browser may have answered a record that was removed here. That answer is newer and must stay.
        if (word !== null || there?.values?.[ELSEWHERE] === undefined) expect(there).toEqual(word);
      }
    }),
    { numRuns: 2000 },
  );
});

test("FRS-02 with a server that works, every answer that was sent is carried out once and in order", () => {
  const calm = step
    .filter((next) => !["delete-elsewhere", "answer-elsewhere", "sign-in", "down"].includes(next.do))
    .map((next): Step => (next.do === "reply" ? { ...next, fault: "none" } : next));
  fc.assert(
    fc.property(fc.array(calm, { maxLength: 60, size: "max" }), (steps) => {
      const world = makeWorld();
      for (const next of steps) world.take(next);
      world.settle();
      for (const [recordId, word] of world.shown)
        expect(says(world.server.responses.get(recordId))).toEqual(says(word));
      // Without faults no call is repeated, so there is no upsert.
      expect(world.carriedOut.filter((request) => request.call === "upsert")).toEqual([]);
      const ids = world.carriedOut.flatMap((request) => (request.call === "remove" ? [request.responseId] : []));
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 1000 },
  );
});

type LonelyStep =
  | { do: "want"; status: ResponseStatus; label: number }
  | { do: "send" }
  | { do: "reload"; carriedOut: boolean }
  | { do: "reply"; fault: "none" | "lost-reply" | "lost-request" };
const lonelyStep: fc.Arbitrary<LonelyStep> = fc.oneof(
  fc.record({
    do: fc.constant("want" as const),
    status: fc.constantFrom("draft" as const, "submitted" as const, "discarded" as const),
    label: fc.nat(2),
  }),
  fc.constant({ do: "send" as const }),
  fc.record({
    do: fc.constant("reply" as const),
    fault: fc.constantFrom("none" as const, "lost-reply" as const, "lost-request" as const),
  }),
  fc.record({ do: fc.constant("reload" as const), carriedOut: fc.boolean() }),
);

/** A record without other writers. The server accepts a change only if the reader knows the current state. */
function makeLonelyWorld() {
  let held: KnownResponse = { id: "a", status: "draft", values: null, updatedAt: null };
  let outbox = lead(EMPTY_OUTBOX);
  let [now, ids] = [0, 0];
  /** The answer that the page shows when nothing waits, and the waiting work that the browser keeps. */
  let known = held;
  let kept: OutboxEntry | null = null;
  let flight: OutboxEntry | null = null;
  const entryNow = () => outbox.entries.get("r") ?? null;

  function carryOut(entry: OutboxEntry): KnownResponse {
    const own = [entry.base, ...entry.unanswered];
    expect(own.some((one) => saysTheSame(one, held))).toBe(true);
    held = { ...held, ...wanted(entry), id: "a" };
    return held;
  }
  function reply(fault: "none" | "lost-reply" | "lost-request"): void {
    if (flight === null) return;
    const response = fault === "lost-request" ? null : carryOut(flight);
    flight = null;
    const before = entryNow()?.base;
    const isAnswered = fault === "none" && response !== null;
    outbox = answered(outbox, "r", isAnswered ? { kind: "done", response } : { kind: "unreachable" }, now, 0.5);
    if (isAnswered) known = response;
    if (entryNow()?.base !== before) kept = entryNow();
  }
  const doing: { [Do in LonelyStep["do"]]: (step: Extract<LonelyStep, { do: Do }>) => void } = {
    want: ({ status, label }) => {
      const intent = { kind: "save", status, values: { q: { value: label } } } as const;
      const about = { recordId: "r", datasetId: "d", position: null, shownFor: null, base: known };
      outbox = enqueue(outbox, { ...about, intent, intentId: `i${ids++}`, wantedAt: now });
      kept = entryNow();
    },
    send: () => {
      if (flight !== null || due(outbox, now).length === 0) return;
      outbox = started(outbox, "r");
      flight = entryNow();
    },
    reply: ({ fault }) => reply(fault),
    reload: ({ carriedOut }) => {
      if (flight !== null && carriedOut) carryOut(flight);
      flight = null;
      outbox = lead(kept === null ? EMPTY_OUTBOX : absorb(EMPTY_OUTBOX, restored(kept)));
      if (kept === null) known = held;
    },
  };
  return (step: LonelyStep) => {
    now += 60_000;
    // The table has a handler for each kind of step; the compiler cannot pair the two by the key.
    (doing[step.do] as (step: LonelyStep) => void)(step);
  };
}

test("FRS-14 TST-14 what the server holds is always known to be the reader's own, whatever replies were lost, also after a reload", () => {
  fc.assert(
    fc.property(fc.array(lonelyStep, { maxLength: 60, size: "max" }), (steps) => {
      const take = makeLonelyWorld();
      for (const step of steps) take(step);
    }),
    { numRuns: 2000 },
  );
});
