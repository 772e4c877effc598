import type { OwnResponse } from "@postil/domain/records/labeled-record";
import { FIRST_VIEW } from "@postil/domain/tasks/task-view";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { createBrowser, createServer } from "../../../lib/outbox/browser.fixture.ts";
import { OutboxContext } from "../../../lib/outbox/use-outbox.ts";
import { STORAGE_KEYS } from "../../../lib/storage.ts";
import type { TaskAction } from "../saving/use-task-actions.ts";
import { useNotedActions } from "../saving/use-task-actions.ts";
import TaskPace, { type TaskPaceProps } from "./task-pace.tsx";

beforeEach(() => {
  localStorage.removeItem(STORAGE_KEYS.workDays);
  window.dispatchEvent(new StorageEvent("storage", { key: STORAGE_KEYS.workDays }));
});

const none: OwnResponse = { id: null, status: "draft", values: null, updatedAt: null };
const done: OwnResponse = { ...none, status: "submitted" };
const wrote = (kind: TaskAction["kind"], ...keys: string[]): TaskAction => ({
  id: keys.join(),
  kind,
  view: FIRST_VIEW,
  changes: keys.map((key) => ({
    key,
    response: { before: none, after: done },
    typed: { before: null, after: null },
  })),
});

test("FPR-05 what is validated and discarded in a task dataset counts for the day, edits do not, and what is taken back no longer", async () => {
  const page: TaskPaceProps["page"] = {
    dataset: {
      ...{ id: "archive.letters", name: "letters", task: "TextClassification", workspaceName: "archive" },
      ...{ tags: {}, metadata: {}, createdAt: 0, createdBy: null, lastUpdatedAt: 0 },
    },
    countsFor: () => ({ queryKey: ["counts"], queryFn: async () => ({ total: 10, aggregations: null }) }),
  };
  let note: (action: TaskAction, undone: boolean) => void = () => undefined;
  function Page() {
    note = useNotedActions("archive/letters");
    return <TaskPace page={page} />;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OutboxContext value={createBrowser(createServer().api).openTab()}>
        <Page />
      </OutboxContext>
    </QueryClientProvider>,
  );
  const said = () => document.querySelector("p > span")?.textContent;
  expect(said()).toBe("0 today");
  act(() => note(wrote("validated", "a", "b"), false));
  await waitFor(() => expect(said()).toBe("2 today"));
  const edited = { key: "c", response: null, typed: { before: null, after: {} } };
  act(() => note({ id: "c", kind: "edited", view: FIRST_VIEW, changes: [edited] }, false));
  act(() => note(wrote("discarded", "d"), false));
  await waitFor(() => expect(said()).toBe("3 today"));
  act(() => note(wrote("discarded", "d"), true));
  await waitFor(() => expect(said()).toBe("2 today"));
});
