import { expect, test } from "vitest";
import { standsTurned, textDirection } from "./text-direction.ts";

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

test("FEN-27 what a text goes on with stands before a stretch, where both are of the other direction than the text", () => {
  const isTurned = (text: string, words: string) => {
    const start = text.indexOf(words);
    return standsTurned(text, start, start + words.length, textDirection(text));
  };
  const english = "The ship שלום עולם 12 came in";
  expect(isTurned(english, "שלום")).toBe(true);
  expect(isTurned(english, "עולם")).toBe(true);
  expect(isTurned(english, "שלום עולם 12")).toBe(false);
  expect(isTurned(english, "ship")).toBe(false);
  expect(isTurned("The ship שלום עולם came in", "שלום עולם came")).toBe(false);
  expect(isTurned("The ship (שלום) עולם came in", "(שלום)")).toBe(false);
  expect(isTurned("The ship שלום, עולם came in", "שלום,")).toBe(true);
  expect(isTurned("The ship שלום\nעולם came in", "שלום")).toBe(false);
  const arabic = "سفينة Aurora Star 7 وصلت إلى الميناء اليوم";
  expect(isTurned(arabic, "Aurora")).toBe(true);
  expect(isTurned(arabic, "Star")).toBe(true);
  expect(isTurned(arabic, "Aurora Star 7")).toBe(false);
  expect(isTurned(arabic, "وصلت")).toBe(false);
});
