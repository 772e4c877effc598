import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { createSignInLimit } from "../src/http/attempts.ts";
import { TooManyAttempts } from "../src/http/errors.ts";
import { createFailures, type Failures } from "../src/shared/failures.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { patiently } from "./support/patiently.ts";
import { inMemory, inPostgres, inSqlite } from "./support/shared-forms.ts";

/** A clock that moves only when the test moves it. */
function handClock() {
  let time = 1_000_000;
  const pass = (ms: number) => {
    time += ms;
  };
  return { now: () => time, pass };
}

const postgres = await postgresOfProcess();
const createLimit = (now: () => number) => createSignInLimit(createFailures(now));

type Limit = ReturnType<typeof createSignInLimit>;

/** The seconds to wait. Null: the attempt was checked. */
const attempt = async (limit: Limit, address: string, username: string, found: true | null = null) => {
  try {
    await limit.attempt(address, username, async () => found);
    return null;
  } catch (error) {
    if (error instanceof TooManyAttempts) return error.seconds;
    throw error;
  }
};

async function fail(limit: Limit, times: number, username = "ann", address = "1.1.1.1") {
  const waits: (number | null)[] = [];
  for (let time = 0; time < times; time++) waits.push(await attempt(limit, address, username));
  return waits;
}

/** Attempts that end when the test says so. */
function held(limit: Limit) {
  const ends: ((found: true | null) => void)[] = [];
  const begin = (username = "ann", address = "1.1.1.1") =>
    limit.attempt(address, username, () => new Promise<true | null>((resolve) => ends.push(resolve)));
  return { ends, begin };
}

const FEW = { pauses: 20, runs: 5 };
const FORMS = [
  { name: "in memory", open: async () => ({ ...inMemory(), effort: { pauses: 60, runs: 100 } }) },
  { name: "in the embedded store", open: async () => ({ ...(await inSqlite()), effort: FEW }) },
  ...(postgres === null
    ? []
    : [{ name: "in PostgreSQL", open: async () => ({ ...(await inPostgres()), effort: FEW }) }]),
];

describe.each(FORMS)("PGS-60 counted $name", async ({ open }) => {
  const form = await open();
  const limit = createSignInLimit(form.shared.failures);
  afterEach(form.forgetAll);

  test("AUT-14 five wrong passwords in a row are taken, the sixth attempt has to wait", async () => {
    expect(await fail(limit, 6)).toEqual([null, null, null, null, null, 30]);
  });

  test("AUT-14 waiting forgives one failure at a time, and a refused attempt does not count as one", async () => {
    await fail(limit, 5);
    await form.pass(10_000);
    expect(await fail(limit, 3)).toEqual([20, 20, 20]);
    await form.pass(20_000);
    expect(await fail(limit, 2)).toEqual([null, 30]);
    await form.pass(5 * 30_000);
    expect(await fail(limit, 6)).toEqual([null, null, null, null, null, 30]);
  });

  test("AUT-14 a right password ends the row", async () => {
    await fail(limit, 4);
    expect(await attempt(limit, "1.1.1.1", "ann", true)).toBeNull();
    expect(await fail(limit, 5)).toEqual([null, null, null, null, null]);
  });

  test("AUT-14 address and user name count together: neither locks the other out", async () => {
    await fail(limit, 5, "ann", "1.1.1.1");
    expect(await attempt(limit, "1.1.1.1", "ben")).toBeNull();
    expect(await attempt(limit, "2.2.2.2", "ann")).toBeNull();
    expect(await attempt(limit, "1.1.1.1", "ann")).toBe(30);
    expect(await attempt(limit, "1.1.1.1x", "ann")).toBeNull();
  });

  test("AUT-14 however attempts are spaced, no more are let through than five and one for every half minute", async () => {
    const { pauses: most, runs } = form.effort;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: most }), async (pauses) => {
        await form.forgetAll();
        const began = Date.now();
        let taken = 0;
        for (const pause of pauses) {
          await form.pass(pause);
          if ((await attempt(limit, "a", "b")) === null) taken++;
        }
        const total = pauses.reduce((sum, pause) => sum + pause, Date.now() - began);
        expect(taken).toBeLessThanOrEqual(5 + total / 30_000 + 1e-9);
      }),
      { numRuns: runs },
    );
  });

  test("AUT-14 right passwords that come at once are all let in, five at a time for a name", async () => {
    const { ends, begin } = held(limit);
    const all = Array.from({ length: 10 }, () => begin());
    for (let at = 0; at < 10; at++) {
      await patiently(async () => expect(ends.length).toBe(Math.min(10, at + 5)));
      ends[at]?.(true);
    }
    expect(await Promise.all(all)).toEqual(Array(10).fill(true));
    expect(await fail(limit, 6)).toEqual([null, null, null, null, null, 30]);
  });

  test("AUT-14 guesses that come at once are no more than those that come one after the other", async () => {
    const { ends, begin } = held(limit);
    const all = Array.from({ length: 40 }, () => begin());
    await patiently(async () => expect(ends).toHaveLength(5));
    ends[0]?.(null);
    expect(await Promise.race(all)).toBeNull();
    for (const end of ends) end(null);
    const ended = await Promise.allSettled(all);
    expect(ends).toHaveLength(5);
    expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(35);
  });

  test("AUT-14 from one network a hundred wait and no more; one that breaks off counts, and lets the next in", async () => {
    const { ends, begin } = held(limit);
    const all = Array.from({ length: 106 }, () => begin());
    await expect(Promise.race(all)).rejects.toThrow(TooManyAttempts);
    await patiently(async () => expect(ends).toHaveLength(5));
    await expect(attempt(limit, "1.1.1.1", "ben")).resolves.toBeNull();
    const broken = limit.attempt("2.2.2.2", "ann", () => Promise.reject(new Error("the disk is full")));
    await expect(broken).rejects.toThrow("the disk is full");
    expect(await fail(limit, 5, "ann", "2.2.2.2")).toEqual([null, null, null, null, 30]);
    for (const end of ends) end(null);
    const ended = await Promise.allSettled(all);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });
});

test("AUT-14 thirty wrong passwords from one address are taken, whatever the names; then one for every ten seconds", async () => {
  const clock = handClock();
  const limit = createLimit(clock.now);
  const tries = async (count: number, from: string, address = "1.1.1.1") => {
    const waits: (number | null)[] = [];
    for (let i = 0; i < count; i++) waits.push(await attempt(limit, address, `${from}-${i}`));
    return waits.filter((wait) => wait === null);
  };
  expect(await tries(400, "name")).toHaveLength(30);
  expect(await attempt(limit, "1.1.1.1", "ann")).toBe(10);
  expect(await attempt(limit, "2.2.2.2", "ann")).toBeNull();
  clock.pass(60_000);
  expect(await tries(400, "again")).toHaveLength(6);
  const [one, other] = [await tries(400, "a", "2001:db8::1"), await tries(400, "b", "2001:db8::2")];
  expect(one.length + other.length).toBe(30);
});

test("AUT-14 whoever has many networks of IPv6 may fail four times as often in all of them together, and no more", async () => {
  const clock = handClock();
  const limit = createLimit(clock.now);
  const at = (network: number) => `2001:db8:0:${network.toString(16)}::1`;
  const guesses = async (count: number, name: (turn: number) => string) => {
    const waits: (number | null)[] = [];
    for (let turn = 0; turn < count; turn++) waits.push(await attempt(limit, at(turn % 40), name(turn)));
    return waits.filter((wait) => wait === null);
  };
  expect(await guesses(200, () => "ann")).toHaveLength(20);
  // Another user at that address has their own count, and the right password signs them in.
  expect(await attempt(limit, at(3), "ben", true)).toBeNull();
  expect(await attempt(limit, "2001:db8:1::1", "ann")).toBeNull();
  clock.pass(60_000);
  expect(await guesses(200, () => "ann")).toHaveLength(8);
  expect(await guesses(400, (turn) => `name-${turn}`)).toHaveLength(120 - 8);
});

test("PGS-60 what was read before another attempt failed lets nobody in", async () => {
  const kept = createFailures(handClock().now);
  const reading: (() => void)[] = [];
  let isHeld = false;
  const left: Failures["left"] = async (rows) => {
    const found = await kept.left(rows);
    if (isHeld) await new Promise<void>((resolve) => reading.push(resolve));
    return found;
  };
  const limit = createSignInLimit({ ...kept, left });
  const { ends, begin } = held(limit);
  await fail(limit, 3);
  const first = begin();
  await patiently(async () => expect(ends).toHaveLength(1));
  isHeld = true;
  const second = begin();
  await patiently(async () => expect(reading).toHaveLength(1));
  ends[0]?.(null);
  expect(await first).toBeNull();
  isHeld = false;
  // One more may fail, and somebody else has done so.
  expect(await attempt(limit, "1.1.1.1", "ann")).toBeNull();
  reading[0]?.();
  await expect(second).rejects.toThrow(TooManyAttempts);
  expect(ends).toHaveLength(1);
});

test("AUT-14 right passwords from one address do not count against it", async () => {
  const limit = createLimit(handClock().now);
  for (let i = 0; i < 400; i++) {
    expect(await attempt(limit, "1.1.1.1", `user-${i}`, true)).toBeNull();
  }
});

test("AUT-14 what is remembered does not grow without bound, and is forgotten once forgiven", async () => {
  const clock = handClock();
  const failures = createFailures(clock.now);
  const limit = createSignInLimit(failures);
  for (let i = 0; i < 12_000; i++) await attempt(limit, `10.1.${i >> 8}.${i & 255}`, `user-${i}`);
  expect(failures.size()).toBe(20_000);
  clock.pass(31_000);
  await attempt(limit, "1.1.1.1", "somebody");
  expect(failures.size()).toBe(2);
});

describe.skipIf(postgres === null)("two servers of one database", async () => {
  const form = postgres === null ? inMemory() : await inPostgres();
  const limits = [form.shared, form.other].map(({ failures }) => createSignInLimit(failures));
  const [here, there] = limits;
  if (here === undefined || there === undefined) throw new Error("There are two.");
  afterEach(form.forgetAll);

  test("PGS-60 five wrong passwords spread over both are the limit of both, and a right one at either ends the row", async () => {
    for (const one of [here, there, here, there]) expect(await attempt(one, "1.1.1.1", "ann")).toBeNull();
    expect(await attempt(there, "1.1.1.1", "ann", true)).toBeNull();
    for (const one of [here, there, here, there, here]) expect(await attempt(one, "1.1.1.1", "ann")).toBeNull();
    expect([await attempt(here, "1.1.1.1", "ann"), await attempt(there, "1.1.1.1", "ann", true)]).toEqual([30, 30]);
    expect(await attempt(there, "1.1.1.1", "ben")).toBeNull();
  });

  test("PGS-60 of guesses that come at once to both, five are answered, and a right one among the others tells nothing", async () => {
    const both = [held(here), held(there)];
    const all = both.flatMap(({ begin }) => Array.from({ length: 20 }, () => begin()));
    for (const { ends } of both) await patiently(async () => expect(ends).toHaveLength(5));
    const told: unknown[] = [];
    const over = Promise.all(
      all.map((one) => one.then((found) => told.push(found)).catch((error) => told.push(error))),
    );
    const [first, second] = both;
    for (const end of first?.ends ?? []) end(null);
    await patiently(async () => expect(told.filter((one) => one === null)).toHaveLength(5));
    for (const end of second?.ends ?? []) end(true);
    await over;
    expect(told.filter((one) => one instanceof TooManyAttempts)).toHaveLength(35);
  });
});
