import type { JsonObject } from "@postil/domain/json-object";
import { type RegisteredRouter, useRouter } from "@tanstack/react-router";
import { t } from "i18next";
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
import "../../lib/i18n/en/unsaved.ts";
import { keepForms, keptForms } from "../../lib/kept-work/typed-work.ts";
import { signedInId, useUser } from "../../lib/session/store.ts";
import { dismissToast, notify } from "../../lib/toasts/store.ts";
import { hasUnsaved, useUnsaved } from "../../lib/unsaved.ts";

type Change<Forms> = (change: (before: Forms) => Forms) => void;

/** A set of forms. Each member is a form that is saved separately. */
type KindOfForms<Forms> = {
  readonly none: Forms;
  /** Reads the stored forms, which may be damaged or of another version. */
  readonly read: (kept: JsonObject) => Forms;
  /** The members with unsaved changes. */
  readonly unsavedOf: (forms: Forms) => Partial<Forms>;
};

/**
 * The unsaved forms of a dataset's settings. They are stored on this device from the first letter until they are saved or
 * dropped. The same user gets them back: after a reload, after the session ended, after access to the dataset was lost
 * (AUT-11, design/device.md#work).
 */
export function useKeptForms<Forms extends object>(
  datasetId: string,
  kind: KindOfForms<Forms>,
  mayEdit: boolean,
): readonly [Forms, Change<Forms>] {
  const userId = useUser()?.id ?? "";
  const [restored] = useState(() => kind.read(keptForms(userId, datasetId) ?? {}));
  const [forms, setForms] = useState<Forms>(restored);
  const latest = useRef(forms);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whose and of what it is does not change while it stands
  const change = useCallback<Change<Forms>>((by) => {
    const before = latest.current;
    latest.current = by(before);
    setForms(latest.current);
    keepChanged(userId, datasetId, kind.unsavedOf(before), kind.unsavedOf(latest.current));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come
  useEffect(() => {
    const isThere = Object.keys(kind.unsavedOf(restored)).length > 0;
    if (isThere && mayEdit) notify({ message: t("unsaved.restored"), type: "info" });
  }, []);
  return [forms, change];
}

/**
 * Stores the changed forms and leaves the others as they are, because another tab may have changed them. A save may be
 * answered after its user has signed out. Then nothing is stored, because the user may have removed the work from this device.
 */
function keepChanged(userId: string, datasetId: string, before: object, after: object): void {
  const isTheirs = signedInId() === userId;
  const kept = new Map(Object.entries(keptForms(userId, datasetId) ?? {}));
  const [old, now] = [before as JsonObject, after as JsonObject];
  for (const name of Object.keys({ ...old, ...now })) {
    if (old[name] === now[name]) continue;
    if (now[name] === undefined) kept.delete(name);
    else if (isTheirs) kept.set(name, now[name]);
  }
  keepForms(userId, datasetId, kept.size === 0 ? null : Object.fromEntries(kept));
}

type LeaveQuestion = {
  readonly onStay?: () => void;
  readonly onGo?: () => void;
  /** what would be lost, if it is not a change of settings */
  readonly message?: string;
  /** the text of the action that leaves */
  readonly go?: string;
  /** a member of the address's search: with another value it is another page; "*": with any other search */
  readonly part?: string;
};

/**
 * Unsaved settings block both ways out. The browser asks before it unloads the page (ERR-10, ERR-11). Another page of Postil
 * waits for a toast. The toast's action leaves without saving and calls `onGo`, which drops the changes. Closing the toast
 * stays and calls `onStay`, which leads to the changes (FSE-07).
 */
export function useLeaveGuard(unsaved: boolean, question: LeaveQuestion): void {
  useUnsaved(useId(), unsaved);
  // Nothing leads away from a part that is drawn without routes.
  const router: RegisteredRouter | null = useRouter({ warn: false });
  const latest = useRef(question);
  useEffect(() => {
    latest.current = question;
  });
  useEffect(() => {
    if (!unsaved || router === null) return;
    let takeBack: () => void = () => undefined;
    const ask = () => {
      // Another navigation was tried: the one before it stays undone.
      takeBack();
      return new Promise<boolean>((resolve) => {
        let answered = false;
        const answer = (stays: boolean, then?: () => void) => {
          if (answered) return;
          answered = true;
          resolve(stays);
          then?.();
        };
        const { message, go } = latest.current;
        const toast = notify({
          message: message ?? t("unsaved.message"),
          type: "warning",
          permanent: true,
          actions: [{ label: go ?? t("unsaved.go"), run: () => answer(false, latest.current.onGo) }],
          // Called however the toast closes, also after its action.
          onClose: () => answer(true, latest.current.onStay),
        });
        takeBack = () => {
          answer(true);
          dismissToast(toast);
        };
      });
    };
    const unblock = router.history.block({
      enableBeforeUnload: false,
      blockerFn: async ({ currentLocation, nextLocation }) =>
        isElsewhere(currentLocation, nextLocation, latest.current.part) && (await ask()),
    });
    return () => {
      unblock();
      // The changes were saved meanwhile.
      takeBack();
    };
  }, [unsaved, router]);
}

type Place = { readonly pathname: string; readonly search: string };

function isElsewhere(now: Place, next: Place, part: string | undefined): boolean {
  if (now.pathname !== next.pathname) return true;
  if (part === undefined) return false;
  const of = ({ search }: Place) => (part === "*" ? search : new URLSearchParams(search).get(part));
  return of(now) !== of(next);
}

/** The longest part of a typed text that is repeated in a question, letters. */
const REPEATED = 40;

/**
 * For a box with a button or an Enter of its own: asks before what is typed there and not added is left (FSE-40). Who stays
 * is led back to the box. `message`: of what is chosen, and not typed.
 */
export function useNotAdded(typed: string, box: RefObject<HTMLElement | null> | null, message?: string): void {
  const text = [...typed.trim()];
  const shown = text.length > REPEATED ? `${text.slice(0, REPEATED).join("")}…` : text.join("");
  useUnsaved(`${NOT_ADDED} ${useId()}`, shown !== "");
  useLeaveGuard(shown !== "", {
    onStay: () => box?.current?.focus(),
    message: message ?? t("unsaved.notAdded", { text: shown }),
    go: t("unsaved.without"),
    part: "*",
  });
}

const NOT_ADDED = "not added";

/** True while something is typed into such a box. What sends the page asks it first (FSE-41). */
export const isSomethingNotAdded = (): boolean => hasUnsaved(NOT_ADDED);

/**
 * For a dialog with a form: Escape and a click outside close it at once if nothing was changed, else only the second time.
 * Back, a link and a reload ask (FSE-42). Cancel always closes. `entered`: the input as a value that `===` can compare.
 */
export function useTypedDialog(entered: string, onClose: () => void) {
  const [first] = useState(entered);
  const [askedOver, setAskedOver] = useState<string | null>(null);
  const isAsked = askedOver === entered;
  const isTyped = entered !== first;
  useLeaveGuard(isTyped, { message: t("unsaved.entered"), part: "*" });
  return { isAsked, leave: () => (!isTyped || isAsked ? onClose() : setAskedOver(entered)) };
}
