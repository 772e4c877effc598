import { useEffect, useRef } from "react";
import { usePreference } from "../../lib/preferences/use-preference.ts";

/** Without a change for so long, ms, what was typed becomes a draft on the server. */
export const IDLE_DRAFT = 10_000;

/**
 * A preference, off by default: drafts on the server are an explicit act unless the user wants it otherwise
 * (design/annotation.md#drafts). `form`: what is typed, another object with every change; `worthSaving`: there is something in it to
 * be saved by itself.
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
