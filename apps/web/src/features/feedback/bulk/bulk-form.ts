import { type AnswerForm, draftOf, formValues, openForm } from "@postil/domain/answers/answer-form";
import { bulkActions, bulkObstacles } from "@postil/domain/bulk/bulk-answer";
import type { Question } from "@postil/domain/datasets/question";
import { t } from "i18next";
import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { onKeptForDatasets } from "../../../lib/kept-work/kept-values.ts";
import { type KeptBulk, keepBulk, keptBulk } from "../../../lib/kept-work/typed-work.ts";
import { signedInId } from "../../../lib/session/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { type HeldForm, missingText, useAnswerForm } from "../questions/answer-form.ts";
import { useFormSteps } from "../questions/form-steps.ts";
import type { QuestionsPanelHandle } from "../questions/questions-panel.tsx";
import type { ResponseActions } from "../queue/use-response-actions.ts";
import type { Bulk, BulkForm } from "./use-bulk.ts";

/**
 * One form for all records, empty or as it was left, without suggestions (FBU-11). It keeps its content when the page changes.
 */
export function useBulkForm(
  questions: readonly Question[],
  panel: RefObject<QuestionsPanelHandle | null>,
  /** the questions that every selected record answers by spans drawn in its row */
  drawn: RefObject<ReadonlySet<string>>,
  kept: KeptForm,
  /** shows the change in the form, with undo and redo */
  tell: ResponseActions["tellStep"],
): HeldForm & { readonly asked: BulkForm } {
  const held = useAnswerForm(
    "bulk",
    (): AnswerForm =>
      openForm({ questions, fields: null, response: null, suggestions: [], draft: kept.earlier?.answers ?? null }),
  );
  const { formRef } = held;
  const dispatch = useFormSteps(formRef, held.dispatch, tell);
  // The steps, of rows too, end with the view.
  useEffect(() => () => tell(null), [tell]);
  const asked = useMemo((): BulkForm => {
    const empty = () => void dispatch({ type: "clearAll" });
    return {
      held: () => formRef.current,
      values: () => formValues(formRef.current),
      may: (selected) => bulkActions(formRef.current, selected, drawn.current),
      leadToMissing: () => {
        const obstacles = bulkObstacles(formRef.current, drawn.current);
        const [first] = obstacles;
        if (first === undefined) return null;
        panel.current?.focusQuestion(first.question.name);
        return missingText(obstacles);
      },
      clear: () => {
        empty();
        panel.current?.takeFocus();
      },
      clearIf: (earlier) => {
        if (formRef.current !== earlier) return;
        empty();
        // The view may be closed by now.
        kept.keep(null);
      },
    };
  }, [formRef, dispatch, panel, drawn, kept]);
  return { ...held, dispatch, asked };
}

/**
 * Keeps the content of the form and its records, and restores the kept form, with a message (AUT-11, design/bulk.md).
 * `address`: the query in the address of the page.
 */
export function useKeptForm(kept: KeptForm, { form, dispatch }: HeldForm, bulk: Bulk, address: string): void {
  const { selected, page, pageKey } = bulk;
  const { selection } = selected;
  const answers = useMemo(() => draftOf(form), [form]);
  const isKept = useSyncExternalStore(kept.onChange, kept.isKept);
  // Another tab keeps its own form in this place, so this form is lost when the page closes (ERR-10).
  useUnsaved("bulk-form", answers !== null && !isKept);
  const begun = useRef({ view: false, form: false });
  useEffect(() => {
    const { chosen, allMatches } = selection;
    const { view, form: filled } = begun.current;
    begun.current = { view: true, form: filled || answers !== null };
    // A view opens with an empty or a kept form. A kept form may show nothing, because the dataset may have other questions by
    // now.
    if (!view || !begun.current.form) return;
    kept.keep(answers && { answers, chosen: [...chosen], allMatches, page: pageKey, address });
  }, [kept, answers, selection, pageKey, address]);
  useEffect(() => kept.onGone(() => void dispatch({ type: "clearAll" })), [kept, dispatch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the view has opened
  useEffect(() => {
    const { earlier } = kept;
    if (earlier === null || answers === null) return;
    const here = earlier.chosen.filter((recordId) => page.includes(recordId));
    const all = earlier.allMatches && earlier.page === pageKey;
    selected.only(here);
    if (all) selected.includeAllMatches();
    notify({ message: t("bulk.restored.form"), ...selectionText(earlier, here.length, all), type: "info" });
  }, []);
}

/** A sentence about the restored selection. */
function selectionText({ chosen, allMatches }: KeptBulk, count: number, all: boolean) {
  if (all) return { detail: t("bulk.restored.all") };
  if (allMatches) return { detail: t("bulk.restored.notAll") };
  if (chosen.length === 0) return {};
  const isWhole = count === chosen.length;
  return { detail: t(isWhole ? "bulk.restored.selected" : "bulk.restored.some", { count, of: chosen.length }) };
}

type KeptForm = ReturnType<typeof createKeptForm>;

/**
 * The form of a bulk view that this device keeps, by user and dataset. It is kept from its first answer on until it is
 * written, discarded or cleared (design/bulk.md). If two tabs fill the form, the later change is kept, and no tab removes the
 * other tab's form.
 */
export function createKeptForm(userId: string, datasetId: string) {
  const stored = () => keptBulk(userId, datasetId);
  const earlier = stored();
  /** The form of this view. */
  let own = earlier;
  const isKept = () => own !== null && contentOf(stored()) === contentOf(own);
  return {
    /** The kept form when the view was opened; null if there was none. */
    earlier,
    /** True if this view's form is the one that is kept. */
    isKept,
    onChange: onKeptForDatasets,
    keep(form: KeptBulk | null): void {
      const wasKept = isKept();
      own = form;
      if (form !== null || wasKept) keepBulk(userId, datasetId, form);
    },
    /** Calls back when another tab has written or discarded this view's form. Returns a function that stops this. */
    onGone(listener: () => void): () => void {
      let wasKept = isKept();
      return onKeptForDatasets(() => {
        const before = wasKept;
        wasKept = isKept();
        if (own === null || stored() !== null) return;
        if (before) listener();
        // Another tab kept its own form in this place, and no longer needs it. A user who signed out and had the device forget
        // their data gets nothing back.
        else if (signedInId() === userId) keepBulk(userId, datasetId, own);
      });
    },
  };
}

const contentOf = (form: KeptBulk | null): string =>
  JSON.stringify(form && [form.answers, form.chosen, form.allMatches, form.page]);
