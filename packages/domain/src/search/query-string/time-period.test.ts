import { expect, test } from "vitest";
import { readPeriod } from "./field-leaf.ts";

const NOW = Date.UTC(2024, 1, 29, 12, 30, 15, 500);
const period = (text: string): readonly string[] | null => {
  const found = readPeriod(text, NOW);
  return found && [new Date(found.from).toISOString(), new Date(found.to).toISOString()];
};
const Z = (short: string) => `${short}${"0000-01-01T00:00:00.000Z".slice(short.length)}`;

test.each([
  ["2024", "2024", "2024-01-02"],
  ["2024-02", "2024-02", "2024-02-02"],
  ["2024-12-31", "2024-12-31", "2025"],
  ["2024-01-15T10", "2024-01-15T10", "2024-01-15T11"],
  ["2024-01-15T10:59", "2024-01-15T10:59", "2024-01-15T11"],
  ["2024-01-15T10:00:00", "2024-01-15T10:00:00", "2024-01-15T10:00:01"],
  ["2024-01-15T10:00Z", "2024-01-15T10:00", "2024-01-15T10:01"],
  ["2024-01-15T10:00+02:00", "2024-01-15T08:00", "2024-01-15T08:01"],
  ["2024-01-15T10:00-0130", "2024-01-15T11:30", "2024-01-15T11:31"],
  ["now", "2024-02-29T12:30:15.500", "2024-02-29T12:30:15.501"],
  ["now-1d", "2024-02-28T12:30:15.500", "2024-02-28T12:30:15.501"],
  ["now-1y", "2023-02-28T12:30:15.500", "2023-02-28T12:30:15.501"],
  ["now+1M", "2024-03-29T12:30:15.500", "2024-03-29T12:30:15.501"],
  ["now/d", "2024-02-29", "2024-03-01"],
  ["now-1d/d", "2024-02-28", "2024-02-29"],
  ["now/w", "2024-02-26", "2024-03-04"],
  ["now/M-1d", "2024-01-31", "2024-02-29"],
  ["now/y", "2024", "2025"],
  ["2024-05||/M", "2024-05", "2024-06"],
  ["2024||/y", "2024", "2025"],
  ["2024-01-31||+1M", "2024-02-29", "2024-03-01"],
  ["1705312800000", "2024-01-15T10:00", "2024-01-15T10:00:00.001"],
])("TSE-22 %s is from %s to %s", (text, from, to) => {
  expect(period(text)).toEqual([Z(from), Z(to)]);
});

test.each([
  ["0007", 700, 701],
  ["000700", 700, 701],
  ["000700000", 700, 701],
  ["000", 0, 1],
  // A time between two microseconds: no time equals it. It is greater than the first and less than the second.
  ["0007001", 701, 701],
])("TSE-22 a fraction of .%s is a moment, each of its digits counts", (fraction, from, to) => {
  const second = Date.UTC(2024, 0, 15, 10);
  expect(readPeriod(`2024-01-15T10:00:00.${fraction}`, NOW)).toEqual({
    from: second + from / 1000,
    to: second + to / 1000,
  });
  expect(readPeriod(`2024-01-15T12:00:00.${fraction}+02:00`, NOW)?.from).toBe(second + from / 1000);
});

test.each([
  "",
  "foo",
  "2024-13",
  "2024-02-30",
  "2024-1-1",
  "15-01-2024",
  "2024-01-15T25",
  "now-",
  "now-1x",
  "nowhere",
  "||",
  "2024||+99999999999y",
  "now+999999999y",
])("TSE-22 %s is no time", (text) => {
  expect(readPeriod(text, NOW)).toBe(null);
});
