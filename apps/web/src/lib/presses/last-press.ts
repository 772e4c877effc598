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
