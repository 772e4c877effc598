import { usePreference } from "../../lib/preferences/use-preference.ts";
import { useLatest } from "../../lib/use-latest.ts";
import type { FindOffer } from "./find-offer.ts";

export type FilterRowState = FindOffer["filters"] & {
  readonly open: boolean;
  readonly toggle: () => void;
};

/** Whether the second row of the bar is shown; remembered for the dataset (design/device.md#preferences, design/filters.md). */
export function useFilterRow(datasetId: string, filters: FindOffer["filters"]): FilterRowState {
  const [panels, setPanels] = usePreference("panels");
  const name = `${datasetId}/filters`;
  const open = panels[name] === true;
  const toggle = useLatest(() => setPanels({ ...panels, [name]: !open }));
  return { ...filters, open, toggle };
}
