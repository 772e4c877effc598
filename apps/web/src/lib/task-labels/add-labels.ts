import { taskSettingsFromWire, taskSettingsToWire } from "@postil/contract/tasks/settings-mapping";
import { sameJson } from "@postil/domain/objects";
import { newAmong, unionOf } from "@postil/domain/tasks/label-draft";
import { type GlobalLabel, LABEL_SCHEMA_IS_EMPTY, labelsOfSchema, schemaWith } from "@postil/domain/tasks/labels";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import type { QueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import "../api/manager-routes.ts";
import "../i18n/en/task-datasets.ts";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { type LabeledDataset, readTaskSettings, settingsOf, taskSettingsKey } from "../api/queries/task-dataset.ts";
import { notify } from "../toasts/store.ts";

/** Outcomes of a label write that callers distinguish (LAB-14, LAB-16, TSG-03). */
type LabelSignalCode = "LABEL_ALREADY_EXIST" | "NOT_ALLOWED_TO_UPDATE_LABELS";

export class LabelSignal extends Error {
  override readonly name = "LabelSignal";
  readonly signal: LabelSignalCode;

  constructor(signal: LabelSignalCode, cause?: unknown) {
    super(signal, { cause });
    this.signal = signal;
  }
}

type LabelsChange = {
  /** the labels shown when the change was made */
  readonly labels: readonly GlobalLabel[];
  /** their texts in a new order, or without some of them; undefined: no change */
  readonly order?: readonly string[] | undefined;
  readonly added: readonly string[];
};

/** `refused`: the user has no permission. `meanwhile`: somebody else has changed the labels that were to be reordered. */
type LabelsOutcome = "saved" | "refused" | "meanwhile";

/**
 * Saves the labels of a dataset with new ones at their end, and returns the outcome (LAB-13 to LAB-18, TOA-14, TOA-20).
 * Rejects with a signal when all of them already exist, otherwise with the error of the failure.
 */
export async function addLabels(
  client: QueryClient,
  dataset: LabeledDataset,
  change: LabelsChange,
): Promise<LabelsOutcome> {
  try {
    return await save(client, dataset, change);
  } catch (error) {
    if (!(error instanceof LabelSignal)) throw new Error(t("taskDatasets.labels.failed"), { cause: error });
    if (error.signal === "LABEL_ALREADY_EXIST") throw error;
    console.warn(error.signal);
    return "refused";
  }
}

async function save(client: QueryClient, dataset: LabeledDataset, change: LabelsChange): Promise<LabelsOutcome> {
  const { labels, order, added } = change;
  if (order === undefined && newAmong(labels, added).length === 0) {
    notify({ message: t("taskDatasets.labels.exist", { labels: added.join(", ") }), type: "info" });
    throw new LabelSignal("LABEL_ALREADY_EXIST");
  }
  try {
    const now = await readTaskSettings(dataset);
    const schema = labelsOfSchema(now);
    const stored = schema === LABEL_SCHEMA_IS_EMPTY ? [] : schema;
    const isSame = sameJson(stored, textsOf(labels.filter(({ isSavedInBack }) => isSavedInBack)));
    if (!isSame && order !== undefined) return "meanwhile";
    const kept = order ?? (isSame ? textsOf(labels) : stored);
    const { label_schema } = taskSettingsToWire({ labelSchema: schemaWith(now?.labelSchema, unionOf(kept, added)) });
    const request = { ...settingsOf(dataset), body: { label_schema } };
    // Quiet, because this file shows its own toasts.
    const options = { quiet: true, dataset: taskDatasetKey(dataset.workspaceName, dataset.name) } as const;
    const reply = taskSettingsFromWire(await api.call("updateTaskSettingsV0", request, options));
    client.setQueryData(taskSettingsKey(dataset), { ...now, ...reply });
    notify({ message: t("taskDatasets.labels.saved") });
    return "saved";
  } catch (error) {
    throw told(dataset, error);
  }
}

const textsOf = (labels: readonly GlobalLabel[]) => labels.map(({ text }) => text);

/** Tells the user about a failure and returns the error to throw. */
function told({ name, task }: LabeledDataset, error: unknown): unknown {
  const failure = failureOf(error);
  if (failure === null) return error;
  const { status, message } = failure;
  if (status === 403) return new LabelSignal("NOT_ALLOWED_TO_UPDATE_LABELS", failure);
  // The session is over. The page shows that itself.
  if (status === 401) return failure;
  const text = status === null ? message : t("taskDatasets.labels.notSaved", { status, name, task });
  notify({ message: text, type: "error" });
  return failure;
}
