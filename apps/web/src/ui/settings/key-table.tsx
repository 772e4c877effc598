import { t } from "i18next";
import type { ReactNode } from "react";
import "../../lib/i18n/en/key-table.ts";
import { VisuallyHidden } from "../visually-hidden.tsx";

/** On a phone these columns are hidden, because the name cell shows them. */
const NARROW_IN_NAME = new Set<string>(["ending", "used"]);

/** A table of keys. A row starts with `KeyFactsCells`, then come the end date and the actions. */
export function KeyTable({ children }: { children: ReactNode }) {
  return (
    // The keyboard scrolls the table through its buttons.
    <div className="overflow-x-auto">
      <table className="w-full border-collapse md:min-w-140 [&_td:last-child]:pr-0 [&_td]:border-line [&_td]:border-b [&_td]:py-2 [&_td]:pr-3 [&_th]:border-line [&_th]:border-b [&_th]:py-1.5 [&_th]:pr-3 [&_th]:text-left [&_th]:font-body [&_th]:text-small [&_th]:text-soft">
        <thead>
          <tr>
            {(["name", "ending", "used", "expires"] as const).map((head) => (
              <th key={head} scope="col" className={NARROW_IN_NAME.has(head) ? "max-md:hidden" : undefined}>
                {t(`keyTable.${head}`)}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{t("keyTable.actions")}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
