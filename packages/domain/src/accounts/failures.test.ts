import fc from "fast-check";
import { expect, test } from "vitest";
import { endsWithSuccess, FAILURE_KINDS, type FailureKind, leftAfterFailure, waitOf } from "./failures.ts";

/** Allowed failures in a row, and the milliseconds after which one is forgiven, as docs/operations.md tells them. */
const PROMISED: { readonly [K in FailureKind]: readonly [allowed: number, forgivenAfterMs: number] } = {
  name: [5, 30_000],
  network: [30, 10_000],
  provider: [30, 10_000],
  key: [30, 10_000],
  "wide name": [20, 7500],
  "wide network": [120, 2500],
  "wide provider": [120, 2500],
  "wide key": [120, 2500],
};
const kind = fc.constantFrom(...FAILURE_KINDS);
const rowOf = (of: FailureKind) => ({ kind: of, key: "somebody" });

test("AUT-14 from any row as many failures in a row are taken as are promised, and then one for each time that passes", () => {
  fc.assert(
    fc.property(kind, fc.array(fc.nat({ max: 45_000 }), { maxLength: 300 }), (of, pauses) => {
      const [allowed, forgivenAfterMs] = PROMISED[of];
      const row = rowOf(of);
      let left = 0;
      let taken = 0;
      let passed = 0;
      for (const pause of pauses) {
        left -= pause;
        passed += pause;
        const wait = waitOf([row], [left]);
        expect(wait).toBeLessThanOrEqual(forgivenAfterMs);
        if (wait > 0) continue;
        left = leftAfterFailure(row, left);
        taken++;
      }
      expect(taken).toBeGreaterThanOrEqual(Math.min(allowed, pauses.length));
      expect(taken).toBeLessThanOrEqual(allowed + passed / forgivenAfterMs + 1e-9);
    }),
  );
});

test("AUT-14 attempts that are running count as if they failed, and the longest wait of all rows is that of an attempt", () => {
  fc.assert(
    fc.property(kind, fc.nat({ max: 130 }), fc.nat({ max: 130 }), (of, failed, running) => {
      const [allowed, forgivenAfterMs] = PROMISED[of];
      const row = rowOf(of);
      const before = Math.min(failed, allowed) * forgivenAfterMs;
      const wait = waitOf([row], [before], () => running);
      expect(wait > 0).toBe(Math.min(failed, allowed) + running >= allowed);
      const other = rowOf("network");
      expect(waitOf([row, other], [before, 0], (one) => (one === row ? running : 0))).toBe(wait);
    }),
  );
});

test("AUT-14 PGS-60 whatever a clock says, nobody waits longer than one failure is remembered, and what is forgiven owes nothing", () => {
  fc.assert(
    fc.property(kind, fc.integer({ min: -1e15, max: 1e15 }), (of, left) => {
      const [, forgivenAfterMs] = PROMISED[of];
      const row = rowOf(of);
      expect(waitOf([row], [left])).toBeLessThanOrEqual(forgivenAfterMs);
      if (left <= 0) expect(leftAfterFailure(row, left)).toBe(forgivenAfterMs);
    }),
  );
  expect(waitOf([], [])).toBe(0);
  expect(FAILURE_KINDS.filter((of) => endsWithSuccess(rowOf(of)))).toEqual(["name", "wide name"]);
});
