import { withRecent } from "@postil/domain/labels/visible-options";
import { useMemo } from "react";
import { getPreferences, setPreference } from "../../lib/preferences/store.ts";
import { useUser } from "../../lib/session/store.ts";

type RecentLabels = {
  /** the labels as they were when the record opened: nothing moves while it is on screen */
  readonly values: readonly string[];
  readonly remember: (value: string) => void;
};

/**
 * The labels that this user chose last for the question, newest first. Stored in this browser (design/device.md#preferences).
 */
export function useRecentLabels(questionId: string, recordKey: string): RecentLabels {
  const key = `${useUser()?.id ?? ""}/${questionId}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with each record
  const values = useMemo(() => getPreferences().recentLabels[key] ?? [], [key, recordKey]);
  return {
    values,
    remember: (value) => setPreference("recentLabels", withRecent(getPreferences().recentLabels, key, value)),
  };
}
