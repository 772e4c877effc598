import { expect, test } from "vitest";
import { createClock } from "./clock.ts";

test("API-33 the clock gives no time twice and goes on from the one it is told", () => {
  const clock = createClock();
  const times = Array.from({ length: 1000 }, clock);
  expect(new Set(times).size).toBe(1000);
  const ahead = Date.now() * 1000 + 3600e6;
  const later = createClock(ahead);
  expect([later(), later()]).toEqual([ahead + 1, ahead + 2]);
});
