import { draftOf } from "@postil/domain/answers/answer-form";
import { t } from "i18next";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { KeptBulk } from "../../../lib/kept-work/kept-bulk.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { useUnsaved } from "../../../lib/unsaved.ts";
import type { Bulk } from "../../../workbench/bulk/use-bulk.ts";
import type { HeldForm } from "../questions/use-answer-form.ts";
import type { KeptForm } from "./kept-form.ts";

/**
 * Keeps what the form says and which records it is for, and brings back what was kept, with a sentence (AUT-11, design/bulk.md).
 * `address`: the query that leads to the page.
 */
export function useKeptForm(kept: KeptForm, { form, dispatch }: HeldForm, bulk: Bulk, address: string): void {
  const { selected, page, pageKey } = bulk;
  const { selection } = selected;
  const answers = useMemo(() => draftOf(form), [form]);
  const isKept = useSyncExternalStore(kept.onChange, kept.isKept);
  // Another tab keeps a form of its own in place of it: then it goes with the page (ERR-10).
  useUnsaved("bulk-form", answers !== null && !isKept);
  const begun = useRef({ view: false, form: false });
  useEffect(() => {
    const { chosen, allMatches } = selection;
    const { view, form: filled } = begun.current;
    begun.current = { view: true, form: filled || answers !== null };
    // A view opens blank, or with what is kept; of that it may be able to show nothing, for other questions are asked by now.
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

/** What became of the selection. */
function selectionText({ chosen, allMatches }: KeptBulk, count: number, all: boolean) {
  if (all) return { detail: t("bulk.restored.all") };
  if (allMatches) return { detail: t("bulk.restored.notAll") };
  if (chosen.length === 0) return {};
  const isWhole = count === chosen.length;
  return { detail: t(isWhole ? "bulk.restored.selected" : "bulk.restored.some", { count, of: chosen.length }) };
}
