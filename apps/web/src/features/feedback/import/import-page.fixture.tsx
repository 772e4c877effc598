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
import { render } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import "../../../lib/api/query-client.ts";
import "../../../lib/i18n/en/annotation.ts";
import "../../../lib/i18n/en/dataset-settings.ts";
import "../../../lib/i18n/en/importing.ts";
import "../../../lib/i18n/en/inside.ts";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";
import { closeSession, openSession, recognise } from "../../../lib/session/store.ts";
import { clearToasts } from "../../../lib/toasts/store.ts";
import { ImportPage } from "./import-page.tsx";
import { understood, upload } from "./understood.fixture.ts";

/** The import page of an admin, against replies shaped by the contract. */

export const FILE = upload();
export const UPLOADS = "/api/postil/v1/uploads";
export const OWN = `${UPLOADS}/${FILE.id}`;
const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
export const WORKSPACE = { id: "0190f1a0-0000-7000-8000-0000000000aa", name: "support", ...times };
export const TAKEN = {
  ...{ id: "d1", name: "taken", guidelines: null, allow_extra_metadata: true, status: "ready" },
  ...{ workspace_id: WORKSPACE.id, last_activity_at: times.updated_at, ...times },
};

export type Reply = { readonly status?: number; readonly body: unknown };
export let replies: { [call: string]: Reply | (() => Reply | Promise<Reply>) };
export let asked: { readonly call: string; readonly body: unknown }[];
export let client: QueryClient;

beforeEach(() => {
  localStorage.clear();
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
    "GET /api/workspaces": { body: [WORKSPACE] },
    "GET /api/v1/me/datasets": { body: { items: [TAKEN] } },
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const call = `${init.method} ${address}`;
    asked.push({ call, body: typeof init.body === "string" ? JSON.parse(init.body) : null });
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
  const { file, into = null } = useSearch({ strict: false }) as { file?: string; into?: string };
  const navigate = useNavigate() as (to: { to: string; search: object }) => Promise<void>;
  const onUpload = (id: string | null) =>
    void navigate({ to: "/datasets/new", search: id === null ? {} : { file: id } });
  return (
    <ImportPage
      into={into}
      headerOf={(dataset) => <p>header of {dataset ?? "a new one"}</p>}
      uploadId={file ?? null}
      onUpload={onUpload}
    />
  );
}

/** `file` null: none is chosen. `into`: the dataset that the file goes into. */
export function show(file: string | null = FILE.id, into: string | null = null) {
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path: "/datasets", component: () => <p>the list</p> });
  const page = createRoute({ getParentRoute: () => root, path: "/datasets/new", component: Page });
  const router = createRouter({
    routeTree: root.addChildren([list, page]),
    history: createMemoryHistory({
      initialEntries: [`/datasets/new?${new URLSearchParams({ ...(file && { file }), ...(into && { into }) })}`],
    }),
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
