import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { RuleMetrics } from "@postil/domain/tasks/rule-metrics";
import type { ActiveRule, ActiveRuleState } from "@postil/domain/tasks/rules-active";
import type { RulesPlace, RulesShown, TaskPageSize } from "@postil/domain/tasks/task-view";
import { createContext, useContext } from "react";
import type { RulesOf } from "../wire/rules-api.ts";
import type { AllRulesFigures } from "./rules-queries.ts";

/** A label of the dataset, with the key that picks it. */
export type RuleLabel = { readonly text: string; readonly shortcut: string | null };

/** What the page tells the rules. */
export type RulesPage = {
  readonly dataset: RulesOf;
  readonly labels: readonly RuleLabel[];
  readonly multiLabel: boolean;
  /** What stands in the search box. */
  readonly query: string;
  /** Whether anything but the query narrows the list. */
  readonly isFiltered: boolean;
  readonly shown: RulesShown;
  readonly show: (shown: RulesShown) => void;
  /** Of a page, of its records and of the conflicts. */
  readonly size: TaskPageSize;
  /** Another page of the conflicts, or the first one of another size. */
  readonly turn: (to: { readonly page?: number; readonly size?: TaskPageSize }) => void;
  /** Searches for a query, or for all records; what is shown stays unless it is named. */
  readonly search: (query: string, shown?: RulesShown) => void;
};

export type Figures<Value> = {
  /** Null: not known yet, or not at all. */
  readonly value: Value | null;
  /** It is of an earlier query or choice of labels; that of this one is on its way. */
  readonly isStale: boolean;
  readonly hasFailed: boolean;
};

/** Of the active rule. */
export type RuleFigures = Figures<RuleMetrics> & {
  /** The server says that it is no query. */
  readonly isUnreadable: boolean;
};

/** Why a rule could not be stored. */
export type RuleFailure = {
  readonly query: string;
  /** The server's words, or none. */
  readonly why: string | null;
  /** What somebody else has made of it since its form was; null: it was not that. */
  readonly changed: ActiveRule | null;
};

/** The rules of a dataset as the parts of the rules mode share them. */
export type RulesMode = RulesPage & {
  /** Undefined until they are loaded. */
  readonly rules: readonly LabelingRule[] | undefined;
  readonly listFailed: boolean;
  readonly reload: () => void;
  readonly active: ActiveRule | null;
  readonly state: ActiveRuleState;
  readonly toggleLabel: (label: string) => void;
  readonly describe: (description: string) => void;
  /** Lets go of what was typed and is not stored; null: nothing was. */
  readonly discard: (() => void) | null;
  readonly save: () => void;
  readonly isSaving: boolean;
  /** Whether the active rule is the one that was stored last, here. */
  readonly justSaved: boolean;
  readonly saveFailed: RuleFailure | null;
  readonly remove: (query: string) => Promise<void>;
  /** Makes the rule that was stored last what it was before; null: none was stored since the rules were opened. */
  readonly takeBack: (() => void) | null;
  readonly figures: RuleFigures;
  readonly allFigures: Figures<AllRulesFigures>;
  readonly refresh: () => void;
  readonly place: RulesPlace;
  readonly goTo: (place: RulesPlace) => void;
  /** Leads to a rule's records, and makes it the active one. */
  readonly open: (query: string) => void;
};

export const RulesModeContext = createContext<RulesMode | null>(null);

export function useRulesMode(): RulesMode {
  const mode = useContext(RulesModeContext);
  if (mode === null) throw new Error("There is no rules mode around this part of the page");
  return mode;
}
