import type { ReactNode, RefObject } from "react";

type WorkspacePartProps = {
  ref?: RefObject<HTMLElement | null>;
  id: string;
  title: string;
  count: string;
  /** beside the title */
  beside?: ReactNode;
  /** the heads of the columns */
  heads: ReactNode;
  rows: readonly ReactNode[];
  /** said when there are none */
  none: string;
  note: string;
  className: string;
};

/** What belongs to a workspace, as a table under its own heading. */
export function WorkspacePart(props: WorkspacePartProps) {
  const { ref, id, title, count, beside, heads, rows, none, note, className } = props;
  return (
    <section ref={ref} aria-labelledby={id} className={`py-3 ${className}`}>
      <div className="mb-1 flex min-h-10 flex-wrap items-center gap-2">
        <h2 id={id} tabIndex={-1} className="flex flex-1 items-center gap-2 whitespace-nowrap font-strong text-lead">
          {title}
          <span className="font-body text-body text-soft tabular-nums">{count}</span>
        </h2>
        {beside}
      </div>
      {rows.length === 0 ? (
        <p className="py-3 text-soft">{none}</p>
      ) : (
        <table aria-labelledby={id} className="w-full table-fixed border-collapse">
          <thead>
            <tr className="h-9 border-line border-b text-left text-small text-soft">{heads}</tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      )}
      <p className="mt-3 text-small text-soft">{note}</p>
    </section>
  );
}
