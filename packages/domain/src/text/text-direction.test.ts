import { expect, test } from "vitest";
import { textDirection } from "./text-direction.ts";

test("FEN-27 a field reads in the direction of most of its letters", () => {
  expect(textDirection("Where is my parcel?")).toBe("ltr");
  expect(textDirection("أين طردي؟ لقد انتظرت أسبوعين")).toBe("rtl");
  expect(textDirection("היכן החבילה שלי?")).toBe("rtl");
  expect(textDirection("荷物はどこですか")).toBe("ltr");
});

test("FEN-27 a Latin name at the start does not turn an Arabic text around", () => {
  expect(textDirection("iPhone الخاص بي لا يعمل منذ يومين")).toBe("rtl");
  expect(textDirection("The word سلام means peace")).toBe("ltr");
});

test("FEN-27 text without letters reads from left to right", () => {
  expect(textDirection("")).toBe("ltr");
  expect(textDirection("2026-11-21 14:02 :-)")).toBe("ltr");
});

test("FEN-27 a long text is judged by its beginning, in constant time", () => {
  expect(textDirection(`${"a".repeat(500)}${"א".repeat(100_000)}`)).toBe("ltr");
});
