import type { TeamProgress as Figures } from "@postil/domain/entities";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { teamProgressQuery } from "../../lib/api/queries/progress.ts";
import { Icon } from "../../ui/icon.tsx";
import { ProgressSegments } from "../../ui/progress-segments.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

/** Figures of a list grow old while one looks at it, but not at every scroll, ms. */
const STALE_TIME = 60_000;

/**
 * What is left for the team: a bar, a number, and on hover or focus the words (DSL-14). Asked for once the row is on the
 * screen; a failure leaves the place empty.
 */
export function TeamProgress({ datasetId }: { datasetId: string }) {
  const { data } = useQuery({ ...teamProgressQuery(datasetId), staleTime: STALE_TIME });
  return data === undefined ? null : <ProgressFigures figures={data} />;
}

function ProgressFigures({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const { total, pending } = figures;
  const words = useWords(figures);
  if (total === 0) return <span className="text-soft">{t("datasets.team.empty")}</span>;
  return (
    <Tooltip text={words.join(", ")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the words of the bar open on focus (screens 6.4) */}
      <span tabIndex={0} className="relative z-1 inline-flex items-center gap-3 rounded-key align-middle tabular-nums">
        <ProgressSegments
          label={t("datasets.progress")}
          total={total}
          segments={(["submitted", "discarded", "conflicting"] as const).map((status) => ({
            status,
            value: figures[status],
            text: t(`datasets.team.${status}`, { count: figures[status] }),
          }))}
          className="w-20"
        />
        {pending === 0 ? (
          <span className="inline-flex items-center gap-1">
            <Icon of={Check} size={14} className="text-submitted" />
            {t("datasets.team.all", { total })}
          </span>
        ) : (
          t("datasets.team.someOf", { done: total - pending, total })
        )}
      </span>
    </Tooltip>
  );
}

function useWords(figures: Figures): readonly string[] {
  const { t } = useTranslation();
  const { pending } = figures;
  return [
    ...(["submitted", "discarded", "conflicting", "pending"] as const).map((status) =>
      t(`datasets.team.${status}`, { count: figures[status] }),
    ),
    pending === 0 ? t("datasets.team.nothingLeft") : t("datasets.team.left", { count: pending }),
  ];
}
