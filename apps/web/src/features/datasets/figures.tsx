import { t } from "i18next";
import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import { Icon } from "../../ui/icon.tsx";
import { ProgressSegments } from "../../ui/status.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

/** The progress numbers are loaded again after this time, not at every scroll, ms. */
export const STALE_TIME = 60_000;

type FiguresProps = Pick<ComponentProps<typeof ProgressSegments>, "label" | "total" | "segments"> & {
  /** the owner of the numbers, if two lines are shown together */
  who?: string | undefined;
  /** parts that are only in the words, without a bar segment */
  rest: readonly string[];
  /** true if the numbers must not look finished, even if every record has an answer */
  isOpen?: boolean;
};

/** A bar of shares with a number beside it, and the words on hover or focus. */
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
