import { asObject } from "@postil/domain/json-object";
import type { ActiveRule } from "@postil/domain/tasks/rules-active";
import { keptForDatasets } from "./kept-for-datasets.ts";
import { RULES } from "./kept-values.ts";

const rules = keptForDatasets(RULES);

/** The datasets for which somebody was writing a rule that is kept, by `workspace/name`. */
export const datasetsWithKeptRule = rules.datasets;

/** Null: nothing of it is left to lose. */
export const keepRule: (userId: string, dataset: string, rule: ActiveRule | null) => void = rules.keep;

/** The rule that somebody was writing for a dataset and has not stored; null: none. */
export function keptRule(userId: string, dataset: string): ActiveRule | null {
  const { query, labels, description } = asObject(rules.read(userId, dataset)) ?? {};
  if (typeof query !== "string" || typeof description !== "string" || !Array.isArray(labels)) return null;
  const texts = labels.filter((label) => typeof label === "string");
  return { query, description, labels: texts };
}
