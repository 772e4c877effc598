import { isSeen } from "@postil/domain/records/seen";
import { useCallback, useLayoutEffect, useRef } from "react";
import { getPreferences } from "../preferences/store.ts";
import { lastPress } from "./last-press.ts";

const NEVER = { broughtAt: 0, shownAt: 0 };

/**
 * Whether what is being carried out may answer what is on the screen: not if it was pressed before that could be seen (FRS-16).
 * `shown`: what it is. `aimed`: what keys would answer of it, where the page itself goes on from one to the next. While it rests
 * the buttons that answer fill (`FILLS`).
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
    // Until the frame that shows it; a tab in the background draws none.
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

/** On the buttons that answer what is on the screen. */
export const FILLS = { "data-fills": "" } as const;

function startFilling(): void {
  const { style, dataset } = document.documentElement;
  style.setProperty("--seen-after", `${getPreferences().seenAfter}ms`);
  dataset.unseen = "";
}

function stopFilling(): void {
  delete document.documentElement.dataset.unseen;
}
