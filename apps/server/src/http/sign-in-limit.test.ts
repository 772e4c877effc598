import fc from "fast-check";
import { expect, test } from "vitest";
import { createSignInLimit } from "./sign-in-limit.ts";

/** A clock that stands still until it is told. */
function handClock() {
  let time = 1_000_000;
  const pass = (ms: number) => {
    time += ms;
  };
  return { now: () => time, pass };
}

const fail = (limit: ReturnType<typeof createSignInLimit>, times: number, username = "ann", address = "1.1.1.1") =>
  Array.from({ length: times }, () => limit.attempt(address, username));

test("AUT-14 five wrong passwords in a row are taken, the sixth attempt has to wait", () => {
  const limit = createSignInLimit(handClock().now);
  expect(fail(limit, 6)).toEqual([null, null, null, null, null, 30]);
});

test("AUT-14 waiting forgives one failure at a time, and a refused attempt does not count as one", () => {
  const clock = handClock();
  const limit = createSignInLimit(clock.now);
  fail(limit, 5);
  clock.pass(10_000);
  expect(fail(limit, 3)).toEqual([20, 20, 20]);
  clock.pass(20_000);
  expect(fail(limit, 2)).toEqual([null, 30]);
  clock.pass(5 * 30_000);
  expect(fail(limit, 6)).toEqual([null, null, null, null, null, 30]);
});

test("AUT-14 a right password ends the row", () => {
  const limit = createSignInLimit(handClock().now);
  fail(limit, 4);
  limit.succeeded("1.1.1.1", "ann");
  expect(fail(limit, 5)).toEqual([null, null, null, null, null]);
});

test("AUT-14 address and user name count together: neither locks the other out", () => {
  const limit = createSignInLimit(handClock().now);
  fail(limit, 5, "ann", "1.1.1.1");
  expect(limit.attempt("1.1.1.1", "ben")).toBeNull();
  expect(limit.attempt("2.2.2.2", "ann")).toBeNull();
  expect(limit.attempt("1.1.1.1", "ann")).toBe(30);
  expect(limit.attempt("1.1.1.1x", "ann")).toBeNull();
});

test("AUT-14 thirty wrong passwords from one address are taken, whatever the names; then one for every ten seconds", () => {
  const clock = handClock();
  const limit = createSignInLimit(clock.now);
  const tries = (count: number, from: string, address = "1.1.1.1") =>
    Array.from({ length: count }, (_, i) => limit.attempt(address, `${from}-${i}`)).filter((wait) => wait === null);
  expect(tries(400, "name")).toHaveLength(30);
  expect(limit.attempt("1.1.1.1", "ann")).toBe(10);
  expect(limit.attempt("2.2.2.2", "ann")).toBeNull();
  clock.pass(60_000);
  expect(tries(400, "again")).toHaveLength(6);
  expect(tries(400, "a", "2001:db8::1").length + tries(400, "b", "2001:db8::2").length).toBe(30);
});

test("AUT-14 right passwords from one address do not count against it", () => {
  const limit = createSignInLimit(handClock().now);
  for (let i = 0; i < 400; i++) {
    expect(limit.attempt("1.1.1.1", `user-${i}`)).toBeNull();
    limit.succeeded("1.1.1.1", `user-${i}`);
  }
});

test("AUT-14 what is remembered does not grow without bound, and is forgotten once forgiven", () => {
  const clock = handClock();
  const limit = createSignInLimit(clock.now);
  for (let i = 0; i < 12_000; i++) limit.attempt(`10.1.${i >> 8}.${i & 255}`, `user-${i}`);
  expect(limit.size).toBe(20_000);
  clock.pass(31_000);
  limit.attempt("1.1.1.1", "somebody");
  expect(limit.size).toBe(2);
});

test("AUT-14 however attempts are spaced, no more are let through than five and one for every half minute", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 }), (pauses) => {
      const clock = handClock();
      const limit = createSignInLimit(clock.now);
      let taken = 0;
      for (const pause of pauses) {
        clock.pass(pause);
        if (limit.attempt("a", "b") === null) taken++;
      }
      const total = pauses.reduce((sum, pause) => sum + pause, 0);
      expect(taken).toBeLessThanOrEqual(5 + total / 30_000 + 1e-9);
    }),
  );
});
