import { AUDIT_DAYS } from "@postil/domain/accounts/audit";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import "../../../lib/i18n/administration-texts.ts";
import "../../../lib/i18n/audit-texts.ts";
import { auditQuery } from "../../../lib/api/queries/audit.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Waiting } from "../../../ui/settings/waiting.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { AuditBar } from "./audit-bar.tsx";
import { type AuditCriteria, filterOf } from "./audit-criteria.ts";
import { AuditTable } from "./audit-table.tsx";

const PAGE = 50;
/** The entries that the pages up to the one shown begin after. */
const BEGINNING: readonly number[] = [];

type AuditPageProps = { criteria: AuditCriteria; onCriteria: (criteria: AuditCriteria) => void };

/** Who did what, for owners (design/administration.md#audit). */
export function AuditPage({ criteria, onCriteria }: AuditPageProps) {
  const { t } = useTranslation();
  usePageTitle(t("administration.audit"));
  const asked = JSON.stringify(criteria);
  const [pages, setPages] = useState({ asked, after: BEGINNING });
  const after = pages.asked === asked ? pages.after : BEGINNING;
  // The days are counted once for all pages of a filter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: criteria are new at each drawing, and what they ask is not
  const filter = useMemo(() => filterOf(criteria, Date.now()), [asked]);
  const { data, isError, refetch } = useQuery(auditQuery(filter, after.at(-1) ?? null));
  return (
    <>
      <VisuallyHidden>
        <h1>{t("administration.audit")}</h1>
      </VisuallyHidden>
      <AuditBar criteria={criteria} onChange={onCriteria} counts={data ?? null} />
      {isError && <LoadFailed message={t("audit.failed")} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Waiting />}
      {data?.entries.length === 0 && (
        <p className="py-4 text-soft">{t(data.total === 0 ? "audit.none" : "audit.noMatch")}</p>
      )}
      {data !== undefined && data.entries.length > 0 && <AuditTable entries={data.entries} />}
      {data !== undefined && <Foot data={data} after={after} onMove={(next) => setPages({ asked, after: next })} />}
    </>
  );
}

type FootProps = {
  data: { readonly entries: readonly { readonly key: number }[]; readonly found: number };
  after: readonly number[];
  onMove: (after: readonly number[]) => void;
};

/** Which entries these are, the way to others, and for how long they are kept. */
function Foot({ data: { entries, found }, after, onMove }: FootProps) {
  const { t } = useTranslation();
  const from = after.length * PAGE;
  const last = entries.at(-1)?.key;
  const total = found.toLocaleString("en");
  const isAll = from === 0 && entries.length === found;
  return (
    <footer className="flex min-h-10 flex-wrap items-center gap-1 py-2 text-soft tabular-nums">
      <span className="mr-1">
        {isAll ? t("audit.all", { total }) : t("audit.place", { from: from + 1, to: from + entries.length, total })}
      </span>
      {!isAll && (
        <>
          <IconButton
            icon={ArrowLeft}
            label={t("audit.newer")}
            disabled={after.length === 0}
            onClick={() => onMove(after.slice(0, -1))}
          />
          <IconButton
            icon={ArrowRight}
            label={t("audit.older")}
            disabled={last === undefined || from + entries.length >= found}
            onClick={() => last !== undefined && onMove([...after, last])}
          />
        </>
      )}
      <span className="ml-auto">{t("audit.keeping", { days: AUDIT_DAYS })}</span>
    </footer>
  );
}
