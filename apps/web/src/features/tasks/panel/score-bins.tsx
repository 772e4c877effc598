import { type Counts, scoreBins } from "@postil/domain/tasks/task-figures";
import { t } from "i18next";
import { Head } from "./panel-parts.tsx";
import { ValueBars } from "./value-bars.tsx";

/** Scores of the predictions, ten steps of ten percent. */
export function ScoreBins({ counts }: { counts: Counts }) {
  const bins = scoreBins(counts);
  if (bins.every(({ count }) => count === 0)) return null;
  const rows = bins.map(({ from, to, count }) => [t("taskPanel.bin", { from, to }), count] as const);
  return (
    <section aria-label={t("taskPanel.scores")}>
      <Head>{t("taskPanel.scores")}</Head>
      <ValueBars label={t("taskPanel.scores")} rows={rows} shown={bins.length} />
    </section>
  );
}
