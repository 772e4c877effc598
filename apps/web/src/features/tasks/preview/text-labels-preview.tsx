import { t } from "i18next";
import "../../../lib/i18n/en/task-classification.ts";
import { chooseLabel, type LabelChoice } from "@postil/domain/tasks/choose-label";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { VISIBLE_LABELS } from "@postil/domain/tasks/visible-labels";
import { useState } from "react";
import { LabelList } from "../../../workbench/labels/label-list.tsx";
import { moreOf } from "../../../workbench/labels/use-label-view.ts";
import { useLabelProps } from "../classification/use-label-props.ts";
import { useRecordLabels } from "../classification/use-record-labels.ts";
import { RecordInputs } from "../record-inputs.tsx";

type TextLabelsPreviewProps = { record: ShownTextRecord; labels: readonly GlobalLabel[] };

/** Labels to choose, to look at and to try: none of their keys is taken, and nothing that is chosen is kept. */
export function TextLabelsPreview({ record, labels }: TextLabelsPreviewProps) {
  const [tried, setTried] = useState<Partial<ShownTextRecord>>({});
  const shown = { ...record, ...tried };
  const view = useRecordLabels(shown, labels, false);
  const onPick = (label: string) => setTried(triedWith(chooseLabel(shown, label)));
  const propsOf = useLabelProps({ record: shown, view, isCursor: true, onPick });
  return (
    <div className="px-5 py-4">
      <div className="max-h-[40vh] overflow-hidden">
        <RecordInputs record={record} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend of its own */}
      <div
        role="group"
        aria-label={t("classification.labels", { count: record.multiLabel ? 2 : 1 })}
        className="@container mt-3"
      >
        <LabelList
          ref={null}
          recordKey={record.key}
          shown={view.shown}
          columns={view.layout !== "pills"}
          propsOf={propsOf}
          onKeyDown={nothing}
          onClearSearch={nothing}
          note={null}
          more={moreOf(view, VISIBLE_LABELS)}
          less={t("classification.less")}
        />
      </div>
    </div>
  );
}

function triedWith(choice: LabelChoice): Partial<ShownTextRecord> {
  if (choice.does === "edit") return { answer: choice.answer, untouched: choice.untouched, answerOrigin: "edit" };
  const answer = choice.does === "answer" ? choice.answer : { labels: [] };
  const annotation = choice.does === "answer" ? { ...answer, agent: "" } : null;
  return { answer, annotation, untouched: [], answerOrigin: "annotation" };
}

const nothing = () => undefined;
