import type { Progress } from "@postil/domain/queue/progress";
import { t } from "i18next";
import { ProgressSegments } from "../../ui/progress-segments.tsx";
import { useFigures } from "../queue/figures.ts";
import { percent } from "./percent.ts";

/** Bar and "38 %, 212 of 560" (design/annotation.md#foot). */
export function ProgressShare() {
  const figures = useFigures();
  if (figures === null) return null;
  return (
    <>
      <ProgressBar figures={figures} className="mx-2 min-w-8 flex-1" />
      <span className="tabular-nums">
        {t("annotation.foot.share", {
          share: percent(figures.progress * 100, 0),
          done: figures.responded,
          total: figures.total,
        })}
      </span>
    </>
  );
}

/** The bar alone, 2 px: all there is room for on a phone. */
export function ProgressMeter() {
  const figures = useFigures();
  return figures === null ? null : <ProgressBar figures={figures} className="h-0.5! rounded-none" />;
}

/** Three shares of all records: submitted, discarded, draft. */
function ProgressBar({ figures, className }: { figures: Progress; className: string }) {
  const segments = (["submitted", "discarded", "draft"] as const).map((status) => ({
    status,
    value: figures[status],
    text: t("annotation.progress.of", {
      count: figures[status],
      status: t(`answerStatus.name.${status}`).toLowerCase(),
    }),
  }));
  return (
    <ProgressSegments
      label={t("annotation.progress.label")}
      total={figures.total}
      segments={segments}
      className={className}
    />
  );
}
