import type { Task } from "../datasets/dataset.ts";
import { asObject, type JsonObject } from "../json-object.ts";
import type {
  AnnotationPart,
  AnnotationParts,
  ByAgent,
  ClassLabel,
  Entity,
  Sentence,
  WithAgent,
} from "./task-record.ts";

/** One side of a record as it was logged: by its main agent, by all agents, or both. */
export type GivenSide<S extends AnnotationPart> = {
  readonly main: WithAgent<S> | undefined;
  readonly byAgent: ByAgent<S> | undefined;
};

type Side<S extends AnnotationPart> = { readonly main: WithAgent<S>; readonly byAgent: ByAgent<S> };

/**
 * Adds the main part to the parts by agent, in place of that agent's other part. Without a main part, the first one by
 * agent becomes the main part (contract api-v0 5.1).
 */
function inOrder<S extends AnnotationPart>({ main, byAgent = {} }: GivenSide<S>): Side<S> | null {
  const sorted = Object.entries(byAgent).map(([agent, part]): [string, S] => [agent, byScore(part)]);
  const [first] = sorted;
  if (!main) return first ? { main: { ...first[1], agent: first[0] }, byAgent: Object.fromEntries(sorted) } : null;
  const chosen = byScore(main);
  const { agent, ...part } = chosen;
  const others = sorted.filter(([other]) => other !== agent);
  // The main part without its agent.
  return { main: chosen, byAgent: Object.fromEntries([...others, [agent, part as unknown as S]]) };
}

/** Sorts by score, highest first; equal scores keep their order. Entities are not sorted. */
export function byScore<S extends AnnotationPart>(part: S): S {
  if ("labels" in part) return { ...part, labels: part.labels.toSorted((a, b) => b.score - a.score) };
  if ("sentences" in part) return { ...part, sentences: part.sentences.toSorted((a, b) => b.score - a.score) };
  return part;
}

export function annotationPartsInOrder<S extends AnnotationPart>(
  prediction: GivenSide<S>,
  annotation: GivenSide<S>,
): AnnotationParts<S> {
  const [predicted, annotated] = [inOrder(prediction), inOrder(annotation)];
  return {
    ...(predicted ? { prediction: predicted.main, predictions: predicted.byAgent } : {}),
    ...(annotated ? { annotation: annotated.main, annotations: annotated.byAgent } : {}),
  };
}

/** The labels, or the labels of the entities, in their order; sentences have none. */
export function labelsIn(part: AnnotationPart): readonly string[] {
  if ("labels" in part) return part.labels.map(({ class_label }) => class_label);
  return "entities" in part ? part.entities.map(({ label }) => label) : [];
}

/** The annotation as text: labels in one line, entities with their words, one line per sentence. */
export function textOfAnnotation(text: string, part: AnnotationPart): string {
  if ("labels" in part) return part.labels.map(({ class_label }) => class_label).join(", ");
  if ("sentences" in part) return part.sentences.map((sentence) => sentence.text).join("\n");
  if (part.entities.length === 0) return "";
  const characters = Array.from(text);
  return part.entities.map(({ start, end, label }) => `${characters.slice(start, end).join("")} (${label})`).join(", ");
}

const isLabel = ({ class_label }: JsonObject): boolean => typeof class_label === "string";
const isEntity = ({ label, start, end }: JsonObject): boolean =>
  typeof label === "string" && Number.isInteger(start) && Number.isInteger(end);
const isSentence = ({ text }: JsonObject): boolean => typeof text === "string";

/** The scored items of a list; null if one of them is none. `Item` is what `isItem` tests for. */
function scored<Item>(value: unknown, isItem: (item: JsonObject) => boolean): readonly Item[] | null {
  const fits = (item: unknown) => {
    const members = asObject(item);
    return members !== null && typeof members.score === "number" && isItem(members);
  };
  return Array.isArray(value) && value.every(fits) ? value : null;
}

/** Reads a stored answer to a record of the task; null for anything else, such as data of an older page version. */
export function readAnswer(task: Task, kept: unknown): AnnotationPart | null {
  const answer = asObject(kept);
  return answer && READ[task](answer);
}

const READ: { readonly [T in Task]: (answer: JsonObject) => AnnotationPart | null } = {
  TextClassification(answer) {
    const labels = scored<ClassLabel>(answer.labels, isLabel);
    return labels && { labels };
  },
  TokenClassification(answer) {
    const entities = scored<Entity>(answer.entities, isEntity);
    return entities && { entities };
  },
  Text2Text(answer) {
    const sentences = scored<Sentence>(answer.sentences, isSentence);
    return sentences && { sentences };
  },
};
