import { annotationProgress, byCount } from "@postil/domain/tasks/task-figures";
import { useQuery } from "@tanstack/react-query";
import {
  FIND_FROM,
  type PanelPage,
  PanelSkeleton,
  type PanelTab,
  Part,
  Share,
  StatusFigures,
  useFind,
  ValueBars,
} from "./panel-parts.tsx";
import { StatsPanel } from "./stats-panel.tsx";
import "../../../lib/i18n/en/task-parts.ts";
import { t } from "i18next";
import { RotateCw } from "lucide-react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { IconButton } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { ProgressSegments } from "../../../ui/status.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { percent } from "../../../workbench/frame/percent.ts";

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
