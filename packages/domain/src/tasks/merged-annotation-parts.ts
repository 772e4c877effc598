import type { LoggedRecord } from "./logged-record.ts";
import type { AnnotationPart, AnnotationParts, ByAgent } from "./task-record.ts";

/** Merges the logged sides into the stored ones; `clear` names the sides whose stored parts are dropped first. */
export function mergedAnnotationParts<S extends AnnotationPart>(
  stored: AnnotationParts<S> | null,
  logged: AnnotationParts<S> & Pick<LoggedRecord, "clear">,
): AnnotationParts<S> {
  const kept = (side: "prediction" | "annotation"): AnnotationParts<S> | null =>
    logged.clear.includes(side) ? null : stored;
  const [predicted, annotated] = [kept("prediction"), kept("annotation")];
  const prediction = over(predicted?.prediction, logged.prediction);
  const annotation = over(annotated?.annotation, logged.annotation);
  const predictions = byAgent(predicted?.predictions, logged.predictions);
  const annotations = byAgent(annotated?.annotations, logged.annotations);
  return {
    ...(prediction ? { prediction } : {}),
    ...(annotation ? { annotation } : {}),
    ...(predictions ? { predictions } : {}),
    ...(annotations ? { annotations } : {}),
  };
}

/** Merges member by member, lists as a whole: the score of token predictions stays when only entities are given. */
const over = <T extends object>(stored: T | undefined, given: T | undefined): T | undefined =>
  stored && given ? { ...stored, ...given } : (given ?? stored);

function byAgent<S extends AnnotationPart>(stored: ByAgent<S> | undefined, given: ByAgent<S> | undefined) {
  if (!stored || !given) return given ?? stored;
  const merged = Object.entries(given).map(([agent, part]): [string, S] => {
    const before = Object.hasOwn(stored, agent) ? stored[agent] : undefined;
    return [agent, { ...before, ...part }];
  });
  return { ...stored, ...Object.fromEntries(merged) };
}
