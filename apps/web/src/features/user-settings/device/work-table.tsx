import { t } from "i18next";
import type { ReactNode } from "react";
import "../../../lib/i18n/en/key-table.ts";

const HEADS = ["kind", "dataset", "what", "when"] as const;
/** On a phone these stand in the cell of what was done. */
const NARROW_IN_WHAT = new Set<string>(["dataset", "when"]);

/** The frame of the list: a row each (AUT-32). */
export function WorkTable({ children }: { children: ReactNode }) {
  return (
    <div className="max-h-[480px] overflow-auto">
      <table
        aria-label={t("settings.device.list")}
        className="w-full border-collapse md:min-w-140 [&_td:last-child]:pr-0 [&_td]:border-line [&_td]:border-b [&_td]:py-2 [&_td]:pr-3 [&_th]:border-line [&_th]:border-b [&_th]:py-1.5 [&_th]:pr-3 [&_th]:text-left [&_th]:font-body [&_th]:text-small [&_th]:text-soft"
      >
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={NARROW_IN_WHAT.has(head) ? "max-md:hidden" : undefined}>
                {t(`settings.device.head.${head}`)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{t("keyTable.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
