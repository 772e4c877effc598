import { useEffect } from "react";
import { isMac } from "../lib/platform.ts";
import { getPreferences, setPreference } from "../lib/preferences/store.ts";
import { KEY_CAP_HOLD } from "./constants.ts";

/** Holding Ctrl (Cmd on a Mac) alone for 350 ms shows or hides the key caps. The choice is stored (design/keys.md#rules). */
export function useHoldToShowKeys(): void {
  useEffect(() => {
    let timer: number | undefined;
    const cancel = () => window.clearTimeout(timer);
    const onKeyDown = (event: KeyboardEvent) => {
      cancel();
      if (event.key !== (isMac ? "Meta" : "Control") || event.repeat) return;
      timer = window.setTimeout(() => setPreference("showKeyCaps", !getPreferences().showKeyCaps), KEY_CAP_HOLD);
    };
    const interruptions = ["keyup", "pointerdown", "wheel", "blur"] as const;
    window.addEventListener("keydown", onKeyDown, true);
    for (const type of interruptions) window.addEventListener(type, cancel, true);
    return () => {
      cancel();
      window.removeEventListener("keydown", onKeyDown, true);
      for (const type of interruptions) window.removeEventListener(type, cancel, true);
    };
  }, []);
}
