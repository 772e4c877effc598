import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

type SortHeadProps = {
  title: ReactNode;
  /** true if the table is sorted by this column */
  on: boolean;
  /** the direction; for a column that does not sort now, the direction it would start with */
  descending: boolean;
  onSort: () => void;
  /** true for numbers, which are aligned right */
  right?: boolean;
  className?: string | undefined;
};

/** The header cell of a sortable column. Its arrow shows while the column sorts, and on hover. */
export function SortHead({ title, on, descending, onSort, right = false, className }: SortHeadProps) {
  return (
    <th
      scope="col"
      aria-sort={on ? (descending ? "descending" : "ascending") : "none"}
      className={cx("group/head font-body", right ? "pr-4" : "pr-3", className)}
    >
      <button
        type="button"
        onClick={onSort}
        className={cx(
          "inline-flex items-baseline gap-1 whitespace-nowrap rounded-key hover:text-ink",
          right && "flex-row-reverse",
          on ? "text-ink" : "text-soft",
        )}
      >
        {title}
        <span className={cx("self-center", !on && "opacity-0 group-hover/head:opacity-100")}>
          <Icon of={descending ? ArrowDown : ArrowUp} size={14} />
        </span>
      </button>
    </th>
  );
}
