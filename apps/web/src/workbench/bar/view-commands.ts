import { t } from "i18next";
import { ListChecks, RectangleVertical } from "lucide-react";
import type { Command } from "../../lib/commands/command.ts";
import type { ViewMode } from "./view-switch.tsx";

export type ViewHandlers = {
  readonly show: (view: ViewMode) => void;
  /** The bulk view is there when the queue has records (design/bulk.md). */
  readonly may: () => boolean;
};

/** Focus view and bulk view (FQU-02). */
export function viewCommands({ show, may }: ViewHandlers) {
  const view = { row: t("bulk.command.viewRow"), section: "dataset", group: "look", mayRun: may } as const;
  return {
    focus: {
      ...view,
      id: "view.focus",
      label: t("bulk.command.focus"),
      icon: RectangleVertical,
      shortcuts: [{ keys: "F" }],
      run: () => show("focus"),
    },
    bulk: {
      ...view,
      id: "view.bulk",
      label: t("bulk.command.bulk"),
      icon: ListChecks,
      shortcuts: [{ keys: "B" }],
      run: () => show("bulk"),
    },
  } as const satisfies { readonly [name: string]: Command };
}
