import {
  foundEntities,
  type GlobalLabel,
  inOrderOfNames,
  LABEL_SCHEMA_IS_EMPTY,
  labelsOf,
  labelsOfSchema,
  type TaskSettings,
} from "@postil/domain/tasks/labels";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { foundLabelsQuery, type LabeledDataset, taskSettingsQuery } from "../api/queries/task-dataset.ts";

export type TaskLabels = {
  /** undefined while they load, and when the settings could not be loaded */
  readonly labels: readonly GlobalLabel[] | undefined;
  readonly settings: TaskSettings | null | undefined;
  /** the reason why the settings could not be loaded */
  readonly error: Error | null;
  readonly retry: () => void;
};

/** The labels of a dataset: from its settings, otherwise from its records (LAB-11, TEN-07). */
export function useTaskLabels(dataset: LabeledDataset): TaskLabels {
  const { data: settings, error, refetch } = useQuery(taskSettingsQuery(dataset));
  const isEmpty = settings !== undefined && labelsOfSchema(settings) === LABEL_SCHEMA_IS_EMPTY;
  const { data: found } = useQuery({ ...foundLabelsQuery(dataset), enabled: isEmpty });
  const { id, task, metadata } = dataset;
  const labels = useMemo(() => {
    if (settings === undefined || (isEmpty && found === undefined)) return undefined;
    const inRecords = inOrderOfNames(found ?? []);
    return labelsOf(id, settings, task === "TokenClassification" ? foundEntities(metadata, inRecords) : inRecords);
  }, [settings, isEmpty, found, id, task, metadata]);
  return { labels, settings, error: settings === undefined ? error : null, retry: () => void refetch() };
}
