import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "../../lib/api/query-client.ts";
import { setPreference } from "../../lib/preferences/store.ts";
import { closeSession, openSession, recognise } from "../../lib/session/store.ts";
import { ExportDialogContext, type ExportDialogProps } from "../../workbench/export/export-button.tsx";
import { ALL_DATASETS } from "./dataset-list.ts";
import { DatasetsPage } from "./datasets-page.tsx";

const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
const feedback = (name: string, changes: object = {}) => ({
  id: `id-of-${name}`,
  name,
  guidelines: null,
  allow_extra_metadata: true,
  status: "ready",
  workspace_id: "w1",
  last_activity_at: times.updated_at,
  ...times,
  ...changes,
});
const task = (name: string) => ({
  id: `clinic.${name}`,
  name,
  task: "TokenClassification",
  workspace: "clinic",
  tags: { lang: "en" },
  metadata: {},
  created_at: times.inserted_at,
  last_updated: times.updated_at,
});

type Answer = { status?: number; body: unknown };
let answers: { [address: string]: Answer };
let asked: string[];

beforeEach(() => {
  asked = [];
  answers = {
    "/api/v1/me/datasets": { body: { items: [feedback("letters"), feedback("birds")] } },
    "/api/datasets": { body: [task("notes")] },
    "/api/workspaces": { body: [{ id: "w1", name: "archive", ...times }] },
  };
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    const progress = { total: 10, submitted: 4, discarded: 1, conflicting: 2, pending: 3 };
    const mine = { records: { count: 10 }, responses: { count: 6, submitted: 4, discarded: 1, draft: 1 } };
    const { status = 200, body } = answers[address] ?? { body: address.endsWith("/metrics") ? mine : progress };
    return Response.json(body, { status });
  });
  openSession("token");
});
afterEach(() => {
  setPreference("datasetsSort", "lastActivityAt:desc");
  setPreference("pinnedDatasets", []);
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

function Page() {
  const [view, setView] = useState(ALL_DATASETS);
  return (
    <ExportDialogContext value={ExportDialog}>
      <DatasetsPage header={null} view={view} onViewChange={setView} />
    </ExportDialogContext>
  );
}
const ExportDialog = ({ datasetId }: ExportDialogProps) => (
  <div role="dialog" aria-label={`Export ${datasetId}`}>
    <input aria-label="File name" />
  </div>
);

async function show(role: "owner" | "annotator" = "owner") {
  recognise("token", {
    id: "u1",
    firstName: "Mara",
    lastName: null,
    username: "mara",
    role,
    apiKey: "secret-key",
    workspaces: ["archive"],
    insertedAt: 0,
    updatedAt: 0,
  });
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path: "/datasets", component: Page });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ["/datasets"] }),
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {/* The application's router is registered with other routes than this one. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(document.querySelector("[aria-busy]")).toBeNull());
}

const rowOf = async (name: string) =>
  within((await screen.findByRole("link", { name })).closest("tr") ?? document.body);
const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("link")[0]?.textContent);

test("DSL-01 DSL-02 DSL-05 DSL-06 DSL-09 the families stand in one table, each linked by its kind", async () => {
  await show();
  expect((await screen.findByRole("link", { name: "letters" })).getAttribute("href")).toBe(
    "/dataset/id-of-letters/annotation-mode",
  );
  const notes = await rowOf("notes");
  expect(notes.getByRole("link", { name: "notes" }).getAttribute("href")).toBe("/datasets/clinic/notes");
  expect(notes.getByText("Token classification")).toBeDefined();
  expect(notes.getByText("lang: en")).toBeDefined();
  expect((await rowOf("letters")).getByText("archive")).toBeDefined();
  expect(screen.getByText("3 datasets in 2 workspaces")).toBeDefined();
  const headings = screen.getAllByRole("columnheader").map((cell) => cell.textContent);
  expect(headings).toEqual([
    "Pinned",
    "Name",
    "Workspace",
    "Task",
    "Tags",
    "Progress",
    "Created",
    "Last activity",
    "Actions",
  ]);
});

test("DSL-04 the task datasets are asked for without a workspace", async () => {
  await show();
  expect(asked).toContain("/api/datasets");
});

test("DSL-11 a row opens, leads to its settings, and copies its name; it does not delete", async () => {
  await show();
  const row = await rowOf("letters");
  expect(row.getByRole("link", { name: "Settings of letters" }).getAttribute("href")).toBe(
    "/dataset/id-of-letters/settings",
  );
  expect(row.getByRole("button", { name: "Copy dataset name" })).toBeDefined();
  expect(row.queryByRole("button", { name: /delete/i })).toBeNull();
});

test("DSL-16 the export dialog stays open, as it was left, when its row goes", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Export letters" }));
  const name = within(await screen.findByRole("dialog", { name: "Export id-of-letters" })).getByLabelText("File name");
  fireEvent.change(name, { target: { value: "june" } });
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "birds" } });
  await waitFor(() => expect(screen.queryByRole("link", { name: "letters" })).toBeNull());
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "File name" }).value).toBe("june");
});

test("DSL-10 search and filters narrow the list; nothing found can be undone", async () => {
  await show();
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a dataset" }), { target: { value: "LETT" } });
  expect(names()).toEqual(["letters"]);
  expect(screen.getByText("1 of 3 datasets")).toBeDefined();
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a dataset" }), { target: { value: "zebra" } });
  expect(screen.getByText("0 datasets match")).toBeDefined();
  expect(screen.getByText("No dataset has “zebra” in its name.")).toBeDefined();
  fireEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[0] ?? document.body);
  expect(names()).toHaveLength(3);
});

test("DSL-09 the order is chosen at the heads of the columns and remembered; pinned rows come first", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(names()).toEqual(["birds", "letters", "notes"]);
  expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
  fireEvent.click(screen.getByRole("button", { name: "Pin notes" }));
  expect(names()).toEqual(["notes", "birds", "letters"]);
});

test.each([
  ["/api/v1/me/datasets", "The feedback datasets could not be loaded.", "notes"],
  ["/api/datasets", "The task datasets could not be loaded.", "letters"],
  ["/api/workspaces", "The names of the workspaces could not be loaded.", "letters"],
])(
  "DSL-12 when %s fails, the rest is listed, and the failed part can be tried again",
  async (address, message, kept) => {
    const before = answers[address];
    answers[address] = { status: 500, body: { detail: "down" } };
    await show();
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByRole("link", { name: kept })).toBeDefined();
    if (before !== undefined) answers[address] = before;
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.queryByText(message)).toBeNull();
  },
);

test("DSL-13 a draft is shown to privileged users, and leads to its settings", async () => {
  answers["/api/v1/me/datasets"] = { body: { items: [feedback("letters"), feedback("plan", { status: "draft" })] } };
  await show("owner");
  const row = await rowOf("plan");
  expect(row.getByRole("link", { name: "plan" }).getAttribute("href")).toBe("/dataset/id-of-plan/settings");
  expect(row.getByText("Not published")).toBeDefined();
});

test("DSL-13 annotators do not see drafts", async () => {
  answers["/api/v1/me/datasets"] = { body: { items: [feedback("letters"), feedback("plan", { status: "draft" })] } };
  await show("annotator");
  expect(await screen.findByRole("link", { name: "letters" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "plan" })).toBeNull();
});

test("DSL-14 DSL-15 a row says of how many records anybody answered what became, and how many answers there are", async () => {
  answers["/api/v1/datasets/id-of-birds/progress"] = { status: 500, body: {} };
  answers["/api/v1/datasets/id-of-letters/response-counts"] = {
    body: { people: 3, submitted: 9, discarded: 2, draft: 1 },
  };
  await show();
  const row = await rowOf("letters");
  expect(await row.findByText("7 of 10")).toBeDefined();
  const bar = row.getByRole("img", {
    name: "7 records have an answer, 4 submitted, 1 discarded, 2 submitted by some and discarded by others",
  });
  fireEvent.pointerEnter(bar.parentElement?.parentElement ?? bar);
  await waitFor(() =>
    expect(screen.getByRole("tooltip").textContent).toBe(
      "7 records have an answer: 4 submitted, 1 discarded, 2 submitted by some and discarded by others, 3 without an answer, 11 answers in all",
    ),
  );
  expect((await rowOf("birds")).queryByText("anyone")).toBeNull();
});

test("DSL-14 a row shows the reader's own progress first; a failure leaves its place empty", async () => {
  answers["/api/v1/me/datasets/id-of-birds/metrics"] = { status: 500, body: {} };
  await show();
  const row = await rowOf("letters");
  expect(await row.findByText("6 of 10")).toBeDefined();
  const bar = row.getByRole("img", { name: "Your progress, 4 submitted, 1 discarded, 1 draft" });
  fireEvent.pointerEnter(bar.parentElement?.parentElement ?? bar);
  expect((await screen.findByRole("tooltip")).textContent).toBe(
    "Your progress: 4 submitted, 1 discarded, 1 draft, 4 left for you",
  );
  expect((await rowOf("birds")).queryByText("you")).toBeNull();
});

test("DSL-14 annotators see their own progress, and nothing is asked about the team", async () => {
  await show("annotator");
  expect(await (await rowOf("letters")).findByText("6 of 10")).toBeDefined();
  expect(screen.queryByText("anyone")).toBeNull();
  expect(asked.filter((address) => /progress$|response-counts$/.test(address))).toEqual([]);
});

test("DSL-09 a column that is empty in every row is not drawn, nor is its filter", async () => {
  answers["/api/datasets"] = { body: [] };
  await show();
  expect(await screen.findByText("2 datasets in 1 workspace")).toBeDefined();
  expect(screen.queryByRole("columnheader", { name: "Tags" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Tags" })).toBeNull();
});

test("DSL-09 TAN-13 a row of a task dataset shows the team what is validated and discarded of all, and a failure leaves it empty", async () => {
  const figures =
    "/api/datasets/notes/TokenClassification/metrics/status_distribution:summary?size=5000&workspace=clinic";
  answers[figures] = { body: { Validated: 5, Discarded: 2, Default: 4, Edited: 1 } };
  await show();
  const row = await rowOf("notes");
  expect(await row.findByText("7 of 12")).toBeDefined();
  expect(row.getByRole("img", { name: "Everybody's progress, 5 validated, 2 discarded" })).toBeDefined();
  cleanup();
  answers[figures] = { status: 500, body: {} };
  await show();
  expect(await (await rowOf("letters")).findByText("7 of 10")).toBeDefined();
  await waitFor(() => expect(asked.filter((address) => address === figures)).toHaveLength(2));
  expect((await rowOf("notes")).queryByRole("img")).toBeNull();
});

test("DSL-09 TAN-13 annotators see the progress of a task dataset too", async () => {
  answers["/api/datasets/notes/TokenClassification/metrics/status_distribution:summary?size=5000&workspace=clinic"] = {
    body: { Validated: 5, Discarded: 2, Default: 4, Edited: 1 },
  };
  await show("annotator");
  expect(await (await rowOf("notes")).findByText("7 of 12")).toBeDefined();
  expect(screen.getByRole("columnheader", { name: "Progress" })).toBeDefined();
});

test("DSL-14 DSL-15 who answered every record is told so; that anybody did is never called done", async () => {
  answers["/api/v1/datasets/id-of-letters/progress"] = {
    body: { total: 12, submitted: 12, discarded: 0, conflicting: 0, pending: 0 },
  };
  answers["/api/v1/me/datasets/id-of-letters/metrics"] = {
    body: { records: { count: 12 }, responses: { count: 12, submitted: 12, discarded: 0, draft: 0 } },
  };
  await show();
  const row = await rowOf("letters");
  expect(await row.findByText("all 12")).toBeDefined();
  expect(await row.findByText("12 of 12")).toBeDefined();
});

test("ERR-13 coming back to the window asks for the list again when it is older than a minute, not before", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await show();
  const lists = () => asked.filter((address) => address === "/api/v1/me/datasets").length;
  vi.setSystemTime(Date.now() + 50_000);
  window.dispatchEvent(new Event("focus"));
  await act(async () => undefined);
  expect(lists()).toBe(1);
  vi.setSystemTime(Date.now() + 20_000);
  window.dispatchEvent(new Event("focus"));
  await waitFor(() => expect(lists()).toBe(2));
  vi.useRealTimers();
});

test("API-37 a server without datasets says how they get in: from a file, from Python, with the demo", async () => {
  answers["/api/v1/me/datasets"] = { body: { items: [] } };
  answers["/api/datasets"] = { body: [] };
  answers["/api/postil/v1/home"] = { body: { home: "/srv/postil", command: "npm run postil --" } };
  await show("owner");
  expect(await screen.findByRole("heading", { level: 1, name: "No datasets yet" })).toBeDefined();
  await screen.findByRole("heading", { name: "From a file, in this page" });
  expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
    "From a file, in this page",
    "From a file, by command",
    "From Python",
    "With the demo",
  ]);
  const ways = screen.getAllByRole("listitem").map((way) => way.querySelector("pre")?.textContent);
  expect(ways[1]).toBe("POSTIL_HOME=/srv/postil npm run postil -- import letters.csv");
  expect(ways[2]).toContain(`rg.init(api_url="${window.location.origin}", api_key="your key")`);
  expect(ways[2]).toContain('workspace="archive"');
  expect(ways[3]).toBe("POSTIL_HOME=/srv/postil npm run postil -- demo");
  expect(document.body.innerHTML).not.toContain("secret-key");
});

test("API-37 an annotator without datasets is told whom to ask", async () => {
  answers["/api/v1/me/datasets"] = { body: { items: [] } };
  answers["/api/datasets"] = { body: [] };
  await show("annotator");
  expect(await screen.findByText(/You are a member of archive, but it has no datasets. Ask an admin/)).toBeDefined();
});
