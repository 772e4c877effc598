import { type TextRecord, vectorsOfPage } from "@postil/domain/tasks/shown-record";
import { shownOf } from "@postil/domain/tasks/shown-record.fixture";
import { FIRST_VIEW, type TaskFilters } from "@postil/domain/tasks/task-view";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";
import { type TaskPage, TaskPageContext } from "../state/task-page-context.ts";
import "../../../lib/i18n/en/tasks.ts";

const nothing = () => undefined;
const ACTIONS = {
  ...{ edit: nothing, validate: nothing, answer: () => true, discard: nothing },
  ...{ clear: nothing, reset: nothing, resetAnnotation: nothing },
};

type Around = { readonly filters?: TaskFilters; readonly similarTo?: TaskPage["similarTo"] };

/** Draws a part of the page of a dataset with these records. */
export function renderOnPage(records: readonly TextRecord[], part: ReactNode, given: Around = {}) {
  const changeView = vi.fn<TaskPage["changeView"]>();
  const showSimilarTo = vi.fn<TaskPage["showSimilarTo"]>();
  const dataset: TaskPage["dataset"] = {
    ...{ id: "archive.letters", name: "letters", task: "TextClassification", workspaceName: "archive" },
    ...{ tags: {}, metadata: {}, createdAt: 0, createdBy: null, lastUpdatedAt: 0 },
  };
  const page: TaskPage = {
    dataset,
    labels: [],
    view: { ...FIRST_VIEW, filters: given.filters ?? {} },
    changeView,
    results: { total: records.length, records: records.map((record) => shownOf(record)) },
    aggregations: null,
    isCounted: true,
    countsFor: () => ({ queryKey: [] }),
    isLoading: false,
    failure: null,
    actions: ACTIONS,
    privileged: false,
    refresh: nothing,
    similarTo: given.similarTo ?? null,
    showSimilarTo,
    vectors: vectorsOfPage(dataset.id, records),
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CommandsProvider>
        <TaskPageContext value={page}>{part}</TaskPageContext>
      </CommandsProvider>
    </QueryClientProvider>,
  );
  return { changeView, showSimilarTo };
}
