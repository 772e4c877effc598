import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useNavigate,
  useSearch,
} from "@tanstack/react-router";
import { configure, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { t } from "i18next";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "../../../lib/api/query-client.ts";
import "../../../lib/i18n/en/annotation.ts";
import "../../../lib/i18n/en/dataset-settings.ts";
import "../../../lib/i18n/en/importing.ts";
import "../../../lib/i18n/en/inside.ts";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";
import { closeSession, openSession, recognise } from "../../../lib/session/store.ts";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { ImportPage } from "./import-page.tsx";
import { understood, upload } from "./understood.fixture.ts";

/** How the page goes from file to file and from state to state, whatever the server says meanwhile (IMP-05). */

// Menus load slowly on a busy machine.
configure({ asyncUtilTimeout: 5000 });

const FILE = upload();
const UPLOADS = "/api/postil/v1/uploads";
const OWN = `${UPLOADS}/${FILE.id}`;
const RUNNING = upload({ state: "storing", read: 13_003, total: 12_990, stored: 8_416 });
const TIMES = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };

type Reply = { readonly status?: number; readonly body: unknown };
let replies: { [call: string]: Reply | (() => Reply | Promise<Reply>) };
let asked: string[];
let client: QueryClient;

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  asked = [];
  replies = {
    [`GET ${UPLOADS}`]: { body: { items: [] } },
    [`GET ${OWN}`]: { body: FILE },
    [`POST ${OWN}/understand`]: { body: understood() },
    "GET /api/workspaces": { body: [{ id: "0190f1a0-0000-7000-8000-0000000000aa", name: "support", ...TIMES }] },
    "GET /api/v1/me/datasets": { body: { items: [] } },
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const call = `${init.method} ${address}`;
    asked.push(call);
    const found = replies[call] ?? { status: 404, body: { detail: "not here" } };
    const { status = 200, body } = typeof found === "function" ? await found() : found;
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  });
  openSession("token");
  recognise("token", {
    ...{ id: "u1", firstName: "Mara", lastName: null, username: "mara", role: "admin", apiKey: "key" },
    ...{ workspaces: ["support"], insertedAt: 0, updatedAt: 0 },
  });
});
afterEach(() => {
  closeSession("signed-out");
  clearToasts();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Page() {
  const { file } = useSearch({ strict: false }) as { file?: string };
  const navigate = useNavigate() as (to: { to: string; search: object }) => Promise<void>;
  const onUpload = (id: string | null) =>
    void navigate({ to: "/datasets/new", search: id === null ? {} : { file: id } });
  return <ImportPage header={null} uploadId={file ?? null} onUpload={onUpload} />;
}

function show(address = `/datasets/new?file=${FILE.id}`) {
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path: "/datasets", component: () => <p>the list</p> });
  const page = createRoute({ getParentRoute: () => root, path: "/datasets/new", component: Page });
  const router = createRouter({
    routeTree: root.addChildren([list, page]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(
    <QueryClientProvider client={client}>
      <CommandsProvider>
        {/* The application's router is registered with other routes than this one. */}
        <RouterProvider router={router as never} />
      </CommandsProvider>
    </QueryClientProvider>,
  );
}

const button = (name: string) => screen.findByRole("button", { name });
const press = async (name: string) => fireEvent.click(await button(name));

test("IMP-05 an import that a restart of the server removed is told, and not asked for any more", async () => {
  replies[`GET ${OWN}`] = { body: RUNNING };
  show();
  await screen.findByText("8,416");
  replies[`GET ${OWN}`] = { status: 404, body: { detail: "Upload not found" } };
  expect(await screen.findByText(/This file is not on the server any more/)).toBeDefined();
  expect(screen.queryByText("8,416")).toBeNull();
  const query = client.getQueryCache().find({ queryKey: ["uploads", FILE.id] });
  const every = query?.observers[0]?.options.refetchInterval;
  expect(query && typeof every === "function" && every(query)).toBe(false);
});

test("IMP-05 Stop of an import that has ended meanwhile forgets nothing, and shows its end", async () => {
  let isOver = false;
  replies[`GET ${OWN}`] = () => ({ body: isOver ? upload({ ...RUNNING, state: "done", stored: 12_990 }) : RUNNING });
  replies[`DELETE ${OWN}`] = { status: 204, body: null };
  show();
  await press("Stop");
  const dialog = within(await screen.findByRole("alertdialog"));
  isOver = true;
  fireEvent.click(dialog.getByRole("button", { name: "Stop" }));
  expect(await screen.findByText("records imported")).toBeDefined();
  expect(asked).not.toContain(`DELETE ${OWN}`);
});

test("IMP-05 Other file after an import leads to the choice of a file, whatever was known of the import before", async () => {
  client.setQueryData(["uploads"], [RUNNING]);
  const done = upload({ ...RUNNING, state: "done", stored: 12_990 });
  replies[`GET ${OWN}`] = { body: done };
  replies[`GET ${UPLOADS}`] = { body: { items: [done] } };
  show();
  await press("Other file");
  expect(await screen.findByText("Drop a file here")).toBeDefined();
  expect(await screen.findByText(/imported$/)).toBeDefined();
  expect(screen.queryByText("records imported")).toBeNull();
});

test("IMP-05 a file that is being sent goes on when another tab begins an import", async () => {
  const abort = vi.fn();
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      readonly upload = {};
      readonly abort = abort;
      open() {}
      setRequestHeader() {}
      send() {}
    },
  );
  show("/datasets/new");
  const [input] = await screen.findAllByLabelText("Choose a file", { selector: "input" });
  if (input === undefined) throw new Error("no place for a file");
  fireEvent.change(input, { target: { files: [new File(["a,b"], "next.csv")] } });
  await screen.findByRole("button", { name: "Cancel the upload" });
  replies[`GET ${UPLOADS}`] = { body: { items: [RUNNING] } };
  await client.invalidateQueries({ queryKey: ["uploads"], exact: true });
  expect(await screen.findByRole("button", { name: "Open messages.csv" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Cancel the upload" })).toBeDefined();
  expect(abort).not.toHaveBeenCalled();
});

test("IMP-05 an import whose reply was lost is looked for, and shown as it runs", async () => {
  replies[`POST ${OWN}/import`] = () => {
    replies[`GET ${OWN}`] = { body: RUNNING };
    throw new TypeError("the connection broke");
  };
  show();
  await screen.findByRole("button", { name: /^intent becomes:/ });
  await press("Create dataset");
  expect(await screen.findByText("8,416")).toBeDefined();
});

test("IMP-04 what was said of a file is lost by no other file before the person was asked", async () => {
  show();
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "mine" } });
  await press("Other file");
  await waitFor(() => expect(getToasts().map(({ message }) => message)).toEqual([t("importing.leave.message")]));
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "mine");
});

test("IMP-06 the refused rows of an import that failed can be downloaded, also two of one line", async () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const row = { line: 4, column: "urgency", value: "high", reason: "Not a number." };
  replies[`GET ${OWN}`] = { body: upload({ state: "failed", refused: 2, refused_rows: [row, row] }) };
  show();
  expect(await button("Download refused rows")).toBeDefined();
  expect(screen.getAllByRole("cell", { name: "4" })).toHaveLength(2);
  expect(complained).not.toHaveBeenCalled();
});

const title = () => screen.getByRole("heading", { level: 1 });

test("IMP-05 the focus is at the title when the step that had it is gone: after Create, after Stop", async () => {
  replies[`POST ${OWN}/import`] = () => {
    replies[`GET ${OWN}`] = { body: RUNNING };
    return { status: 202, body: RUNNING };
  };
  replies[`DELETE ${OWN}`] = () => {
    replies[`GET ${OWN}`] = { body: upload({ ...RUNNING, state: "stopped" }) };
    return { status: 204, body: null };
  };
  show();
  await screen.findByRole("button", { name: /^intent becomes:/ });
  (await button("Create dataset")).focus();
  await press("Create dataset");
  await screen.findByText("8,416");
  await waitFor(() => expect(document.activeElement).toBe(title()));
  // Names are no words of the page (I18-05).
  expect(screen.getByText("Intent", { selector: "bdi" }).getAttribute("translate")).toBe("no");
  (await button("Stop")).focus();
  await press("Stop");
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Stop" }));
  await screen.findByText("Nothing was stored.");
  await waitFor(() => expect(document.activeElement).toBe(title()));
});

test("IMP-05 a file that is forgotten leaves the focus at the next one, and the last one at the title", async () => {
  const files = [upload({ file: "one.csv" }), upload({ id: "0190f1a0-0000-7000-8000-000000000002", file: "two.csv" })];
  replies[`GET ${UPLOADS}`] = () => ({ body: { items: files } });
  for (const { id } of files)
    replies[`DELETE ${UPLOADS}/${id}`] = () => {
      files.shift();
      return { status: 204, body: null };
    };
  show("/datasets/new");
  (await button("Forget one.csv")).focus();
  await press("Forget one.csv");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Forget two.csv"));
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-disabled")).toBeNull());
  await press("Forget two.csv");
  await waitFor(() => expect(document.activeElement).toBe(title()));
});

test("IMP-05 the names of a finished import are marked as such (I18-05)", async () => {
  replies[`GET ${OWN}`] = { body: upload({ ...RUNNING, state: "done" }) };
  show();
  await screen.findByText("records imported");
  expect(title().getAttribute("translate")).toBe("no");
  expect(screen.getByText("messages.csv", { selector: "span" }).getAttribute("translate")).toBe("no");
});
