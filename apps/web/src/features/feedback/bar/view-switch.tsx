import type { BulkSize } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { ListChecks, RectangleVertical } from "lucide-react";
import { useMemo } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import type { BarProps, ViewMode } from "./bar-props.ts";

type ViewSwitchProps = {
  mode: ViewMode;
  onMode: (mode: ViewMode) => void;
  /** the keys that choose a mode, as `KeyCap` prints them */
  keys?: { readonly [Mode in ViewMode]?: string | undefined };
};

/** Switches between one record at a time and a list of records. */
export function ViewSwitch({ mode, onMode, keys = {} }: ViewSwitchProps) {
  return (
    <div className="flex-none">
      <SegmentedControl
        label={t("filters.view.label")}
        options={[
          { value: "focus", label: t("filters.view.focus"), keys: keys.focus },
          { value: "bulk", label: t("filters.view.bulk"), keys: keys.bulk },
        ]}
        value={mode}
        onChange={onMode}
      />
    </div>
  );
}

type ViewHandlers = {
  readonly show: (view: ViewMode) => void;
  /** True if the queue has records, so that the bulk view is available (design/bulk.md). */
  readonly may: () => boolean;
};

/** The commands for focus view and bulk view (FQU-02). */
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

/** Null means focus view. */
type Size = BulkSize | null;
/** The page size in a dataset without a remembered one (design/device.md#preferences). */
const FIRST_SIZE: BulkSize = 10;

/** The view mode as the bar shows it, with its keys. An empty queue offers no choice. */
export function useViewMode(
  datasetId: string,
  { size, there, onShow }: { size: Size; there: boolean; onShow: (size: Size) => void },
): Pick<BarProps, "mode" | "onMode" | "modeKeys"> {
  const [sizes] = usePreference("bulkPageSizes");
  const mode = size === null ? "focus" : "bulk";
  const show = useLatest((next: ViewMode) => {
    if (next !== mode) onShow(next === "focus" ? null : (sizes[datasetId] ?? FIRST_SIZE));
  });
  const may = useLatest(() => there);
  const commands = useMemo(() => viewCommands({ show, may }), [show, may]);
  useCommands(Object.values(commands));
  const focus = usePrintedKeys(commands.focus);
  const bulk = usePrintedKeys(commands.bulk);
  const modeKeys = useMemo(() => ({ focus, bulk }), [focus, bulk]);
  return { mode, onMode: there ? show : undefined, modeKeys };
}
