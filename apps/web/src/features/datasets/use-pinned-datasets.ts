import { useCallback, useMemo } from "react";
import { getPreferences, setPreference } from "../../lib/preferences/store.ts";
import { usePreference } from "../../lib/preferences/use-preference.ts";

/** The datasets that stay on top of the list in this browser, and the way to pin one or let it go. */
export function usePinnedDatasets(): readonly [ReadonlySet<string>, (id: string) => void] {
  const [ids] = usePreference("pinnedDatasets");
  const pinned = useMemo(() => new Set(ids), [ids]);
  const toggle = useCallback((id: string) => {
    const current = getPreferences().pinnedDatasets;
    const next = current.includes(id) ? current.filter((other) => other !== id) : [...current, id];
    setPreference("pinnedDatasets", next);
  }, []);
  return [pinned, toggle];
}
