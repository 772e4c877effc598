import { changeFromWire, preferenceToWire } from "@postil/contract/accounts/preference-mapping";
import type { Preferences } from "@postil/domain/preferences/definitions";
import { type Member, takeChange } from "@postil/domain/preferences/members";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const START = Date.parse("2026-05-01T10:00:00Z");
/** The preferences that the server keeps, by user. */
let stored: { [userId: string]: Map<string, Member> };
let answers: (() => Response) | null;
let requests: string[];

const userOf = (id: string) => ({
  ...{ id, first_name: id, full_name: id, username: id, role: "annotator", workspaces: [], api_key: "k" },
  ...{ inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" },
});

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  stored = {};
  answers = null;
  requests = [];
  vi.stubGlobal("fetch", async (address: string, { method, body, headers }: RequestInit = {}) => {
    const id = new Headers(headers).get("authorization")?.slice("Bearer ".length) ?? "";
    if (address === "/api/me") return Response.json(userOf(id));
    if (address === "/api/v1/version") return Response.json({}, { status: answers === null ? 200 : 503 });
    requests.push(`${method ?? "GET"} ${id}`);
    if (answers !== null) return answers();
    const members = stored[id] ?? new Map<string, Member>();
    stored[id] = members;
    for (const item of body ? JSON.parse(String(body)).items : []) {
      const before = members.get(item.name) ?? null;
      members.set(item.name, takeChange(before, changeFromWire(item), Date.now() * 1000));
    }
    return Response.json({ items: [...members].map(([name, member]) => preferenceToWire(name, member)) });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

type Browser = Map<string, string>;
const newBrowser = (): Browser => new Map();

/** A user opens the page in a browser, acts and leaves. */
async function visit(browser: Browser, userId: string, act: (page: Page) => unknown = () => undefined) {
  localStorage.clear();
  for (const [key, value] of browser) localStorage.setItem(key, value);
  localStorage.setItem("auth.token", userId);
  vi.resetModules();
  const [session, signIn, store, follow] = await Promise.all([
    import("../session/store.ts"),
    import("../session/sign-in.ts"),
    import("./store.ts"),
    import("./follow-person.ts"),
  ]);
  await signIn.settledSession();
  const atStart = store.getPreferences();
  follow.followPerson();
  await settle();
  const page = { ...store, atStart, settle, followed: store.getPreferences() };
  await act(page);
  await settle();
  const values = store.getPreferences();
  session.closeSession("signed-out");
  browser.clear();
  for (const key of Object.keys(localStorage)) browser.set(key, localStorage.getItem(key) ?? "");
  return values;
}
type Page = Pick<typeof import("./store.ts"), "getPreferences" | "setPreference"> & {
  readonly atStart: Preferences;
  /** The preferences after the server has been asked. */
  readonly followed: Preferences;
  readonly settle: (ms?: number) => Promise<void>;
};
async function settle(ms = 1000): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

test("AUT-29 what is changed in one browser is there in the other, and the page starts with what it knew", async () => {
  const [laptop, desk] = [newBrowser(), newBrowser()];
  await visit(laptop, "mara", ({ setPreference }) => {
    setPreference("theme", "dark");
    setPreference("keymap", { skip: ["J"] });
    setPreference("pinnedMetadata", { d1: ["year"] });
    setPreference("splits", { d1: 0.3 });
  });
  const there = await visit(desk, "mara");
  expect(there).toMatchObject({ theme: "dark", keymap: { skip: ["J"] }, pinnedMetadata: { d1: ["year"] }, splits: {} });
  await visit(desk, "mara", ({ atStart, followed }) => {
    expect(followed).toBe(atStart);
  });
});

test("AUT-32 changes of different members meanwhile both stand, of the same one the later, sent whenever", async () => {
  const [laptop, desk] = [newBrowser(), newBrowser()];
  await visit(laptop, "mara", ({ setPreference }) => setPreference("theme", "light"));
  await visit(desk, "mara");
  answers = () => Response.json({ detail: "down" }, { status: 503 });
  await visit(laptop, "mara", ({ setPreference }) => {
    setPreference("theme", "contrast");
    setPreference("pinnedMetadata", { d1: ["year"] });
  });
  answers = null;
  await visit(desk, "mara", ({ setPreference }) => {
    setPreference("theme", "dark");
    setPreference("pinnedMetadata", { d2: ["place"] });
  });
  const merged = { theme: "dark", pinnedMetadata: { d1: ["year"], d2: ["place"] } };
  expect(await visit(laptop, "mara")).toMatchObject(merged);
  expect(await visit(desk, "mara")).toMatchObject(merged);
});

test("AUT-32 a change that was not sent when the page went is sent by the next visit", async () => {
  const [laptop, desk] = [newBrowser(), newBrowser()];
  await visit(laptop, "mara");
  laptop.set("postil:preferences", JSON.stringify({ version: 1, density: "compact" }));
  await visit(laptop, "mara");
  expect((await visit(desk, "mara")).density).toBe("compact");
});

test("AUT-29 what a browser had before it was known whose goes to the first who signs in, and gives way to what they have", async () => {
  const [laptop, desk] = [newBrowser(), newBrowser()];
  for (const browser of [laptop, desk])
    browser.set("postil:preferences", JSON.stringify({ version: 1, theme: "dark", density: "compact" }));
  await visit(newBrowser(), "mara", ({ setPreference }) => setPreference("theme", "light"));
  expect(await visit(laptop, "mara")).toMatchObject({ theme: "light", density: "compact" });
  expect(await visit(laptop, "theo")).toMatchObject({ theme: "system", density: "comfortable" });
  expect(stored.theo?.size).toBe(0);
});

test("ROL-12 two people at one browser keep their own, with what was not sent of either", async () => {
  const shared = newBrowser();
  answers = () => Response.json({ detail: "down" }, { status: 503 });
  await visit(shared, "mara", ({ setPreference }) => setPreference("theme", "dark"));
  await visit(shared, "theo", ({ setPreference }) => setPreference("theme", "light"));
  answers = null;
  expect((await visit(shared, "mara")).theme).toBe("dark");
  expect((await visit(shared, "theo")).theme).toBe("light");
  expect([stored.mara, stored.theo].map((one) => one?.get("theme")?.value)).toEqual(["dark", "light"]);
});

test("AUT-32 what stays in the browser asks nothing of the server, and many changes in a row are one request", async () => {
  await visit(newBrowser(), "mara", async ({ setPreference }) => {
    requests = [];
    for (let turn = 0; turn < 20; turn++) setPreference("recentLabels", { "mara/q": [`${turn}`] });
    await settle();
    expect(requests).toEqual([]);
    for (const size of [15, 16, 18, 20]) setPreference("recordFontSize", size);
    await settle();
    expect(requests).toEqual(["PATCH mara"]);
  });
});

test("AUT-32 who comes back to the page sees what was changed elsewhere", async () => {
  await visit(newBrowser(), "mara", async ({ getPreferences }) => {
    const changedAt = Date.now() * 1000;
    stored.mara?.set("theme", { value: "dark", changedAt });
    await settle(20_000);
    expect(getPreferences().theme).toBe("system");
    window.dispatchEvent(new Event("focus"));
    await settle();
    expect(getPreferences().theme).toBe("dark");
  });
});

test("AUT-32 who comes back again at once sees it two seconds later, and going to and fro asks no more often", async () => {
  await visit(newBrowser(), "mara", async ({ getPreferences }) => {
    const comeBack = () => window.dispatchEvent(new Event("focus"));
    stored.mara?.set("density", { value: "compact", changedAt: Date.now() * 1000 });
    requests = [];
    for (let turn = 0; turn < 10; turn++) {
      comeBack();
      await settle(50);
    }
    expect(requests).toEqual([]);
    await settle(2000);
    expect([getPreferences().density, requests]).toEqual(["compact", ["GET mara"]]);
  });
});

test("AUT-32 a look that waits does not hold up what was changed here", async () => {
  await visit(newBrowser(), "mara", async ({ setPreference }) => {
    requests = [];
    setPreference("theme", "dark");
    window.dispatchEvent(new Event("focus"));
    await settle(500);
    expect(requests).toEqual(["PATCH mara"]);
    await settle(5000);
    expect(requests).toEqual(["PATCH mara", "GET mara"]);
  });
});

test("AUT-31 what the server refuses goes back to what it has and is not sent again and again", async () => {
  vi.spyOn(console, "warn").mockReturnValue(undefined);
  const browser = newBrowser();
  await visit(browser, "mara", ({ setPreference }) => setPreference("theme", "light"));
  answers = () => Response.json({ detail: "no" }, { status: 422 });
  await visit(browser, "mara", async ({ setPreference, getPreferences }) => {
    setPreference("theme", "dark");
    await settle();
    expect(getPreferences().theme).toBe("light");
    requests = [];
    await settle(40_000);
    expect(requests.filter((request) => request.startsWith("PATCH"))).toEqual([]);
  });
});

test("AUT-31 unreadable notes of what was sent are no error, and nothing is lost by them", async () => {
  const browser = newBrowser();
  browser.set("postil:preferences", JSON.stringify({ version: 1, theme: "dark" }));
  browser.set("postil:synced-preferences", '{"owner":"mara","people":{"mara":{"told":[1],"unsent":{"theme":7}}}}');
  expect((await visit(browser, "mara")).theme).toBe("dark");
  expect(stored.mara?.get("theme")?.value).toBe("dark");
});
