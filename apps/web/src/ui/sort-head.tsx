import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

type SortHeadProps = {
  title: ReactNode;
  /** the table stands in the order of this column */
  on: boolean;
  /** how it stands; of another column, how it would begin */
  descending: boolean;
  onSort: () => void;
  /** over numbers, which end where it ends */
  right?: boolean;
  className?: string | undefined;
};

/** The head of a column in whose order a table can stand; its arrow is there while it does, and on hover. */
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
