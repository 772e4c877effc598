import { DEFAULT_PREFERENCES, readPreferences, VERSION } from "@postil/domain/preferences/definitions";
import { act, renderHook } from "@testing-library/react";
import * as fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";

/** The store reads the browser once, when it is loaded; each test therefore loads its own. */
async function loadFresh(stored?: string) {
  if (stored !== undefined) localStorage.setItem("postil:preferences", stored);
  vi.resetModules();
  return import("./store.ts");
}

beforeEach(() => localStorage.clear());

test("AUT-29 a preference is kept under postil:preferences and read back", async () => {
  const { setPreference } = await loadFresh();
  setPreference("theme", "dark");
  setPreference("pinnedDatasets", ["a", "b"]);
  expect(JSON.parse(localStorage.getItem("postil:preferences") ?? "")).toMatchObject({
    version: VERSION,
    theme: "dark",
  });
  const { getPreferences } = await loadFresh();
  expect(getPreferences()).toEqual({ ...DEFAULT_PREFERENCES, theme: "dark", pinnedDatasets: ["a", "b"] });
});

test("AUT-31 unreadable values become defaults one by one, the readable ones stay", () => {
  const stored = {
    version: VERSION,
    theme: "neon",
    recordFontSize: 17.5,
    density: "compact",
    splits: { x: 0.4, y: 7 },
  };
  expect(readPreferences(stored)).toEqual({ ...DEFAULT_PREFERENCES, density: "compact", splits: { x: 0.4 } });
});

test("AUT-31 no stored text whatever makes an error or an invalid preference", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (stored) => {
      expect((await loadFresh(stored)).getPreferences()).toEqual(DEFAULT_PREFERENCES);
    }),
    { numRuns: 20 },
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(DEFAULT_PREFERENCES)), fc.jsonValue()), (values) => {
      const once = readPreferences({ version: VERSION, ...values });
      expect(readPreferences({ version: VERSION, ...once })).toEqual(once);
    }),
  );
});

test("AUT-31 preferences of another version are not guessed at", () => {
  expect(readPreferences({ version: 99, theme: "dark" })).toEqual(DEFAULT_PREFERENCES);
});

test("CON-08 AUT-31 metadata pinned before it was stored under its present name stays pinned", () => {
  const stored = { version: VERSION, colophon: { d1: ["year"] } };
  expect(readPreferences(stored).pinnedMetadata).toEqual({ d1: ["year"] });
  expect(readPreferences({ ...stored, pinnedMetadata: { d1: ["place"] } }).pinnedMetadata).toEqual({ d1: ["place"] });
});

test("AUT-32 a change reaches every reader at once, in this tab and from another", async () => {
  const { usePreference, setPreference } = await loadFresh();
  const { result } = renderHook(() => usePreference("showKeyCaps"));
  expect(result.current[0]).toBe(true);
  act(() => setPreference("showKeyCaps", false));
  expect(result.current[0]).toBe(false);
  act(() => {
    localStorage.setItem("postil:preferences", JSON.stringify({ version: VERSION, showKeyCaps: true }));
    window.dispatchEvent(new StorageEvent("storage", { key: "postil:preferences" }));
  });
  expect(result.current[0]).toBe(true);
});

test("AUT-31 a browser that denies its storage still lets preferences work for the visit", async () => {
  vi.spyOn(console, "warn").mockReturnValue(undefined);
  const refused = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("denied", "QuotaExceededError");
  });
  const { setPreference, getPreferences } = await loadFresh();
  setPreference("density", "compact");
  expect(getPreferences().density).toBe("compact");
  refused.mockRestore();
});
