import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CommandEntry, isCommand } from "../../../lib/commands/command.ts";
import { CommandsProvider, useCommandRegistry } from "../../../lib/commands/commands-provider.tsx";
import { closeSession, openSession, recognise } from "../../../lib/session/store.ts";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { LiveRegion } from "../../../ui/screen-reader.tsx";
import { ExportDialogContext, ExportHere } from "../../../workbench/export/export-button.tsx";
import { LazyExportDialog } from "./lazy-export-dialog.ts";

const TIMES = { inserted_at: "2026-11-21T12:00:00.000000", updated_at: "2026-11-21T12:00:00.000000" };
const DATASET = { id: "d1", name: "letters", guidelines: null, allow_extra_metadata: true, status: "ready" };
const SIZE = { records: 6, responses: 0, people: 0, suggestions: 0, agents: 0, properties: 0, bytes: 100 };
const SHAPES = { shapes: ["full", "training", "conll"], questions: [] as string[] };
/** The wishes of which the size was asked. */
let asked: { readonly [name: string]: unknown }[] = [];
function rowsOf(wish: { readonly shape?: string }) {
  const isFull = wish.shape === "full";
  const left_out = isFull ? [] : [{ reason: "disputed", records: 2 }];
  const questions = wish.shape === "conll" ? ["people", "places"] : [];
  return { ...SHAPES, rows: isFull ? 6 : 4, left_out, sampled: wish.shape === "conll" ? 3 : 6, questions };
}
const PROGRESS = {
  state: "running",
  records: 3,
  total: 6,
  responses: 0,
  suggestions: 0,
  bytes: 50,
  detail: null,
  rows: 3,
  left_out: [],
  guarded: 0,
};

/** The answer of another server than the one that exports; null: the same one answers. */
let otherServer: object | null = null;
let progress: typeof PROGRESS | (Omit<typeof PROGRESS, "state"> & { state: "done" | "stopped" });
/** The response of the running export. */
let reply: ReadableStreamDefaultController<Uint8Array>;
beforeEach(() => {
  progress = PROGRESS;
  otherServer = null;
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    if (address.endsWith("/datasets/d1"))
      return json({ ...DATASET, workspace_id: "w1", last_activity_at: 0, ...TIMES });
    if (address.endsWith("/workspaces/w1")) return json({ id: "w1", name: "archive", ...TIMES });
    if (address.endsWith("/export/size")) {
      const wish = JSON.parse(String(init?.body));
      asked.push(wish);
      return json({ ...SIZE, ...rowsOf(wish), vectors: [], vector_bytes: 0 });
    }
    if (address.includes("/exports/") && otherServer !== null) return json(otherServer, 404);
    if (address.includes("/exports/")) return json({ ...progress, started_at: TIMES.inserted_at });
    if (!address.endsWith("/export")) return json({ detail: "unknown" }, 404);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        reply = controller;
        init?.signal?.addEventListener("abort", () => controller.error(new DOMException("", "AbortError")));
      },
    });
    return new Response(body, { headers: { "x-postil-export": "e1" } });
  });
  URL.createObjectURL = () => "blob:export";
  URL.revokeObjectURL = () => undefined;
  // jsdom does not navigate and would print an error.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  openSession("token");
});
afterEach(() => {
  localStorage.clear();
  asked = [];
  closeSession("signed-out");
  clearToasts();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const json = (body: object, status = 200) => Response.json(body, { status });

function show(role: "owner" | "admin" | "annotator" = "admin") {
  recognise("token", {
    ...{ id: "u1", firstName: "Mara", lastName: null, username: "mara", role, apiKey: "key" },
    ...{ workspaces: ["archive"], insertedAt: 0, updatedAt: 0 },
  });
  const offered: { read: () => readonly CommandEntry[] } = { read: () => [] };
  function Offered() {
    offered.read = useCommandRegistry().entries;
    return null;
  }
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CommandsProvider>
        <Offered />
        <ExportDialogContext value={LazyExportDialog}>
          <ExportHere datasetId="d1" />
        </ExportDialogContext>
      </CommandsProvider>
      <LiveRegion />
    </QueryClientProvider>,
  );
  return { offered: () => offered.read(), leave: unmount };
}

const startButton = () => screen.findByRole("button", { name: "Export" });
async function start() {
  fireEvent.click(screen.getByRole("button", { name: "Export this dataset" }));
  const button = await startButton();
  await waitFor(() => expect(button.matches(":disabled")).toBe(false));
  fireEvent.click(button);
  await screen.findByRole("progressbar");
}

/** True if the browser would ask before the user leaves or reloads the page. */
function asksBeforeLeaving(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}
/** The reply ends. `sent`: what the server tells of it. */
const letGo = (sent: Pick<typeof progress, "state" | "bytes"> = { state: "done", bytes: 0 }) =>
  act(async () => {
    progress = { ...PROGRESS, ...sent };
    reply.close();
  });

test("EXP-04 ERR-10 the browser asks before the page is left while an export runs, and only then", async () => {
  show();
  expect(asksBeforeLeaving()).toBe(false);
  await start();
  expect(asksBeforeLeaving()).toBe(true);
  await letGo();
  await screen.findByText("in your downloads");
  expect(asksBeforeLeaving()).toBe(false);
});

test("EXP-04 within the page an export goes on when its own page is left, and says when it is there", async () => {
  const { leave } = show();
  await start();
  leave();
  expect(asksBeforeLeaving()).toBe(true);
  await letGo();
  await waitFor(() =>
    expect(getToasts().map(({ message }) => message)).toEqual(["letters.jsonl.gz is in your downloads."]),
  );
  expect(asksBeforeLeaving()).toBe(false);
});

test.each([
  ["the server sent more", { state: "done", bytes: 50 }],
  ["the server sent no more, for nobody read", { state: "stopped", bytes: 50 }],
] as const)(
  "EXP-04 a proxy that ends a reply in good order though it is not whole (%s): no file is saved, which is said",
  async (_, sent) => {
    show();
    await start();
    await letGo(sent);
    const dialog = await screen.findByRole("dialog", { name: "Export letters" });
    await waitFor(() => expect(dialog.textContent).toContain("ended before all was there, and no file was saved"));
    expect(screen.queryByText("in your downloads")).toBeNull();
  },
);

test("PGS-92 an export whose progress another server is asked for says why no file was saved", async () => {
  show();
  await start();
  otherServer = { detail: "not found", elsewhere: { asked: "second", has: null } };
  await letGo({ state: "done", bytes: 0 });
  const dialog = await screen.findByRole("dialog", { name: "Export letters" });
  await waitFor(() => expect(dialog.textContent).toContain("which does not know whether the file is whole"), {
    timeout: 10_000,
  });
  expect(screen.queryByText("in your downloads")).toBeNull();
});

test("EXP-04 what is stopped says so where it stood, once also aloud, and can be begun anew from there", async () => {
  show();
  await start();
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  const dialog = await screen.findByRole("dialog", { name: "Export letters" });
  await waitFor(() => expect(dialog.textContent).toContain("Stopped. No file was saved."));
  expect(screen.getByRole("status").textContent).toBe("Stopped. No file was saved.");
  expect(asksBeforeLeaving()).toBe(false);
  expect(document.activeElement).toBe(await startButton());
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Export this dataset" }));
  expect((await screen.findByRole("dialog", { name: "Export letters" })).textContent).not.toContain("Stopped");
});

test("EXP-01 export is a command of the dataset with a key of its own, for admins and owners", async () => {
  const { offered } = show("owner");
  const command = offered().find(({ id }) => id === "dataset.export");
  expect(command).toMatchObject({ label: "Export this dataset", section: "dataset", group: "look" });
  expect(command && isCommand(command) && command.shortcuts).toEqual([{ keys: "E" }]);
  fireEvent.keyDown(document.body, { key: "e" });
  expect(await screen.findByRole("dialog", { name: "Export letters" })).toBeDefined();
});

test("EXP-01 annotators have neither the button nor the command", () => {
  const { offered } = show("annotator");
  expect(offered()).toEqual([]);
  expect(screen.queryByRole("button", { name: /^Export/ })).toBeNull();
});

test("EXS-01 EXS-07 the shapes of the dataset are offered; the chosen one says what a row is and what is left out", async () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "Export this dataset" }));
  const training = await screen.findByRole("radio", { name: /^A record for training/ });
  expect(screen.queryByRole("radio", { name: /^A pair of options/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Parquet" })).toBeDefined();
  fireEvent.click(training);
  expect(await screen.findByText("4 rows")).toBeDefined();
  expect(screen.getByText(/^2 records are left out: people disagree/)).toBeDefined();
  expect(await screen.findByText("letters-training.jsonl.gz")).toBeDefined();
  expect(screen.queryByRole("checkbox", { name: "Responses" })).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: /^Keep them/ }));
  fireEvent.click(screen.getByRole("button", { name: "CSV" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Apostrophe before formulas" }));
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ shape: "training", format: "csv", disagreement: "mark", guard: false }),
  );
  fireEvent.click(screen.getByRole("radio", { name: /^A token/ }));
  expect(await screen.findByText("about 4 records")).toBeDefined();
  expect(screen.getByText(/^About 2 records are left out/)).toBeDefined();
  // What a shape does not have is not asked for.
  expect(asked.at(-1)).toMatchObject({ shape: "conll", format: "jsonl", disagreement: "leave_out", guard: true });
  fireEvent.click(screen.getByRole("radio", { name: "places" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ question: "places" }));
  // Another shape is of other questions.
  fireEvent.click(training);
  fireEvent.click(screen.getByRole("radio", { name: /^A token/ }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("radio", { name: "people" }).checked).toBe(true));
});

test("EXS-01 the browser remembers the last choice, for datasets that can have it", async () => {
  localStorage.setItem("postil:export", JSON.stringify({ shape: "training", format: "parquet", gzip: "?" }));
  const { leave } = show();
  fireEvent.click(screen.getByRole("button", { name: "Export this dataset" }));
  expect(await screen.findByText("letters-training.parquet")).toBeDefined();
  expect(screen.queryByRole("switch", { name: "Compress (gzip)" })).toBeNull();
  leave();
  localStorage.setItem("postil:export", JSON.stringify({ shape: "preferences" }));
  show();
  fireEvent.click(screen.getByRole("button", { name: "Export this dataset" }));
  expect(await screen.findByText("letters.jsonl.gz")).toBeDefined();
  expect(asked.at(-1)).toMatchObject({ shape: "full" });
});

test("EXS-10 pseudonyms are offered where a file names people, and stand in the wish and in the command", async () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "Export this dataset" }));
  const box = () => screen.queryByRole<HTMLInputElement>("checkbox", { name: /^Pseudonyms instead of names/ });
  await waitFor(() => expect(box()).not.toBeNull());
  fireEvent.click(box() ?? document.body);
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ shape: "full", pseudonyms: true }));
  fireEvent.click(await screen.findByRole("radio", { name: /training/i }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ shape: "training", pseudonyms: false }));
  expect(box()).toBeNull();
});
