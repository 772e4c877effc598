import type { Task } from "../datasets/dataset-links.ts";
import type { AnnotationPart, ClassLabel, Entity, Sentence } from "./task-record.ts";

type Loose = { readonly [name: string]: unknown };
const isObject = (value: unknown): value is Loose => typeof value === "object" && value !== null;

const isLabel = (value: unknown): value is ClassLabel =>
  isObject(value) && typeof value.class_label === "string" && typeof value.score === "number";
const isEntity = (value: unknown): value is Entity =>
  isObject(value) &&
  typeof value.label === "string" &&
  typeof value.score === "number" &&
  Number.isInteger(value.start) &&
  Number.isInteger(value.end);
const isSentence = (value: unknown): value is Sentence =>
  isObject(value) && typeof value.text === "string" && typeof value.score === "number";

const listOf = <Item>(value: unknown, isItem: (item: unknown) => item is Item): readonly Item[] | null =>
  Array.isArray(value) && value.every(isItem) ? value : null;

/** Reads a stored answer to a record of the task; null for anything else, such as data of an older page version. */
export function readAnswer(task: Task, kept: unknown): AnnotationPart | null {
  if (!isObject(kept)) return null;
  const [labels, entities] = [listOf(kept.labels, isLabel), listOf(kept.entities, isEntity)];
  const sentences = listOf(kept.sentences, isSentence);
  if (task === "TextClassification") return labels && { labels };
  if (task === "TokenClassification") return entities && { entities };
  return sentences && { sentences };
}
