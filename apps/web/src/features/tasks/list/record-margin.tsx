import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { cx } from "../../../ui/cx.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { NotSavedPill } from "../../../workbench/saving/not-saved-pill.tsx";
import type { RowFlagProps } from "../flags-and-views/row-flag.tsx";
import { RecordMenu } from "../record/record-menu.tsx";
import { RecordStatusPill } from "../record/record-status-pill.tsx";
import type { MarginProps } from "../task-kind.ts";

const RowFlag = lazyPart<RowFlagProps>(() => import("../flags-and-views/row-flag.tsx"));
const nothing = () => undefined;

const BOX =
  "text-right max-md:flex max-md:w-auto max-md:flex-wrap max-md:items-center max-md:justify-end max-md:gap-x-3";

/** Into the room below it, so that a flag makes a row of one line hardly higher. */
const BUTTONS =
  "-mt-0.5 -mr-3 -mb-5 flex w-7 flex-none flex-col max-md:mt-0 max-md:mb-0 max-md:w-auto max-md:flex-row-reverse";

/** What has become of the record, and since when; and what else can be done with it. */
export function RecordMargin({ record, isCursor, children }: MarginProps<ShownTaskRecord>) {
  const { status, lastUpdated, saved } = record;
  return (
    <div className="flex items-start gap-1 pl-4 text-small text-soft max-md:items-center max-md:justify-end max-md:gap-3 max-md:pl-0">
      <div className={cx(BOX, children ? "w-36" : "w-28")}>
        <RecordStatusPill status={status} />
        <NotSavedPill saved={saved} />
        {!Number.isNaN(lastUpdated) && (
          <div className="leading-6">
            <RelativeTime at={lastUpdated} />
          </div>
        )}
        {children}
      </div>
      <div className={BUTTONS}>
        <RecordMenu record={record} />
        <RowFlag record={record} isCursor={isCursor} whenMissing={nothing} />
      </div>
    </div>
  );
}
