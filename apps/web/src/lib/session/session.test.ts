import { afterEach, beforeEach, expect, test, vi } from "vitest";

const USER = {
  id: "u1",
  first_name: "Mara",
  full_name: "Mara Lind",
  last_name: "Lind",
  username: "mara.lind",
  role: "annotator",
  workspaces: ["archive"],
  api_key: "key",
  inserted_at: "2026-01-01T00:00:00",
  updated_at: "2026-01-01T00:00:00",
};

let me: () => Response;
const asked: string[] = [];

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  asked.length = 0;
  me = () => Response.json(USER);
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    if (address === "/api/me") return me();
    if (address === "/api/security/token") return Response.json({ access_token: "new", token_type: "bearer" });
    return Response.json({ access_token: "linked", token_type: "bearer" });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Opens a page now, with the data that the browser keeps. */
async function openPage() {
  return { ...(await import("./store.ts")), ...(await import("./sign-in.ts")) };
}

test("AUT-05 AUT-07 a page opened with a token asks once who it belongs to", async () => {
  localStorage.setItem("auth.token", "kept");
  const page = await openPage();
  expect(page.getSession()).toEqual({ status: "checking", token: "kept" });
  await Promise.all([page.settledSession(), page.settledSession()]);
  expect(page.getSession()).toMatchObject({
    status: "signed-in",
    user: { username: "mara.lind", workspaces: ["archive"] },
  });
  expect(asked).toEqual(["/api/me"]);
});

test("AUT-05 a page opened without a token asks nothing", async () => {
  const page = await openPage();
  expect(await page.settledSession()).toEqual({ status: "anonymous", ended: false });
  expect(asked).toEqual([]);
});

test("AUT-05 AUT-07 AUT-24 sign-in keeps the token and asks who it is; a link does the same", async () => {
  const page = await openPage();
  await page.signIn("mara.lind", "secret");
  expect(localStorage.getItem("auth.token")).toBe("new");
  expect(page.getSession()).toMatchObject({ status: "signed-in", token: "new" });
  await page.signInByLink("code");
  expect(page.getSession()).toMatchObject({ status: "signed-in", token: "linked" });
});

test("AUT-09 a token that the server does not know ends the session", async () => {
  localStorage.setItem("auth.token", "old");
  me = () => Response.json({ detail: "no" }, { status: 401 });
  const page = await openPage();
  expect(await page.settledSession()).toEqual({ status: "anonymous", ended: true });
  expect(localStorage.getItem("auth.token")).toBeNull();
});

test("a server that cannot be reached ends nothing: the token waits for another try", async () => {
  localStorage.setItem("auth.token", "kept");
  me = () => Response.json({ detail: "down" }, { status: 503 });
  const page = await openPage();
  await expect(page.settledSession()).rejects.toMatchObject({ status: 503 });
  me = () => Response.json(USER);
  expect(await page.settledSession()).toMatchObject({ status: "signed-in" });
});

test("AUT-12 AUT-08 sign-out removes every auth. key, cookies included, and nothing else", async () => {
  const page = await openPage();
  await page.signIn("mara.lind", "secret");
  localStorage.setItem("auth.more", "1");
  localStorage.setItem("postil:preferences", "{}");
  // biome-ignore lint/suspicious/noDocumentCookie: what is tested
  document.cookie = "auth.strategy=local";
  // biome-ignore lint/suspicious/noDocumentCookie: what is tested
  document.cookie = "i18n_redirected=en";
  page.signOut();
  expect(Object.keys(localStorage)).toEqual(["postil:preferences"]);
  expect(document.cookie).not.toContain("auth.");
  expect(document.cookie).toContain("i18n_redirected=en");
  expect(page.getSession()).toEqual({ status: "anonymous", ended: false });
});

test("AUT-12 sign-out empties the GET cache", async () => {
  const page = await openPage();
  const { api } = await import("../api/api.ts");
  const kept = { cacheControl: "max-age=120" };
  await page.signIn("mara.lind", "secret");
  await api.call("listMyWorkspaces", {}, kept);
  await api.call("listMyWorkspaces", {}, kept);
  page.signOut();
  await page.signIn("mara.lind", "secret");
  await api.call("listMyWorkspaces", {}, kept);
  expect(asked.filter((address) => address === "/api/v1/me/workspaces")).toHaveLength(2);
});

test("AUT-12 other tabs follow a sign-out and a sign-in", async () => {
  const page = await openPage();
  await page.signIn("mara.lind", "secret");
  const heard = vi.fn();
  page.onSessionChange(heard);
  localStorage.removeItem("auth.token");
  window.dispatchEvent(new StorageEvent("storage", { key: "auth.token" }));
  expect(heard).toHaveBeenLastCalledWith({ status: "anonymous", ended: false }, "elsewhere");
  localStorage.setItem("auth.token", "other");
  window.dispatchEvent(new StorageEvent("storage", { key: "auth.token" }));
  expect(heard).toHaveBeenLastCalledWith({ status: "checking", token: "other" }, "elsewhere");
  window.dispatchEvent(new StorageEvent("storage", { key: "postil:preferences" }));
  expect(heard).toHaveBeenCalledTimes(2);
});

/** Simulates another tab that ends the session: it gives the reason and removes the kept session. */
const endElsewhere = (why: string) => {
  for (const newValue of [why, null]) window.dispatchEvent(new StorageEvent("storage", { key: "auth.over", newValue }));
  localStorage.removeItem("auth.token");
  window.dispatchEvent(new StorageEvent("storage", { key: "auth.token", newValue: null }));
};

test("AUT-11 AUT-12 other tabs are told what ended the session, once, and nothing of it stays behind", async () => {
  const page = await openPage();
  await page.signIn("mara.lind", "secret");
  const written = vi.spyOn(Storage.prototype, "setItem");
  page.closeSession("ended", "role");
  expect(written).toHaveBeenCalledExactlyOnceWith("auth.over", "role");
  expect(localStorage).toHaveLength(0);
  written.mockRestore();
  for (const why of ["signed_out", "role"]) {
    await page.signIn("mara.lind", "secret");
    endElsewhere(why);
    expect(page.getSession()).toEqual({ status: "anonymous", ended: true, why });
  }
  await page.signIn("mara.lind", "secret");
  endElsewhere("deleted");
  expect(page.getSession()).toMatchObject({ ended: true, why: "deleted", removed: { username: "mara.lind" } });
  await page.signIn("mara.lind", "secret");
  localStorage.removeItem("auth.token");
  window.dispatchEvent(new StorageEvent("storage", { key: "auth.token" }));
  expect(page.getSession()).toEqual({ status: "anonymous", ended: false });
});
