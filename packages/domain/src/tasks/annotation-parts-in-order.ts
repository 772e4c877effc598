import type { AnnotationPart, AnnotationParts, ByAgent, WithAgent } from "./task-record.ts";

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
