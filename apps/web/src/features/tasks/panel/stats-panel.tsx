import { byCount } from "@postil/domain/tasks/task-figures";
import { t } from "i18next";
import { Agreement } from "./agreement.tsx";
import { LabelFigures } from "./label-figures.tsx";
import { Mentions } from "./mentions.tsx";
import type { PanelPage } from "./panel-page.ts";
import { Head, PanelSkeleton } from "./panel-parts.tsx";
import { ScoreBins } from "./score-bins.tsx";
import { StatusFigures } from "./status-figures.tsx";
import { useNarrowByWord } from "./use-narrow-by-word.ts";
import { ValueBars } from "./value-bars.tsx";
import { Words } from "./words.tsx";

const AGENTS_SHOWN = 7;
const STATUSES = ["Validated", "Default", "Discarded", "Edited"] as const;

/** What the records that are shown say: without a selector, one part below the other (TSE-28). */
export function StatsPanel({ page }: { page: PanelPage }) {
  const { aggregations, dataset } = page;
  const narrowByWord = useNarrowByWord(page);
  if (aggregations === null) return <PanelSkeleton />;
  const { status } = aggregations;
  if (page.results?.total === 0) return <p className="text-soft">{t("taskPanel.nothing")}</p>;
  const statuses = (
    <section aria-label={t("taskPanel.statuses")}>
      <Head>{t("taskPanel.statuses")}</Head>
      <StatusFigures columns rows={STATUSES.map((name) => [name, status[name] ?? 0] as const)} />
    </section>
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
    <section aria-label={label}>
      <Head>{label}</Head>
      <ValueBars label={label} rows={rows} shown={AGENTS_SHOWN} />
    </section>
  );
}
