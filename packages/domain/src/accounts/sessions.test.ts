import { expect, test } from "vitest";
import { renewalOf, sessionExpires, tokenExpires } from "./sessions.ts";

const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;
const lifetimes = { token: 86_400, renewed: 1800 };

test("AUT-14 a session lasts a day from its last use, and thirty days at most", () => {
  expect(sessionExpires(5 * DAY, 0, lifetimes)).toBe(6 * DAY);
  expect(sessionExpires(29.5 * DAY, 0, lifetimes)).toBe(30 * DAY);
  expect(sessionExpires(0, 0, { token: 60 * 86_400, renewed: 1800 })).toBe(60 * DAY);
});

test("AUT-14 a renewed token is short, a script's lasts as configured, and none outlives its session", () => {
  expect(tokenExpires(0, true, DAY, lifetimes)).toBe(HOUR / 2);
  expect(tokenExpires(DAY - HOUR / 4, true, DAY, lifetimes)).toBe(DAY);
  expect(tokenExpires(0, false, DAY, lifetimes)).toBe(DAY);
});

test("AUT-14 the last token is renewed, the one before it again, an older one never", () => {
  expect([renewalOf(3, 3), renewalOf(2, 3), renewalOf(1, 3), renewalOf(4, 3)]).toEqual([
    "next",
    "again",
    "spent",
    "unknown",
  ]);
});
