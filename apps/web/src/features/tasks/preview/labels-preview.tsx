import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { globalLabels } from "@postil/domain/tasks/labels";
import { t } from "i18next";
import { useMemo } from "react";
import { Waiting } from "../../../ui/settings/waiting.tsx";
import "../../../lib/i18n/en/tasks.ts";
import { TextLabelsPreview } from "./text-labels-preview.tsx";
import { TokenLabelsPreview } from "./token-labels-preview.tsx";
import { useSampleRecord } from "./use-sample-record.ts";

export type LabelsPreviewProps = {
  dataset: KnownTaskDataset;
  /** as they would be saved, in their order */
  labels: readonly string[];
};

/** How labels stand on a record of the dataset, with the keys and colours they would have. Lazily loaded. */
export default function LabelsPreview({ dataset, labels: texts }: LabelsPreviewProps) {
  const labels = useMemo(() => globalLabels(texts, dataset.id), [texts, dataset.id]);
  const { record, position, isWaiting } = useSampleRecord(dataset);
  if (isWaiting) return <Waiting />;
  return (
    <>
      <h2 className="mb-4 font-body text-small text-soft tabular-nums">
        {position === null ? t("taskSettings.preview.bare") : t("taskSettings.preview.with", { position })}
      </h2>
      <div className="overflow-hidden rounded-panel border border-line bg-surface">
        {record === null ? (
          <p className="px-5 py-4 text-soft">{t("taskSettings.preview.none")}</p>
        ) : record.task === "TokenClassification" ? (
          <TokenLabelsPreview record={record} labels={labels} />
        ) : (
          record.task === "TextClassification" && <TextLabelsPreview record={record} labels={labels} />
        )}
      </div>
    </>
  );
}
