import fc from "fast-check";
import { expect, test } from "vitest";
import { waitToReadAgain } from "./read-again.ts";

const failed = (status: number | null, retryAfter: number | null = null) => ({ status, retryAfter });

test("API-67 what fails for a moment is read three times at most, and nothing else twice", () => {
  for (const status of [null, 429, 502, 503, 504])
    expect([1, 2, 3].map((tries) => waitToReadAgain(failed(status), tries, 0))).toEqual([1000, 2000, null]);
  for (const status of [400, 401, 403, 404, 408, 409, 422, 500, 501, 507])
    expect(waitToReadAgain(failed(status), 1, 0)).toBeNull();
});

test("API-67 the time that the server names is waited for, up to five seconds; for longer the failure is told", () => {
  expect(waitToReadAgain(failed(503, 0), 1, 0)).toBe(0);
  expect(waitToReadAgain(failed(503, 1000), 1, 0)).toBe(1000);
  expect(waitToReadAgain(failed(429, 5000), 2, 0)).toBe(5000);
  expect(waitToReadAgain(failed(503, 6000), 1, 0)).toBeNull();
});

test("API-67 no wait is shorter than the server asked for or longer than five and a half seconds", () => {
  const asked = fc.option(fc.nat(10_000), { nil: null });
  fc.assert(
    fc.property(
      asked,
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (after, tries, random) => {
        const wait = waitToReadAgain(failed(503, after), tries, random);
        if (wait === null) return tries >= 3 || (after ?? 0) > 5000;
        return wait >= (after ?? 500) && wait <= 5500;
      },
    ),
  );
});
