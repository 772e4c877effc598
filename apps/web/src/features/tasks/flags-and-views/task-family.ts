import { flagFromWire } from "@postil/contract/mapping/flags";
import { savedViewFromWire } from "@postil/contract/mapping/saved-views";
import { MOST_FLAGS } from "@postil/domain/records/flags";
import { readTaskDatasetKey } from "@postil/domain/tasks/record-key";
import { taskViewQuery } from "@postil/domain/tasks/task-address";
import { api } from "../../../lib/api/api.ts";
import { taskDatasetKey } from "../../../lib/api/queries/task-dataset.ts";
import type { Family } from "../../../workbench/family/family.ts";

/** The workbench identifies a task dataset by its key, and a record in it by its id as a string. */
function placeOf(datasetKey: string) {
  const { workspace, dataset: name } = readTaskDatasetKey(datasetKey);
  return { params: { name }, query: { workspace } };
}

function recordAt(datasetKey: string, id: string) {
  const { params, query } = placeOf(datasetKey);
  return [
    { params: { ...params, id }, query },
    { quiet: true, dataset: datasetKey },
  ] as const;
}

/** The calls of the workbench for task datasets. They run in the background, or the caller shows a failure in place. */
export const TASK_FAMILY: Family = {
  heldUnder: (datasetKey) => {
    const { workspace, dataset } = readTaskDatasetKey(datasetKey);
    return taskDatasetKey(workspace, dataset);
  },
  flags: {
    list: async (datasetKey, signal) => {
      const { params, query } = placeOf(datasetKey);
      const request = { params, query: { ...query, limit: MOST_FLAGS } };
      return (await api.call("listMyTaskFlags", request, { signal, quiet: true })).items.map(flagFromWire);
    },
    flag: async (...at) => flagFromWire(await api.call("flagTaskRecord", ...recordAt(...at))),
    unflag: async (...at) => {
      await api.call("unflagTaskRecord", ...recordAt(...at));
    },
  },
  views: {
    list: async (datasetKey, signal) =>
      (await api.call("listMyTaskViews", placeOf(datasetKey), { signal, quiet: true })).items.map(savedViewFromWire),
    save: async (datasetKey, body) =>
      savedViewFromWire(await api.call("createTaskView", { ...placeOf(datasetKey), body }, { quiet: true })),
    kept: taskViewQuery,
  },
  queue: null,
};
