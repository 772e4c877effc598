import i18next from "i18next";
import { expect, test, vi } from "vitest";

test("I18-01 PRD-11 the locale is en, in the document and in the texts, of which there are no others", () => {
  expect(i18next.language).toBe("en");
  expect(i18next.options.supportedLngs).toContain("en");
  expect(Object.keys(i18next.store.data)).toEqual(["en"]);
});

test("I18-02 the texts come from a lazily imported file", async () => {
  const source = await import("./start.ts?raw");
  expect(source.default).toMatch(/await import\("\.\/en\.ts"\)/);
  expect(source.default).not.toMatch(/^import .*en\.ts/m);
});

test("I18-03 the locale is kept in the cookie i18n_redirected for 365 days", async () => {
  const written = vi.spyOn(document, "cookie", "set");
  const { rememberLocale } = await import("./locale.ts");
  rememberLocale();
  expect(written).toHaveBeenCalledWith("i18n_redirected=en; Max-Age=31536000; Path=/; SameSite=Lax");
  expect(document.cookie).toContain("i18n_redirected=en");
});

test("I18-04 a missing key shows the key and is logged", () => {
  const logged = vi.spyOn(console, "error").mockReturnValue(undefined);
  // @ts-expect-error a key without a text does not compile; this one stands for a mistake at run time
  expect(i18next.t("common.noSuchText")).toBe("common.noSuchText");
  expect(logged).toHaveBeenCalledWith('No text for "common.noSuchText"');
});

test("texts take values and plurals", () => {
  expect(i18next.t("common.copy", { what: "id" })).toBe("Copy id");
  expect(i18next.t("common.toast.foldedLabel", { count: 1 })).toBe("1 older notification");
  expect(i18next.t("common.toast.foldedLabel", { count: 3 })).toBe("3 older notifications");
});

async function allTexts(): Promise<string> {
  const files = Object.values(import.meta.glob<object>(["./en.ts", "./en/*.ts"]));
  expect(files.length).toBeGreaterThan(20);
  return JSON.stringify(await Promise.all(files.map((load) => load())));
}

test("TOA-15 TOA-22 nothing says that pending work is lost when the page is refreshed: it is not", async () => {
  expect(await allTexts()).not.toMatch(/Pending actions will be lost|Ok, got it!/);
});

test("ERR-14 no text shows one of the internal signals", async () => {
  const texts = await allTexts();
  expect(texts).toContain("Something went wrong.");
  expect(texts).not.toMatch(/LABEL_SCHEMA_IS_EMPTY|NOT_ALLOWED_TO_UPDATE_LABELS|LABEL_ALREADY_EXIST/);
});
