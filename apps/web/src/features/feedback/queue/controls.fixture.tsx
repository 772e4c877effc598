import { PENDING_RECORDS, type RecordCriteria } from "@postil/domain/search/record-criteria";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { vi } from "vitest";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";
import type { CriteriaControls } from "./criteria-controls.ts";

type Options = { readonly criteria?: Partial<RecordCriteria> };

/** Renders a component with controls over criteria in memory. */
export function renderControls(draw: (controls: CriteriaControls) => ReactNode, { criteria = {} }: Options = {}) {
  const change = vi.fn<CriteriaControls["change"]>();
  const endSimilarity = vi.fn();
  let current: RecordCriteria = { ...PENDING_RECORDS, ...criteria };
  let put: (next: RecordCriteria) => void = () => undefined;
  function Host() {
    const [shown, setShown] = useState(current);
    current = shown;
    put = setShown;
    change.mockImplementation((next) => setShown(next));
    return draw({
      ...{ criteria: shown, committed: shown, loading: false, change, endSimilarity },
      findSimilar: () => undefined,
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
  return { ...rendered, change, endSimilarity, criteria: () => current, put: (next: RecordCriteria) => put(next) };
}
