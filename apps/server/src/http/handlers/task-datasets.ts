import { workspaceNamed } from "@postil/contract/inputs/task-workspace";
import { taskDatasetToWire } from "@postil/contract/mapping/task-datasets";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt, workspaceGiven } from "../task-dataset-at.ts";

export function taskDatasetHandlers({ store, jobs }: HandlerParts) {
  return {
    listTaskDatasetsV0: async (asked, { caller }) => {
      const datasets = await store.read("listTaskDatasets", caller, { workspace: workspaceNamed(asked) || null });
      return datasets.map(taskDatasetToWire);
    },
    createTaskDatasetV0: async (asked, { caller }) => {
      const { name, task, tags = {}, metadata = {} } = asked.body;
      const workspace = asked.body.workspace || workspaceGiven(asked);
      return taskDatasetToWire(
        await store.write("createTaskDataset", caller, { workspace, name, task, tags, metadata }),
      );
    },
    getTaskDatasetV0: async (asked, { caller }) =>
      taskDatasetToWire(await store.read("getTaskDataset", caller, taskDatasetAt(asked))),
    updateTaskDatasetV0: async (asked, { caller }) => {
      const { tags = {}, metadata = {} } = asked.body;
      const change = { ...taskDatasetAt(asked), tags, metadata };
      return taskDatasetToWire(await store.write("updateTaskDataset", caller, change));
    },
    deleteTaskDatasetV0: async (asked, { caller }) => {
      await store.write("deleteTaskDataset", caller, taskDatasetAt(asked));
      jobs.wake();
      return null;
    },
    copyTaskDatasetV0: async (asked, { caller }) => {
      const { name, target_workspace: workspace = null, tags = {}, metadata = {} } = asked.body;
      const copy = { name, workspace: workspace || null, tags, metadata };
      const { dataset, job } = await store.write("copyTaskDataset", caller, { ...taskDatasetAt(asked), copy });
      if (job !== null) await jobs.finish(job);
      return taskDatasetToWire(dataset);
    },
    closeTaskDatasetV0: async (asked, { caller }) => {
      await store.write("closeTaskDataset", caller, { ...taskDatasetAt(asked), closed: true });
      return null;
    },
    openTaskDatasetV0: async (asked, { caller }) => {
      await store.write("closeTaskDataset", caller, { ...taskDatasetAt(asked), closed: false });
      return null;
    },
  } satisfies Partial<Handlers>;
}
