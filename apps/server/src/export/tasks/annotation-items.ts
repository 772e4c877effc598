import { tagsOfEntities } from "@postil/domain/tasks/bio-tags";
import type { AnnotationPart, ByAgent, TaskDocument, WithAgent } from "@postil/domain/tasks/task-record";
import { placeTokens } from "@postil/domain/tasks/token-borders";

/** What people and models say of a record, in the forms that files of such data have (docs/export.md). */

/** Labels, entities and texts with their scores. */
export function scoredItems(part: AnnotationPart): unknown {
  if ("labels" in part) return part.labels.map(({ class_label, score }) => ({ label: class_label, score }));
  if ("sentences" in part) return part.sentences;
  return part.score === undefined ? part.entities : { entities: part.entities, score: part.score };
}

const SURE = 1;

/** What people say, whose scores nobody looks at: labels and texts bare, alone where it is one, and entities without a score. */
export function plainItems(part: AnnotationPart, several: boolean): unknown {
  if ("entities" in part) {
    const entities = part.entities.map(({ label, start, end, score }) => ({ label, start, end, ...unless(score) }));
    return part.score === undefined ? entities : { entities, score: part.score };
  }
  const items =
    "labels" in part
      ? part.labels.map(({ class_label: label, score }) => (score === SURE ? label : { label, score }))
      : part.sentences.map(({ text, score }) => (score === SURE ? text : { text, score }));
  const [first] = items;
  // An empty cell says nothing.
  return !several && items.length === 1 && typeof first === "string" && first !== "" ? first : items;
}

const unless = (score: number) => (score === SURE ? {} : { score });

/** Everybody's but the main one's, which has columns of its own; null: there are no others. */
export function saidByOthers(main: WithAgent | undefined, byAgent: ByAgent | undefined): unknown {
  const others = Object.entries(byAgent ?? {}).filter(([agent]) => agent !== main?.agent);
  return others.length === 0 ? null : Object.fromEntries(others.map(([agent, part]) => [agent, scoredItems(part)]));
}

/** The tags of annotated tokens; null: nobody annotated them, or tags cannot tell the entities. */
export function tagsOf(document: TaskDocument): readonly string[] | null {
  const { annotation } = document;
  if (!("tokens" in document) || annotation === undefined || !("entities" in annotation)) return null;
  const placed = placeTokens(document.text, document.tokens);
  return "missing" in placed ? null : tagsOfEntities(placed.places, annotation.entities);
}
