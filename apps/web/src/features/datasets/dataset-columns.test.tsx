import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession, recognise } from "../../lib/session/store.ts";

/** The actions of a dataset on a screen as narrow as a phone's. */

vi.hoisted(() => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: media.includes("max-width") }) as MediaQueryList;
});
const { RowActions } = await import("./dataset-columns.tsx");
const { ExportDialogContext, useExports } = await import("../../workbench/export/export-button.tsx");

beforeEach(() => {
  openSession("token");
  vi.stubGlobal("fetch", async () => Response.json({ detail: "unknown" }, { status: 404 }));
});
afterEach(() => {
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

async function open(role: "admin" | "annotator", task = "FeedbackTask") {
  recognise("token", {
    ...{ id: "u1", firstName: "Mara", lastName: null, username: "mara", role, apiKey: "key" },
    ...{ workspaces: ["archive"], insertedAt: 0, updatedAt: 0 },
  });
  const row = { id: "d1", name: "letters", workspaceName: "archive", tags: {}, createdAt: 1, lastActivityAt: 1 };
  const Exports = () => {
    const exports = useExports();
    const onExport = exports && (() => exports.open({ datasetId: row.id }));
    return (
      <>
        <RowActions row={{ ...row, task, status: "ready" }} className="" onExport={onExport} />
        {exports?.dialog}
      </>
    );
  };
  const root = createRootRoute();
  const list = createRoute({
    getParentRoute: () => root,
    path: "/datasets",
    component: () => (
      <ExportDialogContext value={() => <div role="dialog" aria-label="Export" />}>
        <Exports />
      </ExportDialogContext>
    ),
  });
  const settings = createRoute({
    getParentRoute: () => root,
    path: "/dataset/$id/settings",
    component: () => <h1>Settings</h1>,
  });
  const history = createMemoryHistory({ initialEntries: ["/datasets"] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {/* The application's router is registered with other routes than these. */}
      <RouterProvider router={createRouter({ routeTree: root.addChildren([list, settings]), history }) as never} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Actions of letters" }));
  await screen.findByRole("menu", { name: "Actions of letters" });
}
const items = () => screen.getAllByRole("menuitem").map((item) => item.textContent);

test("EXP-01 DSL-11 LAY-09 on a phone the actions of a dataset, export among them, stand in a menu", async () => {
  await open("admin");
  expect(items()).toEqual([
    ...["Dataset settings", "Add records from a file…", "Snapshots"],
    ...["Export this dataset", "Copy link"],
  ]);
  fireEvent.click(screen.getByRole("menuitem", { name: "Export this dataset" }));
  expect(await screen.findByRole("dialog", { name: "Export" })).toBeDefined();
});

test("EXP-01 in that menu annotators have no export; it leads to the settings", async () => {
  await open("annotator");
  expect(items()).toEqual(["Dataset settings", "Copy link"]);
  fireEvent.click(screen.getByRole("menuitem", { name: "Dataset settings" }));
  expect(await screen.findByRole("heading", { name: "Settings" })).toBeDefined();
});

test("EXP-01 IMP-70 datasets of tasks are exported from that menu too, and get records from files", async () => {
  await open("admin", "Text2Text");
  expect(items()).toEqual([
    "Dataset settings",
    "Add records from a file…",
    "Snapshots",
    "Export this dataset",
    "Copy link",
  ]);
});
