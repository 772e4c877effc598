import { writeWorkFile } from "@postil/domain/outbox/work-file";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "../../lib/i18n/en/dataset-settings.ts";
import "../../lib/i18n/en/user-settings.ts";
import { journalOf } from "../../lib/drafts/draft.ts";
import { createDraftService } from "../../lib/drafts/draft-service.ts";
import { DraftsContext } from "../../lib/drafts/use-drafts.ts";
import { createBrowser, createServer, NO_TABS, quiet } from "../../lib/outbox/browser.fixture.ts";
import { OutboxContext } from "../../lib/outbox/use-outbox.ts";
import { LiveRegion } from "../../ui/screen-reader.tsx";
import { WorkOnDevice } from "./work-on-device.tsx";

const ME = { userId: "u1", username: "mara", server: "https://label.example.org" };
const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
const save = (value: string) =>
  ({ kind: "save", status: "submitted", values: { topic: { value } } }) as const satisfies object;
const typed = (value: string) => ({ comment: { value, untouched: [] } });
const entry = (value: string) => ({
  ...{ intent: save(value), wantedAt: 5000, base: null, unanswered: [], failure: null },
});
/** The server's response for each record. Without an entry the record does not exist. */
let stored: { [recordId: string]: string | null };
let isDown: boolean;

beforeEach(() => {
  stored = {};
  isDown = false;
  vi.stubGlobal("fetch", async (address: string) => {
    if (isDown) throw new TypeError("no way");
    const [, id] = /\/records\/([^/?]+)/.exec(address) ?? [];
    if (id === undefined) {
      const dataset = { id: "d1", name: "reader-questions", status: "ready", workspace_id: "w1", guidelines: null };
      return Response.json({ items: [{ ...dataset, ...times }] });
    }
    const value = stored[id];
    if (value === undefined) return Response.json({ detail: "not found" }, { status: 404 });
    const response = { id: `a-${id}`, status: "submitted", values: { topic: { value } }, user_id: "u1" };
    const responses = value === null ? [] : [{ ...response, record_id: id, ...times }];
    return Response.json({ id, dataset_id: "d1", fields: {}, metadata: {}, external_id: null, responses, ...times });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function open() {
  const server = createServer();
  const browser = createBrowser(server.api);
  const outbox = browser.openTab();
  const ports = {
    kept: browser.kept,
    journal: journalOf("u1"),
    tabs: NO_TABS,
    now: () => Date.now(),
    after: () => undefined,
  };
  const drafts = createDraftService({ userId: "u1", ...ports });
  await quiet();
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <OutboxContext value={outbox}>
        <DraftsContext value={drafts}>
          <WorkOnDevice
            user={{ id: "u1", username: "mara" }}
            recordLink={() => <a href="/">the record</a>}
            typedLink={() => <a href="/">settings</a>}
          />
          <LiveRegion />
        </DraftsContext>
      </OutboxContext>
    </QueryClientProvider>,
  );
  await screen.findByText("Nothing of yours waits in this browser.");
  const choose = async (file: object | string) => {
    const input = container.querySelector("input[type=file]") ?? container;
    const text = typeof file === "string" ? file : JSON.stringify(file);
    fireEvent.change(input, { target: { files: [new File([text], "work.json")] } });
    return within(await screen.findByRole("dialog", { name: "Take in a file" }));
  };
  return { server, outbox, drafts, choose };
}
const group = (heading: string) => within(screen.getByText(heading).closest("section") ?? document.body);
const spoken = () => document.querySelector("[data-live-region]")?.textContent;

test("AUT-32 a file is shown before it is taken in, and said: what is new, what is there, what cannot be and why", async () => {
  const { server, drafts, outbox, choose } = await open();
  stored = { new: null, same: "bees", later: "wasps", typed: null };
  drafts.change("d1", "here", typed("typed since"));
  stored.here = null;
  vi.setSystemTime(1000);
  drafts.change("d1", "older", typed("typed before"));
  vi.useRealTimers();
  stored.older = null;
  const of = (recordId: string, part: object) => ({ recordId, datasetId: "d1", entry: null, draft: null, ...part });
  const old = { answers: typed("some swifts"), savedAt: 6000 };
  const file = writeWorkFile(
    [
      of("new", { entry: entry("birds") }),
      of("same", { entry: entry("bees") }),
      of("later", { entry: entry("bees") }),
      of("gone", { entry: entry("birds") }),
      of("typed", { draft: old }),
      of("here", { draft: old }),
      of("older", { draft: old }),
    ],
    ME,
    7000,
  );
  const records = [...(file as { records: object[] }).records, { dataset_id: "d1", record_id: "r9", typed: 5 }];
  const dialog = await choose({ ...file, records });
  await dialog.findByText("New here: 3");
  expect(group("New here: 3").getByText("Record new, submitted")).toBeDefined();
  expect(group("New here: 3").getByText("Record typed, typed and not sent")).toBeDefined();
  expect(group("New here: 3").getAllByText("in place of what is older here")).toHaveLength(1);
  expect(group("There already: 1").getByText("Record same, submitted")).toBeDefined();
  const not = group("Not taken in: 4");
  expect(not.getByText("changed since on the server")).toBeDefined();
  expect(not.getByText("answered later in this browser")).toBeDefined();
  expect(not.getByText("the record is not there, or not yours to open")).toBeDefined();
  expect(not.getByText("Record 8 of the file: `typed` is 5; it has to hold answers.")).toBeDefined();
  expect(spoken()).toBe("3 new here, 1 there already, 4 not to be taken in");
  expect(server.calls).toEqual([]);

  fireEvent.click(dialog.getByRole("button", { name: "Take in 3" }));
  await waitFor(() => expect(server.statusOf("new")).toBe("submitted"));
  expect(screen.getByText("Taken in: 3")).toBeDefined();
  expect(spoken()).toBe("3 taken in, 1 there already, 4 not taken in");
  expect(drafts.get("typed")).toMatchObject({ answers: typed("some swifts"), fromEarlier: true });
  expect(drafts.get("older")?.answers).toEqual(typed("some swifts"));
  expect(drafts.get("here")?.answers).toEqual(typed("typed since"));
  expect(outbox.entryOf("later")).toBeUndefined();
  expect(server.calls).toEqual(["create new submitted"]);
});

test("AUT-32 taken in again, a file says that all of it is there, and offers nothing", async () => {
  const { server, choose } = await open();
  stored = { typed: null };
  const draft = { answers: typed("some swifts"), savedAt: 6000 };
  const file = writeWorkFile([{ recordId: "typed", datasetId: "d1", entry: null, draft }], ME, 7000);
  const dialog = await choose(file);
  fireEvent.click(await dialog.findByRole("button", { name: "Take in 1" }));
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const again = await choose(file);
  expect(await again.findByText("There already: 1")).toBeDefined();
  expect(again.queryByRole("button", { name: /Take in/ })).toBeNull();
  expect(server.calls).toEqual([]);
});

test.each([
  ["{", /^work\.json is not JSON: /],
  ["[]", /^work\.json is no file of unsent work/],
  [{ ...writeWorkFile([], ME, 0), version: 2 }, "work.json has version 2 of the format; this page reads version 1."],
  [
    writeWorkFile([], { ...ME, userId: "u2", username: "theo" }, 0),
    "work.json is the work of theo, and you are mara. Nobody can take in the work of somebody else.",
  ],
  [
    writeWorkFile([], { ...ME, userId: "u2" }, 0),
    "work.json is work of another server, https://label.example.org: the accounts are two, though both are called mara.",
  ],
  ["x".repeat(20_000_001), "work.json has 20.0 MB; at most 20 MB are read."],
])("AUT-32 a file that is not to be taken in is refused in words: %.40s", async (file, words) => {
  const { choose } = await open();
  const dialog = await choose(file);
  const alert = await dialog.findByRole("alert");
  await waitFor(() => expect(alert.textContent).toMatch(words));
  expect(dialog.queryByRole("button", { name: /Take in/ })).toBeNull();
});

test("AUT-32 nothing is taken in while the server cannot be asked", async () => {
  const { choose, server } = await open();
  isDown = true;
  const draft = { answers: typed("some swifts"), savedAt: 6000 };
  const dialog = await choose(writeWorkFile([{ recordId: "typed", datasetId: "d1", entry: null, draft }], ME, 7000));
  expect((await dialog.findByRole("alert")).textContent).toMatch("The server cannot be reached");
  expect(server.calls).toEqual([]);
});

test("AUT-32 ERR-11 a browser that keeps nothing says so before a file is taken in", async () => {
  const { choose } = await open();
  stored = { new: null };
  vi.spyOn(Storage.prototype, "length", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  const draft = { answers: typed("some swifts"), savedAt: 6000 };
  const dialog = await choose(writeWorkFile([{ recordId: "new", datasetId: "d1", entry: null, draft }], ME, 7000));
  expect(await dialog.findByText(/What was typed lasts as long as this page/)).toBeDefined();
  vi.restoreAllMocks();
});
