import type { Said } from "./task-record.ts";

/** Labels or entity labels, in their order; sentences have none. */
export function labelsIn(said: Said): readonly string[] {
  if ("labels" in said) return said.labels.map(({ class_label }) => class_label);
  return "entities" in said ? said.entities.map(({ label }) => label) : [];
}
