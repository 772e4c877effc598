import fc from "fast-check";
import { expect, test } from "vitest";
import { markFound } from "./visible-options.ts";

const marked = (name: string, query: string) =>
  markFound(name, query)
    .map(({ text, found }) => (found ? `[${text}]` : text))
    .join("");

test("FAN-23 what the words of the query found is marked in the name", () => {
  expect(marked("pin_blocked", "pin bl")).toBe("[pin]_[bl]ocked");
  expect(marked("Card, card", "CARD")).toBe("[Card], [card]");
  expect(marked("Große Straße", "strasse")).toBe("Große [Straße]");
  expect(marked("Große Straße", "s")).toBe("Gro[ß]e [S]tra[ß]e");
  expect(marked("pin", "  ")).toBe("pin");
  expect(marked("pin", "lost")).toBe("pin");
});

test("FAN-23 marking changes no letter of the name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme", maxLength: 4 }), (name, query) => {
      const letters = markFound(name, query).map(({ text }) => text);
      expect(letters.join("").normalize("NFC")).toBe(name.normalize("NFC"));
    }),
  );
});

test("FAN-38 what is found without its marks is marked with them", () => {
  expect(marked("Gebühr und Straße", "gebuhr strasse")).toBe(marked("Gebühr und Straße", "Gebühr Straße"));
});
