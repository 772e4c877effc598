import { describe, expect, test } from "vitest";
import { digitOfPress, keysOfPress, letterOfPress, pressMatches } from "./chord.ts";

const press = (key: string, more: KeyboardEventInit = {}) => new KeyboardEvent("keydown", { key, ...more });

describe("reading a key press", () => {
  test("FAN-24 a digit is read from the key, from the number block, and from digit rows that type signs", () => {
    expect(digitOfPress(press("7", { code: "Digit7" }))).toBe("7");
    expect(digitOfPress(press("7", { code: "Numpad7" }))).toBe("7");
    expect(digitOfPress(press("è", { code: "Digit7" }))).toBe("7");
    expect(digitOfPress(press("7", { code: "Digit7", shiftKey: true }))).toBe("7");
    expect(digitOfPress(press("&", { code: "Digit7", shiftKey: true }))).toBeNull();
    expect(digitOfPress(press("7", { code: "Digit7", ctrlKey: true }))).toBeNull();
    expect(digitOfPress(press("a", { code: "KeyA" }))).toBeNull();
  });

  test("FAN-29 a letter of any script counts as typed, a named key or a combination does not", () => {
    expect(letterOfPress(press("a"))).toBe("a");
    expect(letterOfPress(press("ж"))).toBe("ж");
    expect(letterOfPress(press("语"))).toBe("语");
    expect(letterOfPress(press("Tab"))).toBeNull();
    expect(letterOfPress(press("?"))).toBeNull();
    expect(letterOfPress(press("a", { altKey: true }))).toBeNull();
  });

  test("AUT-29 a press is written down as the keys that match it again", () => {
    const presses = [
      press("j", { code: "KeyJ" }),
      press("J", { code: "KeyJ", shiftKey: true }),
      press("?", { code: "Slash", shiftKey: true }),
      press("Enter", { code: "Enter", ctrlKey: true }),
      press("F2", { code: "F2", altKey: true }),
      press(" ", { code: "Space", shiftKey: true }),
    ];
    expect(presses.map(keysOfPress)).toEqual(["J", "Shift+J", "?", "Mod+Enter", "Alt+F2", "Shift+Space"]);
    for (const one of presses) expect(pressMatches(one, keysOfPress(one) ?? "")).toBe(true);
    expect(keysOfPress(press("Shift", { shiftKey: true }))).toBeNull();
  });
});
