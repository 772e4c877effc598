import { expect, test } from "vitest";
import { lettersIn, READ_AHEAD, wantsMoreAhead } from "./read-ahead.ts";

const million = (count: number) => () => count * 1_000_000;

test("FQU-27 fifty records are wanted ahead, as far as they hold no more than the setting says", () => {
  expect(wantsMoreAhead(READ_AHEAD - 1, million(0.1), 1)).toBe(true);
  expect(wantsMoreAhead(READ_AHEAD, million(0), 1)).toBe(false);
  expect(wantsMoreAhead(6, million(1), 1)).toBe(false);
  expect(wantsMoreAhead(6, million(1), 2)).toBe(true);
});

test("FQU-15 FQU-27 five records are wanted ahead however long they are, and whatever the setting says", () => {
  expect(wantsMoreAhead(5, million(100), 0)).toBe(true);
  expect(wantsMoreAhead(6, million(0), 0)).toBe(false);
});

test("FQU-27 what records hold is told by all their texts", () => {
  expect(
    lettersIn({ id: "r1", fields: { text: "four", chat: [{ role: "me", content: "😀" }] }, none: null, many: 7 }),
  ).toBe("idr1fieldstextfourchatrolemecontent".length + 2 + "nonemany".length);
});
