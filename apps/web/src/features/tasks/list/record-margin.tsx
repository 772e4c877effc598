import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { ReactNode } from "react";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { NotSavedPill } from "../../../workbench/saving/not-saved-pill.tsx";
import { RecordMenu } from "../record/record-menu.tsx";

const PILLS = { Validated: "validated", Discarded: "discarded", Edited: "edited", Default: null } as const;

/** What has become of the record, and since when; and what else can be done with it. */
export function RecordMargin({ record, children }: { record: ShownTaskRecord; children?: ReactNode }) {
  const { status, lastUpdated, saved } = record;
  const pill = PILLS[status];
  return (
    <div className="flex items-start gap-1 pl-4 text-small text-soft max-md:items-center max-md:justify-end max-md:gap-3 max-md:pl-0">
      <div className="w-28 text-right max-md:flex max-md:w-auto max-md:items-center max-md:gap-3">
        {pill !== null && <StatusPill status={pill} />}
        {saved === "failed" && <NotSavedPill />}
        {!Number.isNaN(lastUpdated) && (
          <div className="leading-6">
            <RelativeTime at={lastUpdated} />
          </div>
        )}
        {children}
      </div>
      <div className="-mt-0.5 -mr-3 max-md:mt-0 max-md:-mr-3">
        <RecordMenu record={record} />
      </div>
    </div>
  );
}
