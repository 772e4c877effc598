import { asksFirst, selectedCount } from "@postil/domain/bulk/bulk-selection";
import type { Actions, ResponseValues } from "@postil/domain/records/labeled-record";
import { criteriaKey } from "@postil/domain/search/record-criteria";
import type { BulkSize } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Drafts } from "../../../lib/drafts/use-drafts.ts";
import { useSeen } from "../../../lib/presses.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { announce } from "../../../ui/screen-reader.tsx";
import { focusRow, useSelection } from "../../../workbench/list/rows.tsx";
import { useRecordCommands } from "../page/page-commands.ts";
import { type Leave, useHeld } from "../queue/leaving.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { useBulkCommands } from "./bulk-commands.ts";
import { type BulkAction, type BulkActionKind, type OwnValues, useBulkRun, useTargets } from "./use-bulk-run.ts";

/** The one form for all selected records. Each function reads the state at the moment of the call. */
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

type BulkSource = {
  readonly datasetId: string;
  readonly own: OwnValues;
  readonly form: BulkForm;
  readonly queue: RecordQueueHandle;
  readonly drafts: Pick<Drafts, "get">;
  readonly leave: Leave;
  /** True while an action runs. The page then asks before it is left. */
  readonly writing: RefObject<boolean>;
  readonly size: BulkSize;
};

/** The logic of the bulk view without its markup: the selection and the running action. */
export function useBulk(source: BulkSource) {
  const { datasetId, own, form, queue, drafts, leave, writing, size } = source;
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
    own,
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

/** The commands of the bulk view: those of a record, for all selected records, and those of the list (design/keys.md#bulk). */
export function useBulkHandlers(
  bulk: Bulk,
  queue: Pick<RecordQueueHandle, "status" | "items">,
  list: RefObject<HTMLDivElement | null>,
) {
  const { selected, busy, rests, count, form } = bulk;
  const { cursor } = selected;
  /** Also runs when submit is disabled: then it tells why. */
  const submit = () => {
    const missing = count === 0 ? null : form.leadToMissing();
    if (missing === null) bulk.act("submitted");
    else announce(missing);
  };
  const record = useRecordCommands({
    submit: () => void (rests || submit()),
    draft: () => bulk.act("draft"),
    discard: () => bulk.act("discarded"),
    clear: form.clear,
    accept: () => bulk.act("accepted"),
    takesKeys: () => true,
    // Without a selection the commands run too, and tell that it is missing.
    may: () => ({
      ...form.may(count),
      saveDraft: count === 0 || form.may(count).saveDraft,
      discard: queue.status !== "discarded",
      accept: !rests,
    }),
  });
  const move = useLatest((step: 1 | -1) => focusRow(list.current, selected.moveCursor(step)));
  useBulkCommands({
    move,
    toggle: () => cursor !== null && selected.toggle(cursor),
    range: () => cursor !== null && selected.range(cursor),
    page: selected.selectPage,
    clear: selected.clear,
    may: () => ({ select: !busy && queue.items.length > 0, clear: !busy && count > 0 }),
  });
  // The selection cannot change while an action runs.
  const toggle = useLatest((recordId: string) => void (busy || selected.toggle(recordId)));
  const range = useLatest((recordId: string) => void (busy || selected.range(recordId)));
  const { setCursor } = selected;
  const row = useMemo(() => ({ toggle, range, setCursor }), [toggle, range, setCursor]);
  return { record, row, move };
}
