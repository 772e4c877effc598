import { expect, test } from "vitest";
import { sizeText } from "./size-text.ts";

test("EXP-04 sizes are said in units of a thousand, with three digits at most", () => {
  expect([0, 1, 390, 999].map(sizeText)).toEqual(["0 bytes", "1 byte", "390 bytes", "999 bytes"]);
  expect([1000, 2_190_000, 219e6, 3.14e9].map(sizeText)).toEqual(["1 kB", "2.2 MB", "219 MB", "3.1 GB"]);
});
