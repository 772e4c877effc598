import type { RecordSuggestion } from "@postil/domain/tasks/rules-suggestions";
import { useEffect, useRef, useState } from "react";
import { useUnsaved } from "../../../lib/unsaved.ts";
import type { Signed } from "../wire/log-suggestions.ts";
import {
  type ApplyEnd,
  type ApplyProgress,
  applySuggestions,
  NOTHING_YET,
  type UndoEnd,
  type UndoProgress,
  undoSuggestions,
} from "./apply-run.ts";
import { useRulesMode } from "./rules-mode.ts";

type Task = { readonly planned: readonly RecordSuggestion[]; readonly signed: Signed };
export type ApplyStage =
  | { readonly is: "choosing" }
  | (Task & { readonly is: "applying"; readonly progress: ApplyProgress })
  | (Task & { readonly is: "applied"; readonly end: ApplyEnd })
  | (Task & { readonly is: "undoing"; readonly end: ApplyEnd; readonly undo: UndoProgress })
  | (Task & { readonly is: "undone"; readonly end: ApplyEnd; readonly undo: UndoEnd });

/** Suggestions are applied and taken back, from a place on each. `onWritten` is told where records changed. */
export function useApplyStages(onWritten: () => void) {
  const { dataset } = useRulesMode();
  const [stage, setStage] = useState<ApplyStage>({ is: "choosing" });
  const controller = useRef<AbortController>(undefined);
  const isRunning = stage.is === "applying" || stage.is === "undoing";
  useUnsaved("apply-rules", isRunning);
  useEffect(() => () => controller.current?.abort(), []);
  const newSignal = () => {
    controller.current = new AbortController();
    return controller.current.signal;
  };
  return {
    stage,
    isRunning,
    stop: () => controller.current?.abort(),
    apply: async ({ planned, signed }: Task, from: ApplyProgress = NOTHING_YET) => {
      const task = { planned, signed };
      const onProgress = (progress: ApplyProgress) => setStage({ is: "applying", ...task, progress });
      onProgress(from);
      const end = await applySuggestions(dataset, planned, signed, { from, signal: newSignal(), onProgress });
      setStage({ is: "applied", ...task, end });
      if (end.written.length > from.written.length) onWritten();
    },
    takeBack: async ({ planned, signed }: Task, end: ApplyEnd, from: UndoProgress = NOTHING_YET) => {
      const task = { planned, signed, end };
      const onProgress = (undo: UndoProgress) => setStage({ is: "undoing", ...task, undo });
      onProgress(from);
      const undo = await undoSuggestions(dataset, end.written, signed, { from, signal: newSignal(), onProgress });
      setStage({ is: "undone", ...task, undo });
      if (undo.written.length > from.written.length) onWritten();
    },
  };
}
