import { textOfAnnotation } from "@postil/domain/tasks/annotation-text";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { WithAgent } from "@postil/domain/tasks/task-record";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { DetailList, TextDetail } from "../../../workbench/record/detail.tsx";
import { predictionsQuery } from "../wire/predictions-query.ts";

/** What each agent predicts, the one that the row shows first. A record that shows none has none. */
export function RecordPredictions({ record }: { record: ShownTaskRecord }) {
  const { data, isError, refetch } = useQuery({ ...predictionsQuery(record), enabled: record.prediction !== null });
  const line = useLine(record);
  if (record.prediction === null) return null;
  return (
    <>
      <h3 className="mt-4 mb-1">{t("taskRecord.predictions")}</h3>
      {isError && <InlineError message={t("taskRecord.predictionsFailed")} onRetry={() => void refetch()} />}
      <DetailList>
        {(data ?? [record.prediction]).map((prediction) => (
          <TextDetail key={prediction.agent} name={prediction.agent} text={line(prediction)} />
        ))}
      </DetailList>
    </>
  );
}

/** Of labels each with its score. */
function useLine(record: ShownTaskRecord): (prediction: WithAgent) => string {
  const percent = usePercent();
  return (prediction) =>
    "labels" in prediction
      ? prediction.labels.map(({ class_label, score }) => `${class_label} ${percent(score) ?? ""}`.trim()).join(", ")
      : textOfAnnotation(record.task === "TextClassification" ? "" : record.text, prediction);
}
