import fc from "fast-check";
import { expect, test } from "vitest";
import { characters } from "../text/characters.ts";
import { passwordMistake } from "./passwords.ts";

test("AUT-14 a password has 8 to 100 characters, of which one outside the basic plane counts as one", () => {
  for (const [length, is] of [
    [0, "short"],
    [7, "short"],
    [8, "common"],
    [100, "common"],
    [101, "long"],
  ] as const) {
    expect(passwordMistake("p".repeat(length), 8, []), `${length} letters`).toBe(is);
    expect(passwordMistake("🔑".repeat(length), 8, []), `${length} signs`).toBe(is);
  }
});

const mistake = (password: string, ...names: string[]) => passwordMistake(password, 8, names);

test("COM-14 a common password is refused, also with digits and signs around it or in place of letters", () => {
  for (const common of [
    "password",
    "Password1!",
    "P@ssw0rd",
    "12345678",
    "87654321",
    "1234567890",
    "aaaaaaaa",
    "abcabcabc",
  ])
    expect([common, mistake(common)]).toEqual([common, "common"]);
  for (const common of [
    "qwertyuiop",
    "1qaz2wsx",
    "Welcome2024",
    "letmein!!",
    "Summer2026!",
    "abcdefgh",
    "11111111",
    "iloveyou1",
  ])
    expect([common, mistake(common)]).toEqual([common, "common"]);
  for (const good of [
    "long enough",
    "owner-password",
    "correct horse battery",
    "12 angry men",
    "x7Kq-29vLm",
    "пароль надёжный",
  ])
    expect([good, mistake(good)]).toEqual([good, null]);
});

test("COM-14 the person's own names are refused as a password, in any case and with digits around them", () => {
  for (const name of ["mara.lind", "MaraLind1", "m4ra.l1nd", "Mara Lind 99!"])
    expect([name, mistake(name, "mara.lind", "Mara", "Lind")]).toEqual([name, "name"]);
  expect(mistake("lind2026", "mara.lind", "Mara", "Lind")).toBe("name");
  expect(mistake("lindentrees", "mara.lind", "Mara", "Lind")).toBeNull();
  expect(mistake("12 angry men", "--", "", "")).toBeNull();
});

test("COM-14 the fewest characters are a setting, and any text is judged in time in proportion to its length", () => {
  expect(passwordMistake("eleven char", 12, [])).toBe("short");
  expect(passwordMistake("twelve chars", 12, [])).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 150 }), fc.string(), (password, name) => {
      const length = characters(password);
      const found = passwordMistake(password, 8, [name]);
      expect(found === "short").toBe(length < 8);
      expect(found === "long").toBe(length > 100);
    }),
  );
});
