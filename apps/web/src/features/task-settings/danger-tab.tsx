import "../../lib/api/manager-routes.ts";
import type { KnownTaskDataset, TaskDataset } from "@postil/domain/datasets/dataset";
import { isLabeled } from "@postil/domain/datasets/dataset-links";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { annotatedByQuery, statusCountsQuery, sumOf } from "../../lib/api/queries/task-metrics.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { LabelSignal } from "../../lib/task-labels/label-signal.ts";
import { Phrase } from "../../ui/phrase.tsx";
import { DeleteDataset } from "../../ui/settings/delete-dataset.tsx";

type DangerTabProps = {
  dataset: KnownTaskDataset;
  /** the number of labels that are deleted with it, null if unknown */
  labels: number | null;
  onDeleted: () => void;
  onRefused: () => void;
};

/** Deletes the dataset after its name has been typed (TSG-04). */
export function DangerTab({ dataset, labels, onDeleted, onRefused }: DangerTabProps) {
  return (
    <DeleteDataset
      name={dataset.name}
      workKey={taskDatasetKey(dataset.workspaceName, dataset.name)}
      onDelete={() => deleteTaskDataset(dataset)}
      onDeleted={onDeleted}
      onRefused={onRefused}
    >
      <Explanation dataset={dataset} labels={labels} />
    </DeleteDataset>
  );
}

const list = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** What is deleted with the dataset, in numbers; unknown numbers are left out. */
function Explanation({ dataset, labels }: Pick<DangerTabProps, "dataset" | "labels">) {
  const statuses = useQuery(statusCountsQuery(dataset));
  const people = useQuery(annotatedByQuery(dataset));
  if (statuses.isPending || people.isPending) return null;
  const parts = [
    recordsText(statuses.data, people.data),
    t("taskSettings.danger.predictions"),
    dataset.task === "TextClassification" && t("taskSettings.danger.rules"),
    isLabeled(dataset) && labels !== null && t("taskSettings.danger.labels", { count: labels }),
    t("taskSettings.danger.vectors"),
  ].filter((part) => part !== false);
  return (
    <p className="[overflow-wrap:anywhere]">
      <Phrase
        of="taskSettings.danger.text"
        values={{ name: dataset.name, workspace: dataset.workspaceName, parts: list.format(parts) }}
        parts={{
          b: (name) => (
            <b translate="no" className="font-strong">
              {name}
            </b>
          ),
        }}
      />
    </p>
  );
}

type Counts = ReadonlyMap<string, number> | undefined;

function recordsText(statuses: Counts, people: Counts): string {
  const records = statuses
    ? t("taskSettings.danger.records", { count: sumOf(statuses) })
    : t("taskSettings.danger.allRecords");
  if (people === undefined || people.size === 0) return records;
  const annotations = t("taskSettings.danger.annotations", { count: sumOf(people) });
  const ofPeople = t("taskSettings.danger.people", { annotations, count: people.size });
  return t("taskSettings.danger.annotated", { records, annotations: ofPeople });
}

/** Quiet: the caller shows the outcome. A 403 rejects with its signal (TSG-02, TSG-03). */
export async function deleteTaskDataset({ name, workspaceName: workspace }: TaskDataset): Promise<void> {
  try {
    const options = { quiet: true, success: 200, dataset: taskDatasetKey(workspace, name) } as const;
    await api.call("deleteTaskDatasetV0", { params: { name }, query: { workspace } }, options);
  } catch (error) {
    const failure = failureOf(error);
    throw failure?.status === 403 ? new LabelSignal("NOT_ALLOWED_TO_UPDATE_LABELS", failure) : error;
  }
}
