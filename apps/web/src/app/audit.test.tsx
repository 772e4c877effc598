import "fake-indexeddb/auto";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../lib/api/query-client.ts";
import { closeSession, openSession } from "../lib/session/store.ts";
import { clearToasts, getToasts } from "../lib/toasts/store.ts";
import { createPageRouter } from "./router.tsx";

/** The audit page at its address. */

const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
const USER = { id: "u1", first_name: "Mara", full_name: "Mara", username: "mara", role: "owner", api_key: "key" };
const entry = (id: number, workspace: string) => ({
  id,
  at: "2026-01-01T00:00:00",
  actor: { id: "u1", username: "mara", name: "Mara" },
  kind: "workspace_created",
  group: "workspace",
  person: null,
  told: { workspace },
  address: "192.0.2.1",
  program: "Firefox",
  times: 1,
});
const PAGE = {
  items: [entry(60, "letters")],
  found: 53,
  total: 99,
  groups: [
    { group: "workspace", count: 53 },
    { group: "role", count: 2 },
  ],
  people: [{ username: "mara", name: "Mara", count: 99 }],
};

let audits: URLSearchParams[];
beforeEach(() => {
  audits = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://postil.example");
    if (pathname === "/api/me") return Response.json({ ...USER, ...times, workspaces: [] });
    if (pathname === "/api/postil/v1/version") return Response.json({ version: "1", wire: "1" });
    if (pathname === "/api/workspaces") return Response.json([]);
    if (pathname !== "/api/postil/v1/audit") return Response.json({ items: [] });
    audits.push(searchParams);
    return Response.json(PAGE);
  });
  vi.stubGlobal("scrollTo", () => undefined);
});
afterEach(() => {
  closeSession("signed-out");
  queryClient.clear();
  clearToasts();
  vi.unstubAllGlobals();
});

async function visit(path: string) {
  openSession("token");
  const router = createPageRouter(createMemoryHistory({ initialEntries: [path] }));
  render(<RouterProvider router={router} />);
  await screen.findByText("letters");
  return router;
}
const last = () =>
  Object.fromEntries([...new Set(audits.at(-1)?.keys())].map((key) => [key, audits.at(-1)?.getAll(key)]));
const button = (name: RegExp) => screen.findByRole("button", { name });

test("AUT-14 a link to a filtered audit asks for what it names, and shows it in the bar", async () => {
  await visit("/audit?people=mara&kinds=role,gossip,workspace&days=7&search=o%27brien");
  const { since, ...asked } = last();
  expect(asked).toEqual({ person: ["mara"], group: ["role", "workspace"], search: ["o'brien"] });
  const days = (Date.now() - Date.parse(`${since?.[0]}Z`)) / 86_400_000;
  expect(days).toBeCloseTo(7, 1);
  expect(await button(/^Kind filter, Role, Workspace$/)).toBeDefined();
  expect(await button(/^Time filter, last 7 days$/)).toBeDefined();
  expect((await button(/^Person filter, Mara$/)).textContent).toContain("Person");
  expect(screen.getByDisplayValue("o'brien")).toBeDefined();
});

test("AUT-14 what an address names and the audit does not have is said, until something else is chosen", async () => {
  await visit("/audit?kinds=role,gossip&group=sign_in&search=letters");
  const said = "The address has filters that there are not here: kinds=gossip, group=sign_in. They narrow nothing.";
  expect(screen.getAllByText(said).length).toBeGreaterThan(0);
  fireEvent.click(await button(/^Clear filters$/));
  await waitFor(() => expect(screen.queryByText(said, { selector: "p" })).toBeNull());
});

test("AUT-14 of an address that can be read as a whole nothing is said", async () => {
  await visit("/audit?kinds=role&days=7&people=a%252Cb&search=x,y");
  expect(screen.queryByText(/The address has/)).toBeNull();
});

test("AUT-14 VST-02 what is chosen goes into the address, a page begins anew with it, and Back takes it out again", async () => {
  const router = await visit("/audit?search=a%26b%20%C3%A9");
  const at = () => router.state.location.href;
  fireEvent.click(await button(/^Older$/));
  await waitFor(() => expect(last()).toMatchObject({ before: ["60"] }));
  fireEvent.click(await button(/^Kind filter/));
  fireEvent.click(await screen.findByRole("checkbox", { name: /^Role/ }));
  await waitFor(() => expect(at()).toBe("/audit?kinds=role&search=a%26b%20%C3%A9"));
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(last()).toEqual({ group: ["role"], search: ["a&b é"] }));
  await act(async () => router.history.back());
  await waitFor(() => expect(at()).toBe("/audit?search=a%26b%20%C3%A9"));
  fireEvent.click(await button(/^Clear filters$/));
  await waitFor(() => expect(at()).toBe("/audit"));
});

test("AUT-14 the menu of files says what each holds, and copies the command that makes the same", async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  await visit("/audit?kinds=role&search=letters");
  fireEvent.click(await button(/^Export$/));
  expect((await screen.findByRole("menuitem", { name: /^JSON Lines/ })).textContent).toContain(
    "with ids and addresses",
  );
  fireEvent.click(await screen.findByRole("menuitem", { name: /^Copy as a command/ }));
  await waitFor(() => expect(copied).toEqual(["postil audit --output audit.jsonl --kind role --search=letters"]));
  expect(getToasts().map(({ message }) => message)).toEqual(["Command copied"]);
});
