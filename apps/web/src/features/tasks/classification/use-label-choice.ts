import type { NumberedOption } from "@postil/domain/answers/label-search";
import { chooseLabel, type LabelChoice, takeLabel } from "@postil/domain/tasks/choose-label";
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
  const act = (label: string, choice: LabelChoice) => {
    // What the server would refuse is not tried.
    if (isTooLong(label)) return void notify({ message: t("tasks.labelTooLong"), type: "warning" });
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
    pick: (label: string) => act(label, chooseLabel(record, label)),
    goTo,
    take: ({ value }: NumberedOption) => {
      const choice = takeLabel(record, value);
      goTo(value);
      if (choice !== null) act(value, choice);
    },
    toSearch: () => focusInPanel(search.current),
    leaveSearch: () => {
      const first = [...selected][0] ?? index.options[0]?.value;
      if (first !== undefined) goTo(first);
    },
  };
}
