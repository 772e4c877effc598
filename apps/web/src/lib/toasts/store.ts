import { t } from "i18next";
import { useEffect } from "react";
import { createEmitter, createShared } from "../emitter.ts";
import { stillHere } from "../leaving-page.ts";
import { newId } from "../new-id.ts";

/** Times of a toast in ms (TOA-03, TOA-04). `withdrawing`: how long buttons stay that no longer apply. */
export const TOAST_TIMES = { base: 6000, perPart: 1000, opening: 100, closing: 150, withdrawing: 300 } as const;

/** Number of characters that add one second (TOA-03). */
const TOAST_PART_LENGTH = 120;

/** Number of toasts shown at once. Older ones fold into "+n" (TOA-08, design/shell.md#toasts). */
export const TOASTS_SHOWN = 3;

type ToastType = "success" | "info" | "warning" | "error";

export const TOAST_POSITIONS = ["top-right", "top", "top-left", "bottom-right", "bottom", "bottom-left"] as const;
export type ToastPosition = (typeof TOAST_POSITIONS)[number];

/**
 * How long a toast stays, ms: 6000 plus 1000 for every 120 characters, rounded up (TOA-03). `length` is the number of
 * characters of the message, or the message's own length hint (TOA-23).
 */
export function toastDuration(length: number): number {
  return TOAST_TIMES.base + TOAST_TIMES.perPart * Math.ceil(length / TOAST_PART_LENGTH);
}

export type ToastAction = { readonly label: string; readonly run: () => void; readonly keys?: string };

type ToastOptions = {
  message: string;
  /** a second, dimmed line */
  detail?: string;
  type?: ToastType;
  position?: ToastPosition;
  /** shows in the foot of the page, if the page has a place for the notice of the last action */
  inFoot?: boolean;
  /** stays until it is closed or cleared */
  permanent?: boolean;
  /** false: closes by time or a clear event only (TOA-10) */
  dismissible?: boolean;
  actions?: readonly ToastAction[];
  /** id of the toast to replace; if it is gone, a new toast opens */
  replace?: string;
  /** replaces the length of the message when the duration is computed (TOA-23) */
  lengthHint?: number;
  /** stays when the route changes, such as a failed save */
  keep?: boolean;
  onClose?: () => void;
};

/** opening: not visible yet, for 100 ms; closing: fades for 150 ms (TOA-04) */
type ToastPhase = "opening" | "open" | "closing";

export type Toast = {
  /** a UUID (TOA-01) */
  readonly id: string;
  /** id of the first toast in this place; a replacement keeps it, so it is announced from the same element */
  readonly place: string;
  readonly detail: string | null;
  /** ms it stays, without the pauses */
  readonly duration: number;
  readonly phase: ToastPhase;
  readonly onClose: (() => void) | null;
} & Readonly<
  Required<
    Pick<ToastOptions, "message" | "type" | "position" | "inFoot" | "permanent" | "dismissible" | "actions" | "keep">
  >
>;

let toasts: readonly Toast[] = [];
const changed = createEmitter<void>();
const countdowns = new Map<string, Countdown>();

/** All toasts, oldest first, including those that are closing. */
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

/** Shows that a part of the page could not be loaded, unless the page is closing. */
export async function tellCodeMissing(): Promise<void> {
  await stillHere();
  notify({ message: t("errors.codeMissing"), type: "error" });
}

/** Closes one notice with its fade. An unknown id is ignored. */
export function dismissToast(id: string): void {
  const toast = toasts.find((other) => other.id === id);
  if (toast === undefined || toast.phase === "closing") return;
  forget(id);
  update(id, "closing");
  setTimeout(() => set(toasts.filter((other) => other.id !== id)), TOAST_TIMES.closing);
  toast.onClose?.();
}

/**
 * Takes the buttons off a notice whose actions no longer apply. It waits, because the next notice often replaces this one at
 * once and has the same buttons, which would blink.
 */
export function withdrawActions(id: string): void {
  if (!toasts.some((toast) => toast.id === id && toast.actions.length > 0)) return;
  setTimeout(
    () => set(toasts.map((toast) => (toast.id === id ? { ...toast, actions: [] } : toast))),
    TOAST_TIMES.withdrawing,
  );
}

/** The clear event (TOA-07): closes all notices, or all except those that stay after a route change. */
export function clearToasts({ except }: { except?: "kept" } = {}): void {
  for (const toast of toasts) {
    if (except === "kept" && toast.keep) continue;
    dismissToast(toast.id);
  }
}

/** Stops and continues the countdown while the pointer or the keyboard focus is on the toast (TOA-06, TOA-10). */
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

/** Sets the phase of a toast and returns it. Undefined when it is gone or already closing. */
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

/** Number of mounted pages with buttons at the bottom right that no toast may cover. */
const pagesWithButtons = createShared(0);

/**
 * While the page is mounted, bottom-right toasts move to the bottom left, because Submit is at the right
 * (design/shell.md#toasts).
 */
export function useToastsAtLeft(): void {
  useEffect(() => {
    pagesWithButtons.set(pagesWithButtons.get() + 1);
    return () => pagesWithButtons.set(pagesWithButtons.get() - 1);
  }, []);
}

/** True if a mounted page needs the corner free. */
export const useCornerTaken = (): boolean => pagesWithButtons.useValue() > 0;

const foot = createShared<HTMLElement | null>(null);

/**
 * A ref for the element in which a page shows the notice of the last action. There it covers neither text nor buttons
 * (design/shell.md#toasts).
 */
export function placeInFoot(element: HTMLElement | null): () => void {
  foot.set(element);
  return () => {
    if (foot.get() === element) foot.set(null);
  };
}

/** The element for the notice of the last action. Null: it shows in a corner, like other notices. */
export const useFootPlace = foot.useValue;
