import { expect, test } from "vitest";
import { DAY, spanOfTime, timeFromText } from "./time.ts";

const NOON = timeFromText("2024-05-01T12:00:00");
const MIDNIGHT = timeFromText("2024-05-01T00:00:00");

test.each([
  ["2024-05-01T12:00:00", NOON],
  ["2024-05-01T12:00:00Z", NOON],
  ["2024-05-01 12:00:00.000000", NOON],
  ["2024-05-01T12:00", NOON],
  ["2024-05-01T12:00:00.123456", NOON + 123_456],
  ["2024-05-01T12:00:00,5", NOON + 500_000],
  ["2024-05-01T12:00:00.123456789Z", NOON + 123_456],
  ["2024-05-01T14:00:00+02:00", NOON],
  ["2024-05-01T06:30:00-0530", NOON],
  ["2024-05-02T01:00:00+13", NOON],
])("API-60 %s is one moment", (text, micros) => {
  expect(spanOfTime(text)).toEqual({ first: micros, last: micros });
});

test("API-60 a date is its whole day", () => {
  expect(spanOfTime("2024-05-01")).toEqual({ first: MIDNIGHT, last: MIDNIGHT + DAY - 1 });
  expect(spanOfTime(" 2024-05-01 ")).toEqual({ first: MIDNIGHT, last: MIDNIGHT + DAY - 1 });
});

test.each([
  ..."2024 2024-05 2024-13-01 2024-02-30 2023-02-29 yesterday 12:00 2024-05-01T25:00:00 2024-05-01T12:60".split(" "),
  ..."2024-05-01T12:00:00+25:00 2024-05-01T12:00:00+02:75 2024-05-01T12:00.5 2024-05-01T12:00:00X".split(" "),
  "",
])("API-60 '%s' is no time", (text) => {
  expect(spanOfTime(text)).toBeNull();
});
