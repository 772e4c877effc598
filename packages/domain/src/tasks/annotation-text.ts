import type { AnnotationPart } from "./task-record.ts";

/** The annotation as text: labels in one line, entities with their words, one line per sentence. */
export function textOfAnnotation(text: string, part: AnnotationPart): string {
  if ("labels" in part) return part.labels.map(({ class_label }) => class_label).join(", ");
  if ("sentences" in part) return part.sentences.map((sentence) => sentence.text).join("\n");
  if (part.entities.length === 0) return "";
  const characters = Array.from(text);
  return part.entities.map(({ start, end, label }) => `${characters.slice(start, end).join("")} (${label})`).join(", ");
}
