import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Tokens of one session begin alike (docs/contract/own.md, Sessions). */
const HEAD = "h".repeat(101);
const OLD = `${HEAD}.old`;
const NEW = `${HEAD}.new`;

let sent: { readonly address: string; readonly token: string | null }[];
let renewal: () => Response;
const expired = () =>
  Response.json(
    { detail: { code: "UnauthorizedError", params: { detail: "Invalid token", expired: true } } },
    { status: 401 },
  );

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  sent = [];
  renewal = () => Response.json({ access_token: NEW, token_type: "bearer" });
  vi.stubGlobal("fetch", async (address: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get("authorization")?.replace("Bearer ", "") ?? null;
    sent.push({ address, token });
    if (address === "/api/postil/v1/session/renewal") return renewal();
    return token === OLD ? expired() : Response.json({ items: [] });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A page in use with an expired token. */
async function openPage() {
  const store = await import("./store.ts");
  const { api } = await import("../api/api.ts");
  const heard = vi.fn();
  store.openSession(OLD);
  store.onSessionChange(heard);
  return { ...store, api, heard };
}
const renewals = () => sent.filter(({ address }) => address.endsWith("/renewal"));

test("AUT-09 AUT-11 a token past its end is renewed once for all requests, which are then answered, and nobody is disturbed", async () => {
  const { api, getSession, heard } = await openPage();
  await Promise.all([api.call("listMyWorkspaces"), api.call("getMe"), api.call("getMeV0")]);
  expect(renewals()).toEqual([{ address: "/api/postil/v1/session/renewal", token: OLD }]);
  expect(sent.filter(({ token }) => token === NEW)).toHaveLength(3);
  expect(getSession()).toMatchObject({ token: NEW });
  expect(localStorage.getItem("auth.token")).toBe(NEW);
  expect(heard).not.toHaveBeenCalled();
});

test("AUT-11 what another tab has renewed already is taken from there", async () => {
  const { api, getSession } = await openPage();
  localStorage.setItem("auth.token", NEW);
  await api.call("listMyWorkspaces");
  expect(renewals()).toEqual([]);
  expect(getSession()).toMatchObject({ token: NEW });
});

test("AUT-11 another tab's renewal goes on with the session here, without a word", async () => {
  const { getSession, heard } = await openPage();
  localStorage.setItem("auth.token", NEW);
  window.dispatchEvent(new StorageEvent("storage", { key: "auth.token" }));
  expect(getSession()).toMatchObject({ token: NEW });
  expect(heard).not.toHaveBeenCalled();
});

test("AUT-09 a renewal that is refused ends the session, and its reason is kept for who signs in again", async () => {
  const { api, getSession } = await openPage();
  renewal = () => Response.json({ detail: { params: { ended: "role" } } }, { status: 401 });
  await expect(api.call("getMeV0", {}, { quiet: true })).rejects.toMatchObject({ status: 401 });
  expect(getSession()).toEqual({ status: "anonymous", ended: true, why: "role" });
});

test("AUT-11 a renewal that finds no server ends nothing", async () => {
  const { api, getSession } = await openPage();
  renewal = () => {
    throw new TypeError("no network");
  };
  await expect(api.call("getMeV0", {}, { quiet: true })).rejects.toMatchObject({ status: null });
  expect(getSession()).toMatchObject({ token: OLD });
});

test("AUT-11 no request goes out again in the name of somebody else who signed in meanwhile", async () => {
  const { api, openSession } = await openPage();
  renewal = () => {
    openSession("somebody else's");
    return Response.json({ access_token: NEW, token_type: "bearer" });
  };
  await expect(api.call("getMeV0", {}, { quiet: true })).rejects.toMatchObject({ status: 401 });
  expect(sent.filter(({ address }) => !address.endsWith("/renewal"))).toHaveLength(1);
});
