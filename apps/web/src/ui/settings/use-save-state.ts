import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

/** How long "Saved" shows beside the button, ms. */
const SAVED_FOR = 2000;

/**
 * resting: no save; saving: a save runs; saved: just saved; meanwhile: refused, because somebody else has saved the item since
 * it was loaded
 */
export type SaveState = "resting" | "saving" | "saved" | "meanwhile";

/** The state of a save. "saved" changes back to "resting" after a while. */
export function useSaveState(): [SaveState, Dispatch<SetStateAction<SaveState>>] {
  const [state, setState] = useState<SaveState>("resting");
  useEffect(() => {
    if (state !== "saved") return;
    const timer = window.setTimeout(() => setState("resting"), SAVED_FOR);
    return () => window.clearTimeout(timer);
  }, [state]);
  return [state, setState];
}
