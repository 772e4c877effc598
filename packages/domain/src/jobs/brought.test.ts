import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeBrought, untilNow, wasBrought } from "./brought.ts";

const value = fc.jsonValue({ maxDepth: 2 }).filter((one) => one !== null);

test("MIG-03 what a person has touched here is never written, and what is the same never again", () => {
  fc.assert(
    fc.property(value, fc.option(value), fc.boolean(), (brought, here, isTouched) => {
      const verdict = judgeBrought({ value: here, isTouched }, brought);
      if (isTouched) expect(["same", "keep"]).toContain(verdict);
      else expect(verdict).toBe(here === null ? "add" : verdict === "same" ? "same" : "replace");
      // Once it is written, a second run finds nothing to do.
      if (verdict === "add" || verdict === "replace")
        expect(judgeBrought({ value: brought, isTouched: false }, brought)).toBe("same");
    }),
  );
});

test("MIG-09 what was changed on both servers is told apart from what was changed here alone, and stays too", () => {
  fc.assert(
    fc.property(value, fc.option(value), fc.boolean(), (brought, here, hasChangedThere) => {
      const verdict = judgeBrought({ value: here, isTouched: true }, brought, hasChangedThere);
      if (verdict !== "same") expect(verdict).toBe(hasChangedThere ? "conflict" : "keep");
      const alone = judgeBrought({ value: here, isTouched: false }, brought, hasChangedThere);
      expect(["same", "add", "replace"]).toContain(alone);
    }),
  );
});

test("MIG-03 only what is older than the run before was brought by it", () => {
  expect([wasBrought(1, null), wasBrought(1, 2), wasBrought(2, 2)]).toEqual([false, true, false]);
});

test("MIG-02 a time of the future becomes the present", () => {
  expect(untilNow({ id: "x", insertedAt: 5, updatedAt: 50 }, 10)).toEqual({ id: "x", insertedAt: 5, updatedAt: 10 });
});
