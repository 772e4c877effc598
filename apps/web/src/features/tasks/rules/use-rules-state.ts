import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import {
  type ActiveRule,
  stateOf,
  storeFault,
  withLabelToggled,
  withoutRule,
  withQuery,
} from "@postil/domain/tasks/rules-active";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { keepRule, keptRule } from "../../../lib/kept-work/kept-rule.ts";
import { useUser } from "../../../lib/session/use-session.ts";
import type { RulesMode, RulesPage, RulesPlace } from "./rules-mode.ts";
import { rulesKey, rulesQuery } from "./rules-query.ts";
import { useRuleFigures } from "./use-rule-figures.ts";
import { useRuleWrites } from "./use-rule-writes.ts";

/** All that the parts of the rules mode share: the rules, the active one, and what is known of both (RUL-15, RUL-24). */
export function useRulesState(page: RulesPage): RulesMode {
  const { dataset, multiLabel, query, search } = page;
  const client = useQueryClient();
  const list = useQuery(rulesQuery(dataset));
  const [active, setActive] = useActiveRule(query, list.data, dataset);
  const [place, goTo] = useState<RulesPlace>("records");
  const state = active === null || list.data === undefined ? "unstored" : stateOf(active, list.data);
  const writes = useRuleWrites(client, dataset);
  const figures = useRuleFigures(dataset, list.data, active);

  const remove = async (removed: string) => {
    if (!(await writes.remove(removed))) return;
    if (withoutRule(active, removed) === active) return;
    setActive(null);
    search("");
  };
  const open = (opened: string) => {
    goTo("records");
    if (opened !== query.trim()) search(opened);
  };
  return {
    ...page,
    rules: list.data,
    listFailed: list.isError,
    reload: () => void list.refetch(),
    active,
    state,
    toggleLabel: (label) => active !== null && setActive(withLabelToggled(active, label, multiLabel)),
    describe: (description) => active !== null && setActive({ ...active, description }),
    save: () => {
      const isReady = !writes.isSaving && !figures.figures.isUnreadable;
      if (active !== null && storeFault(active, state) === null && isReady) writes.save(active);
    },
    isSaving: writes.isSaving,
    justSaved: state === "stored" && writes.savedQuery === active?.query,
    saveFailed: writes.failed,
    remove,
    takeBack: writes.takeBack && (() => writes.isSaving || writes.takeBack?.()),
    ...figures,
    place,
    goTo,
    open,
  };
}

/**
 * The active rule follows the search box; without the rules nobody knows yet which is stored. What is not stored of it is still
 * there when one comes back from another mode, and after a reload.
 */
function useActiveRule(query: string, rules: RulesMode["rules"], dataset: RulesPage["dataset"]) {
  const client = useQueryClient();
  const key = [...rulesKey(dataset), "active"];
  const { kept, keep } = useKeptRule(dataset);
  const [active, setState] = useState<ActiveRule | null>(() => client.getQueryData<ActiveRule>(key) ?? kept(query));
  const setActive = (rule: ActiveRule | null) => {
    client.setQueryData(key, rule);
    setState(rule);
  };
  const next = rules === undefined ? active : withQuery(active, query, rules);
  if (next !== active) setState(next);
  useEffect(() => keep(next, rules), [keep, next, rules]);
  return [next?.query === query.trim() ? next : null, setActive] as const;
}

/** Of an earlier visit: the rule of this query, as far as it was not stored. */
function useKeptRule({ workspaceName, name }: RulesPage["dataset"]) {
  const userId = useUser()?.id;
  return useMemo(() => {
    const dataset = taskDatasetKey(workspaceName, name);
    return {
      kept: (query: string) => {
        const rule = userId === undefined ? null : keptRule(userId, dataset);
        return rule?.query === query.trim() ? rule : null;
      },
      keep: (rule: ActiveRule | null, rules: RulesMode["rules"]) => {
        if (userId === undefined || rule === null || rules === undefined) return;
        const saysNothing = rule.labels.length === 0 && rule.description === "";
        keepRule(userId, dataset, saysNothing || stateOf(rule, rules) === "stored" ? null : rule);
      },
    };
  }, [userId, workspaceName, name]);
}
