import { type AnswerForm, isModified } from "@postil/domain/answers/answer-form";
import { formActions } from "@postil/domain/answers/form-actions";
import { useEffect, useRef } from "react";
import { usePreference } from "../../lib/preferences/use-preference.ts";

/** Without a change for so long, ms, what was typed becomes a draft on the server. */
export const IDLE_DRAFT = 10_000;

/**
 * A preference, off by default: drafts on the server are an explicit act unless the user wants it otherwise
 * (design/annotation.md#drafts).
 */
export function useIdleDraft(form: AnswerForm, saveDraft: () => void): void {
  const [wanted] = usePreference("saveDraftsWhenIdle");
  const open = form.status === "pending" || form.status === "draft";
  const worthSaving = wanted && open && isModified(form) && formActions(form).saveDraft;
  const save = useRef(saveDraft);
  save.current = saveDraft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the form begins the wait anew.
  useEffect(() => {
    if (!worthSaving) return;
    const timer = setTimeout(() => save.current(), IDLE_DRAFT);
    return () => clearTimeout(timer);
  }, [worthSaving, form]);
}
