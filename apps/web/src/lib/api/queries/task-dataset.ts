import { taskDatasetFromWire } from "@postil/contract/datasets/mapping";
import { isTask, type KnownTaskDataset, type TaskDataset } from "@postil/domain/datasets/dataset";
import { queryOptions } from "@tanstack/react-query";
import { t } from "i18next";
import "../../i18n/en/task-datasets.ts";
import { atLeast } from "../../minimum-delay.ts";
import { PageError } from "../../page-error.ts";
import { api } from "../api.ts";

/** A task dataset is identified by workspace and name (TEN-02). All keys about one begin with these. */
export const taskDatasetKey = (workspace: string, name: string) => ["task-dataset", workspace, name] as const;

/** A workspace of others, a missing dataset, or an invalid name. */
const NOT_THERE = [403, 404, 422] as const;

/**
 * The page of the dataset shows a load failure itself. A missing dataset or an unknown task leads to the error page (TLO-11).
 */
export const taskDatasetQuery = (workspace: string, name: string) =>
  queryOptions({
    queryKey: [...taskDatasetKey(workspace, name), "self"],
    queryFn: async ({ signal }): Promise<KnownTaskDataset> => {
      const request = { params: { name }, query: { workspace } };
      const wire = await atLeast(api.call("getTaskDatasetV0", request, { signal, quiet: true, accept: NOT_THERE }));
      if (wire === null) throw new PageError(404, t("taskDatasets.notFound", { name }));
      const dataset = taskDatasetFromWire(wire);
      // TEN-12: some servers do not send it.
      return withKnownTask({ ...dataset, workspaceName: dataset.workspaceName || workspace });
    },
  });

function withKnownTask(dataset: TaskDataset): KnownTaskDataset {
  const { task } = dataset;
  if (!task) throw new PageError(500, t("taskDatasets.noTask"));
  if (!isTask(task)) throw new PageError(500, t("taskDatasets.unknownTask", { task }));
  return { ...dataset, task };
}
