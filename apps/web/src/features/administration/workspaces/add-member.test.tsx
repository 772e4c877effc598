import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import "../../../lib/i18n/en/administration.ts";
import { AddMember } from "./add-member.tsx";

afterEach(() => vi.unstubAllGlobals());

const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
const workspace = { id: "w1", name: "archive", insertedAt: 0, updatedAt: 0 };
const person = (username: string) => ({
  id: `id-${username}`,
  first_name: username,
  last_name: null,
  username,
  role: "annotator",
  state: "active",
  invited_until: null,
  provider: null,
  has_password: true,
  workspaces: [],
  keys: 1,
  last_seen: null,
  ...times,
});

test("ROL-12 Enter waits for the people, that they load is said by a region that was there, and whoever is found is added", async () => {
  const people = Promise.withResolvers<Response>();
  const added: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, sent?: RequestInit) => {
    if (sent?.method !== "POST") return people.promise;
    added.push(JSON.parse(String(sent.body)));
    return Response.json({ ...person("oona"), workspaces: ["archive"], full_name: "oona" }, { status: 201 });
  });
  const onChanged = vi.fn<() => void>();
  const page = <AddMember overview={{ workspace, members: [], datasets: [] }} onChanged={onChanged} />;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => page }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const box = await screen.findByRole("combobox", { name: "Add a person" });
  const region = screen.getByRole("status");
  expect(region.textContent).toBe("");
  fireEvent.focus(box);
  fireEvent.change(box, { target: { value: "oo" } });
  expect(region.textContent).toContain("Loading");
  expect(screen.getByRole("option", { name: "Add someone new" }).getAttribute("aria-selected")).toBe("false");
  fireEvent.keyDown(box, { key: "Enter" });
  expect(router.state.location.pathname).toBe("/");
  people.resolve(Response.json({ items: [person("oona"), person("pia")], ask: null }));
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(2));
  expect(region.textContent).toBe("");
  fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(added).toEqual([{ user_id: "id-oona" }]);
});
