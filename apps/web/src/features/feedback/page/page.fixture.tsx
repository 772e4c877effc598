import type { RecordStatus } from "@postil/domain/records/labeled-record";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, vi } from "vitest";
import { type CommandRegistry, useCommandRegistry } from "../../../lib/commands/commands-provider.tsx";
import { AroundPage, openTab } from "../../../lib/drafts/tab.fixture.tsx";
import { createServer, quiet } from "../../../lib/outbox/browser.fixture.ts";
import { AnnotationPage } from "../AnnotationPage.tsx";

/** The whole page with a server in memory: a dataset `d1` with one required rating, records `r1` to `r<count>`. */

const TIMES = { inserted_at: "2026-11-21T12:00:00.000000", updated_at: "2026-11-21T12:00:00.000000" };
export const idOf = (n: number) => `0193f000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** `suggested`: the rating that is suggested for every record. */
type Opening = { count?: number; query?: string; suggested?: number };

export async function openPage({ count = 3, query = "", suggested }: Opening = {}) {
  const server = createServer();
  const suggestion = { id: "s1", question_id: "q1", value: suggested, type: null, score: null, agent: null, ...TIMES };
  const suggestions = suggested === undefined ? [] : [suggestion];
  const reads = stubReads(count, suggestions, server.statusOf, (id) => server.responses.get(id));
  const tab = openTab(server.api);
  const registered: { registry?: CommandRegistry } = {};
  const history = createMemoryHistory({ initialEntries: ["/datasets", `/dataset/d1/annotation-mode${query}`] });
  render(
    <AroundPage tab={tab}>
      <Registered to={registered} />
      <RouterProvider router={routerFor(history)} />
    </AroundPage>,
  );
  await screen.findByRole("toolbar", { name: "Queue" });
  await waitFor(() => expect(screen.queryByText("Loading the record")).toBeNull());
  await settle();
  const commands = () => registered.registry?.entries() ?? [];
  return { server, history, reads, drafts: tab.drafts, openTab: tab.browser.openTab, commands };
}

/** Gives the test the page's command registry. */
function Registered({ to }: { to: { registry?: CommandRegistry } }) {
  to.registry = useCommandRegistry();
  return null;
}

function routerFor(history: ReturnType<typeof createMemoryHistory>) {
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/dataset/{-$id}/annotation-mode",
    component: () => <AnnotationPage datasetId="d1" onGoToRecord={() => undefined} />,
  });
  const list = createRoute({ getParentRoute: () => root, path: "/datasets", component: () => <p>The list</p> });
  // The whole program has the type of the real router registered. This router has two of its routes.
  return createRouter({ routeTree: root.addChildren([page, list]), history }) as never;
}

/** Answers every read of the page. The returned object sets the `status` of failing reads. */
function stubReads(
  count: number,
  suggestions: readonly object[],
  statusOf: (recordId: string) => RecordStatus,
  responseOf: (recordId: string) => { id: string; status: string; values: unknown } | undefined,
) {
  const state = { failing: false };
  const dataset = { id: "d1", name: "Letters", guidelines: null, allow_extra_metadata: true, status: "ready" };
  const question = { id: "q1", name: "stars", title: "Stars", description: null, required: true, dataset_id: "d1" };
  const settings = { type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) };
  const field = { id: "f1", name: "text", title: "Text", required: true, dataset_id: "d1" };
  const record = (id: string, n: number) => {
    const response = responseOf(id);
    const own = response && { ...response, record_id: id, user_id: "u1", ...TIMES };
    return {
      ...{ id, fields: { text: `Letter ${n}` }, metadata: null, external_id: null, dataset_id: "d1" },
      ...{ responses: own ? [own] : [], suggestions, ...TIMES },
    };
  };
  const ids = Array.from({ length: count }, (_, at) => idOf(at + 1));
  const counts = () => {
    const of = (status: RecordStatus) => ids.filter((id) => statusOf(id) === status).length;
    const responses = { submitted: of("submitted"), discarded: of("discarded"), draft: of("draft") };
    return { records: { count }, responses: { count: count - of("pending"), ...responses } };
  };
  /** A search finds the records that contain its words as one phrase. The real server can do more. */
  const page = (url: URL, body: string) => {
    const status = url.searchParams.get("response_status");
    const words = /"q":"([^"]*)"/.exec(body)?.[1] ?? "";
    const all = ids.filter((id, at) => statusOf(id) === status && `letter ${at + 1}`.includes(words));
    const start = Number(url.searchParams.get("offset"));
    const shown = all.slice(start, start + Number(url.searchParams.get("limit")));
    return { items: shown.map((id) => record(id, ids.indexOf(id) + 1)), total: all.length };
  };
  const answers: readonly (readonly [RegExp, (url: URL, id: string, body: string) => unknown])[] = [
    [/\/datasets\/d1$/, () => ({ ...dataset, workspace_id: "w1", last_activity_at: TIMES.updated_at, ...TIMES })],
    [/\/fields$/, () => ({ items: [{ ...field, settings: { type: "text", use_markdown: false }, ...TIMES }] })],
    [/\/questions$/, () => ({ items: [{ ...question, settings, ...TIMES }] })],
    [/\/(metadata-properties|vectors-settings|flags)$/, () => ({ items: [], total: 0 })],
    [/\/metrics$/, counts],
    [/\/me\/datasets\/d1\/records$/, (url) => page(url, "")],
    [
      /\/me\/datasets\/d1\/records\/search$/,
      (url, _id, body) => {
        const { items, total } = page(url, body);
        return { items: items.map((item) => ({ record: item, query_score: null })), total };
      },
    ],
    [/\/records\/([^/]+)$/, (_, id) => record(id, ids.indexOf(id) + 1)],
  ];
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const body = typeof init?.body === "string" ? init.body : "";
    const url = new URL(address, "http://postil.test");
    if (state.failing && url.pathname.endsWith("/records")) return Response.json({ detail: "broken" }, { status: 500 });
    for (const [pattern, answer] of answers) {
      const found = pattern.exec(url.pathname);
      if (found !== null) return Response.json(answer(url, found[1] ?? "", body));
    }
    return Response.json({ detail: "unknown" }, { status: 404 });
  });
  return state;
}

/** Resolves when all work that waits only for a response or a paint is done. */
export async function settle(): Promise<void> {
  await act(async () => {
    await quiet();
    await new Promise(requestAnimationFrame);
    await quiet();
  });
}

export async function press(key: string, more: KeyboardEventInit = {}): Promise<void> {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  await settle();
}

export const shownText = () => screen.queryByText(/^Letter \d+$/)?.textContent ?? null;
export const shownLabel = () =>
  screen.queryByRole("region", { name: /^(Record \d+|Opened)/ })?.getAttribute("aria-label");
