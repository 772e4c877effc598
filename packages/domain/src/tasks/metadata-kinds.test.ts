import fc from "fast-check";
import { expect, test } from "vitest";
import { parseKeepingForm } from "../text/json-text.ts";
import { dateFrom, kindOf, METADATA_KINDS, readAs } from "./metadata.ts";

test("TEN-18 the first value of a key tells its kind", () => {
  const [one, whole, big] = parseKeepingForm("[1.0, 1, 12345678901234567890]") as unknown[];
  expect([one, whole, big, 2.5, 1e300].map(kindOf)).toEqual(["float", "integer", "integer", "float", "float"]);
  expect([true, "x", "", ["a", "b"], [1, 2], ["a", null]].map(kindOf)).toEqual([
    "boolean",
    "text",
    "text",
    "text",
    "integer",
    "text",
  ]);
  expect(kindOf([1, "a"])).toBe("text");
  expect(kindOf([{ k: 1 }])).toBeNull();
});

test("TEN-18 only whole dates are dates", () => {
  for (const date of [
    "2024-01",
    "2024-01-31",
    "2024/01/31",
    "2024-01-31T10:00",
    "2024-01-31T10:00:00.123Z",
    "2024-01-31T10:00+02:00",
  ])
    expect(kindOf(date), date).toBe("date");
  for (const text of [
    "2024",
    "31-01-2024",
    "2024-01-31 10:00",
    "2024-02-30",
    "2024-13",
    "2024-1-1",
    "2024-01-31T25:00",
  ])
    expect(kindOf(text), text).toBe("text");
  expect(dateFrom("2024-01-31T10:00:00.5Z")).toBe(Date.UTC(2024, 0, 31, 10, 0, 0, 500));
  expect(dateFrom("2024-01-31T10:00+02:30")).toBe(Date.UTC(2024, 0, 31, 7, 30));
});

test("TEN-18 later values are read as the kind of their key, or refused", () => {
  expect(readAs("text", 5)).toEqual(["5"]);
  expect(readAs("text", [true, "x", "x"])).toEqual(["true", "x"]);
  expect(readAs("integer", ["12", 2.5, "-2.5"])).toEqual([12, 2, -2]);
  expect(readAs("float", "0.1")).toEqual([Math.fround(0.1)]);
  expect(readAs("boolean", ["true", false])).toEqual(["true", "false"]);
  expect(readAs("text", [{ a: 1 }, "x", null])).toEqual(["x"]);
  expect(readAs("date", "2024-01")).toEqual([Date.UTC(2024, 0, 1)]);
  for (const [kind, value] of [
    ["integer", "abc"],
    ["float", "half"],
    ["float", true],
    ["boolean", "yes"],
    ["date", "soon"],
    ["integer", ""],
  ] as const)
    expect(readAs(kind, value), `${kind} ${value}`).toBeUndefined();
});

test("TEN-18 a value can be read as the kind that it gives its key, and is never anything but texts and finite numbers", () => {
  const value = fc.oneof(fc.string(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
  fc.assert(
    fc.property(fc.oneof(value, fc.array(value, { minLength: 1 })), (given) => {
      const kind = kindOf(given);
      expect(kind && readAs(kind, given)).toBeDefined();
      for (const other of METADATA_KINDS)
        for (const read of readAs(other, given) ?? [])
          expect(typeof read === "string" || Number.isFinite(read)).toBe(true);
    }),
  );
});
