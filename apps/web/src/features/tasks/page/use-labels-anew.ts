import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { isLabeled } from "@postil/domain/datasets/dataset-links";
import { sameJson } from "@postil/domain/same-json";
import type { TaskSettings } from "@postil/domain/tasks/label-schema";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { useEffect } from "react";
import { taskSettingsKey } from "../../../lib/api/queries/task-settings.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";

/**
 * Reads the labels again when the server refuses what was chosen of them: somebody has changed them meanwhile, and with them the keys.
 * Gives the way to read them at other times.
 */
export function useLabelsAnew(dataset: KnownTaskDataset): () => void {
  const client = useQueryClient();
  const outbox = useOutboxService();
  const readAnew = useLatest(() => {
    if (!isLabeled(dataset)) return;
    const queryKey = taskSettingsKey(dataset);
    const schema = () => client.getQueryData<TaskSettings | null>(queryKey)?.labelSchema ?? null;
    const before = schema();
    const told = () => {
      if (!sameJson(before, schema())) notify({ message: t("tasks.labelsChanged"), type: "info" });
    };
    void client.invalidateQueries({ queryKey }).then(told);
  });
  useEffect(() => {
    const key = taskDatasetKey(dataset.workspaceName, dataset.name);
    const refused = () =>
      [...outbox.state().entries.values()].filter(
        ({ datasetId, failure }) => datasetId === key && failure?.kind === "refused",
      );
    let known = new Set(refused().map(({ intentId }) => intentId));
    return outbox.onChange(() => {
      const now = refused();
      const isNew = now.some(({ intentId }) => !known.has(intentId));
      known = new Set(now.map(({ intentId }) => intentId));
      if (isNew) readAnew();
    });
  }, [outbox, dataset, readAnew]);
  return readAnew;
}
