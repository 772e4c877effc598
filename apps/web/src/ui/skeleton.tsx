import { type ReactNode, useEffect } from "react";
import { cx } from "./cx.ts";
import { announce } from "./live-region.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** A grey bar that stands exactly where text will stand; it does not shimmer. Numbers are px. */
export function SkeletonBar({
  width,
  height = 12,
  round = false,
}: {
  width: number | string;
  height?: number;
  round?: boolean;
}) {
  return (
    <span
      className={cx("block bg-line opacity-60", round ? "rounded-full" : "rounded-key")}
      style={{ width, height }}
    />
  );
}

/** What loads for so long is told of, ms: what comes at once speaks for itself. */
const LONG = 500;

type SkeletonProps = { label: string; children: ReactNode; className?: string | undefined };

/** Holds the skeleton of something that loads and says so once. */
export function Skeleton({ label, children, className }: SkeletonProps) {
  useEffect(() => {
    const timer = setTimeout(() => announce(label), LONG);
    return () => clearTimeout(timer);
  }, [label]);
  return (
    <div aria-busy="true" className={className}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
