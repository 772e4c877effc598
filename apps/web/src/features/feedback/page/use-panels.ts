import { useState } from "react";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { useLatest } from "../../../lib/use-latest.ts";

export type Panels = {
  readonly guidelines: { readonly open: boolean; readonly pinned: boolean };
  readonly progress: boolean;
  readonly toggleGuidelines: () => void;
  readonly pinGuidelines: (pinned: boolean) => void;
  readonly toggleProgress: () => void;
};

/**
 * The drawers of the foot. Progress and pinned guidelines are open again on the next visit to the dataset
 * (design/annotation.md#foot).
 */
export function usePanels(datasetId: string): Panels {
  const [panels, setPanels] = usePreference("panels");
  const names = { guidelines: `${datasetId}/guidelines`, progress: `${datasetId}/progress` };
  const pinned = panels[names.guidelines] === true;
  const progress = panels[names.progress] === true;
  const [open, setOpen] = useState(pinned);
  const toggleGuidelines = useLatest(() => {
    if (open && pinned) setPanels({ ...panels, [names.guidelines]: false });
    setOpen(!open);
  });
  const pinGuidelines = useLatest((next: boolean) => setPanels({ ...panels, [names.guidelines]: next }));
  const toggleProgress = useLatest(() => setPanels({ ...panels, [names.progress]: !progress }));
  return { guidelines: { open, pinned }, progress, toggleGuidelines, pinGuidelines, toggleProgress };
}
