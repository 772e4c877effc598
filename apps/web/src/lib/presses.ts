import { isSeen } from "@postil/domain/records/seen";
import { useCallback, useLayoutEffect, useRef } from "react";
import { getPreferences } from "./preferences/store.ts";

type Press = {
  /** by the clock of `performance.now()` */
  readonly at: number;
  readonly byKey: boolean;
};

/** Infinity until a first press: code that no press started is never refused. */
let last: Press = { at: Number.POSITIVE_INFINITY, byKey: false };
/** the time of a pointer that is down and has not clicked */
let pointerAt: number | null = null;
let keyIsDown = false;

/** The press that started the running code: for a click, the pointer press before it; for a timer, the key that set it. */
export const lastPress = (): Press => last;

/** Starts to record presses before other listeners run. Returns a function that stops this. */
export function watchPresses(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    keyIsDown = true;
    // The repeats of a held key belong to its first press.
    if (!event.repeat) last = { at: event.timeStamp, byKey: true };
  };
  // Runs after the click of a button, because Space clicks the button when it is released.
  const onKeyUp = () => window.setTimeout(onBlur);
  const onPointerDown = (event: PointerEvent) => {
    pointerAt = event.timeStamp;
    last = { at: pointerAt, byKey: false };
  };
  const onClick = (event: MouseEvent) => {
    if (event.detail > 0 && pointerAt !== null) last = { at: pointerAt, byKey: false };
    // A click without a pointer or a key comes from assistive software. It counts as a press of its own.
    else if (!keyIsDown) last = { at: event.timeStamp, byKey: false };
    pointerAt = null;
  };
  // If a key is released in another window, no event arrives here.
  const onBlur = () => {
    keyIsDown = false;
  };
  const listeners = [
    ["keydown", onKeyDown],
    ["keyup", onKeyUp],
    ["pointerdown", onPointerDown],
    ["click", onClick],
    ["blur", onBlur],
  ] as const;
  for (const [type, listener] of listeners) window.addEventListener(type, listener as EventListener, true);
  return () => {
    for (const [type, listener] of listeners) window.removeEventListener(type, listener as EventListener, true);
  };
}

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
