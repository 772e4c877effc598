import type { TaskMode } from "@postil/domain/tasks/task-view";
import { useState } from "react";

/** From so wide on the panel stands open by itself, px (design/tasks.md#panel). */
const WIDE = "(min-width: 1500px)";

export type Panel = {
  readonly open: boolean;
  readonly tab: "progress" | "stats";
  readonly toggle: () => void;
  readonly show: (tab: "progress" | "stats") => void;
};

/** The panel beside the list: open by itself where there is room, on Progress when annotating, else on Stats. */
export function usePanel(mode: TaskMode): Panel {
  const [open, setOpen] = useState(() => window.matchMedia(WIDE).matches);
  const [chosen, setChosen] = useState<{ readonly mode: TaskMode; readonly tab: Panel["tab"] } | null>(null);
  const tab = chosen?.mode === mode ? chosen.tab : mode === "annotate" ? "progress" : "stats";
  return { open, tab, toggle: () => setOpen((is) => !is), show: (tab) => setChosen({ mode, tab }) };
}
