import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import { answerText, predictedTexts } from "@postil/domain/tasks/written-text";
import { t } from "i18next";
import { useId, useState } from "react";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { InlineTabs, tabPanel } from "../../../ui/inline-tabs.tsx";
import { predictionTabs } from "./prediction-tabs.tsx";
import { AnswerText, TargetText } from "./target-text.tsx";

const ANNOTATION = "annotation";

/** Every text there is of a record, the annotation first, then what was predicted by score (TAN-11). */
export function ExploreTexts({ record }: { record: ShownText2TextRecord }) {
  const percentOf = usePercent();
  const panelId = useId();
  const predictions = predictedTexts(record);
  const annotated = record.answerOrigin !== "prediction" && answerText(record) !== "";
  const tabs = [
    ...(annotated ? [{ id: ANNOTATION, label: t("text2text.annotation") }] : []),
    ...predictionTabs(predictions, percentOf),
  ];
  const [wanted, select] = useState<string | null>(null);
  const selected = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  if (selected === undefined) return null;
  const prediction = predictions[Number(selected.id)];
  return (
    <>
      <InlineTabs
        label={t("text2text.texts")}
        tabs={tabs}
        selected={selected.id}
        onSelect={select}
        panelId={panelId}
        className="mt-3 mb-1 flex-wrap"
        tabClassName="h-7 tabular-nums max-md:h-11"
      />
      <div {...tabPanel(panelId, selected.id)}>
        {prediction === undefined ? <AnswerText record={record} /> : <TargetText text={prediction.text} by="machine" />}
      </div>
    </>
  );
}
