import type { JsonObject } from "@postil/domain/json-object";
import { t } from "i18next";
import { useCallback, useEffect, useRef, useState } from "react";
import { keepForms, keptForms } from "../../lib/kept-work/kept-forms.ts";
import { getSession } from "../../lib/session/store.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { notify } from "../../lib/toasts/store.ts";

type Change<Forms> = (change: (before: Forms) => Forms) => void;

/** Forms that are saved each by itself: a member each. */
type KindOfForms<Forms> = {
  readonly none: Forms;
  /** What is readable of what was kept, which may be damaged or of another version. */
  readonly read: (kept: JsonObject) => Forms;
  /** The members of which something would be lost. */
  readonly unsavedOf: (forms: Forms) => Partial<Forms>;
};

/**
 * What is typed into the settings of a dataset. It is kept on this device from its first letter on until it is saved or let go
 * of, and is there again for the same person: after a reload, after the session ended, after the dataset was taken away (AUT-11,
 * design/device.md#work).
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
    if (isThere && mayEdit) notify({ message: t("datasetSettings.form.restored"), type: "info" });
  }, []);
  return [forms, change];
}

/**
 * Keeps what has changed of the forms, and leaves the others as they are: another tab may have typed into them since. A save may
 * be answered when its author has signed out: then nothing comes back of what they had this device forget.
 */
function keepChanged(userId: string, datasetId: string, before: object, after: object): void {
  const session = getSession();
  const isTheirs = session.status === "signed-in" && session.user.id === userId;
  const kept = new Map(Object.entries(keptForms(userId, datasetId) ?? {}));
  const [old, now] = [before as JsonObject, after as JsonObject];
  for (const name of Object.keys({ ...old, ...now })) {
    if (old[name] === now[name]) continue;
    if (now[name] === undefined) kept.delete(name);
    else if (isTheirs) kept.set(name, now[name]);
  }
  keepForms(userId, datasetId, kept.size === 0 ? null : Object.fromEntries(kept));
}
