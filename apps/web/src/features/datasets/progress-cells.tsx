import { progressOf } from "@postil/domain/queue/progress";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import { ownMetricsQuery } from "../../lib/api/queries/progress.ts";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { ProgressSegments } from "../../ui/progress-segments.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

/** Figures of a list grow old while one looks at it, but not at every scroll, ms. */
export const STALE_TIME = 60_000;

const MINE = ["submitted", "discarded", "draft"] as const;

/** For who leads the work: it comes when one of them looks. */
const TeamProgress = lazyPart(async () => ({ default: (await import("./team-progress.tsx")).TeamProgress }));
const nothing = () => undefined;

/**
 * How far the reader is, and for admins and owners how far anybody is: of each a bar, a number, and on hover or focus the words
 * (DSL-14). Asked for once the row is on the screen; a failure leaves the place empty. The server reads a row per member for it,
 * whatever the dataset's size.
 */
export function FeedbackProgress({ datasetId, team }: { datasetId: string; team: boolean }) {
  if (!team) return <MyProgress datasetId={datasetId} />;
  return (
    <span className="grid justify-items-start text-small leading-5 max-[640px]:grid-flow-col max-[640px]:justify-start max-[640px]:gap-x-4">
      <MyProgress datasetId={datasetId} who={t("datasets.mine.who")} />
      <TeamProgress datasetId={datasetId} whenMissing={nothing} />
    </span>
  );
}

function MyProgress({ datasetId, who }: { datasetId: string; who?: string }) {
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
  return <Figures label={t("datasets.myProgress")} who={who} total={figures.total} segments={segments} rest={[rest]} />;
}

type FiguresProps = Pick<ComponentProps<typeof ProgressSegments>, "label" | "total" | "segments"> & {
  /** whose figures they are, where those of two stand together */
  who?: string | undefined;
  /** words that have no segment */
  rest: readonly string[];
  /** not done when every record has been seen */
  isOpen?: boolean;
};

export function Figures({ label, who, total, segments, rest, isOpen = false }: FiguresProps) {
  if (total === 0) return <span className="text-soft">{who === undefined && t("datasets.figures.empty")}</span>;
  const done = segments.reduce((sum, { value }) => sum + value, 0);
  const words = [...segments.map(({ text }) => text), ...rest].join(", ");
  return (
    <Tooltip text={who === undefined ? words : `${label}: ${words}`}>
      <span
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the words of the bar open on focus (design/list.md)
        tabIndex={0}
        className="relative z-1 inline-flex max-w-full items-center gap-2 rounded-key align-middle tabular-nums"
      >
        {who !== undefined && <span className="w-13 text-soft max-[640px]:w-auto">{who}</span>}
        <ProgressSegments
          label={label}
          total={total}
          segments={segments}
          className={who === undefined ? "w-20" : "w-14 max-[640px]:w-8"}
        />
        {done >= total && !isOpen ? (
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
