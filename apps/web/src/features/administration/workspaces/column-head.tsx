import { t } from "i18next";
import { cx } from "../../../ui/cx.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";

type ColumnHeadProps = {
  of: "name" | "task" | "records" | "progress" | "role" | "answers" | "takeOut";
  /** for those who do not see what stands under it */
  hidden?: boolean;
  className?: string;
};

/** The head of a column that is not sorted by. */
export function ColumnHead({ of, hidden = false, className }: ColumnHeadProps) {
  const title = t(`workspaces.column.${of}`);
  return (
    <th scope="col" className={cx("pr-4 font-body", className)}>
      {hidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
    </th>
  );
}
