import { asksFirst, selectedCount } from "@postil/domain/bulk/bulk-selection";
import type { Actions } from "@postil/domain/records/actions";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { ResponseValues } from "@postil/domain/records/record-status";
import { criteriaKey } from "@postil/domain/search/record-criteria";
import type { BulkSize } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Drafts } from "../../../lib/drafts/use-drafts.ts";
import { useSeen } from "../../../lib/presses/use-seen.ts";
import { announce } from "../../../ui/live-region.tsx";
import { useSelection } from "../../../workbench/list/use-selection.ts";
import { type Leave, useHeld } from "../queue/leaving.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { type BulkAction, type BulkActionKind, type BulkWire, useBulkRun, useTargets } from "./use-bulk-run.ts";

/** The one form for all selected records, held by their family. Each function reads the state at the moment of the call. */
export type BulkForm = {
  /** A new object after every change. */
  readonly held: () => object;
  readonly values: () => ResponseValues;
  /** `selected`: the number of selected records. */
  readonly may: (selected: number) => Actions;
  /** The reason why it cannot be submitted, after leading the user there. Null when it can. */
  readonly leadToMissing: () => string | null;
  /** Empties the form and focuses it. */
  readonly clear: () => void;
  /** Empties the form, unless it has changed since `held`. */
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
  /** True while an action runs. The page then asks before it is left. */
  readonly writing: RefObject<boolean>;
  readonly size: BulkSize;
};

/** The logic of the bulk view without its markup: the selection and the running action. */
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
  /**
   * Runs the action, or asks first (FBU-12). Ignored while other records are loading, because it was meant for the old ones.
   */
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
    /** True while no action on the records is possible. */
    rests,
    act,
    confirm: { action: asked, go: begin, cancel: () => setAsked(null) },
  };
}

/** Announces the number of selected records whenever it changes (design/shell.md#announcements). */
function useSaid(count: number): void {
  const said = useRef(count);
  useEffect(() => {
    if (said.current === count) return;
    said.current = count;
    announce(t("bulk.selected", { count }));
  }, [count]);
}
