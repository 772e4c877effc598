import { asObject, type JsonObject } from "@postil/domain/json-object";
import { useBlocker } from "@tanstack/react-router";
import { t } from "i18next";
import { useCallback, useEffect, useRef, useState } from "react";
import "../../lib/i18n/en/unsaved.ts";
import { keepForms, keptForms } from "../../lib/kept-work/typed-work.ts";
import { signedInId, useUser } from "../../lib/session/store.ts";
import { dismissToast, notify } from "../../lib/toasts/store.ts";
import { useUnsaved } from "../../lib/unsaved.ts";

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
  readonly onStay: () => void;
  readonly onGo: () => void;
  /** what would be lost, if it is not a change of settings */
  readonly message?: string;
  /** the text of the action that leaves */
  readonly go?: string;
  /** a member of the address's search: with another value it is another page */
  readonly part?: string;
};

/**
 * Unsaved settings block both ways out. The browser asks before it unloads the page (ERR-10, ERR-11). Another page of Postil
 * waits for a toast. The toast's action leaves without saving and calls `onGo`, which drops the changes. Closing the toast
 * stays and calls `onStay`, which leads to the changes (FSE-07).
 */
export function useLeaveGuard(unsaved: boolean, { onStay, onGo, message, go, part }: LeaveQuestion): void {
  useUnsaved("settings", unsaved);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname ||
      (part !== undefined && asObject(current.search)?.[part] !== asObject(next.search)?.[part]),
    disabled: !unsaved,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const now = useRef({ blocker, onStay, onGo, message, go });
  useEffect(() => {
    now.current = { blocker, onStay, onGo, message, go };
  });
  const blocked = blocker.status === "blocked";
  useEffect(() => {
    if (!blocked) return;
    let answered = false;
    const leave = () => {
      answered = true;
      now.current.onGo();
      now.current.blocker.proceed?.();
    };
    const asking = notify({
      message: now.current.message ?? t("unsaved.message"),
      type: "warning",
      permanent: true,
      actions: [{ label: now.current.go ?? t("unsaved.go"), run: leave }],
      // Called however the toast closes, also after its action.
      onClose: () => {
        if (answered) return;
        answered = true;
        now.current.blocker.reset?.();
        now.current.onStay();
      },
    });
    // Another navigation was tried, or the changes were saved meanwhile. The question is no longer needed.
    return () => {
      answered = true;
      dismissToast(asking);
    };
  }, [blocked]);
}
