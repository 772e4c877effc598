import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { Ellipsis } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { NotSavedPill } from "../../../workbench/saving/not-saved-pill.tsx";
import { RecordStatusPill } from "../record-inputs.tsx";
import type { MarginProps } from "../task-kind.ts";
import type { RecordMenuProps } from "./record-menu-list.tsx";

const RecordMenuList = onDemand("menu", () => import("./record-menu-list.tsx").then((m) => m.RecordMenuList));

export function RecordMenu({ record }: RecordMenuProps) {
  const trigger = (
    <IconButton icon={Ellipsis} size="small" className="max-md:size-11" label={t("annotation.record.more")} />
  );
  return <RecordMenuList trigger={trigger} record={record} />;
}

const RowFlag = lazyPart(() => import("../flags-and-views/task-family.tsx").then((m) => m.RowFlag));

const BOX =
  "text-right max-md:flex max-md:w-auto max-md:flex-wrap max-md:items-center max-md:justify-end max-md:gap-x-3";

/** Uses the free room below, so that a flag hardly makes a one-line row taller. */
const BUTTONS =
  "-mt-0.5 -mr-3 -mb-5 flex w-7 flex-none flex-col max-md:mt-0 max-md:mb-0 max-md:w-auto max-md:flex-row-reverse";

export function RecordMargin({ record, isCursor, children }: MarginProps<ShownTaskRecord>) {
  const { status, lastUpdated, saved, key } = record;
  return (
    <div className="flex items-start gap-1 pl-4 text-small text-soft max-md:items-center max-md:justify-end max-md:gap-3 max-md:pl-0">
      <div className={cx(BOX, children ? "w-36" : "w-28")}>
        <RecordStatusPill status={status} />
        <NotSavedPill recordId={key} saved={saved} />
        {!Number.isNaN(lastUpdated) && (
          <div className="leading-6">
            <RelativeTime at={lastUpdated} />
          </div>
        )}
        {children}
      </div>
      <div className={BUTTONS}>
        <RecordMenu record={record} />
        <RowFlag record={record} isCursor={isCursor} />
      </div>
    </div>
  );
}
