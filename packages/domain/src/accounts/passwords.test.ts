import { expect, test } from "vitest";
import { isPassword } from "./passwords.ts";

test("AUT-14 a password has 8 to 100 characters, of which one outside the basic plane counts as one", () => {
  for (const [length, is] of [
    [0, false],
    [7, false],
    [8, true],
    [100, true],
    [101, false],
  ] as const) {
    expect(isPassword("p".repeat(length)), `${length} letters`).toBe(is);
    expect(isPassword("🔑".repeat(length)), `${length} signs`).toBe(is);
  }
});
