import type { AnnotationPart } from "./task-record.ts";

/** The labels, or the labels of the entities, in their order; sentences have none. */
export function labelsIn(part: AnnotationPart): readonly string[] {
  if ("labels" in part) return part.labels.map(({ class_label }) => class_label);
  return "entities" in part ? part.entities.map(({ label }) => label) : [];
}
