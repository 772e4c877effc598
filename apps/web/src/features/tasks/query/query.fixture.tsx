import { FIRST_VIEW, type TaskFilters, type TaskView } from "@postil/domain/tasks/task-view";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { vi } from "vitest";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";
import type { PanelPage } from "../panel/panel-parts.tsx";
import type { Aggregations } from "../wire/search-records.ts";

/** Aggregations over 412 letters to a council. */
export const TOLD: Aggregations = {
  predicted_as: { Waste: 160, Roads: 90, Noise: 40 },
  annotated_as: { Roads: 80, Waste: 120 },
  predicted_by: { "model-a": 300, "model-b": 112 },
  annotated_by: { mara: 200 },
  status: { Default: 210, Validated: 200, Discarded: 2 },
  predicted: { ok: 150, ko: 50 },
  score: { "0.4": 10, "0.96": 12 },
  words: { bin: 402, lamp: 40, or: 3 },
  metadata: {
    ward: { "Old Town": 7, Harbour: 30, مرحبا: 2, "🚂": 1 },
    Source: { letter: 412 },
    length: { "argilla:stats": { ...noStats(), count: 412, min: 0.5, max: 9.25 } },
  },
};

function noStats() {
  const bounds = { upper: 0, lower: 0, upper_population: 0, lower_population: 0, upper_sampling: 0, lower_sampling: 0 };
  return { count: 0, sum: 0, std_deviation_bounds: bounds };
}

type Options = {
  readonly filters?: TaskFilters;
  readonly view?: Partial<TaskView>;
  readonly task?: PanelPage["dataset"]["task"];
  readonly told?: Aggregations | null;
  /** the aggregations over the records that other filters find */
  readonly counts?: (filters: TaskFilters) => Aggregations;
  readonly total?: number;
  readonly failure?: Error | null;
  readonly labels?: readonly string[];
  readonly similarTo?: PanelPage["similarTo"];
};

/** Draws a part of the page over a view in memory. */
export function renderPage(draw: (page: PanelPage) => ReactNode, options: Options = {}) {
  const {
    task = "TextClassification",
    told = TOLD,
    total = 412,
    failure = null,
    labels = ["Waste", "Roads"],
  } = options;
  const changeView = vi.fn<PanelPage["changeView"]>();
  const refresh = vi.fn();
  const counted = vi.fn(options.counts ?? (() => told ?? TOLD));
  let current: TaskView = { ...FIRST_VIEW, filters: options.filters ?? {}, ...options.view };
  let put: (next: TaskView) => void = () => undefined;
  function Host() {
    const [view, setView] = useState(current);
    current = view;
    put = setView;
    changeView.mockImplementation((change) => setView((before) => ({ ...before, page: 1, ...change })));
    return draw({
      ...{
        dataset: { task },
        view,
        changeView,
        aggregations: told,
        isCounted: true,
        failure,
        similarTo: options.similarTo ?? null,
        results: { total },
        refresh,
      },
      labels: labels.map((text, colorId) => ({ text, colorId })),
      countsFor: (filters) => ({
        queryKey: ["counts", filters],
        queryFn: async () => ({ total, aggregations: counted(filters) }),
      }),
    });
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const rendered = render(
    <QueryClientProvider client={client}>
      <CommandsProvider>
        <Host />
      </CommandsProvider>
    </QueryClientProvider>,
  );
  return { ...rendered, changeView, refresh, counted, view: () => current, put: (next: TaskView) => put(next) };
}
