// @vitest-environment-options { "url": "https://mara-field-guide.hf.space/" }
import "fake-indexeddb/auto";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../lib/api/api.ts";
import { closeSession, openSession } from "../lib/session/store.ts";
import { createPageRouter } from "./router.tsx";

/** The way in where the page is served as a space of the hosted platform. */

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
  // The list of providers is kept for 240 s.
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
  await waitFor(() => expect(router.state.status).toBe("idle"), { timeout: 5000 });
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

test("RTE-26 the guards of sign-in in their order: signed in goes home, the flag stays, else the welcome page", async () => {
  expect(at(await visit("/sign-in", { omitCTA: true }))).toBe("/sign-in");
  expect(at(await visit("/sign-in"))).toBe("/welcome-hf-sign-in");
  openSession("token");
  expect(at(await visit("/sign-in", { omitCTA: true }))).toBe("/datasets");
});
