import { cx } from "./cx.ts";

type ProgressBarProps = {
  /** the accessible name */
  label: string;
  /** 0 to 100; undefined: unknown */
  percent: number | undefined;
  thin?: boolean;
  /** drawn as what is finished well */
  isDone?: boolean;
  className?: string;
};

/** The progress of a running task. */
export function ProgressBar({ label, percent, thin = false, isDone = false, className }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      data-bar
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx("overflow-hidden rounded-full bg-line", thin ? "h-1" : "h-1.5", className)}
    >
      <div
        data-done
        className={cx("h-full", isDone ? "bg-submitted" : "bg-accent")}
        style={{ width: `${percent ?? 0}%` }}
      />
    </div>
  );
}

/** A percentage, 0 to 100, as a ring of 18 px. Hidden from screen readers, because the number is beside it. */
export function ScoreRing({ percent }: { percent: number }) {
  const circle = { cx: 10, cy: 10, r: 8, pathLength: 100 };
  return (
    <svg
      width={18}
      height={18}
      viewBox="0 0 20 20"
      fill="none"
      strokeWidth={2.5}
      aria-hidden="true"
      className="flex-none -rotate-90"
    >
      <circle {...circle} className="stroke-line" />
      <circle {...circle} className="stroke-accent" strokeDasharray={`${percent} 100`} />
    </svg>
  );
}
