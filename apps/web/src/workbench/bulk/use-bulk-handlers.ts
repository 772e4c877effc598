import { formObstacles } from "@postil/domain/answers/answer-form";
import { type RefObject, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { missingText } from "../../features/feedback/questions/missing-text.ts";
import type { QuestionsPanelHandle } from "../../features/feedback/questions/questions-panel.tsx";
import { useLatest } from "../../lib/use-latest.ts";
import { announce } from "../../ui/live-region.tsx";
import { useRecordCommands } from "../actions/record-commands.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { useBulkCommands } from "./bulk-commands.ts";
import { focusRow } from "./bulk-list.tsx";
import type { Bulk } from "./use-bulk.ts";

type Places = {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly panel: RefObject<QuestionsPanelHandle | null>;
};

/** The commands of the bulk view: those of a record, for all that are selected, and those of the list (design/keys.md#bulk). */
export function useBulkHandlers(
  bulk: Bulk,
  queue: Pick<RecordQueueHandle, "status" | "items">,
  { list, panel }: Places,
) {
  const { t } = useTranslation();
  const { selected, busy, count, form } = bulk;
  const { cursor } = selected;
  /** Also pressed where it rests: then it says why. */
  const submit = () => {
    const obstacles = formObstacles(form.formRef.current);
    const [first] = obstacles;
    if (count === 0 || first === undefined) return bulk.act("submitted");
    panel.current?.focusQuestion(first.question.name);
    announce(missingText(t, obstacles));
  };
  const record = useRecordCommands({
    submit: () => void (busy || submit()),
    draft: () => bulk.act("draft"),
    discard: () => bulk.act("discarded"),
    clear: () => {
      form.dispatch({ type: "clearAll" });
      panel.current?.takeFocus();
    },
    accept: () => bulk.act("accepted"),
    takesKeys: () => true,
    // Without a selection they run all the same, to say what is missing.
    may: () => ({
      ...bulk.may(),
      saveDraft: count === 0 || bulk.may().saveDraft,
      discard: queue.status !== "discarded",
      accept: !busy,
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
  // What an action reaches does not change while it is under way.
  const toggle = useLatest((recordId: string) => void (busy || selected.toggle(recordId)));
  const range = useLatest((recordId: string) => void (busy || selected.range(recordId)));
  const { setCursor } = selected;
  const row = useMemo(() => ({ toggle, range, setCursor }), [toggle, range, setCursor]);
  return { record, row, move };
}
