import { taskSettingsFromWire } from "@postil/contract/tasks/settings-mapping";
import type { LabeledTask, TaskDataset } from "@postil/domain/datasets/dataset";
import type { TaskSettings } from "@postil/domain/tasks/labels";
import { queryOptions } from "@tanstack/react-query";
import { t } from "i18next";
import "../../i18n/en/task-datasets.ts";
import { atLeast } from "../../minimum-delay.ts";
import { api } from "../api.ts";
import { failureOf } from "../failure.ts";
import { freshFor, LIFETIMES } from "../lifetimes.ts";
import { taskDatasetKey } from "./task-dataset.ts";

/** A dataset whose records have labels. A text-to-text dataset has no settings (TLO-07). */
export type LabeledDataset = TaskDataset & { readonly task: LabeledTask };

/** The path and the query parameters of a call about a dataset's settings. */
export const settingsOf = ({ name, task, workspaceName }: LabeledDataset) => ({
  params: { name, task },
  query: { workspace: workspaceName },
});

/** Reads the settings of a dataset, bypassing every cache. Null until settings are saved (LAB-08). Callers show a failure. */
export async function readTaskSettings(dataset: LabeledDataset, signal?: AbortSignal): Promise<TaskSettings | null> {
  const options = { quiet: true, accept: [404], ...(signal === undefined ? {} : { signal }) };
  const wire = await api.call("getTaskSettingsV0", settingsOf(dataset), options);
  return wire === null ? null : taskSettingsFromWire(wire);
}

export const taskSettingsKey = ({ workspaceName, name }: LabeledDataset) =>
  [...taskDatasetKey(workspaceName, name), "settings"] as const;

/** The same for a page, which shows a failure in its own place (LAB-10). */
export const taskSettingsQuery = (dataset: LabeledDataset) =>
  queryOptions({
    queryKey: taskSettingsKey(dataset),
    queryFn: ({ signal }) => atLeast(readTaskSettings(dataset, signal)).catch((error: unknown) => fail(error)),
    staleTime: freshFor(LIFETIMES.datasetParts),
  });

function fail(error: unknown): never {
  const status = failureOf(error)?.status ?? null;
  // Without a reply there is no status to show.
  if (status === null) throw error;
  throw new Error(t("taskDatasets.settingsFailed", { status }), { cause: error });
}
