import { progressOf } from "@postil/domain/queue/progress";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import { ownMetricsQuery, teamProgressQuery } from "../../lib/api/queries/progress.ts";
import { Icon } from "../../ui/icon.tsx";
import { ProgressSegments } from "../../ui/progress-segments.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

/** Figures of a list grow old while one looks at it, but not at every scroll, ms. */
export const STALE_TIME = 60_000;

const MINE = ["submitted", "discarded", "draft"] as const;
const TEAM = ["submitted", "discarded", "conflicting"] as const;

/**
 * How far the reader is: a bar, a number, and on hover or focus the words (DSL-14). Asked for once the row is on the screen;
 * a failure leaves the place empty. The server reads two rows for it, whatever the dataset's size.
 */
export function MyProgress({ datasetId }: { datasetId: string }) {
  const { data } = useQuery({ ...ownMetricsQuery(datasetId), staleTime: STALE_TIME });
  if (data === undefined) return null;
  const figures = progressOf(data);
  const segments = MINE.map((status) => ({
    status,
    value: figures[status],
    text: t(`datasets.figures.${status}`, { count: figures[status] }),
  }));
  const rest =
    figures.pending === 0 ? t("datasets.mine.nothingLeft") : t("datasets.mine.left", { count: figures.pending });
  return <Figures label={t("datasets.progress")} total={figures.total} segments={segments} rest={[rest]} />;
}

/** What is left for the team, by everybody's responses: the same, from a row per member (DSL-14). */
export function TeamProgress({ datasetId }: { datasetId: string }) {
  const { data } = useQuery({ ...teamProgressQuery(datasetId), staleTime: STALE_TIME });
  if (data === undefined) return null;
  const segments = TEAM.map((status) => ({
    status,
    value: data[status],
    text: t(`datasets.figures.${status}`, { count: data[status] }),
  }));
  const rest = [
    t("datasets.figures.pending", { count: data.pending }),
    data.pending === 0 ? t("datasets.team.nothingLeft") : t("datasets.team.left", { count: data.pending }),
  ];
  return <Figures label={t("datasets.teamProgress")} total={data.total} segments={segments} rest={rest} />;
}

type FiguresProps = Pick<ComponentProps<typeof ProgressSegments>, "label" | "total" | "segments"> & {
  /** words that have no segment */
  rest: readonly string[];
};

export function Figures({ label, total, segments, rest }: FiguresProps) {
  if (total === 0) return <span className="text-soft">{t("datasets.figures.empty")}</span>;
  const done = segments.reduce((sum, { value }) => sum + value, 0);
  return (
    <Tooltip text={[...segments.map(({ text }) => text), ...rest].join(", ")}>
      <span
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the words of the bar open on focus (design/list.md)
        tabIndex={0}
        className="relative z-1 inline-flex max-w-full items-center gap-3 rounded-key align-middle tabular-nums"
      >
        <ProgressSegments
          label={label}
          total={total}
          segments={segments}
          className="w-20 in-data-team:max-[1700px]:w-12"
        />
        {done >= total ? (
          <span className="inline-flex items-center gap-1">
            <Icon of={Check} size={14} className="text-submitted" />
            {t("datasets.figures.all", { total })}
          </span>
        ) : (
          t("datasets.figures.someOf", { done, total })
        )}
      </span>
    </Tooltip>
  );
}
