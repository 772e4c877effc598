import { expect, test } from "vitest";
import { absoluteTime, clockTime, relativeTime, shortDate, toMilliseconds } from "./times.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 21, 12);
const ago = (ms: number) => relativeTime(now - ms, now);

test("a time is said in the largest unit that has passed", () => {
  expect(ago(20_000)).toBe("now");
  expect(ago(3 * minute)).toBe("3 min ago");
  expect(ago(59 * minute + 59_000)).toBe("59 min ago");
  expect(ago(2 * hour)).toBe("2 hr ago");
  expect(ago(day)).toBe("yesterday");
  expect(ago(16 * day)).toBe("2 wk ago");
  expect(ago(400 * day)).toBe("last yr");
});

test("a clock that is ahead never makes the past the future", () => {
  expect(relativeTime(now + hour, now)).toBe("now");
});

test("the time of day has two digits each, and microseconds become milliseconds", () => {
  expect(clockTime(now)).toMatch(/^\d\d:\d\d$/);
  expect(toMilliseconds(1_500_000)).toBe(1500);
});

test("DSL-09 a date is short: the day and month, the year only when it is another one", () => {
  expect(shortDate(Date.UTC(2026, 2, 3, 12), now)).toBe("3 Mar");
  expect(shortDate(Date.UTC(2025, 11, 6, 12), now)).toBe("6 Dec 2025");
});

test("DSL-09 a date in full has the same order as the short one", () => {
  expect(absoluteTime(new Date(2026, 10, 21, 14, 2).getTime())).toBe("21 Nov 2026, 14:02");
});
