import { withRecent } from "@postil/domain/labels/recent-labels";
import { useMemo } from "react";
import { getPreferences, setPreference } from "../../lib/preferences/store.ts";
import { useUser } from "../../lib/session/use-session.ts";

type RecentLabels = {
  /** as they were when the record came: while it is on the screen nothing moves by itself */
  readonly values: readonly string[];
  readonly remember: (value: string) => void;
};

/** The labels this person chose last at the question, the newest first; kept in this browser (design/device.md#preferences). */
export function useRecentLabels(questionId: string, recordKey: string): RecentLabels {
  const key = `${useUser()?.id ?? ""}/${questionId}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with each record
  const values = useMemo(() => getPreferences().recentLabels[key] ?? [], [key, recordKey]);
  return {
    values,
    remember: (value) => setPreference("recentLabels", withRecent(getPreferences().recentLabels, key, value)),
  };
}
