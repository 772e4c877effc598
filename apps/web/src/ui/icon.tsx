import type { LucideIcon } from "lucide-react";
import { cx } from "./cx.ts";

export type IconType = LucideIcon;

/** A Lucide icon in Postil's style: 16 px, stroke 1.75, hidden from screen readers (the control has the name). */
export function Icon({ of: Shape, size = 16, className }: { of: IconType; size?: number; className?: string }) {
  return <Shape size={size} strokeWidth={1.75} aria-hidden="true" className={cx("flex-none", className)} />;
}

/** The mark: an open bracket with a dot in the margin. Also the favicon (public/mark.svg). */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" className="flex-none">
      <path d="M18.5 3.5H13v17h5.5" stroke="var(--ink)" strokeWidth="2.5" />
      <circle cx="6.5" cy="12" r="2.75" fill="var(--accent)" />
    </svg>
  );
}

/**
 * A status of a response (pending to discarded) or of a task record. It always shows as a shape and a word. Colour is only an
 * addition.
 */
export type Status = "pending" | "draft" | "submitted" | "discarded" | "validated" | "edited";

/** The shape of a status in the current colour: ring, half, disc with a check, slashed ring, dashed ring with a dot. */
export function StatusIcon({ status, size = 16 }: { status: Status; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="flex-none"
    >
      {SHAPES[status]}
    </svg>
  );
}

const done = (
  <>
    <circle cx="12" cy="12" r="9" fill="currentColor" stroke="none" />
    <path d="m8 12.4 2.7 2.7L16 9.6" stroke="var(--surface)" strokeWidth="2.25" />
  </>
);

const SHAPES = {
  pending: <circle cx="12" cy="12" r="8" />,
  draft: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 4a8 8 0 0 1 0 16Z" fill="currentColor" stroke="none" />
    </>
  ),
  submitted: done,
  validated: done,
  discarded: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="m6.4 17.6 11.2-11.2" />
    </>
  ),
  edited: (
    <>
      <circle cx="12" cy="12" r="8" strokeDasharray="4.4 3.97" />
      <circle cx="12" cy="12" r="3" fill="currentColor" stroke="none" />
    </>
  ),
} as const;

/** The four-pointed star that marks a suggestion of a machine. It has no other use. */
export function Star({ size = 12 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="flex-none">
      <path d="M12 2.5c.9 5.6 3.9 8.6 9.5 9.5-5.6.9-8.6 3.9-9.5 9.5-.9-5.6-3.9-8.6-9.5-9.5 5.6-.9 8.6-3.9 9.5-9.5Z" />
    </svg>
  );
}
