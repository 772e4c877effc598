import { useEffect, useRef } from "react";
import { usePreference } from "../../../lib/preferences/use-preference.ts";

/** After this time without a change, the form is saved as a draft on the server, ms. */
export const IDLE_DRAFT = 10_000;

/**
 * An option, off by default: the user must choose to save drafts on the server (design/annotation.md#drafts). `form`: the
 * form's state, a new object after every change. `worthSaving`: true if it has changes to save.
 */
export function useIdleDraft(form: object, worthSaving: boolean, saveDraft: () => void): void {
  const [wanted] = usePreference("saveDraftsWhenIdle");
  const saves = wanted && worthSaving;
  const save = useRef(saveDraft);
  save.current = saveDraft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the form begins the wait anew.
  useEffect(() => {
    if (!saves) return;
    const timer = setTimeout(() => save.current(), IDLE_DRAFT);
    return () => clearTimeout(timer);
  }, [saves, form]);
}
