import type { ReactNode } from "react";
import { cx } from "../../../ui/cx.ts";

type SheetProps = { label: string; busy?: boolean; children: ReactNode };

/** The one white sheet of the page. It holds the record, or its placeholder. */
export function Sheet({ label, busy = false, children }: SheetProps) {
  return (
    <section
      aria-label={label}
      aria-busy={busy || undefined}
      data-edge
      className={cx(
        "mx-6 flex-none overflow-hidden rounded-panel bg-surface shadow-[0_0_0_1px_var(--line)]",
        "max-md:mx-0 max-md:rounded-none",
        "wide:mr-0 wide:grid wide:min-h-0 wide:grid-cols-[minmax(0,1fr)] wide:grid-rows-[auto_minmax(0,1fr)]",
      )}
    >
      {children}
    </section>
  );
}
