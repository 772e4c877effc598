import fc from "fast-check";
import { expect, test } from "vitest";
import { createSignInLimit } from "./attempts.ts";
import { TooManyAttempts } from "./errors.ts";

/** A clock that moves only when the test moves it. */
function handClock() {
  let time = 1_000_000;
  const pass = (ms: number) => {
    time += ms;
  };
  return { now: () => time, pass };
}

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

test("AUT-14 five wrong passwords in a row are taken, the sixth attempt has to wait", async () => {
  const limit = createSignInLimit(handClock().now);
  expect(await fail(limit, 6)).toEqual([null, null, null, null, null, 30]);
});

test("AUT-14 waiting forgives one failure at a time, and a refused attempt does not count as one", async () => {
  const clock = handClock();
  const limit = createSignInLimit(clock.now);
  await fail(limit, 5);
  clock.pass(10_000);
  expect(await fail(limit, 3)).toEqual([20, 20, 20]);
  clock.pass(20_000);
  expect(await fail(limit, 2)).toEqual([null, 30]);
  clock.pass(5 * 30_000);
  expect(await fail(limit, 6)).toEqual([null, null, null, null, null, 30]);
});

test("AUT-14 a right password ends the row", async () => {
  const limit = createSignInLimit(handClock().now);
  await fail(limit, 4);
  expect(await attempt(limit, "1.1.1.1", "ann", true)).toBeNull();
  expect(await fail(limit, 5)).toEqual([null, null, null, null, null]);
});

test("AUT-14 address and user name count together: neither locks the other out", async () => {
  const limit = createSignInLimit(handClock().now);
  await fail(limit, 5, "ann", "1.1.1.1");
  expect(await attempt(limit, "1.1.1.1", "ben")).toBeNull();
  expect(await attempt(limit, "2.2.2.2", "ann")).toBeNull();
  expect(await attempt(limit, "1.1.1.1", "ann")).toBe(30);
  expect(await attempt(limit, "1.1.1.1x", "ann")).toBeNull();
});

test("AUT-14 thirty wrong passwords from one address are taken, whatever the names; then one for every ten seconds", async () => {
  const clock = handClock();
  const limit = createSignInLimit(clock.now);
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
  const limit = createSignInLimit(clock.now);
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

test("AUT-14 right passwords from one address do not count against it", async () => {
  const limit = createSignInLimit(handClock().now);
  for (let i = 0; i < 400; i++) {
    expect(await attempt(limit, "1.1.1.1", `user-${i}`, true)).toBeNull();
  }
});

test("AUT-14 what is remembered does not grow without bound, and is forgotten once forgiven", async () => {
  const clock = handClock();
  const limit = createSignInLimit(clock.now);
  for (let i = 0; i < 12_000; i++) await attempt(limit, `10.1.${i >> 8}.${i & 255}`, `user-${i}`);
  expect(limit.size).toBe(20_000);
  clock.pass(31_000);
  await attempt(limit, "1.1.1.1", "somebody");
  expect(limit.size).toBe(2);
});

test("AUT-14 however attempts are spaced, no more are let through than five and one for every half minute", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 }), async (pauses) => {
      const clock = handClock();
      const limit = createSignInLimit(clock.now);
      let taken = 0;
      for (const pause of pauses) {
        clock.pass(pause);
        if ((await attempt(limit, "a", "b")) === null) taken++;
      }
      const total = pauses.reduce((sum, pause) => sum + pause, 0);
      expect(taken).toBeLessThanOrEqual(5 + total / 30_000 + 1e-9);
    }),
  );
});

test("AUT-14 right passwords that come at once are all let in, five at a time for a name, and a wrong one counts once it has failed", async () => {
  const limit = createSignInLimit(handClock().now);
  const { ends, begin } = held(limit);
  const all = Array.from({ length: 10 }, () => begin());
  await settled();
  expect(ends).toHaveLength(5);
  for (let at = 0; at < 10; at++) {
    ends[at]?.(true);
    await settled();
  }
  expect(await Promise.all(all)).toEqual(Array(10).fill(true));
  expect(limit.size).toBe(0);
});

test("AUT-14 guesses that come at once are no more than those that come one after the other", async () => {
  const limit = createSignInLimit(handClock().now);
  const { ends, begin } = held(limit);
  const all = Array.from({ length: 40 }, () => begin());
  await settled();
  expect(ends).toHaveLength(5);
  ends[0]?.(null);
  await settled();
  expect(ends).toHaveLength(5);
  for (const end of ends) end(null);
  const ended = await Promise.allSettled(all);
  expect(ends).toHaveLength(5);
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(35);
});

test("AUT-14 from one network a hundred wait and no more; one that breaks off counts, and lets the next in", async () => {
  const limit = createSignInLimit(handClock().now);
  const { ends, begin } = held(limit);
  const all = Array.from({ length: 106 }, () => begin());
  await expect(all[105]).rejects.toThrow(TooManyAttempts);
  expect(ends).toHaveLength(5);
  await expect(attempt(limit, "1.1.1.1", "ben")).resolves.toBeNull();
  const broken = limit.attempt("2.2.2.2", "ann", () => Promise.reject(new Error("the disk is full")));
  await expect(broken).rejects.toThrow("the disk is full");
  expect(await fail(limit, 5, "ann", "2.2.2.2")).toEqual([null, null, null, null, 30]);
  for (const end of ends) end(null);
  await Promise.allSettled(all);
});

/** Resolves when all work that needs no further event is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
