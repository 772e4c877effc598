import fc from "fast-check";
import { expect, test } from "vitest";
import { MOST_PINNED, pinnedNames, togglePinned } from "./pinned-metadata.ts";

const NAMES = ["source", "received", "words", "drafter", "language", "region"];

test("CON-08 what was chosen stands in the dataset's order; what the dataset lost is left out", () => {
  expect(pinnedNames(NAMES, undefined)).toEqual(["source", "received", "words", "drafter"]);
  expect(pinnedNames(NAMES, ["region", "gone", "words"])).toEqual(["words", "region"]);
  expect(pinnedNames(NAMES, [])).toEqual([]);
});

test("CON-08 never more than four are pinned, and pinning twice is back where one was", () => {
  const choice = fc.shuffledSubarray(NAMES, { maxLength: MOST_PINNED });
  fc.assert(
    fc.property(choice, fc.constantFrom(...NAMES), (pinned, name) => {
      const once = togglePinned(pinned, name);
      expect(once.length).toBeLessThanOrEqual(MOST_PINNED);
      if (pinned.includes(name)) expect(once).not.toContain(name);
      else if (pinned.length === MOST_PINNED) expect(once).toBe(pinned);
      else expect(togglePinned(once, name)).toEqual(pinned);
    }),
  );
});
