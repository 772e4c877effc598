type Press = {
  /** by the clock of `performance.now()` */
  readonly at: number;
  readonly byKey: boolean;
};

/** What no press began is for nobody to refuse. */
let last: Press = { at: Number.POSITIVE_INFINITY, byKey: false };
/** of a pointer that went down and has not clicked */
let pointerAt: number | null = null;
let keyIsDown = false;

/** What is being carried out was begun by this press: a click by the pointer that went down for it, what a timer brings by its key. */
export const lastPress = (): Press => last;

/** Starts noticing presses, before anything hears them. Returns the way to stop. */
export function watchPresses(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    keyIsDown = true;
    // A key that is held was pressed once.
    if (!event.repeat) last = { at: event.timeStamp, byKey: true };
  };
  // After the click of a button, which Space presses as it comes up.
  const onKeyUp = () => window.setTimeout(onBlur);
  const onPointerDown = (event: PointerEvent) => {
    pointerAt = event.timeStamp;
    last = { at: pointerAt, byKey: false };
  };
  const onClick = (event: MouseEvent) => {
    if (event.detail > 0 && pointerAt !== null) last = { at: pointerAt, byKey: false };
    // Without a pointer or a key it comes from software that presses for somebody, and is a press of its own.
    else if (!keyIsDown) last = { at: event.timeStamp, byKey: false };
    pointerAt = null;
  };
  // What is let go in another window is not heard of here.
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
