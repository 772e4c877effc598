import type { BulkSize } from "@postil/domain/queue/queue-criteria";
import { useMemo } from "react";
import { useCommands, usePrintedKeys } from "../../lib/commands/commands-provider.tsx";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { useLatest } from "../../lib/use-latest.ts";
import type { BarProps } from "./bar-props.ts";
import { viewCommands } from "./view-commands.ts";
import type { ViewMode } from "./view-switch.tsx";

/** Null: focus view. */
type Size = BulkSize | null;
/** In a dataset where no other one was in use yet (design/device.md#preferences). */
const FIRST_SIZE: BulkSize = 10;

/** One record or a page of them: what the bar shows of it, and the keys. There is nothing to choose in an empty queue. */
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
