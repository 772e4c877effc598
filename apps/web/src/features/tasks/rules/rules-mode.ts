import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { RuleMetrics } from "@postil/domain/tasks/rule-metrics";
import type { ActiveRule, ActiveRuleState } from "@postil/domain/tasks/rules-active";
import type { RulesPlace, RulesShown, TaskPageSize } from "@postil/domain/tasks/task-view";
import { createContext, useContext } from "react";
import type { RulesOf } from "../wire/rules-api.ts";
import type { AllRulesFigures } from "./rules-queries.ts";

/** A label of the dataset, with the key that picks it. */
export type RuleLabel = { readonly text: string; readonly shortcut: string | null };

/** The page data that the rules use. */
export type RulesPage = {
  readonly dataset: RulesOf;
  readonly labels: readonly RuleLabel[];
  readonly multiLabel: boolean;
  /** The text of the search box. */
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

export type Figures<Value> = {
  /** Null if the value is not known yet, or never will be. */
  readonly value: Value | null;
  /** True if the value belongs to an earlier query or choice of labels; the new value is loading. */
  readonly isStale: boolean;
  readonly hasFailed: boolean;
};

/** The figures of the active rule. */
export type RuleFigures = Figures<RuleMetrics> & {
  /** True if the server cannot read the query. */
  readonly isUnreadable: boolean;
};

/** The reason why a rule could not be stored. */
export type RuleFailure = {
  readonly query: string;
  /** The server's message, or null. */
  readonly why: string | null;
  /** The rule as another user changed it after this form was opened; null if that was not the reason. */
  readonly changed: ActiveRule | null;
};

/** The state of a dataset's rules that the parts of the rules mode share. */
export type RulesMode = RulesPage & {
  /** Undefined until the rules are loaded. */
  readonly rules: readonly LabelingRule[] | undefined;
  readonly listFailed: boolean;
  readonly reload: () => void;
  readonly active: ActiveRule | null;
  readonly state: ActiveRuleState;
  readonly toggleLabel: (label: string) => void;
  readonly describe: (description: string) => void;
  /** Discards the unsaved changes; null if there are none. */
  readonly discard: (() => void) | null;
  readonly save: () => void;
  readonly isSaving: boolean;
  /** True if the active rule is the one that was saved last on this page. */
  readonly justSaved: boolean;
  readonly saveFailed: RuleFailure | null;
  readonly remove: (query: string) => Promise<void>;
  /** Restores the last saved rule to its earlier state; null if no rule was saved since the rules were opened. */
  readonly takeBack: (() => void) | null;
  readonly figures: RuleFigures;
  readonly allFigures: Figures<AllRulesFigures>;
  readonly refresh: () => void;
  readonly place: RulesPlace;
  readonly goTo: (place: RulesPlace) => void;
  /** Shows the records of a rule, and makes this rule active. */
  readonly open: (query: string) => void;
};

export const RulesModeContext = createContext<RulesMode | null>(null);

export function useRulesMode(): RulesMode {
  const mode = useContext(RulesModeContext);
  if (mode === null) throw new Error("There is no rules mode around this part of the page");
  return mode;
}
