import { type RefObject, useMemo } from "react";
import { useLatest } from "../../../lib/use-latest.ts";
import { announce } from "../../../ui/live-region.tsx";
import { focusRow } from "../../../workbench/list/focus-row.ts";
import { useRecordCommands } from "../page/record-commands.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { useBulkCommands } from "./bulk-commands.ts";
import type { Bulk } from "./use-bulk.ts";

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
    may: () => ({
      select: !busy && queue.items.length > 0,
      clear: !busy && count > 0,
    }),
  });
  // The selection cannot change while an action runs.
  const toggle = useLatest((recordId: string) => void (busy || selected.toggle(recordId)));
  const range = useLatest((recordId: string) => void (busy || selected.range(recordId)));
  const { setCursor } = selected;
  const row = useMemo(() => ({ toggle, range, setCursor }), [toggle, range, setCursor]);
  return { record, row, move };
}
