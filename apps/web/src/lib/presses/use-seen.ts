import { isSeen } from "@postil/domain/records/seen";
import { useCallback, useLayoutEffect, useRef } from "react";
import { getPreferences } from "../preferences/store.ts";
import { lastPress } from "./last-press.ts";

const NEVER = { broughtAt: 0, shownAt: 0 };

/**
 * Returns a function: false if the press came before the user could see what it would answer (FRS-16). Stable between renders.
 * `shown`: the id of the content on screen. `aimed`: the part that keys answer, when the page itself moves from one part to
 * the next. Until the user can have seen it, the answer buttons fill (`FILLS`).
 */
export function useSeen(shown: string, aimed: string): () => boolean {
  const since = useRef({ shown: "", onScreen: NEVER, aimed: NEVER });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time keys are for another one
  useLayoutEffect(() => {
    const isNew = since.current.shown !== shown;
    const broughtAt = Math.min(lastPress().at, performance.now());
    const note = () => {
      const now = { broughtAt, shownAt: performance.now() };
      since.current = { shown, onScreen: isNew ? now : since.current.onScreen, aimed: now };
    };
    // Holds until the frame that shows it. A background tab draws no frame.
    note();
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      note();
      timer = window.setTimeout(stopFilling, getPreferences().seenAfter);
    });
    startFilling();
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
      stopFilling();
    };
  }, [shown, aimed]);
  return useCallback(() => {
    const { at, byKey } = lastPress();
    const times = since.current[byKey ? "aimed" : "onScreen"];
    return isSeen({ pressedAt: at, ...times, seenAfter: getPreferences().seenAfter });
  }, []);
}

/** Attribute of the buttons that answer the record on the screen. */
export const FILLS = { "data-fills": "" } as const;

function startFilling(): void {
  const { style, dataset } = document.documentElement;
  style.setProperty("--seen-after", `${getPreferences().seenAfter}ms`);
  dataset.unseen = "";
}

function stopFilling(): void {
  delete document.documentElement.dataset.unseen;
}
