import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setPreference } from "../../lib/preferences/store.ts";
import { InHeader } from "../../ui/in-header.tsx";
import { AppHeader } from "./page-header.tsx";

afterEach(() => setPreference("theme", "system"));

const user = { username: "mara.lind", firstName: "Mara", lastName: "Lind", role: "annotator" } as const;

async function show(onSignOut = () => undefined) {
  const root = createRootRoute({
    component: () => (
      <>
        <AppHeader
          crumbs={[{ label: "Home", link: <Link to="/" /> }, { label: "field-guide" }, { label: "reader-questions" }]}
          copy={{ text: "reader-questions", what: "dataset name" }}
          settings="/"
          account={{ user, version: "0.1.0", onSignOut }}
        />
        <Outlet />
      </>
    ),
  });
  const page = createRoute({
    getParentRoute: () => root,
    path: "/",
    // Like the pages of the two families in turn. The header shows both in the same order.
    component: () => (
      <>
        <InHeader slot="actions">Export</InHeader>
        <InHeader slot="filters">Filters</InHeader>
        <InHeader slot="saving">All changes saved</InHeader>
      </>
    ),
  });
  const settings = createRoute({ getParentRoute: () => root, path: "/user-settings", component: () => "my settings" });
  const router = createRouter({
    routeTree: root.addChildren([page, settings]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  // The application's router is registered with other routes than this one.
  render(<RouterProvider router={router as never} />);
  return screen.findByRole("banner");
}

async function openMenu() {
  fireEvent.click(await screen.findByRole("button", { name: "Mara Lind, annotator. Open menu" }));
  return within(await screen.findByRole("menu"));
}

test("LAY-11 the header has the product with a link to the list, breadcrumbs, the settings link and the user menu", async () => {
  const header = within(await show());
  expect(header.getByRole("link", { name: "Postil, all datasets" }).getAttribute("href")).toBe("/datasets");
  const crumbs = within(header.getByRole("navigation", { name: "Breadcrumb" }));
  expect(crumbs.getByText("reader-questions").getAttribute("aria-current")).toBe("page");
  expect(crumbs.getByRole("button", { name: "Copy dataset name" })).toBeDefined();
  expect(header.getByRole("link", { name: "Dataset settings" })).toBeDefined();
  expect(await header.findByRole("button", { name: /Open menu/ })).toBeDefined();
});

test("LAY-11 a page fills the header's places, which stand in one order whoever fills them first", async () => {
  const header = await show();
  expect(header.textContent).toContain("All changes savedFiltersExport");
});

test("LAY-11 LAY-12 the user menu leads to settings, documentation and sign-out and shows the server's version", async () => {
  const onSignOut = vi.fn();
  await show(onSignOut);
  const menu = await openMenu();
  expect(menu.getByRole("menuitem", { name: "Documentation" }).getAttribute("href")).toBe("/docs");
  expect(screen.getByText("Postil 0.1.0")).toBeDefined();
  fireEvent.click(menu.getByRole("menuitem", { name: "Sign out" }));
  expect(onSignOut).toHaveBeenCalledTimes(1);
});

test("LAY-12 User settings opens the settings page", async () => {
  await show();
  fireEvent.click((await openMenu()).getByRole("menuitem", { name: "User settings" }));
  expect(await screen.findByText("my settings")).toBeDefined();
});
