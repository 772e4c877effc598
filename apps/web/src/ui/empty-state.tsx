import type { ReactNode } from "react";

/** Replaces an empty list or record: a title, a sentence, and actions. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="max-w-[480px]">
      <h2 className="font-strong text-title">{title}</h2>
      {children !== undefined && <div className="mt-2 text-lead text-soft">{children}</div>}
      {actions !== undefined && <div className="mt-6 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
