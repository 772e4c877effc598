import { expect, test } from "vitest";
import { isDue, readLifetime } from "./renewal.ts";

const HOUR = 3_600_000;
const token = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;

test("AUT-14 a token says how long it lasts; what is none says nothing", () => {
  expect(readLifetime(token({ iat: 100, exp: 1900 }))).toEqual({ from: 100_000, length: 1_800_000 });
  for (const text of ["", "token", "a.b.c", token({ exp: 5 }), token({ iat: 9, exp: 5 })])
    expect(readLifetime(text)).toBeNull();
});

test("AUT-14 a token is due when two thirds of its life are over, whatever a wrong clock says", () => {
  const life = { from: 100 * HOUR, length: HOUR };
  const at = (now: number, seen = now, tried = 0) => isDue(life, { now, seen, tried });
  expect([at(100.5 * HOUR), at(100.7 * HOUR), at(108 * HOUR)]).toEqual([false, true, true]);
  // The clock is five hours late: only the time since the token arrived counts.
  expect([at(95 * HOUR), at(95.7 * HOUR, 95 * HOUR)]).toEqual([false, true]);
  // The clock is five hours early: the page renews the token at once, but not the next token right after that.
  expect([at(105 * HOUR), at(105.1 * HOUR, 105 * HOUR, 105 * HOUR)]).toEqual([true, false]);
});
