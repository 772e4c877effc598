import { stateOf, storeFault, withLabelToggled, withoutRule } from "@postil/domain/tasks/rules-active";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RulesMode, RulesPage } from "./rules-mode.ts";
import { rulesQuery } from "./rules-query.ts";
import { useRuleFigures } from "./use-rule-figures.ts";
import { useRuleForm } from "./use-rule-form.ts";
import { useRuleWrites } from "./use-rule-writes.ts";
import { useTypedRules } from "./use-typed-rules.ts";

/** All that the parts of the rules mode share: the rules, the active one, and what is known of both (RUL-15, RUL-24). */
export function useRulesState(page: RulesPage): RulesMode {
  const { dataset, multiLabel, query, search, shown, show } = page;
  const client = useQueryClient();
  const list = useQuery(rulesQuery(dataset));
  const typed = useTypedRules(dataset);
  const { form, ...editor } = useRuleForm(page, list.data, typed);
  const active = form.rule;
  // A sample is one of a rule's records.
  const place = shown.place === "sample" && query.trim() === "" ? "records" : shown.place;
  const state = active === null || list.data === undefined ? "unstored" : stateOf(active, list.data);
  const writes = useRuleWrites(client, dataset, typed, editor.rebase);
  const figures = useRuleFigures(dataset, list.data, active);

  const remove = async (removed: string) => {
    if (!(await writes.remove(removed))) return;
    typed.forget(removed);
    if (withoutRule(active, removed) === active) return;
    editor.clear();
    search("");
  };
  const open = (opened: string) =>
    opened === query.trim() ? show({ place: "records" }) : search(opened, { place: "records" });
  return {
    ...page,
    rules: list.data,
    listFailed: list.isError,
    reload: () => void list.refetch(),
    active,
    state,
    toggleLabel: (label) => active !== null && editor.change(withLabelToggled(active, label, multiLabel)),
    describe: (description) => active !== null && editor.change({ ...active, description }),
    discard: form.isTyped ? editor.discard : null,
    save: () => {
      const isReady = !writes.isSaving && !figures.figures.isUnreadable;
      if (active === null || storeFault(active, state) !== null || !isReady) return;
      // Whoever saves labels that came along with the query has chosen them.
      editor.change(active);
      writes.save(form);
    },
    isSaving: writes.isSaving,
    justSaved: state === "stored" && writes.savedQuery === active?.query,
    saveFailed: writes.failed,
    remove,
    takeBack: writes.takeBack && (() => writes.isSaving || writes.takeBack?.()),
    ...figures,
    place,
    goTo: (next) => show({ place: next }),
    open,
  };
}
