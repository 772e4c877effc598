import type { LoggedRecord } from "./logged-record.ts";
import type { Said } from "./task-record.ts";

/** The first label of the main prediction or annotation that the schema does not name, or null (contract api-v0 section 4). */
export function unknownLabel({ prediction, annotation }: LoggedRecord, schema: ReadonlySet<string>): string | null {
  for (const said of [prediction, annotation]) {
    const unknown = said && labelsIn(said).find((label) => !schema.has(label));
    if (unknown !== undefined) return unknown;
  }
  return null;
}

/** Labels or entity labels, in their order; sentences have none. */
export function labelsIn(said: Said): readonly string[] {
  if ("labels" in said) return said.labels.map(({ class_label }) => class_label);
  return "entities" in said ? said.entities.map(({ label }) => label) : [];
}
