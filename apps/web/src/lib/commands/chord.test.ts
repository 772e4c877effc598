import { describe, expect, test } from "vitest";
import {
  characterOfPress,
  digitOfPress,
  isAltLetter,
  keysOfPress,
  labelKeyOfPress,
  letterOfPress,
  pressMatches,
} from "./chord.ts";

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

  test("design/keys.md#labeling what begins a text is any letter, digit or sign, but not the keys of shortcuts and search", () => {
    for (const typed of ["a", "ж", "1", "$", "-", "#", ".", "+", "(", '"', "¿", "👍"])
      expect(characterOfPress(press(typed, { shiftKey: true }))).toBe(typed);
    for (const key of ["?", "/", " ", "\u00a0", "Tab", "Dead", "Process", "F2"])
      expect(characterOfPress(press(key))).toBeNull();
    expect(characterOfPress(press("1", { ctrlKey: true }))).toBeNull();
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

  /** The characters that eight layouts give for the keys Z, W, S and 1, and for the key E without and with AltGr. */
  const LAYOUTS = {
    american: { z: "z", w: "w", s: "s", one: "1", altGr: null },
    german: { y: "z", w: "w", s: "s", one: "1", altGr: "€" },
    french: { w: "z", z: "w", s: "s", one: "&", altGr: "€" },
    russian: { z: "я", w: "ц", s: "ы", one: "1", altGr: null },
    greek: { z: "ζ", w: "ς", s: "σ", one: "1", altGr: "€" },
    hebrew: { z: "ז", w: "'", s: "ד", one: "1", altGr: "€" },
    arabic: { z: "ئ", w: "ص", s: "س", one: "1", altGr: null },
    persian: { z: "ظ", w: "ص", s: "س", one: "۱", altGr: null },
  } as const;

  test.each(Object.entries(LAYOUTS))("FAN-36 on a %s keyboard letters, Ctrl keys and digits work", (_, layout) => {
    const { one, altGr, ...letters } = layout;
    const pressed = (place: string, more: KeyboardEventInit = {}) => {
      const typed = Object.entries(letters).find(([at]) => at === place)?.[1] ?? "";
      return press(more.shiftKey ? typed.toUpperCase() : typed, { code: `Key${place.toUpperCase()}`, ...more });
    };
    for (const place of Object.keys(letters)) {
      const typed = Object.entries(letters).find(([at]) => at === place)?.[1] ?? "";
      const letter = (/[a-z]/.test(typed) ? typed : place).toUpperCase();
      const others = ["Z", "W", "S", "Y"].filter((other) => other !== letter);
      expect(pressMatches(pressed(place), letter)).toBe(true);
      expect(pressMatches(pressed(place, { shiftKey: true }), `Shift+${letter}`)).toBe(true);
      expect(pressMatches(pressed(place, { ctrlKey: true }), `Mod+${letter}`)).toBe(true);
      expect(pressMatches(pressed(place, { ctrlKey: true, shiftKey: true }), `Mod+Shift+${letter}`)).toBe(true);
      expect(isAltLetter(pressed(place, { altKey: true }), letter)).toBe(true);
      expect(labelKeyOfPress(pressed(place))).toBe(letter);
      expect(keysOfPress(pressed(place, { ctrlKey: true }))).toBe(`Mod+${letter}`);
      for (const other of others) expect(pressMatches(pressed(place), other), `${typed} is not ${other}`).toBe(false);
    }
    expect(digitOfPress(press(one, { code: "Digit1" }))).toBe("1");
    expect(labelKeyOfPress(press(one, { code: "Digit1" }))).toBe("1");
    if (altGr !== null) {
      const sign = press(altGr, { code: "KeyE", modifierAltGraph: true });
      expect(pressMatches(sign, "E")).toBe(false);
      expect(labelKeyOfPress(sign)).not.toBe("E");
    }
  });

  test("FAN-36 a key of the number block that says it is an arrow is an arrow", () => {
    const keys = { Numpad4: "ArrowLeft", Numpad6: "ArrowRight", Numpad7: "Home", Numpad5: "Clear", Numpad0: "Insert" };
    for (const [code, key] of Object.entries(keys)) {
      expect(digitOfPress(press(key, { code }))).toBeNull();
      expect(labelKeyOfPress(press(key, { code }))).toBeNull();
      expect(pressMatches(press(key, { code }), key)).toBe(true);
    }
  });

  test("FAN-36 an input method that composes runs no command, and what AltGr types is text", () => {
    expect(pressMatches(press("Process", { code: "KeyS" }), "S")).toBe(false);
    expect(digitOfPress(press("@", { code: "Digit2", modifierAltGraph: true }))).toBeNull();
    const typed = { code: "KeyA", modifierAltGraph: true, ctrlKey: true, altKey: true };
    expect(letterOfPress(press("ą", typed))).toBe("ą");
    expect(isAltLetter(press("ą", typed), "A")).toBe(false);
    expect(pressMatches(press("?", typed), "?")).toBe(true);
  });
});
