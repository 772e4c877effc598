import { asObject } from "@postil/domain/json-object";
import type { ActiveRule } from "@postil/domain/tasks/rules-active";
import { endsOfKeys } from "./in-local-storage.ts";
import { RULES } from "./kept-values.ts";

/** Begins like those of other work, which "Forget my work on this device" removes by it (design/device.md#work). */
const prefixOf = (userId: string) => `postil:${RULES}:${userId}:`;
const keyOf = (userId: string, dataset: string) => prefixOf(userId) + dataset;

/** The rule that somebody was writing for a dataset and has not stored; null: none, or the browser denies its storage. */
export function keptRule(userId: string, dataset: string): ActiveRule | null {
  try {
    return readRule(JSON.parse(localStorage.getItem(keyOf(userId, dataset)) ?? "null"));
  } catch (error) {
    console.warn("The rule that was being written is not readable", error);
    return null;
  }
}

/** The datasets for which somebody was writing a rule that is kept, by `workspace/name`. */
export function datasetsWithKeptRule(userId: string): readonly string[] {
  try {
    return endsOfKeys(prefixOf(userId));
  } catch (error) {
    console.warn("The rules that were being written are not readable", error);
    return [];
  }
}

/** Null: nothing of it is left to lose. */
export function keepRule(userId: string, dataset: string, rule: ActiveRule | null): void {
  try {
    if (rule === null) localStorage.removeItem(keyOf(userId, dataset));
    else localStorage.setItem(keyOf(userId, dataset), JSON.stringify(rule));
  } catch (error) {
    console.warn("The rule that is being written could not be kept", error);
  }
}

function readRule(kept: unknown): ActiveRule | null {
  const { query, labels, description } = asObject(kept) ?? {};
  if (typeof query !== "string" || typeof description !== "string" || !Array.isArray(labels)) return null;
  const texts = labels.filter((label) => typeof label === "string");
  return { query, description, labels: texts };
}
