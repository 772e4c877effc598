import { asksFirst, selectedCount } from "@postil/domain/bulk/bulk-selection";
import type { Actions } from "@postil/domain/records/actions";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { ResponseValues } from "@postil/domain/records/record-status";
import { criteriaKey } from "@postil/domain/search/record-criteria";
import type { BulkSize } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Drafts } from "../../lib/drafts/use-drafts.ts";
import { useSeen } from "../../lib/presses/use-seen.ts";
import { announce } from "../../ui/live-region.tsx";
import { type Leave, useHeld } from "../leaving/leaving.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { type BulkAction, type BulkActionKind, type BulkWire, useBulkRun, useTargets } from "./use-bulk-run.ts";
import { useSelection } from "./use-selection.ts";

/** The one form for all selected records, as its family holds it. Each function answers for the moment in which it is called. */
export type BulkForm = {
  /** another object with every change */
  readonly held: () => object;
  readonly values: () => ResponseValues;
  /** `selected`: how many records */
  readonly may: (selected: number) => Actions;
  /** Why it cannot be submitted, having led there; null when it can. */
  readonly leadToMissing: () => string | null;
  /** Empties it, and has the focus. */
  readonly clear: () => void;
  /** Empties it, unless it was changed since it was held like this. */
  readonly clearIf: (held: object) => void;
};

export type Bulk = ReturnType<typeof useBulk>;

type BulkSource<Of extends LabeledRecord> = {
  readonly datasetId: string;
  readonly wire: BulkWire<Of>;
  readonly form: BulkForm;
  readonly queue: RecordQueueHandle<Of>;
  readonly drafts: Pick<Drafts, "get">;
  readonly leave: Leave;
  /** whether an action is under way, for the page, which is asked before it is left */
  readonly writing: RefObject<boolean>;
  readonly size: BulkSize;
};

/** The bulk view without its looks: what is selected, and what is being done with it. */
export function useBulk<Of extends LabeledRecord>(source: BulkSource<Of>) {
  const { datasetId, wire, form, queue, drafts, leave, writing, size } = source;
  const { items, total, start, loading } = queue;
  const pageKey = `${criteriaKey(queue.committed.criteria)}/${start}/${size}`;
  const page = useMemo(() => items.map(({ record }) => record.id), [items]);
  const selected = useSelection(pageKey, page);
  const { selection } = selected;
  const targets = useTargets(pageKey, items);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const begunWith = useRef(form.held());
  const run = useBulkRun({
    datasetId,
    wire,
    queue,
    drafts,
    selection: selected,
    targets,
    writing,
    pageKey,
    onSuccess: ({ kind }) => kind !== "accepted" && form.clearIf(begunWith.current),
  });
  const busy = run.underway !== null;
  const rests = busy || loading;
  const seen = useSeen(pageKey, pageKey);
  const count = selectedCount(selection, total);

  const begin = (action: BulkAction) => {
    begunWith.current = form.held();
    setAsked(null);
    run.start(action);
  };
  /** Does it, or asks first (FBU-12). While others are on their way it is not meant for the records that are about to go. */
  const act = (kind: BulkActionKind) => {
    if (rests || !seen()) return;
    if (count === 0) return announce(t("bulk.none"));
    const action = { kind, values: kind === "accepted" ? {} : form.values() };
    if (asksFirst(selection, total)) setAsked(action);
    else begin(action);
  };

  useHeld(leave, busy);
  useSaid(count);

  return {
    pageKey,
    page,
    selected,
    count,
    form,
    run,
    busy,
    /** Nothing can be done with the records for the moment. */
    rests,
    act,
    confirm: { action: asked, go: begin, cancel: () => setAsked(null) },
  };
}

/** Says how many records are selected, whenever that changes (design/shell.md#announcements). */
function useSaid(count: number): void {
  const said = useRef(count);
  useEffect(() => {
    if (said.current === count) return;
    said.current = count;
    announce(t("bulk.selected", { count }));
  }, [count]);
}
