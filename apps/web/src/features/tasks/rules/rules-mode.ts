import {
  type ActiveRule,
  EMPTY_FORM,
  formFor,
  type RuleForm,
  stateOf,
  storeFault,
  typedForm,
  typedInto,
  typedRule,
  untypedForm,
  withLabelToggled,
  withoutRule,
} from "@postil/domain/tasks/active-rule";
import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { RulesPlace, RulesShown, TaskPageSize } from "@postil/domain/tasks/task-view";
import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState } from "react";
import { failureOf } from "../../../lib/api/failure.ts";
import type { RulesOf } from "../wire/rules-api.ts";
import { type TypedRules, useRuleWrites, useTypedRules } from "./rule-writes.ts";
import { allRulesQuery, refreshFigures, ruleMetricsQuery } from "./rules-queries.ts";
import { rulesKey, rulesQuery } from "./rules-query.ts";

/** A label of the dataset, with the key that picks it. */
export type RuleLabel = { readonly text: string; readonly shortcut: string | null };

/** The page data that the rules use. */
export type RulesPage = {
  readonly dataset: RulesOf;
  readonly labels: readonly RuleLabel[];
  readonly multiLabel: boolean;
  readonly query: string;
  /** True if anything except the query narrows the list. */
  readonly isFiltered: boolean;
  readonly shown: RulesShown;
  readonly show: (shown: RulesShown) => void;
  /** The page size, of the records and of the conflicts. */
  readonly size: TaskPageSize;
  /** Shows another page of the conflicts, or the first page with another size. */
  readonly turn: (to: { readonly page?: number; readonly size?: TaskPageSize }) => void;
  /** Searches for a query, or for all records; the place stays the same unless `shown` names another. */
  readonly search: (query: string, shown?: RulesShown) => void;
};

export const RulesModeContext = createContext<ReturnType<typeof useRulesState> | null>(null);

export function useRulesMode() {
  const mode = useContext(RulesModeContext);
  if (mode === null) throw new Error("There is no rules mode around this part of the page");
  return mode;
}

/** The state that the parts of the rules mode share: the rules, the active one, and their figures (RUL-15, RUL-24). */
export function useRulesState(page: RulesPage) {
  const { dataset, multiLabel, query, search, shown, show } = page;
  const client = useQueryClient();
  const list = useQuery(rulesQuery(dataset));
  const typed = useTypedRules(dataset);
  const { form, ...editor } = useRuleForm(page, list.data, typed);
  const active = form.rule;
  // A sample belongs to a rule, so without a query there is none.
  const place = shown.place === "sample" && query.trim() === "" ? "records" : shown.place;
  const state = active === null || list.data === undefined ? "unstored" : stateOf(active, list.data);
  const writes = useRuleWrites(client, dataset, typed, editor.rebase);
  const figures = useRuleFigures(dataset, list.data, active);
  return {
    ...page,
    /** Undefined until the rules are loaded. */
    rules: list.data,
    listFailed: list.isError,
    reload: () => void list.refetch(),
    active,
    state,
    toggleLabel: (label: string) => {
      if (active !== null) editor.change(withLabelToggled(active, label, multiLabel));
    },
    describe: (description: string) => {
      if (active !== null) editor.change({ ...active, description });
    },
    /** Discards the unsaved changes; null if there are none. */
    discard: form.isTyped ? editor.discard : null,
    save: () => {
      const isReady = !writes.isSaving && !figures.figures.isUnreadable;
      if (active === null || storeFault(active, state) !== null || !isReady) return;
      // A save also confirms the labels that came with the query.
      editor.change(active);
      writes.save(form);
    },
    isSaving: writes.isSaving,
    /** True if the active rule is the one that was saved last on this page. */
    justSaved: state === "stored" && writes.savedQuery === active?.query,
    saveFailed: writes.failed,
    remove: async (removed: string) => {
      if (!(await writes.remove(removed))) return;
      typed.forget(removed);
      if (withoutRule(active, removed) === active) return;
      editor.clear();
      search("");
    },
    /** Restores the last saved rule to its earlier state; null if no rule was saved since the rules were opened. */
    takeBack: writes.takeBack && (() => writes.isSaving || writes.takeBack?.()),
    ...figures,
    place,
    goTo: (next: RulesPlace) => show({ place: next }),
    /** Shows the records of a rule, and makes this rule active. */
    open: (opened: string) =>
      opened === query.trim() ? show({ place: "records" }) : search(opened, { place: "records" }),
  };
}

type Rules = readonly LabelingRule[] | undefined;

/**
 * The form of the active rule, which follows the search box. Until the rules are loaded, it is unknown which rule is stored.
 * Unsaved changes survive another query, another mode, and a reload.
 */
function useRuleForm({ query, dataset }: RulesPage, rules: Rules, typed: TypedRules) {
  const client = useQueryClient();
  const key = [...rulesKey(dataset), "active"];
  const [form, setForm] = useState<RuleForm>(() => {
    const half = typed.of(query.trim());
    const left = client.getQueryData<RuleForm>(key);
    return half ? typedForm(half) : left?.rule?.query === query.trim() ? left : EMPTY_FORM;
  });
  const next = rules === undefined ? form : formFor(form, query, rules, typed.of);
  if (next !== form) setForm(next);
  // State that is not kept on the device, such as labels that came with a query, lasts as long as the page.
  useEffect(() => {
    client.setQueryData(key, typed.of(next.rule?.query ?? "") === null ? next : EMPTY_FORM);
  });
  useEffect(() => {
    if (rules !== undefined) typed.forgetStored(rules);
  }, [typed, rules]);
  const isOfQuery = next.rule?.query === query.trim();
  return {
    form: isOfQuery ? next : EMPTY_FORM,
    change: (rule: ActiveRule) => {
      const changed = typedInto(next, rule, rules);
      setForm(changed);
      if (changed.isTyped) typed.keep(typedRule(rule, changed));
      else typed.forget(rule.query);
    },
    discard: () => {
      if (next.rule === null || rules === undefined) return;
      typed.forget(next.rule.query);
      setForm(untypedForm(next.rule.query, rules));
    },
    clear: () => setForm(EMPTY_FORM),
    /** Compares the typed text with this stored rule from now on. */
    rebase: (of: string, base: LabelingRule | null) =>
      setForm((now) => (now.isTyped && now.rule?.query === of ? { ...now, base } : now)),
  };
}

/** The delay in ms after the last change of the query or the labels (design/task-rules.md#figures). */
const DELAY = 300;

/**
 * The figures of the active rule and of all rules. `value`: null if it is not known yet, or never will be. `isStale`: the value
 * belongs to an earlier query or choice of labels, and the new one is loading. `isUnreadable`: the server cannot read the query.
 */
function useRuleFigures(dataset: RulesOf, rules: Rules, active: ActiveRule | null) {
  const client = useQueryClient();
  const wanted = active && { query: active.query, labels: active.labels };
  const settled = useSettled(wanted, DELAY);
  const query = settled ?? { query: "", labels: [] };
  const one = useQuery({
    ...ruleMetricsQuery(dataset, query),
    ...(settled === null && { queryFn: skipToken }),
    placeholderData: keepPreviousData,
  });
  const all = useQuery({ ...allRulesQuery(dataset, rules), placeholderData: keepPreviousData });
  const isUnreadable = failureOf(one.error)?.status === 400;
  const isLate = JSON.stringify(settled) !== JSON.stringify(wanted);
  return {
    figures: {
      value: (wanted !== null && !one.isError && one.data) || null,
      isStale: isLate || one.isPlaceholderData,
      hasFailed: one.isError && !isUnreadable && !isLate,
      isUnreadable: isUnreadable && !isLate,
    },
    allFigures: {
      value: all.data ?? null,
      isStale: all.isPlaceholderData,
      hasFailed: all.isError && rules !== undefined,
    },
    refresh: () => void refreshFigures(client, dataset),
  };
}

/**
 * A value that has not changed for this number of milliseconds; the first value applies at once. Values are compared as JSON.
 */
function useSettled<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is what its text says
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), delay);
    return () => window.clearTimeout(timer);
  }, [text, delay]);
  return settled;
}
