import { t } from "i18next";
import { createEmitter } from "../emitter.ts";
import { stillHere } from "../leaving-page.ts";
import { newId } from "../new-id.ts";
import { TOAST_TIMES, type ToastPosition, type ToastType, toastDuration } from "./toasts.ts";

export type ToastAction = { readonly label: string; readonly run: () => void; readonly keys?: string };

export type ToastOptions = {
  message: string;
  /** a second line, soft */
  detail?: string;
  type?: ToastType;
  position?: ToastPosition;
  /** stands in the foot of the page, where it has a place for what was done last */
  inFoot?: boolean;
  /** stays until it is closed or cleared */
  permanent?: boolean;
  /** false: closes by time or a clear event only (TOA-10) */
  dismissible?: boolean;
  actions?: readonly ToastAction[];
  /** id of the toast whose place this one takes; if that is gone, it simply opens */
  replace?: string;
  /** stands in for the length of the message in the duration (TOA-23) */
  lengthHint?: number;
  /** stays when the route changes: a save that failed */
  keep?: boolean;
  onClose?: () => void;
};

/** opening: for 100 ms not yet seen; closing: fading for 150 ms (TOA-04) */
type ToastPhase = "opening" | "open" | "closing";

export type Toast = {
  /** a UUID (TOA-01) */
  readonly id: string;
  /** of the first that stood where it stands: what takes a place is said from it, as what came before was */
  readonly place: string;
  readonly message: string;
  readonly detail: string | null;
  readonly type: ToastType;
  readonly position: ToastPosition;
  readonly inFoot: boolean;
  readonly permanent: boolean;
  readonly dismissible: boolean;
  readonly actions: readonly ToastAction[];
  readonly keep: boolean;
  /** ms it stays, the pauses not counted */
  readonly duration: number;
  readonly phase: ToastPhase;
  readonly onClose: (() => void) | null;
};

let toasts: readonly Toast[] = [];
const changed = createEmitter<void>();
const countdowns = new Map<string, Countdown>();

/** All toasts, oldest first, those that close included. */
export function getToasts(): readonly Toast[] {
  return toasts;
}

export const onToastsChange = changed.on;

/** Tells the user something and returns the id of the notice. Defaults: success, bottom right, dismissible (TOA-02, TOA-05). */
export function notify(options: ToastOptions): string {
  const toast = toastOf(options);
  const replaced = toasts.find((other) => other.id === options.replace && other.phase !== "closing");
  if (replaced === undefined) {
    set([...toasts, toast]);
    open(toast.id);
  } else {
    set(toasts.map((other) => (other === replaced ? { ...toast, place: other.place, phase: "open" } : other)));
    forget(replaced.id);
    startCountdown(toast);
  }
  return toast.id;
}

/** Says that a part of the page could not be fetched, unless the page is on its way out. */
export async function tellCodeMissing(): Promise<void> {
  await stillHere();
  notify({ message: t("errors.codeMissing"), type: "error" });
}

/** Closes one notice, its fading included. Unknown ids are fine. */
export function dismissToast(id: string): void {
  const toast = toasts.find((other) => other.id === id);
  if (toast === undefined || toast.phase === "closing") return;
  forget(id);
  update(id, "closing");
  setTimeout(() => set(toasts.filter((other) => other.id !== id)), TOAST_TIMES.closing);
  toast.onClose?.();
}

/** The clear event (TOA-07): closes all notices, or all but those that outlive a route. */
export function clearToasts({ except }: { except?: "kept" } = {}): void {
  for (const toast of toasts) {
    if (except === "kept" && toast.keep) continue;
    dismissToast(toast.id);
  }
}

/** Stops and continues the countdown, while the pointer or the keyboard focus is on the toast (TOA-06, TOA-10). */
export function pauseToast(id: string): void {
  countdowns.get(id)?.pause();
}
export function resumeToast(id: string): void {
  countdowns.get(id)?.resume();
}

function toastOf(options: ToastOptions): Toast {
  const id = newId();
  return {
    id,
    place: id,
    message: options.message,
    detail: options.detail ?? null,
    type: options.type ?? "success",
    position: options.position ?? "bottom-right",
    inFoot: options.inFoot ?? false,
    permanent: options.permanent ?? false,
    dismissible: options.dismissible ?? true,
    actions: options.actions ?? [],
    keep: options.keep ?? false,
    duration: toastDuration(options.lengthHint ?? options.message.length),
    phase: "opening",
    onClose: options.onClose ?? null,
  };
}

function open(id: string): void {
  setTimeout(() => {
    const toast = update(id, "open");
    if (toast !== undefined) startCountdown(toast);
  }, TOAST_TIMES.opening);
}

/** Moves a toast on and returns it; undefined when it is gone or already closing. */
function update(id: string, phase: ToastPhase): Toast | undefined {
  const toast = toasts.find((other) => other.id === id && other.phase !== "closing");
  if (toast === undefined) return undefined;
  const next = { ...toast, phase };
  set(toasts.map((other) => (other === toast ? next : other)));
  return next;
}

function set(next: readonly Toast[]): void {
  toasts = next;
  changed.emit();
}

function startCountdown(toast: Toast): void {
  if (toast.permanent) return;
  countdowns.set(
    toast.id,
    countdown(toast.duration, () => dismissToast(toast.id)),
  );
}

function forget(id: string): void {
  countdowns.get(id)?.pause();
  countdowns.delete(id);
}

type Countdown = { readonly pause: () => void; readonly resume: () => void };

function countdown(duration: number, done: () => void): Countdown {
  let left = duration;
  let startedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(done, left);
  return {
    pause: () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - startedAt;
    },
    resume: () => {
      if (timer !== undefined) return;
      startedAt = performance.now();
      timer = setTimeout(done, left);
    },
  };
}
