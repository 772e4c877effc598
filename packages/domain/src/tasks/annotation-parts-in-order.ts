import type { AnnotationPart, AnnotationParts, ByAgent, WithAgent } from "./task-record.ts";

/** What one side of a record was logged as: by its main agent, by all of them, or both. */
export type GivenSide<S extends AnnotationPart> = {
  readonly main: WithAgent<S> | undefined;
  readonly byAgent: ByAgent<S> | undefined;
};

type Side<S extends AnnotationPart> = { readonly main: WithAgent<S>; readonly byAgent: ByAgent<S> };

/**
 * The main one stands among those by agent too, in place of another of that agent; without a main one the first by agent is
 * it (contract api-v0 5.1).
 */
function inOrder<S extends AnnotationPart>({ main, byAgent = {} }: GivenSide<S>): Side<S> | null {
  const sorted = Object.entries(byAgent).map(([agent, part]): [string, S] => [agent, byScore(part)]);
  const [first] = sorted;
  if (!main) return first ? { main: { ...first[1], agent: first[0] }, byAgent: Object.fromEntries(sorted) } : null;
  const chosen = byScore(main);
  const { agent, ...part } = chosen;
  const others = sorted.filter(([other]) => other !== agent);
  // What is left of the main one without its agent is what it says.
  return { main: chosen, byAgent: Object.fromEntries([...others, [agent, part as unknown as S]]) };
}

/** The highest score first; equal ones keep their order. Entities stay where they are. */
export function byScore<S extends AnnotationPart>(part: S): S {
  if ("labels" in part) return { ...part, labels: part.labels.toSorted((a, b) => b.score - a.score) };
  if ("sentences" in part) return { ...part, sentences: part.sentences.toSorted((a, b) => b.score - a.score) };
  return part;
}

/** Both sides of a record, put in order. */
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
