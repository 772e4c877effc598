import type { FilterOffer, Part } from "../../features/feedback/filters/use-filter-offer.ts";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { useLatest } from "../../lib/use-latest.ts";

export type FilterRowState = {
  /** there is something to filter by, or there may be: it is not known yet, or could not be loaded */
  readonly exists: boolean;
  readonly loading: boolean;
  readonly open: boolean;
  readonly toggle: () => void;
};

/** Whether the second row of the bar is shown; remembered for the dataset (design/device.md#preferences, design/filters.md). */
export function useFilterRow(datasetId: string, { questions, properties }: FilterOffer): FilterRowState {
  const [panels, setPanels] = usePreference("panels");
  const name = `${datasetId}/filters`;
  const open = panels[name] === true;
  const toggle = useLatest(() => setPanels({ ...panels, [name]: !open }));
  const parts: readonly Part<unknown>[] = [questions, properties];
  return {
    exists: parts.some((part) => part.state !== "ready" || part.items.length > 0),
    loading: parts.every(({ state }) => state === "loading"),
    open,
    toggle,
  };
}
