import "fake-indexeddb/auto";
import { errorBefore, PROVIDER_REFUSALS, TOO_MANY_SIGN_INS } from "@postil/domain/accounts/sign-in";
import { act, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../lib/api/api.ts";
import {
  keepReturnAddress,
  keptReturnAddress,
  lastProvider,
  signInWithToken,
  takeReturnAddress,
} from "../../lib/session/providers.ts";
import { closeSession, getSession, openSession } from "../../lib/session/store.ts";
import { CallbackPage } from "./callback-page.tsx";
import { awaitHandOver } from "./hand-over.ts";

const ME = {
  id: "u1",
  first_name: "Mara",
  full_name: "Mara",
  username: "mara.lind",
  role: "annotator",
  workspaces: ["archive"],
  api_key: "key",
  inserted_at: "2026-01-01T00:00:00",
  updated_at: "2026-01-01T00:00:00",
};
const EXCHANGE = "/api/v1/oauth2/providers/github/access-token";

let exchanged: () => Promise<Response> | Response;
let asked: { readonly address: string; readonly authorization: string | null }[];
beforeEach(() => {
  asked = [];
  exchanged = () => Response.json({ access_token: "token", token_type: "bearer" });
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    asked.push({ address, authorization: new Headers(init.headers).get("authorization") });
    if (address.startsWith(EXCHANGE)) return exchanged();
    if (address === "/api/me") return Response.json(ME);
    return Response.json({ items: [{ name: "github", title: "GitHub" }] });
  });
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});
afterEach(() => {
  closeSession("signed-out");
  api.clearCache();
  localStorage.clear();
  sessionStorage.clear();
  Object.defineProperty(window, "opener", { value: null, configurable: true });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(search: string) {
  const onSignedIn = vi.fn();
  render(<CallbackPage provider="github" search={search} onSignedIn={onSignedIn} />);
  return onSignedIn;
}
const exchanges = () => asked.filter(({ address }) => address.startsWith(EXCHANGE));

test("AUT-21 AUT-23 AUT-24 the query is exchanged unchanged, once, for a token that begins a session", async () => {
  const onSignedIn = show("?code=a%2Fb&state=s&iss=https%3A%2F%2Fgithub.com&code=twice");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  expect(exchanges()).toEqual([
    { address: `${EXCHANGE}?code=a%2Fb&code=twice&iss=https%3A%2F%2Fgithub.com&state=s`, authorization: null },
  ]);
  expect(getSession()).toMatchObject({ status: "signed-in", token: "token", user: { username: "mara.lind" } });
  expect(localStorage.getItem("auth.token")).toBe("token");
  expect(lastProvider()).toBe("github");
});

test("AUT-23 a provider that takes its time: after some seconds the page says so, with the way back", async () => {
  exchanged = () => new Promise(() => undefined);
  vi.useFakeTimers();
  show("?code=a&state=s");
  expect(screen.queryByRole("link", { name: "Back to sign in" })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(screen.getByText(/The answer takes longer than usual\./)).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to sign in" }).getAttribute("href")).toBe("/sign-in");
  vi.useRealTimers();
});

test("AUT-23 while it waits the page says with whom, and which dataset one comes back to", async () => {
  exchanged = () => new Promise(() => undefined);
  keepReturnAddress("?a=b&redirect=%2Fdatasets%2Farchive%2Faccession-letters%3Fpage%3D2");
  show("?code=a&state=s");
  expect(await screen.findByRole("heading", { name: "Signing you in with GitHub" })).toBeDefined();
  expect(screen.getByText("accession-letters")).toBeDefined();
  expect(screen.getByRole("progressbar", { name: "Signing in" })).toBeDefined();
});

test("AUT-23 an address to come back to that cannot be read holds no sign-in up", async () => {
  exchanged = () => new Promise(() => undefined);
  keepReturnAddress("?redirect=%2Fdatasets%2Fw%2F%25E0");
  show("?code=a&state=s");
  expect(await screen.findByRole("progressbar", { name: "Signing in" })).toBeDefined();
});

test("AUT-23 whoever has to wait after failures of others on their network is told so", async () => {
  const detail = `${TOO_MANY_SIGN_INS.failed} Try again in 27 seconds.`;
  exchanged = () => Response.json({ detail }, { status: 429, headers: { "retry-after": "27" } });
  show("?code=a&state=s");
  expect(await screen.findByRole("heading", { name: "Too many sign-ins from this network have failed" })).toBeDefined();
  expect(screen.getByRole("alert").textContent).toContain("not looked at. Try again in 27 seconds. Nothing was stored");
});

test("AUT-23 whoever comes with a crowd of others on their network is told so", async () => {
  const detail = `${TOO_MANY_SIGN_INS.underWay} Try again in a second.`;
  exchanged = () => Response.json({ detail }, { status: 429 });
  show("?code=a&state=s");
  expect(await screen.findByRole("heading", { name: "Too many people are signing in at this moment" })).toBeDefined();
});

test.each([
  ["denied", 401, "GitHub did not confirm who you are"],
  ["codeRefused", 401, "GitHub does not take this sign-in any more"],
  ["account", 401, "There is an account of your name that is not GitHub's"],
  ["role", 401, "GitHub does not open your account"],
  ["deactivated", 401, "Your account is deactivated"],
  ["nameMissing", 401, "GitHub did not say what you are called"],
  ["codeMissing", 400, "This sign-in is over"],
  ["stateMissing", 400, "This sign-in is over"],
  ["stateMismatch", 400, "This sign-in is over"],
  ["unreachable", 502, "GitHub cannot be reached"],
  ["untrusted", 502, "This server does not trust the certificate of GitHub"],
  ["failing", 502, "GitHub does not work at this moment"],
  ["unreadable", 502, "GitHub gave an answer that cannot be used"],
  ["clocks", 502, "The clock of GitHub differs from this server's"],
  ["late", 504, "GitHub did not answer in time"],
  ["busy", 504, "Too many people are signing in at this moment"],
] as const)("AUT-23 %s: a sentence, three ways on, and nobody is signed in", async (refusal, status, heading) => {
  exchanged = () => Response.json({ detail: PROVIDER_REFUSALS[refusal] }, { status });
  keepReturnAddress("?redirect=%2Fuser-settings");
  const onSignedIn = show("?code=a&state=s");
  expect(await screen.findByRole("heading", { name: heading })).toBeDefined();
  expect(screen.getByRole("alert").textContent).toContain("unsent work on this device is still here");
  const addressOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(addressOf("Back to sign in")).toBe("/sign-in?redirect=%2Fuser-settings");
  expect(addressOf("Try GitHub again")).toBe(
    "/api/v1/oauth2/providers/github/authentication?redirect=%2Fuser-settings",
  );
  expect(addressOf("Back to home page")).toBe("/");
  expect(screen.getByText(String(status))).toBeDefined();
  expect([onSignedIn.mock.calls.length, getSession().status]).toEqual([0, "anonymous"]);
});

test("AUT-23 a refusal at the provider is told with its answer in words", async () => {
  exchanged = () => Response.json({ detail: PROVIDER_REFUSALS.denied }, { status: 401 });
  show("?error=access_denied&error_description=x&state=s");
  await screen.findByRole("heading", { name: "GitHub did not confirm who you are" });
  expect(screen.getByRole("alert").textContent).toMatch(/^It sent you back with the answer “access denied”\. Either/);
  expect(screen.getByText("access_denied (401)")).toBeDefined();
});

test("AUT-21 the failure has its code, and a session that runs is not ended by it", async () => {
  openSession("another");
  const logged = vi.spyOn(console, "warn");
  exchanged = () => Response.json({ detail: PROVIDER_REFUSALS.denied }, { status: 401 });
  show("?code=a&state=s");
  await screen.findByRole("heading", { name: "GitHub did not confirm who you are" });
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ response: "ERROR_FETCHING_OAUTH_ACCESS_TOKEN" });
  expect(localStorage.getItem("auth.token")).toBe("another");
});

test.each([
  ["stateMismatch", 400],
  ["codeRefused", 401],
] as const)(
  "AUT-23 a finished callback (%s) opened once more says that one is signed in, and leads home",
  async (refusal, status) => {
    openSession("another");
    exchanged = () => Response.json({ detail: PROVIDER_REFUSALS[refusal] }, { status });
    show("?code=a&state=s");
    expect(await screen.findByRole("heading", { name: "You are signed in already" })).toBeDefined();
    expect(screen.queryByText("Not signed in")).toBeNull();
    expect(screen.getByRole("link", { name: "Back to home page" }).getAttribute("href")).toBe("/");
  },
);

test.each([
  ["unreachable", 502, "GitHub cannot be reached"],
  ["late", 504, "GitHub did not answer in time"],
  ["failing", 502, "GitHub does not work at this moment"],
  ["unreadable", 502, "GitHub gave an answer that cannot be used"],
  ["insecure", 400, "Signing in with GitHub needs an address that begins with https"],
] as const)("AUT-23 the way to a provider that ended before it (%s) is told", async (why, status, heading) => {
  exchanged = () => Response.json({ detail: PROVIDER_REFUSALS[why] }, { status });
  show(`?error=${errorBefore(why)}&state=s`);
  expect(await screen.findByRole("heading", { name: heading })).toBeDefined();
  expect(screen.getByText(`${errorBefore(why)} (${status})`)).toBeDefined();
});

test.each(["access_denied", "temporarily_unavailable"])(
  "AUT-23 a refusal (%s) that belongs to no sign-in of this browser is one that is over, and no failure of anybody",
  async (error) => {
    exchanged = () => Response.json({ detail: PROVIDER_REFUSALS.stateMissing }, { status: 400 });
    show(`?error=${error}`);
    expect(await screen.findByRole("heading", { name: "This sign-in is over" })).toBeDefined();
    expect(screen.getByText(`${error} (400)`)).toBeDefined();
    expect(exchanges().map(({ address }) => address)).toEqual([`${EXCHANGE}?error=${error}`]);
  },
);

test("AUT-23 what a link claims that the provider said is not shown", async () => {
  exchanged = () => Response.json({ detail: PROVIDER_REFUSALS.denied }, { status: 401 });
  show(`?error=${"call_this_number"}&error_description=or+that&state=s`);
  await screen.findByRole("heading", { name: "GitHub did not confirm who you are" });
  expect(screen.queryByText(/this.number|or that/)).toBeNull();
});

test("AUT-23 a server that does not answer is told of, and a provider that is gone offers no other try", async () => {
  exchanged = () => Promise.reject(new TypeError("no network"));
  show("?code=a&state=s");
  expect(await screen.findByRole("heading", { name: "The server could not be reached" })).toBeDefined();
});

test("AUT-23 a provider that is not set up any more offers no other try", async () => {
  exchanged = () => Response.json({ detail: "Provider 'github' not found" }, { status: 404 });
  show("?code=a&state=s");
  expect(await screen.findByRole("heading", { name: "GitHub is not set up here" })).toBeDefined();
  expect(screen.queryByRole("link", { name: /again/ })).toBeNull();
});

test("AUT-23 a window that a framed page opened hands the session over and closes, and keeps none itself", async () => {
  const close = vi.spyOn(window, "close").mockReturnValue(undefined);
  const told: unknown[] = [];
  // Simulates a page of this origin in a frame. The reply comes from that page.
  const opener = {
    postMessage: (data: unknown, origin: string) => {
      told.push(data, origin);
      const answer = { data: { postil: "taken" }, origin: window.location.origin, source: opener as unknown as Window };
      window.dispatchEvent(new MessageEvent("message", { data: answer.data, origin: "https://elsewhere.example" }));
      queueMicrotask(() => {
        const event = new MessageEvent("message", { data: answer.data, origin: answer.origin });
        Object.defineProperty(event, "source", { value: opener });
        window.dispatchEvent(event);
      });
    },
  };
  Object.defineProperty(window, "opener", { value: opener, configurable: true });
  const onSignedIn = show("?code=a&state=s");
  expect(await screen.findByRole("heading", { name: "You are signed in" })).toBeDefined();
  expect(told).toEqual([{ postil: "signed-in", token: "token", provider: "github" }, window.location.origin]);
  expect(close).toHaveBeenCalled();
  expect([onSignedIn.mock.calls.length, localStorage.getItem("auth.token")]).toEqual([0, null]);
});

test("AUT-23 where nobody takes the session the window goes on by itself", async () => {
  Object.defineProperty(window, "opener", { value: { postMessage: () => undefined }, configurable: true });
  const onSignedIn = show("?code=a&state=s");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
});

test("AUT-19 a page in a frame takes a session from pages of its own origin alone", () => {
  const onToken = vi.fn();
  const stop = awaitHandOver(onToken);
  const tell = (origin: string, data: unknown) => window.dispatchEvent(new MessageEvent("message", { origin, data }));
  const data = { postil: "signed-in", token: "t", provider: "p" };
  tell("https://elsewhere.example", data);
  tell(window.location.origin, "something else");
  tell(window.location.origin, { postil: "taken" });
  expect(onToken).not.toHaveBeenCalled();
  tell(window.location.origin, data);
  expect(onToken.mock.calls).toEqual([["t", "p"]]);
  stop();
  tell(window.location.origin, data);
  expect(onToken).toHaveBeenCalledTimes(1);
});

test("AUT-23 a session that was handed over by password marks no provider as the one used last", async () => {
  await signInWithToken("token", null);
  expect([getSession().status, lastProvider()]).toEqual(["signed-in", null]);
});

test.each([
  ["?redirect=%2Fdatasets%2Fa%2Fb%3Fpage%3D2", "/datasets/a/b?page=2"],
  ["?redirect=https%3A%2F%2Fevil.example", "/"],
  ["?redirect=%2F%2Fevil.example", "/"],
  ["?redirect=%2F%5Cevil.example", "/"],
  ["", "/"],
])("RTE-27 AUT-23 after a sign-in begun at %s one goes to %s, once, and to no address elsewhere", (search, target) => {
  keepReturnAddress(search);
  expect(takeReturnAddress()).toBe(target);
  expect(keptReturnAddress()).toBeNull();
});
