import { allMatchesOffer, pageMark } from "@postil/domain/bulk/bulk-selection";
import type { BulkSize } from "@postil/domain/queue/queue-criteria";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Acceptable } from "../../features/feedback/bulk/acceptable.tsx";
import type { DatasetParts } from "../../features/feedback/page/dataset-parts.ts";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import type { PageCommands } from "../actions/page-commands.ts";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import type { Leave } from "../leaving/leaving.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { Sheet } from "../record/sheet.tsx";
import { SimilarityBar } from "../similarity/similarity-bar.tsx";
import { AllMatches } from "./all-matches.tsx";
import { BulkHeader } from "./bulk-header.tsx";
import { BulkList } from "./bulk-list.tsx";
import type { Bulk } from "./use-bulk.ts";
import type { useBulkHandlers } from "./use-bulk-handlers.ts";
import { useBulkListSettings } from "./use-bulk-list-settings.ts";

type BulkSheetProps = {
  parts: DatasetParts;
  queue: Pick<RecordQueueHandle, "items" | "total" | "start" | "status" | "loading" | "committed" | "hasPage" | "show">;
  controls: CriteriaControls;
  /** they turn the pages */
  commands: PageCommands;
  leave: Leave;
  size: BulkSize;
  bulk: Bulk;
  handlers: ReturnType<typeof useBulkHandlers>;
  list: RefObject<HTMLDivElement | null>;
  linkTo: (recordId: string) => string;
};

/** The page of records with its head, on the sheet. */
export function BulkSheet(props: BulkSheetProps) {
  const { parts, queue, controls, commands, leave, size, bulk, handlers, list, linkTo } = props;
  const { t } = useTranslation();
  const { items, total, start } = queue;
  const { selected, page, count, busy, run } = bulk;
  const { selection, cursor } = selected;
  const settings = useBulkListSettings(parts.dataset.id);
  const [sizes, setSizes] = usePreference("bulkPageSizes");
  const onSize = (next: BulkSize) => {
    setSizes({ ...sizes, [parts.dataset.id]: next });
    // Another size begins at the first page (design/bulk.md).
    leave(() => void queue.show({ ...queue.committed, page: 1, size: next }));
  };
  const { criteria } = queue.committed;
  const offer = allMatchesOffer({ selection, page, size, total, criteria });
  const percent = run.underway === null ? null : (run.underway.percent ?? 0);
  return (
    <Sheet label={t("bulk.list")} busy={queue.loading}>
      <div>
        <SimilarityBar parts={parts} controls={controls} />
        <BulkHeader
          mark={pageMark(selection, page)}
          onPage={selected.togglePage}
          selected={count}
          accept={{
            command: handlers.record.accept,
            enabled: count > 0 && !busy,
            running: run.underway?.kind === "accepted" ? percent : null,
          }}
          place={{ from: start, to: start + items.length - 1, total: Math.max(total, start + items.length - 1) }}
          turns={{ back: queue.hasPage(-1), on: queue.hasPage(1) }}
          commands={commands}
          size={size}
          onSize={onSize}
          settings={settings}
          running={percent}
        >
          <Acceptable items={items} chosen={selection} questions={parts.questions} />
          {(offer !== null || selection.allMatches) && (
            <AllMatches
              total={total}
              offer={selection.allMatches ? "included" : offer}
              disabled={busy}
              onInclude={selected.includeAllMatches}
              onUndo={selected.leaveAllMatches}
            />
          )}
        </BulkHeader>
      </div>
      <BulkList
        ref={list}
        items={items}
        total={total}
        queueStatus={queue.status}
        similar={criteria.similarity !== null}
        chosen={selection.chosen}
        cursor={cursor}
        refusals={run.refusals}
        fixed={settings.height === "fixed"}
        snap={settings.snap}
        parts={parts}
        findSimilar={controls.findSimilar}
        linkTo={linkTo}
        handlers={handlers.row}
        onMove={handlers.move}
      />
    </Sheet>
  );
}
