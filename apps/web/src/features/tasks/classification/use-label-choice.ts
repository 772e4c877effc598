import type { NumberedOption } from "@postil/domain/answers/label-search";
import { chooseLabel } from "@postil/domain/tasks/choose-label";
import { isTooLong } from "@postil/domain/tasks/labels";
import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { useRef } from "react";
import { notify } from "../../../lib/toasts/store.ts";
import type { LabelListHandle } from "../../../workbench/labels/label-list.tsx";
import { focusInPanel } from "../../../workbench/labels/option-focus.ts";
import { useFocusLater } from "../../../workbench/labels/use-focus-later.ts";
import type { LabelView } from "../../../workbench/labels/use-label-view.ts";
import type { RecordActions } from "../saving/record-actions.ts";

type ChoiceSource = {
  record: ShownTextRecord;
  view: LabelView;
  actions: RecordActions;
  onChosen: (label: string) => void;
};

/** What keys and pointer do to the labels of a record, and where the focus goes. */
export function useLabelChoice({ record, view, actions, onChosen }: ChoiceSource) {
  const { index, selected, setQuery } = view;
  const list = useRef<LabelListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const focusLater = useFocusLater(list);
  const pick = (label: string) => {
    // What the server would refuse is not tried.
    if (isTooLong(label)) return void notify({ message: t("tasks.labelTooLong"), type: "warning" });
    const choice = chooseLabel(record, label);
    if (!selected.has(label)) onChosen(label);
    if (choice.does === "resetAnnotation") actions.resetAnnotation(record);
    else if (choice.does === "edit") actions.edit({ record, answer: choice.answer, untouched: choice.untouched });
    else actions.answer({ record, answer: choice.answer });
  };
  const goTo = (label: string) => {
    setQuery("");
    focusLater(label);
  };
  return {
    list,
    search,
    pick,
    goTo,
    /** What was found is taken: already chosen it stays so, and of predictions it is accepted (FAN-29). */
    take: ({ value }: NumberedOption) => {
      const stays = record.multiLabel ? selected.has(value) : chooseLabel(record, value).does === "resetAnnotation";
      goTo(value);
      if (!stays) pick(value);
    },
    toSearch: () => focusInPanel(search.current),
    leaveSearch: () => {
      const first = [...selected][0] ?? index.options[0]?.value;
      if (first !== undefined) goTo(first);
    },
  };
}
