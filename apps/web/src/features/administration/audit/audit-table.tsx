import type { AuditEntry } from "@postil/domain/accounts/audit";
import { t } from "i18next";
import { ArrowDown } from "lucide-react";
import { Fragment } from "react";
import "../../../lib/i18n/audit-texts.ts";
import { Icon } from "../../../ui/icon.tsx";
import { AuditRow } from "./audit-row.tsx";
import { BODY, COLUMNS, type Column, TABLE, WIDTHS } from "./columns.ts";
import { dayHeading, dayText } from "./days.ts";

/** Entries, the latest first; a day is a line of its own. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const now = Date.now();
  const days = Map.groupBy(entries, ({ at }) => dayText(at));
  return (
    <table className={TABLE}>
      <thead className="max-md:sr-only">
        <tr className="border-line border-b">
          {COLUMNS.map((column) => (
            <Head key={column} column={column} />
          ))}
        </tr>
      </thead>
      <tbody className={BODY}>
        {[...days].map(([day, ofDay]) => (
          <Fragment key={day}>
            <tr className="max-md:block">
              <th
                colSpan={COLUMNS.length}
                scope="rowgroup"
                className="h-11 border-line border-b pt-3 text-left font-strong max-md:block"
              >
                <Heading at={ofDay[0]?.at ?? 0} now={now} />
              </th>
            </tr>
            {ofDay.map((entry) => (
              <AuditRow key={entry.key} entry={entry} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** The order is always the same, and its arrow says which. */
function Head({ column }: { column: Column }) {
  const isSorted = column === "time";
  return (
    <th
      scope="col"
      aria-sort={isSorted ? "descending" : undefined}
      className={`h-9 pr-4 text-left font-body text-small ${isSorted ? "text-ink" : "text-soft"} ${WIDTHS[column]}`}
    >
      <span className="inline-flex items-center gap-1">
        {t(`audit.${column}`)}
        {isSorted && <Icon of={ArrowDown} size={14} />}
      </span>
    </th>
  );
}

function Heading({ at, now }: { at: number; now: number }) {
  const { kind, text } = dayHeading(at, now);
  if (kind === "today") return t("audit.today", { date: text });
  return kind === "yesterday" ? t("audit.yesterday") : text;
}
