import fc from "fast-check";
import { expect, test } from "vitest";
import type { LabeledRecord } from "../records/labeled-record.ts";
import {
  type Batch,
  firstOpen,
  itemOf,
  loadQueue,
  neighbour,
  type RecordQueue,
  recordsLeft,
  respond,
} from "./queue.ts";
import { type AppendPlan, append, planAppend } from "./queue-fetch.ts";
import { wantsMore } from "./read-ahead.ts";

const MANY = 10;
const VIEW = { mode: "focus", many: MANY, switched: false, similar: null, moving: false } as const;
const SUBMITTED = { id: "a", status: "submitted", values: null, updatedAt: 1 } as const;

const record = (id: string): LabeledRecord => ({
  id,
  metadata: null,
  externalId: null,
  datasetId: "d",
  insertedAt: 1,
  updatedAt: 1,
});

/** A server's pending list, a reader and the network between them. Each step can happen at any moment. */
function makeWorld(size: number) {
  const ids = Array.from({ length: size }, (_, index) => `r${index + 1}`);
  const answeredAtServer = new Set<string>();
  /** The states being sent, per record: first the server accepts one, later the page gets the response. */
  const underway: { id: string; submitted: boolean; taken: boolean }[] = [];
  let fetching: { plan: AppendPlan; read: Batch | null } | null = null;
  let attempt = 0;
  const read = (start: number, size: number): Batch => {
    const pending = ids.filter((id) => !answeredAtServer.has(id));
    const items = pending
      .slice(start - 1, start - 1 + size)
      .map((id) => ({ record: record(id), response: null, queryScore: null }));
    return { items, total: pending.length };
  };
  let queue: RecordQueue = loadQueue("pending", 1, read(1, MANY));
  let current = queue.items[0]?.record.id;
  const shown: string[] = current === undefined ? [] : [current];
  const unsettled = () => new Set(underway.map(({ id }) => id));

  function show(id: string | undefined): void {
    if (id === undefined) return;
    current = id;
    if (!shown.includes(id)) shown.push(id);
  }

  function respondTo(id: string, submitted: boolean): void {
    queue = respond(queue, id, submitted ? SUBMITTED : null);
    underway.push({ id, submitted, taken: false });
  }

  const world = {
    ids,
    shown,
    queue: () => queue,
    pendingThere: () => ids.filter((id) => !answeredAtServer.has(id)).length,
    settled: () => underway.length === 0 && fetching === null,
    ask(): void {
      if (fetching !== null || current === undefined) return;
      const page = itemOf(queue, current)?.page ?? 1;
      if (wantsMore(queue, page, 0)) fetching = { plan: planAppend(queue, VIEW, unsettled(), attempt), read: null };
    },
    serverReads(): void {
      if (fetching !== null && fetching.read === null) fetching.read = read(fetching.plan.start, fetching.plan.size);
    },
    replyArrives(): void {
      if (fetching === null || fetching.read === null) return;
      const { plan, read } = fetching;
      fetching = null;
      const appended = append(queue, plan, read, unsettled());
      queue = appended.queue;
      attempt = appended.again ? attempt + 1 : 0;
    },
    submit(): void {
      if (current === undefined || itemOf(queue, current)?.status !== "pending") return;
      respondTo(current, true);
      world.next();
    },
    next(): void {
      if (current !== undefined) show(neighbour(queue, current, 1)?.record.id);
    },
    previous(): void {
      if (current !== undefined) show(neighbour(queue, current, -1)?.record.id);
    },
    undo(): void {
      const last = queue.items.findLast((item) => item.status === "submitted")?.record.id;
      if (last === undefined) return;
      respondTo(last, false);
      show(last);
    },
    /** Answers to one record arrive in the order in which the reader gave them. */
    serverTakes(which: number): void {
      const waiting = underway.filter((one, at) => !one.taken && underway.findIndex(({ id }) => id === one.id) === at);
      const next = waiting[which % Math.max(1, waiting.length)];
      if (next === undefined) return;
      next.taken = true;
      if (next.submitted) answeredAtServer.add(next.id);
      else answeredAtServer.delete(next.id);
    },
    pageHears(which: number): void {
      const taken = underway.filter((one) => one.taken);
      const heard = taken[which % Math.max(1, taken.length)];
      if (heard !== undefined) underway.splice(underway.indexOf(heard), 1);
    },
    /** The reader continues to the end, and all requests arrive. */
    finish(): void {
      for (let round = 0; round < 20 * size + 200; round += 1) {
        world.ask();
        world.serverReads();
        world.replyArrives();
        if (current !== undefined && itemOf(queue, current)?.status === "pending") world.submit();
        else if (current !== undefined && neighbour(queue, current, 1) !== undefined) world.next();
        else if (queue.end) show(firstOpen(queue)?.record.id);
        world.serverTakes(0);
        world.pageHears(0);
      }
    },
  };
  return world;
}

type World = ReturnType<typeof makeWorld>;
type Step = {
  name: "ask" | "serverReads" | "replyArrives" | "submit" | "next" | "previous" | "undo" | "serverTakes" | "pageHears";
  which: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(
    ...(["ask", "serverReads", "replyArrives", "serverTakes", "serverTakes", "pageHears", "pageHears"] as const),
    ...(["submit", "submit", "submit", "submit", "next", "previous", "undo"] as const),
  ),
  which: fc.nat(3),
});

function run(world: World, steps: readonly Step[]): void {
  for (const { name, which } of steps) world[name](which);
}

test("FQU-14 FQU-19 FQU-20 FQU-24 however answering, delivery and fetching interleave, every pending record comes once and none is skipped", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.array(step, { maxLength: 120, size: "max" }), (size, steps) => {
      const world = makeWorld(size);
      run(world, steps);
      world.finish();
      const { items, end } = world.queue();
      expect(world.settled()).toBe(true);
      expect(items.map((item) => item.record.id)).toEqual(world.ids);
      expect(items.map((item) => item.page)).toEqual(world.ids.map((_, index) => index + 1));
      expect([...world.shown].sort()).toEqual([...world.ids].sort());
      expect(world.pendingThere()).toBe(0);
      expect(end).toBe(true);
    }),
    { numRuns: 1500 },
  );
});

test("FQU-09 FQU-24 the number left is right at every moment, also while answers are under way as a batch is read", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.array(step, { maxLength: 120, size: "max" }), (size, steps) => {
      const world = makeWorld(size);
      expect(recordsLeft(world.queue())).toBe(size);
      for (const one of steps) {
        run(world, [one]);
        const answered = world.queue().items.filter((item) => item.status !== "pending").length;
        expect(recordsLeft(world.queue())).toBe(size - answered);
      }
    }),
    { numRuns: 500 },
  );
});
