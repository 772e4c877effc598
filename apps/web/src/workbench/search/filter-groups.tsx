import { t } from "i18next";
import type { ReactNode } from "react";
import "../../lib/i18n/en/filter-editing.ts";
import { cx } from "../../ui/cx.ts";

type FilterGroupsProps = { id?: string | undefined; className?: string | undefined; children: ReactNode };

/** The buttons of the filters row. A record must match all filters. */
export function FilterGroups({ id, className, children }: FilterGroupsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame into the bar
    <div
      id={id}
      role="group"
      aria-label={t("filterEditing.row")}
      className={cx("flex flex-wrap items-start gap-2", className)}
    >
      {children}
    </div>
  );
}
