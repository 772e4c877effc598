import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { t } from "i18next";
import { useSyncExternalStore } from "react";
import { onKeptForDatasets } from "../../../lib/kept-work/kept-for-datasets.ts";
import { keptRules } from "../../../lib/kept-work/kept-rule.ts";
import { useUser } from "../../../lib/session/use-session.ts";
import { useTaskPage } from "../page/task-page-context.ts";

/** That a rule for the dataset is being written and not saved, in any tab and mode (design/shell.md#header); null: none is. */
export function useRuleKept(): string | null {
  const { dataset } = useTaskPage();
  const userId = useUser()?.id ?? "";
  const key = taskDatasetKey(dataset.workspaceName, dataset.name);
  const isKept = useSyncExternalStore(onKeptForDatasets, () => keptRules(userId, key).length > 0);
  return isKept ? t("classification.ruleKept") : null;
}
