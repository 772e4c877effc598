import { cx } from "./cx.ts";

type ProgressBarProps = {
  /** the accessible name */
  label: string;
  /** 0 to 100; undefined: unknown */
  percent: number | undefined;
  thin?: boolean;
  className?: string;
};

/** The progress of a running task. */
export function ProgressBar({ label, percent, thin = false, className }: ProgressBarProps) {
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
      <div data-done className="h-full bg-accent" style={{ width: `${percent ?? 0}%` }} />
    </div>
  );
}
