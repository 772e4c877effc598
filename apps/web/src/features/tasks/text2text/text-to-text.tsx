import "../../../lib/i18n/en/text2text.ts";
import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import { answerText, predictedTexts } from "@postil/domain/tasks/written-text";
import { t } from "i18next";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Star } from "../../../ui/icon.tsx";
import { InlineTabs, tabPanel } from "../../../ui/inline-tabs.tsx";
import { FoldedText, RecordText } from "../record-inputs.tsx";
import type { AreaProps, ExploreProps, TaskKind } from "../task-kind.ts";
import { PredictionsPanel, predictionTabs, setPredictionsOpen, usePredictionsOpen } from "./predictions-panel.tsx";
import { AnswerText, Target, TargetText, useWritingIn } from "./target.tsx";

// chunk: text

function Annotate(props: AreaProps<ShownText2TextRecord>) {
  return (
    <>
      <SourceText record={props.record} />
      <Target {...props} />
    </>
  );
}

function Explore({ record }: ExploreProps<ShownText2TextRecord>) {
  return (
    <>
      <SourceText record={record} />
      <ExploreTexts record={record} />
    </>
  );
}

export const TEXT_TO_TEXT: TaskKind<ShownText2TextRecord> = {
  Annotate,
  Explore,
  Extra: PredictionsButton,
  beside: { useOpen: usePredictionsOpen, Panel: PredictionsPanel },
  useTyping: (record) => useWritingIn() === record.key,
};

function SourceText({ record }: { record: ShownText2TextRecord }) {
  return (
    <div className="group relative">
      <FoldedText keywords={record.searchKeywords}>
        <RecordText text={record.text} keywords={record.searchKeywords} />
      </FoldedText>
      <CopyButton
        text={record.text}
        what={t("text2text.source")}
        onHover
        className="absolute -top-1 left-full ml-1 max-md:right-0 max-md:left-auto"
      />
    </div>
  );
}

const ANNOTATION = "annotation";

/** All texts of a record: the annotation first, then the predictions by score (TAN-11). */
function ExploreTexts({ record }: { record: ShownText2TextRecord }) {
  const panelId = useId();
  const predictions = predictedTexts(record);
  const annotated = record.answerOrigin !== "prediction" && answerText(record) !== "";
  const tabs = [
    ...(annotated ? [{ id: ANNOTATION, label: t("text2text.annotation") }] : []),
    ...predictionTabs(predictions),
  ];
  const [wanted, select] = useState<string | null>(null);
  const selected = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  if (selected === undefined) return null;
  const prediction = predictions[Number(selected.id)];
  return (
    <>
      <InlineTabs
        label={t("words.texts")}
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

/** At the end of a row's actions: shows the predictions beside the list. */
function PredictionsButton({ record }: { record: ShownText2TextRecord }) {
  const open = usePredictionsOpen();
  const count = record.prediction?.sentences.length ?? 0;
  return (
    <Button
      variant="quiet"
      on={open}
      aria-expanded={open}
      disabled={count === 0 && !open}
      // A press does not end the editing of the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setPredictionsOpen(!open)}
    >
      <span className="text-suggestion">
        <Star />
      </span>
      {t("text2text.predictions", { count })}
    </Button>
  );
}
