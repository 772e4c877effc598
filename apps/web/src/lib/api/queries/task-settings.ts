import { taskSettingsFromWire } from "@postil/contract/mapping/task-settings";
import type { TaskDataset } from "@postil/domain/datasets/dataset";
import type { LabeledTask } from "@postil/domain/datasets/dataset-links";
import type { TaskSettings } from "@postil/domain/tasks/label-schema";
import { queryOptions } from "@tanstack/react-query";
import { t } from "i18next";
import "../../i18n/en/task-datasets.ts";
import { atLeast } from "../../minimum-delay.ts";
import { api } from "../api.ts";
import { failureOf } from "../failure.ts";
import { freshFor, LIFETIMES } from "../lifetimes.ts";
import { taskDatasetKey } from "./task-dataset.ts";

/** A dataset whose records have labels: one of text to text has no settings (TLO-07). */
export type LabeledDataset = TaskDataset & { readonly task: LabeledTask };

/** The path and the query of a call about the settings of a dataset. */
export const settingsOf = ({ name, task, workspaceName }: LabeledDataset) => ({
  params: { name, task },
  query: { workspace: workspaceName },
});

/** What is set for a dataset past every cache; null as long as nothing was saved (LAB-08). Callers show a failure. */
export async function readTaskSettings(dataset: LabeledDataset, signal?: AbortSignal): Promise<TaskSettings | null> {
  const options = { quiet: true, accept: [404], ...(signal === undefined ? {} : { signal }) };
  const wire = await api.call("getTaskSettingsV0", settingsOf(dataset), options);
  return wire === null ? null : taskSettingsFromWire(wire);
}

export const taskSettingsKey = ({ workspaceName, name }: LabeledDataset) =>
  [...taskDatasetKey(workspaceName, name), "settings"] as const;

/** The same for a page, which says a failure in its place (LAB-10). */
export const taskSettingsQuery = (dataset: LabeledDataset) =>
  queryOptions({
    queryKey: taskSettingsKey(dataset),
    queryFn: ({ signal }) => atLeast(readTaskSettings(dataset, signal)).catch((error: unknown) => fail(error)),
    staleTime: freshFor(LIFETIMES.datasetParts),
  });

function fail(error: unknown): never {
  const status = failureOf(error)?.status ?? null;
  // Without a reply there is no status to tell.
  if (status === null) throw error;
  throw new Error(t("taskDatasets.settingsFailed", { status }), { cause: error });
}
