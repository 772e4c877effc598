import { type ReactNode, useEffect } from "react";
import { cx } from "./cx.ts";
import { announce, VisuallyHidden } from "./screen-reader.tsx";

/** A grey bar in the exact place of a text. It does not shimmer. Numbers are px. */
export function SkeletonBar(props: { width: number | string; height?: number; round?: boolean }) {
  const { width, height = 12, round = false } = props;
  return (
    <span
      className={cx("block bg-line opacity-60", round ? "rounded-full" : "rounded-key")}
      style={{ width, height }}
    />
  );
}

/** Loading is announced after this time, ms. A faster load needs no announcement. */
const LONG = 500;

type SkeletonProps = { label: string; children: ReactNode; className?: string | undefined };

/** Contains a placeholder and announces once that its content is loading. */
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
