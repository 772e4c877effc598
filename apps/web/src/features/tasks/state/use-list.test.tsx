import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { draftOf } from "@postil/domain/tasks/record-edit";
import { taskDatasetKey, taskRecordKey } from "@postil/domain/tasks/record-key";
import { chosenLabels } from "@postil/domain/tasks/shown-record";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AroundPage, openTab } from "../../../lib/drafts/tab.fixture.tsx";
import "../../../lib/i18n/en/tasks.ts";
import { createServer, quiet } from "../../../lib/outbox/browser.fixture.ts";
import { closeSession, openSession } from "../../../lib/session/store.ts";
import { clearToasts } from "../../../lib/toasts/store.ts";
import { hasUnsaved } from "../../../lib/unsaved.ts";
import { useList } from "./use-list.ts";

const DATASET: KnownTaskDataset = {
  ...{ id: "archive.letters", name: "letters", task: "TextClassification", workspaceName: "archive" },
  ...{ tags: {}, metadata: {}, createdAt: 0, createdBy: null, lastUpdatedAt: 0 },
};
const keyOf = (id: string) => taskRecordKey({ workspace: "archive", dataset: "letters", task: DATASET.task, id });

afterEach(() => {
  closeSession("signed-out");
  clearToasts();
  vi.unstubAllGlobals();
});

/** The list with a server that finds the given records for each text. Records with a star are answered. */
async function open(found: Record<string, string[]>) {
  vi.stubGlobal("fetch", async (_address: string, { body }: { body: string }) => {
    const ids = found[JSON.parse(body).query.query_text ?? ""] ?? [];
    const records = ids.map((id) => ({
      ...{ id: id.replace("*", ""), inputs: { text: "A letter" }, multi_label: false },
      ...{ status: id.endsWith("*") ? "Validated" : "Default", metrics: {} },
    }));
    return Response.json({ total: ids.length, records, aggregations: {} });
  });
  openSession("token");
  const { api } = createServer();
  // The key of a task record also names its response, which exists before the first write.
  const tab = openTab({ ...api, update: api.create });
  const shown: { list?: ReturnType<typeof useList> } = {};
  const list = () => {
    if (shown.list === undefined) throw new Error("The list is not drawn yet");
    return shown.list;
  };
  function List() {
    shown.list = useList({ dataset: DATASET, labels: [], privileged: false });
    return shown.list.question;
  }
  const history = createMemoryHistory({ initialEntries: ["/"] });
  // The whole program has the type of the real router registered. This router has one route.
  const router = createRouter({ routeTree: createRootRoute({ component: List }), history }) as never;
  render(
    <AroundPage tab={tab}>
      <RouterProvider router={router} />
    </AroundPage>,
  );
  const shows = async (text: string) => {
    const ids = found[text]?.map((id) => keyOf(id.replace("*", "")));
    await waitFor(() => expect(list().records.map(({ key }) => key)).toEqual(ids));
    await act(quiet);
  };
  await waitFor(() => list());
  await shows("");
  return {
    shows,
    cursor: () => list().cursor,
    refresh: () => act(() => list().page.refresh()),
    search: async (text: string) => {
      act(() => list().page.changeView({ filters: text === "" ? {} : { text } }));
      await shows(text);
    },
    explore: () => act(() => list().page.changeView({ mode: "explore" })),
    discard: async (id: string) => {
      act(() => list().page.actions.discard(list().records.filter(({ key }) => key === keyOf(id))));
      await act(quiet);
    },
    down: () => act(() => list().commands.down.run()),
    mayValidate: () => list().commands.validate.mayRun?.(),
    undo: () => act(() => list().commands.undo.run()),
    redo: () => act(() => list().commands.redo.run()),
    /** An edit of an earlier visit: this visit has no action for it. */
    type: (id: string, label: string | null) =>
      act(async () => {
        tab.drafts.change(
          taskDatasetKey(DATASET.workspaceName, DATASET.name),
          keyOf(id),
          label === null ? null : draftOf(chosenLabels([label]), []),
        );
        await quiet();
      }),
  };
}

test("TST-03 what is taken back has the cursor in the search where it was done", async () => {
  const page = await open({ "": ["r1", "r2", "r3"], other: ["r4", "r5"] });
  await page.discard("r3");
  await page.search("other");
  expect(page.cursor()).toBe(keyOf("r4"));
  page.undo();
  await page.shows("");
  expect(page.cursor()).toBe(keyOf("r3"));
});

test("TST-03 what is done once more is returned to as well", async () => {
  const page = await open({ "": ["r1", "r2", "r3"], other: ["r4", "r5"] });
  await page.discard("r3");
  page.undo();
  await page.search("other");
  page.redo();
  await page.shows("");
  expect(page.cursor()).toBe(keyOf("r3"));
});

test("TST-03 it has so where both searches begin with the same record, whose cursor never stands on a record of the other", async () => {
  const page = await open({ "": ["r1*", "r2", "r3"], other: ["r1*", "r4"] });
  await page.discard("r3");
  await page.search("other");
  expect(page.cursor()).toBe(keyOf("r4"));
  page.undo();
  await page.shows("");
  expect(page.cursor()).toBe(keyOf("r3"));
  await page.search("other");
  expect(page.cursor()).toBe(keyOf("r4"));
});

test("ERR-10 ERR-11 the browser asks before the page goes while a record is Edited, and no longer once it says what it said", async () => {
  const page = await open({ "": ["r1", "r2"] });
  expect(hasUnsaved()).toBe(false);
  await page.type("r1", "x");
  await waitFor(() => expect(hasUnsaved()).toBe(true));
  await page.type("r1", null);
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});

/** In a second search, undoes the action of the first one while an edit of r5 is kept. The question about it shows. */
async function undoBesideAnEdit() {
  const page = await open({ "": ["r1", "r2", "r3"], other: ["r4", "r5"] });
  await page.discard("r3");
  await page.search("other");
  await page.type("r5", "x");
  page.undo();
  return page;
}

test("TST-03 TST-12 nothing is returned to where the question about edits is answered by staying", async () => {
  const page = await undoBesideAnEdit();
  fireEvent.click(await screen.findByRole("button", { name: "Stay" }));
  await page.type("r5", null);
  await page.search("");
  expect(page.cursor()).toBe(keyOf("r1"));
});

test("TST-03 TST-13 it is returned to where the page is left without validating", async () => {
  const page = await undoBesideAnEdit();
  fireEvent.click(await screen.findByRole("button", { name: "Leave without validating" }));
  await page.shows("");
  expect(page.cursor()).toBe(keyOf("r3"));
});

test("TST-03 a record that the search does not find any more is returned to by no later one", async () => {
  const found: Record<string, string[]> = { "": ["r1", "r2", "r3"], other: ["r4", "r3"] };
  const page = await open(found);
  await page.discard("r3");
  found[""] = ["r1", "r2"];
  page.refresh();
  await page.shows("");
  page.explore();
  page.undo();
  await page.search("other");
  expect(page.cursor()).toBe(keyOf("r4"));
});

test("TST-21 Enter takes nothing back on a validated record whose row shows no button for it", async () => {
  const { down, cursor, mayValidate } = await open({ "": ["1", "2*"] });
  down();
  expect(cursor()).toBe(keyOf("2"));
  expect(mayValidate()).toBe(false);
});
