import type { ReactNode } from "react";

/** Facts about a dataset: names at the left, values beside them. */
export function FactList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[120px_minmax(0,1fr)] gap-y-2 max-md:grid-cols-[96px_minmax(0,1fr)]">{children}</dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="leading-6 text-soft">{name}</dt>
      <dd className="flex min-h-6 min-w-0 items-center gap-2 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
