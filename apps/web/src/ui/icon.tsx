import type { LucideIcon } from "lucide-react";
import { cx } from "./cx.ts";

export type IconType = LucideIcon;

/** A Lucide icon in Postil's style: 16 px, stroke 1.75, hidden from screen readers (the control has the name). */
export function Icon({ of: Shape, size = 16, className }: { of: IconType; size?: number; className?: string }) {
  return <Shape size={size} strokeWidth={1.75} aria-hidden="true" className={cx("flex-none", className)} />;
}
