import type { Progress } from "@postil/domain/progress";
import { useTranslation } from "react-i18next";
import { ProgressSegments } from "../../../ui/progress-segments.tsx";
import { percent } from "./percent.ts";

/** Bar and "38 %, 212 of 560" (screens 5.11). */
export function ProgressShare({ progress }: { progress: Progress }) {
  const { t } = useTranslation();
  return (
    <>
      <ProgressBar progress={progress} className="mx-2 min-w-8 flex-1" />
      <span className="tabular-nums">
        {t("annotation.foot.share", {
          share: percent(progress.progress * 100, 0),
          done: progress.responded,
          total: progress.total,
        })}
      </span>
    </>
  );
}

/** Three shares of all records: submitted, discarded, draft. */
export function ProgressBar({ progress, className }: { progress: Progress; className?: string }) {
  const { t } = useTranslation();
  const segments = (["submitted", "discarded", "draft"] as const).map((status) => ({
    status,
    value: progress[status],
    text: t("annotation.progress.of", { count: progress[status], status: t(`common.status.${status}`).toLowerCase() }),
  }));
  return (
    <ProgressSegments
      label={t("annotation.progress.label")}
      total={progress.total}
      segments={segments}
      {...(className === undefined ? {} : { className })}
    />
  );
}
