import {
  agreement,
  annotationProgress,
  byCount,
  type Counts,
  type LabelFigures as Figures,
  labelFigures,
  scoreBins,
} from "@postil/domain/tasks/task-figures";
import { useQuery } from "@tanstack/react-query";
import {
  Bar,
  FIND_FROM,
  type PanelPage,
  PanelSkeleton,
  type PanelTab,
  Part,
  Share,
  StatusFigures,
  useFind,
  useMore,
  ValueBars,
} from "./panel-parts.tsx";
import "../../../lib/i18n/en/task-parts.ts";
import { t } from "i18next";
import { Check, RotateCw, X } from "lucide-react";
import { useMemo } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Icon, Star } from "../../../ui/icon.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { ProgressSegments } from "../../../ui/status.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { percent } from "../../../workbench/frame/percent.ts";
import { OptionName } from "../../../workbench/labels/option-name.tsx";
import { Mentions, useNarrowByWord, Words } from "./words.tsx";

type TaskPanelProps = { page: PanelPage; tab: PanelTab; onTab: (tab: PanelTab) => void };

/** Progress is about the whole dataset, Stats about the shown records (TAN-13, TSE-28). Lazily loaded. */
export default function TaskPanel({ page, tab, onTab }: TaskPanelProps) {
  return (
    <div className="relative px-6 pt-1 pb-6 max-md:p-0">
      <IconButton
        icon={RotateCw}
        label={t("taskPanel.refresh")}
        size="tiny"
        onClick={page.refresh}
        className="absolute top-2 right-6 z-10 max-md:top-0 max-md:right-0 max-md:size-11"
      />
      <Tabs
        label={t("taskPanel.label")}
        tabs={(["progress", "stats"] as const).map((id) => ({ id, label: t(`taskPanel.${id}`) }))}
        selected={tab}
        onSelect={onTab}
        look="inline"
        listClassName="justify-start! mb-3 [&>*]:h-8 max-md:[&>*]:h-11"
      >
        {tab === "progress" ? <ProgressPanel page={page} /> : <StatsPanel page={page} />}
      </Tabs>
    </div>
  );
}

const LABELS_SHOWN = 12;

/** The progress of the whole dataset, whatever the page shows (TSE-18, TAN-13). */
function ProgressPanel({ page }: { page: PanelPage }) {
  const { data, isError, refetch } = useQuery(page.countsFor({}));
  if (data === undefined) {
    if (isError) return <InlineError message={t("taskPanel.failed")} onRetry={() => void refetch()} />;
    return <PanelSkeleton />;
  }
  const { total, aggregations } = data;
  const progress = annotationProgress(total, aggregations?.status ?? {});
  const { validated, discarded, share } = progress;
  const text = (status: "Validated" | "Discarded", count: number) =>
    t("taskPanel.share", {
      count,
      status: t(`taskPanel.status.${status}`).toLowerCase(),
      share: percent(total === 0 ? 0 : (count / total) * 100, 1),
    });
  return (
    <>
      <Share
        share={percent(share * 100, 1)}
        what={t("taskPanel.annotated")}
        of={t("taskPanel.done", { done: validated + discarded, total })}
      />
      <ProgressSegments
        label={t("taskPanel.progress")}
        total={total}
        thick
        segments={[
          { status: "submitted", value: validated, text: text("Validated", validated) },
          { status: "discarded", value: discarded, text: text("Discarded", discarded) },
        ]}
        className="mb-3"
      />
      <StatusFigures
        rows={[
          ["Validated", validated],
          ["Discarded", discarded],
          ...(progress.edited > 0 ? ([["Edited", progress.edited]] as const) : []),
          ["Default", progress.untouched],
        ]}
      />
      {page.dataset.task !== "Text2Text" && <AnnotatedAs counts={aggregations?.annotated_as ?? {}} />}
    </>
  );
}

function AnnotatedAs({ counts }: { counts: { readonly [label: string]: number } }) {
  const find = useFind(t("taskPanel.findLabel"), "mb-2 h-8!");
  const rows = byCount(counts);
  if (rows.length === 0) return null;
  const found = rows.filter(([label]) => find.isFound(label));
  return (
    <Part title={t("taskPanel.annotatedAs")}>
      {rows.length >= FIND_FROM && find.box}
      {found.length === 0 && <p className="text-soft">{t("taskPanel.noLabel")}</p>}
      <ValueBars label={t("taskPanel.annotatedAs")} rows={found} shown={LABELS_SHOWN} />
      <p role="status" className="sr-only">
        {find.wanted !== "" && found.length.toLocaleString(LOCALE)}
      </p>
    </Part>
  );
}

const AGENTS_SHOWN = 7;
const STATUSES = ["Validated", "Default", "Discarded", "Edited"] as const;

/** Figures of the shown records: all parts one below the other, without a selector (TSE-28). */
function StatsPanel({ page }: { page: PanelPage }) {
  const { aggregations, dataset } = page;
  const narrowByWord = useNarrowByWord(page);
  if (aggregations === null) return <PanelSkeleton />;
  const { status } = aggregations;
  if (page.results?.total === 0) return <p className="text-soft">{t("taskPanel.nothing")}</p>;
  const statuses = (
    <Part title={t("taskPanel.statuses")}>
      <StatusFigures columns rows={STATUSES.map((name) => [name, status[name] ?? 0] as const)} />
    </Part>
  );
  if (dataset.task === "Text2Text") {
    const { predicted_by, annotated_by } = aggregations;
    return (
      <>
        {statuses}
        <Agents label={t("taskPanel.predicted_by")} counts={predicted_by} />
        <Agents label={t("taskPanel.annotated_by")} counts={annotated_by} />
        <ScoreBins counts={aggregations.score} />
      </>
    );
  }
  const { predicted_as, annotated_as } = aggregations;
  return (
    <>
      {dataset.task === "TokenClassification" && <Mentions page={page} aggregations={aggregations} />}
      <Agreement counts={aggregations.predicted} />
      {statuses}
      <LabelFigures predicted={predicted_as} annotated={annotated_as} />
      {dataset.task === "TextClassification" && (
        <Words page={page} words={byCount(aggregations.words)} onNarrow={narrowByWord} />
      )}
    </>
  );
}

function Agents({ label, counts }: { label: string; counts: { readonly [agent: string]: number } }) {
  const rows = byCount(counts);
  if (rows.length === 0) return null;
  return (
    <Part title={label}>
      <ValueBars label={label} rows={rows} shown={AGENTS_SHOWN} />
    </Part>
  );
}

const SHOWN = 7;

/** Each label, predicted and annotated: two bars, two numbers. The column heads are the legend. */
function LabelFigures({ predicted, annotated }: { predicted: Counts; annotated: Counts }) {
  const find = useFind(t("taskPanel.findLabel"));
  const figures = useMemo(() => labelFigures(predicted, annotated), [predicted, annotated]);
  const found = figures.filter(({ label }) => find.isFound(label));
  const [visible, more] = useMore(found, SHOWN);
  if (figures.length === 0) return null;
  const greatest = Math.max(1, ...figures.flatMap((row) => [row.predicted, row.annotated]));
  return (
    <Part title={t("taskPanel.labels")} end={figures.length >= FIND_FROM ? find.box : null}>
      <table className="w-full table-fixed tabular-nums">
        <FiguresHead />
        <tbody>
          {visible.map((row) => (
            <Row key={row.label} row={row} greatest={greatest} />
          ))}
        </tbody>
      </table>
      {found.length === 0 && <p className="text-soft">{t("taskPanel.noLabel")}</p>}
      {more}
    </Part>
  );
}

function FiguresHead() {
  return (
    <>
      <colgroup>
        <col className="w-[45%]" />
        <col />
        <col className="w-13" />
        <col className="w-[70px]" />
      </colgroup>
      <thead className="text-small whitespace-nowrap">
        <tr className="h-6">
          <th scope="col" className="p-0">
            <span className="sr-only">{t("taskPanel.labels")}</span>
          </th>
          <th scope="col" colSpan={2} className="p-0 text-right font-body text-suggestion">
            <span className="inline-flex items-center gap-1">
              <Star size={11} />
              {t("taskPanel.predicted")}
            </span>
          </th>
          <th scope="col" className="p-0 text-right font-body text-soft">
            {t("taskPanel.annotatedHead")}
          </th>
        </tr>
      </thead>
    </>
  );
}

function Row({ row: { label, predicted, annotated }, greatest }: { row: Figures; greatest: number }) {
  return (
    <tr className="h-6">
      <th scope="row" title={label} className="p-0 pr-2 text-left font-body">
        <OptionName text={label} />
      </th>
      <td className="p-0">
        <Bar
          outlined
          share={predicted / greatest}
          className="mb-0.5 h-1 bg-[color-mix(in_srgb,var(--suggestion)_60%,var(--surface))]"
        />
        <Bar share={annotated / greatest} className="h-1 bg-soft" />
      </td>
      <td className="p-0 text-right text-suggestion">{predicted.toLocaleString(LOCALE)}</td>
      <td className="p-0 text-right">{annotated.toLocaleString(LOCALE)}</td>
    </tr>
  );
}

/** How often prediction and annotation are equal, among records that have both. */
function Agreement({ counts }: { counts: Counts }) {
  const figures = agreement(counts);
  if (figures === null) return null;
  const { ok, ko, compared, share } = figures;
  const said = (name: "ok" | "ko") => `${figures[name].toLocaleString(LOCALE)} ${t(`taskPanel.${name}`)}`;
  return (
    <section aria-label={t("taskPanel.right")}>
      <Share
        share={percent(share * 100, 1)}
        what={t("taskPanel.right")}
        of={t("taskPanel.compared", { count: compared })}
      />
      <ProgressSegments
        label={t("taskPanel.right")}
        total={compared}
        thick
        segments={[
          { status: "submitted", value: ok, text: said("ok") },
          { status: "conflicting", value: ko, text: said("ko") },
        ]}
        className="mb-1"
      />
      <dl className="grid grid-cols-2 gap-x-6">
        {(["ok", "ko"] as const).map((name) => (
          <div key={name} className="flex h-6 items-center">
            <dt className={`flex items-center gap-1.5 ${name === "ok" ? "text-submitted" : "text-edited"}`}>
              <Icon of={name === "ok" ? Check : X} />
              {t(`taskPanel.${name}`)}
            </dt>
            <dd className="ml-auto tabular-nums">{figures[name].toLocaleString(LOCALE)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The scores of the predictions, in ten steps of ten percent. */
function ScoreBins({ counts }: { counts: Counts }) {
  const bins = scoreBins(counts);
  if (bins.every(({ count }) => count === 0)) return null;
  const rows = bins.map(({ from, to, count }) => [t("taskPanel.bin", { from, to }), count] as const);
  return (
    <Part title={t("taskPanel.scores")}>
      <ValueBars label={t("taskPanel.scores")} rows={rows} shown={bins.length} />
    </Part>
  );
}
