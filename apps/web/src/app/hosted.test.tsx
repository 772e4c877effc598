// @vitest-environment-options { "url": "https://mara-field-guide.hf.space/" }
import "fake-indexeddb/auto";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../lib/api/api.ts";
import { keptReturnAddress } from "../lib/session/providers.ts";
import { closeSession, openSession } from "../lib/session/store.ts";
import { createPageRouter } from "./router.tsx";

/** Sign-in when the hosted platform serves the page as a space. */

let providers: readonly string[];
beforeEach(() => {
  providers = ["huggingface"];
  vi.stubGlobal("fetch", async (address: string) => {
    if (address === "/api/me") return Response.json(ME);
    if (address === "/api/v1/oauth2/providers") return Response.json({ items: providers.map((name) => ({ name })) });
    return Response.json(address.startsWith("/api/v1/") ? { items: [] } : []);
  });
});
afterEach(() => {
  closeSession("signed-out");
  // The client caches the list of providers for 240 s.
  api.clearCache();
  vi.unstubAllGlobals();
});

const ME = {
  id: "u1",
  first_name: "Mara",
  full_name: "Mara",
  username: "mara.lind",
  role: "owner",
  workspaces: ["archive"],
  api_key: "key",
  inserted_at: "2026-01-01T00:00:00",
  updated_at: "2026-01-01T00:00:00",
};

async function visit(path: string, state?: { omitCTA: boolean }) {
  const history = createMemoryHistory({ initialEntries: ["/oauth/callback"] });
  history.replace(path, state);
  const router = createPageRouter(history);
  render(<RouterProvider router={router} />);
  await waitFor(() => expect(router.state.status).toBe("idle"));
  return router;
}
const at = ({ state }: Awaited<ReturnType<typeof visit>>) => state.location.href;

test("RTE-12 RTE-21 sign-in leads to the welcome page, which names the space", async () => {
  const router = await visit("/sign-in?a=b&redirect=%2Fdatasets");
  expect(at(router)).toBe("/welcome-hf-sign-in?a=b");
  expect(await screen.findByRole("heading", { name: "field-guide" })).toBeDefined();
});

test("RTE-20 AUT-25 its link opens the form, with the flag in the state of the navigation and not in the address", async () => {
  const router = await visit("/welcome-hf-sign-in");
  fireEvent.click(await screen.findByRole("link", { name: "Sign in with a username" }));
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeDefined();
  expect(at(router)).toBe("/sign-in");
  expect(router.state.location.state).toMatchObject({ omitCTA: true });
});

test("AUT-25 without the platform's provider it opens the form by itself", async () => {
  providers = ["github"];
  const router = await visit("/welcome-hf-sign-in");
  await waitFor(() => expect(at(router)).toBe("/sign-in"));
  expect(router.state.location.state).toMatchObject({ omitCTA: true });
});

test.each([
  ["owner", "An owner has signed you out. Sign in to go on; work that was not saved yet is kept on this device."],
  [undefined, "Your session has ended. Sign in to go on; work that was not saved yet is kept on this device."],
] as const)(
  "AUT-11 RTE-21 a session that ended in mid-work (by: %s) is told of on the welcome page",
  async (why, told) => {
    openSession("token");
    const router = await visit("/datasets?tab=a");
    act(() => closeSession("ended", why));
    await waitFor(() => expect(at(router)).toBe("/welcome-hf-sign-in?tab=a"));
    expect(await screen.findByText(told)).toBeDefined();
  },
);

test("AUT-11 RTE-21 either way in from the welcome page leads back to where somebody wanted to go", async () => {
  const router = await visit("/datasets?tab=a");
  expect(at(router)).toBe("/welcome-hf-sign-in?tab=a");
  const platform = await screen.findByRole("link", { name: "Sign in with Hugging Face" });
  platform.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(platform);
  expect(keptReturnAddress()).toBe("%2Fdatasets%3Ftab%3Da");
  fireEvent.click(screen.getByRole("link", { name: "Sign in with a username" }));
  await waitFor(() => expect(at(router)).toBe("/sign-in?tab=a&redirect=%2Fdatasets%3Ftab%3Da"));
});

test("AUT-11 whoever signs in again in another tab is back on the welcome page's way too", async () => {
  const router = await visit("/datasets?tab=a");
  await screen.findByRole("link", { name: "Sign in with Hugging Face" });
  localStorage.setItem("auth.token", "another");
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "auth.token", newValue: "another" })));
  await waitFor(() => expect(at(router)).toBe("/datasets?tab=a"));
});

test("RTE-26 the guards of sign-in in their order: signed in goes home, the flag stays, else the welcome page", async () => {
  expect(at(await visit("/sign-in", { omitCTA: true }))).toBe("/sign-in");
  expect(at(await visit("/sign-in"))).toBe("/welcome-hf-sign-in");
  openSession("token");
  expect(at(await visit("/sign-in", { omitCTA: true }))).toBe("/datasets");
});
