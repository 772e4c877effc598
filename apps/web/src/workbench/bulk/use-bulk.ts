import { bulkActions } from "@postil/domain/bulk/bulk-answer";
import { asksFirst, selectedCount } from "@postil/domain/bulk/bulk-selection";
import type { BulkSize } from "@postil/domain/queue/queue-criteria";
import { writeCriteria } from "@postil/domain/search/feedback-address";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBulkForm } from "../../features/feedback/bulk/use-bulk-form.ts";
import type { DatasetParts } from "../../features/feedback/page/dataset-parts.ts";
import type { Drafts } from "../../lib/drafts/use-drafts.ts";
import { announce } from "../../ui/live-region.tsx";
import { type Leaving, useHeld } from "../leaving/leaving.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { type BulkAction, type BulkActionKind, bulkAction } from "./bulk-action.ts";
import { useBulkRun } from "./use-bulk-run.ts";
import { useSelection } from "./use-selection.ts";
import { useTargets } from "./use-targets.ts";

export type Bulk = ReturnType<typeof useBulk>;

type BulkSource = {
  readonly parts: DatasetParts;
  readonly queue: RecordQueueHandle;
  readonly drafts: Pick<Drafts, "get">;
  readonly leaving: Leaving;
  readonly size: BulkSize;
};

/** The bulk view without its looks: what is selected, what is answered, and what is being done with it. */
export function useBulk({ parts, queue, drafts, leaving, size }: BulkSource) {
  const { items, total, start } = queue;
  const { t } = useTranslation();
  const pageKey = `${writeCriteria(queue.committed.criteria)}/${start}/${size}`;
  const page = useMemo(() => items.map(({ record }) => record.id), [items]);
  const selected = useSelection(pageKey, page);
  const { selection } = selected;
  const targets = useTargets(pageKey, items);
  const form = useBulkForm(parts.questions);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const begunWith = useRef(form.form);
  const run = useBulkRun({
    parts,
    queue,
    drafts,
    selection: selected,
    targets,
    pageKey,
    onSuccess: ({ kind }) => kind !== "accepted" && form.clearIf(begunWith.current),
  });
  const busy = run.underway !== null;
  const count = selectedCount(selection, total);

  const begin = (action: BulkAction) => {
    begunWith.current = form.formRef.current;
    setAsked(null);
    run.start(action);
  };
  /** Does it, or asks first (FBU-12). */
  const act = (kind: BulkActionKind) => {
    if (busy) return;
    if (count === 0) return announce(t("bulk.none"));
    const action = bulkAction(kind, form.formRef.current);
    if (asksFirst(selection, total)) setAsked(action);
    else begin(action);
  };

  useHeld(leaving, () => (busy ? "bulk" : null), busy);
  useSaid(count);

  return {
    pageKey,
    page,
    selected,
    count,
    form,
    run,
    busy,
    act,
    /** as the form stands at the moment of asking */
    may: () => bulkActions(form.formRef.current, count),
    confirm: { action: asked, go: begin, cancel: () => setAsked(null) },
  };
}

/** Says how many records are selected, whenever that changes (design/shell.md#announcements). */
function useSaid(count: number): void {
  const { t } = useTranslation();
  const said = useRef(count);
  useEffect(() => {
    if (said.current === count) return;
    said.current = count;
    announce(t("bulk.selected", { count }));
  }, [t, count]);
}
