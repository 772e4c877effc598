import type { ReactNode } from "react";

/** A line of a person's form: what it is about in a column of 120 px, above it on a phone. */
export function FormRow({ label, id, children }: { label: string; id?: string; children: ReactNode }) {
  return (
    <div className="mt-3 grid grid-cols-[120px_minmax(0,1fr)] items-start gap-x-0 first:mt-2 max-[640px]:grid-cols-1">
      <span id={id} className="py-1.5 text-soft">
        {label}
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
