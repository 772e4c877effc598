import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { ReactNode } from "react";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { NotSavedPill } from "../../../workbench/saving/not-saved-pill.tsx";

const PILLS = { Validated: "validated", Discarded: "discarded", Edited: "edited", Default: null } as const;

/** What has become of the record, and since when. */
export function RecordMargin({ record, children }: { record: ShownTaskRecord; children?: ReactNode }) {
  const { status, lastUpdated, saved } = record;
  const pill = PILLS[status];
  return (
    <div className="w-36 pl-6 text-right text-small text-soft max-md:flex max-md:w-auto max-md:items-center max-md:justify-end max-md:gap-3 max-md:pl-0">
      {pill !== null && <StatusPill status={pill} />}
      {saved === "failed" && <NotSavedPill />}
      {!Number.isNaN(lastUpdated) && (
        <div>
          <RelativeTime at={lastUpdated} />
        </div>
      )}
      {children}
    </div>
  );
}
