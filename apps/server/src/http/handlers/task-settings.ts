import { taskSettingsFromWire, taskSettingsToWire } from "@postil/contract/mapping/task-settings";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import type { HandlerContext, Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

type Saving = Routes["updateTaskSettingsV0"] | Routes["putTaskSettingsV0"];

export function taskSettingsHandlers({ store }: HandlerParts) {
  /** The reply repeats the input; it does not show the stored settings. */
  const save = async (asked: Asked<Saving>, { caller }: HandlerContext) => {
    const change = taskSettingsFromWire(asked.body);
    await store.write("saveTaskSettings", caller, { ...taskDatasetAt(asked), change });
    return taskSettingsToWire(change);
  };
  return {
    getTaskSettingsV0: async (asked, { caller }) =>
      taskSettingsToWire(await store.read("getTaskSettings", caller, taskDatasetAt(asked))),
    updateTaskSettingsV0: save,
    putTaskSettingsV0: save,
    deleteTaskSettingsV0: async (asked, { caller }) => {
      await store.write("deleteTaskSettings", caller, taskDatasetAt(asked));
      return null;
    },
  } satisfies Partial<Handlers>;
}
