import { t } from "i18next";
import { cx } from "./cx.ts";
import { type Status, StatusIcon } from "./icon.tsx";

const TONES: { readonly [S in Status]: string } = {
  pending: "text-soft",
  draft: "text-draft",
  submitted: "text-submitted",
  validated: "text-submitted",
  discarded: "text-discarded",
  edited: "text-edited",
};

const FILLS: { readonly [S in Status]: string } = {
  pending: "bg-sunken",
  draft: "bg-draft-fill",
  submitted: "bg-submitted-fill",
  validated: "bg-submitted-fill",
  discarded: "bg-discarded-fill",
  edited: "bg-edited-fill",
};

/** The word of a status beside its shape. `filled` adds the background of a pill. */
export function StatusPill({ status, filled = false }: { status: Status; filled?: boolean }) {
  return (
    <span
      className={cx(
        "inline-flex h-6 items-center gap-1.5 whitespace-nowrap",
        TONES[status],
        filled && cx("rounded-full pr-2.5 pl-1.5 fill-ring", FILLS[status]),
      )}
    >
      <StatusIcon status={status} />
      {t(`answerStatus.name.${status}`)}
    </span>
  );
}

type Segment = {
  readonly status: keyof typeof GROUNDS;
  readonly value: number;
  /** the text for screen readers: "184 submitted" */
  readonly text: string;
};

const GROUNDS = {
  draft: "bg-draft",
  submitted: "bg-submitted",
  discarded: "bg-discarded",
  conflicting: "bg-edited",
} as const;

type ProgressSegmentsProps = {
  label: string;
  total: number;
  segments: readonly Segment[];
  thick?: boolean;
  className?: string;
};

/** A bar with several shares of a total. The rest stays empty. Each segment has a text (design/shell.md#controls). */
export function ProgressSegments({ label, total, segments, thick = false, className }: ProgressSegmentsProps) {
  const filled = segments.filter((segment) => segment.value > 0 && total > 0);
  return (
    <div
      role="img"
      data-bar
      aria-label={[label, ...segments.map((segment) => segment.text)].join(", ")}
      className={cx(
        "flex overflow-hidden rounded-full bg-line",
        "in-data-[theme^=contrast]:h-1.5 in-data-[theme^=contrast]:bg-paper in-data-[theme^=contrast]:shadow-[0_0_0_1px_var(--ink)]",
        thick ? "h-1.5 gap-px" : "h-1",
        className,
      )}
    >
      {filled.map(({ status, value, text }) => (
        <span
          key={status}
          data-status={status}
          title={text}
          className={GROUNDS[status]}
          style={{ width: `${(value / total) * 100}%` }}
        />
      ))}
    </div>
  );
}
