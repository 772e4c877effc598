import "../../../lib/i18n/en/drawers.ts";
import { predictionsFromWire } from "@postil/contract/tasks/record-mapping";
import { textOfAnnotation } from "@postil/domain/tasks/annotation-part";
import {
  filtersByTicks,
  isAskedFor,
  type MetadataEntry,
  metadataOf,
  recordTitle,
  textsOfRecord,
} from "@postil/domain/tasks/record-info";
import { taskRecordPlace } from "@postil/domain/tasks/record-key";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { WithAgent } from "@postil/domain/tasks/task-record";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useMemo, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { percentText } from "../../../lib/i18n/percent.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { DateDetail, Detail, DetailList, TextDetail } from "../../../workbench/record/detail.tsx";
import { metadataText, shownMetadata } from "../../../workbench/record/metadata-text.ts";
import { useTaskPage } from "../state/task-page-context.ts";

type RecordInfoProps = { record: ShownTaskRecord; onClose: () => void };

/** Everything that a record holds, each value with its own copy button (CON-08); ticked metadata becomes a filter. */
export default function RecordInfo({ record, onClose }: RecordInfoProps) {
  const { view, changeView } = useTaskPage();
  const entries = useMemo(() => metadataOf(record), [record]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(entries.filter((entry) => isAskedFor(view.filters, entry)).map(({ key }) => key)),
  );
  const filters = filtersByTicks(view.filters, entries, ticked);
  const tick = (key: string) => setTicked((before) => toggled(before, key));
  const filter = () => {
    onClose();
    changeView({ filters });
  };
  return (
    <Dialog
      onClose={onClose}
      title={recordTitle(record) || t("recordDetails.title")}
      width={560}
      footer={
        entries.some(({ asked }) => asked.length > 0) && (
          <Button variant="primary" disabled={filters === view.filters} onClick={filter}>
            {t("taskRecord.filter")}
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <div tabIndex={0} className="max-h-[calc(100vh-300px)] overflow-auto px-6 pb-2 -outline-offset-4!">
        <Facts record={record} />
        <RecordPredictions record={record} />
        <h3 className="mt-4 mb-1">{t("words.metadata")}</h3>
        {entries.length === 0 && <p className="text-soft">{t("recordDetails.noMetadata")}</p>}
        <DetailList>
          {entries.map((entry) => (
            <MetadataRow key={entry.key} entry={entry} ticked={ticked.has(entry.key)} onTick={() => tick(entry.key)} />
          ))}
        </DetailList>
      </div>
    </Dialog>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

function Facts({ record }: { record: ShownTaskRecord }) {
  const { id, eventTimestamp, lastUpdated } = record;
  return (
    <DetailList>
      <Detail name={t("recordDetails.id")} value={String(id)} mono />
      {eventTimestamp !== null && <DateDetail name={t("taskRecord.event")} at={eventTimestamp} />}
      {!Number.isNaN(lastUpdated) && <DateDetail name={t("recordDetails.updated")} at={lastUpdated} />}
      {textsOfRecord(record).map(({ name, text }) => (
        <TextDetail key={name} name={name ?? t("taskRecord.text")} text={text} />
      ))}
    </DetailList>
  );
}

function MetadataRow(props: { entry: MetadataEntry; ticked: boolean; onTick: () => void }) {
  const { ticked, onTick } = props;
  const { key, value, asked } = props.entry;
  return (
    <>
      <dt className="py-0.5 wrap-anywhere text-soft">
        {asked.length > 0 ? <Checkbox label={key} checked={ticked} onChange={onTick} /> : key}
      </dt>
      <dd className="group flex items-start gap-1">
        <span translate="no" dir="auto" className="min-w-0 py-0.5 wrap-anywhere tabular-nums">
          {shownMetadata(value)}
        </span>
        <CopyButton text={metadataText(value)} what={key} translate="no" />
      </dd>
    </>
  );
}

/** The predictions of all agents, starting with the one in the row. If the row shows none, there are none. */
function RecordPredictions({ record }: { record: ShownTaskRecord }) {
  const { data, isError, refetch } = useQuery({ ...predictionsQuery(record), enabled: record.prediction !== null });
  if (record.prediction === null) return null;
  return (
    <>
      <h3 className="mt-4 mb-1">{t("words.predictions")}</h3>
      {isError && <InlineError message={t("taskRecord.predictionsFailed")} onRetry={() => void refetch()} />}
      <DetailList>
        {(data ?? [record.prediction]).map((prediction) => (
          <TextDetail key={prediction.agent} name={prediction.agent} text={lineOf(record, prediction)} />
        ))}
      </DetailList>
    </>
  );
}

/** Labels have their scores. */
const lineOf = (record: ShownTaskRecord, prediction: WithAgent): string =>
  "labels" in prediction
    ? prediction.labels.map(({ class_label, score }) => `${class_label} ${percentText(score) ?? ""}`.trim()).join(", ")
    : textOfAnnotation(record.task === "TextClassification" ? "" : record.text, prediction);

/** The predictions of all agents for a record; searches return only the one that the row shows. */
const predictionsQuery = ({ key, lastUpdated }: Pick<ShownTaskRecord, "key" | "lastUpdated">) => ({
  queryKey: ["predictions-of-record", key, lastUpdated] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { workspace, dataset, id } = taskRecordPlace(key);
    const request = { params: { name: dataset, id: String(id) }, query: { workspace } };
    return predictionsFromWire(await api.call("getTaskRecordV0", request, { quiet: true, signal }));
  },
});
