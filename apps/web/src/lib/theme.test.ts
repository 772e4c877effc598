import { DEFAULT_PREFERENCES } from "@postil/domain/preferences/definitions";
import { expect, test } from "vitest";
import { appearanceOf, resolveTheme } from "./theme.ts";

const calm = { dark: false, moreContrast: false, lessMotion: false };

test("AUT-32 the system theme follows both the colour scheme and the contrast asked for", () => {
  expect(resolveTheme("system", calm)).toBe("light");
  expect(resolveTheme("system", { ...calm, dark: true })).toBe("dark");
  expect(resolveTheme("system", { ...calm, moreContrast: true })).toBe("contrast");
  expect(resolveTheme("system", { ...calm, dark: true, moreContrast: true })).toBe("contrast-dark");
});

test("AUT-32 a chosen theme wins over the system", () => {
  expect(resolveTheme("light", { ...calm, dark: true, moreContrast: true })).toBe("light");
});

test("AUT-32 the record is 17 px with a measure of 612 px by default, and its font, size and leading are the reader's", () => {
  expect(appearanceOf(DEFAULT_PREFERENCES, calm).style).toEqual({
    "--record-size": "17px",
    "--record-line": "round(nearest, 1.6em, 4px)",
    "--record-measure": "612px",
  });
  const mono = appearanceOf({ ...DEFAULT_PREFERENCES, recordFont: "mono", recordFontSize: 20, lineHeight: 1.8 }, calm);
  expect(mono.data.record).toBe("mono");
  expect(mono.style).toMatchObject({ "--record-size": "18px", "--record-line": "round(nearest, 1.8em, 4px)" });
});

test("AUT-32 reduced motion is on when either the user or the system wants it", () => {
  expect(appearanceOf(DEFAULT_PREFERENCES, calm).data.motion).toBe("full");
  expect(appearanceOf(DEFAULT_PREFERENCES, { ...calm, lessMotion: true }).data.motion).toBe("reduce");
  expect(appearanceOf({ ...DEFAULT_PREFERENCES, motion: "reduce" }, calm).data.motion).toBe("reduce");
});
