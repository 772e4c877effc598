import { useState } from "react";
import type { CommandEntry } from "../../../lib/commands/command.ts";
import { tellCodeMissing } from "../../../lib/toasts/store.ts";

/** Whose keys are listed: a key may do one thing in one of them and another in the other. */
export const FAMILIES = ["feedback", "tasks"] as const;
type Family = (typeof FAMILIES)[number];

export function useFamily(feedback: readonly CommandEntry[], loadOthers: () => Promise<readonly CommandEntry[]>) {
  const [family, setFamily] = useState<Family>("feedback");
  const [others, setOthers] = useState<readonly CommandEntry[] | null>(null);
  const show = async (next: Family) => {
    if (next === "tasks" && others === null) {
      try {
        setOthers(await loadOthers());
      } catch (error) {
        console.warn("The keys of task datasets could not be loaded", error);
        void tellCodeMissing();
        return;
      }
    }
    setFamily(next);
  };
  const entries = family === "tasks" && others !== null ? others : feedback;
  return { family, show: (next: Family) => void show(next), entries };
}
