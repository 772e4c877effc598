import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useEffect, useMemo, useState } from "react";
import "../../../lib/i18n/administration-texts.ts";
import "../../../lib/i18n/audit-texts.ts";
import { auditQuery } from "../../../lib/api/queries/audit.ts";
import { announce } from "../../../ui/live-region.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { AuditBar } from "./audit-bar.tsx";
import { type AuditCriteria, filterOf } from "./audit-criteria.ts";
import { AuditFoot } from "./audit-foot.tsx";
import { AuditSkeleton } from "./audit-skeleton.tsx";
import { AuditTable } from "./audit-table.tsx";

/** The entries that the pages up to the one shown begin after. */
const BEGINNING: readonly number[] = [];

type AuditPageProps = {
  criteria: AuditCriteria;
  /** what the address says beside them, which narrows nothing */
  ignored: readonly string[];
  onCriteria: (criteria: AuditCriteria) => void;
};

/** Who did what, for owners (design/administration.md#audit). */
export function AuditPage({ criteria, ignored, onCriteria }: AuditPageProps) {
  usePageTitle(t("administration.audit"));
  const asked = JSON.stringify(criteria);
  const [pages, setPages] = useState({ asked, after: BEGINNING });
  const after = pages.asked === asked ? pages.after : BEGINNING;
  // The days are counted once for all pages of a filter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: criteria are new at each drawing, and what they ask is not
  const filter = useMemo(() => filterOf(criteria, Date.now()), [asked]);
  const { data, isError, refetch } = useQuery(auditQuery(filter, after));
  const turn = (next: readonly number[]) => setPages({ asked, after: next });
  return (
    <div className="flex min-h-full flex-col">
      <VisuallyHidden>
        <h1>{t("administration.audit")}</h1>
      </VisuallyHidden>
      <AuditBar criteria={criteria} onChange={onCriteria} counts={data ?? null} />
      <Ignored parts={ignored} />
      {isError && <LoadFailed message={t("audit.failed")} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <AuditSkeleton />}
      {data?.entries.length === 0 && (
        <p className="py-4 text-soft">{t(data.total === 0 ? "audit.none" : "audit.noMatch")}</p>
      )}
      {data !== undefined && data.entries.length > 0 && <AuditTable entries={data.entries} />}
      {data !== undefined && (
        <AuditFoot page={data} onNewer={() => turn(after.slice(0, -1))} onOlder={(last) => turn([...after, last])} />
      )}
    </div>
  );
}

/** An address that names what there is not would seem to have narrowed what is shown. */
function Ignored({ parts }: { parts: readonly string[] }) {
  const text = parts.length === 0 ? "" : t("audit.ignored", { count: parts.length, parts: parts.join(", ") });
  useEffect(() => {
    if (text !== "") announce(text);
  }, [text]);
  return text === "" ? null : <p className="py-3 text-edited [overflow-wrap:anywhere]">{text}</p>;
}
