import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { type GlobalLabel, globalLabels, VISIBLE_LABELS } from "@postil/domain/tasks/labels";
import { shownRecord } from "@postil/domain/tasks/record-edit";
import { chooseLabel, type LabelChoice } from "@postil/domain/tasks/record-labels";
import type { ShownTextRecord, ShownTokenRecord, StoredTaskRecord } from "@postil/domain/tasks/shown-record";
import { useQuery } from "@tanstack/react-query";
import { taskDatasetKey } from "../../../lib/api/queries/task-dataset.ts";
import { useLabelProps, useRecordLabels } from "../classification/label-choice.tsx";
import { kindQuery } from "../page/task-kinds.ts";
import { RecordInputs } from "../record-inputs.tsx";
import { searchRecords } from "../wire/search-records.ts";
import "../../../lib/i18n/en/text-classification.ts";
import "../../../lib/i18n/en/token-classification.ts";
import "../../../lib/i18n/en/tasks.ts";
import { t } from "i18next";
import { useMemo, useState } from "react";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { Waiting } from "../../../ui/settings/waiting.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { LabelList } from "../../../workbench/labels/label-list.tsx";
import { moreOf } from "../../../workbench/labels/use-label-view.ts";

// chunk: borrowed

type LabelsPreviewProps = {
  dataset: KnownTaskDataset;
  /** the labels in the order in which they would be saved */
  labels: readonly string[];
};

/** Shows labels on a record of the dataset, with the keys and colours that they would have. Lazily loaded. */
export default function LabelsPreview({ dataset, labels: texts }: LabelsPreviewProps) {
  const labels = useMemo(() => globalLabels(texts, dataset.id), [texts, dataset.id]);
  const { record, position, isWaiting } = useSampleRecord(dataset);
  if (isWaiting) return <Waiting />;
  return (
    <>
      <h2 className="mb-4 font-body text-small text-soft tabular-nums">
        {position === null ? t("words.preview") : t("taskSettings.preview.with", { position })}
      </h2>
      <div className="overflow-hidden rounded-panel border border-line bg-surface">
        {record === null ? (
          <p className="px-5 py-4 text-soft">{t("words.noRecords")}</p>
        ) : record.task === "TokenClassification" ? (
          <TokenLabelsPreview record={record} labels={labels} />
        ) : (
          record.task === "TextClassification" && <TextLabelsPreview record={record} labels={labels} />
        )}
      </div>
    </>
  );
}

/** Labels to look at and to try: they take no keys, and choices are not saved. */
function TextLabelsPreview({ record, labels }: { record: ShownTextRecord; labels: readonly GlobalLabel[] }) {
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
          less={t("words.showLess")}
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

/** The first entities with their colours and keys, and a read-only text in which they are marked. */
function TokenLabelsPreview({ record, labels }: { record: ShownTokenRecord; labels: readonly GlobalLabel[] }) {
  // Loads the whole code of the task, so that the build does not split a separate part for this preview.
  const { data: kind } = useQuery(kindQuery("TokenClassification"));
  const hidden = labels.length - VISIBLE_LABELS;
  return (
    <div className="px-5 py-4">
      <ul aria-label={t("words.entities")} className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        {labels.slice(0, VISIBLE_LABELS).map(({ text, colorId, shortcut }) => (
          <li key={text} className="flex h-8 min-w-0 max-w-60 items-center gap-2">
            <Swatch color={colorId} />
            <span translate="no" dir="auto" title={text} className="min-w-0 truncate">
              {text}
            </span>
            {shortcut !== null && <KeyCap keys={shortcut} />}
          </li>
        ))}
        {hidden > 0 && <li className="text-soft tabular-nums">{t("taskTokens.more", { count: hidden })}</li>}
      </ul>
      <div className="max-h-[50vh] overflow-hidden">
        {kind !== undefined && <kind.Explore record={record} labels={labels} isCursor={false} />}
      </div>
    </div>
  );
}

/** The sample record is chosen from this number of first records: the one that shows most of the labels' look. */
const AMONG = 20;

/** A record to show labels on, with its position in the dataset; preferably one with predictions. Null if there is none. */
function useSampleRecord(dataset: KnownTaskDataset) {
  const { data: records, isPending } = useQuery({
    queryKey: [...taskDatasetKey(dataset.workspaceName, dataset.name), "sample"],
    queryFn: async ({ signal }) =>
      (await searchRecords(dataset, { limit: AMONG, from: 0, query: { vector: null }, sort: [] }, signal)).records,
  });
  const at = useMemo(() => (records === undefined ? -1 : bestOf(records)), [records]);
  const record = useMemo(() => {
    const stored = records?.[at];
    return stored === undefined ? null : shownRecord(stored, { wanted: null, saved: null, edit: null });
  }, [records, at]);
  return { record, position: record === null ? null : at + 1, isWaiting: isPending };
}

const bestOf = (records: readonly StoredTaskRecord[]): number => {
  const open = records.findIndex(({ prediction, annotation }) => prediction !== null && annotation === null);
  const any = records.findIndex(({ prediction }) => prediction !== null);
  return [open, any, 0].find((at) => at >= 0) ?? 0;
};
