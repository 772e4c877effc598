import { expect, test } from "vitest";
import { readableAddresses } from "./headers.ts";

test.each([
  ["10.1.1.19", "10.1.1.19"],
  ["10.1.1.19:40000", "10.1.1.19"],
  ["[2001:db8::1]:40000", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["10.1.1.19:1 ,, [::1]:2", "10.1.1.19, ::1"],
  ["unknown", ""],
  ["10.1.1.19:", ""],
  ["010.1.1.19", ""],
  ["10.1.1.19:a", ""],
  ["10.1.1.19, nonsense, 10.1.1.20:3", "10.1.1.20"],
  ["", ""],
])("AUT-14 of the callers %j are counted %j", (header, counted) => {
  expect(readableAddresses(header)).toBe(counted);
});
