import { sameSpans, spanKey } from "../spans/same-spans.ts";
import { byPlace, type Stretch } from "../spans/span.ts";
import { addSpan, removeSpan, replaceSpan } from "../spans/span-list.ts";
import { type ShownTokenRecord, startingAnswer } from "./shown-record.ts";
import type { Entities, Entity } from "./task-record.ts";

/** What a person does to the entities of a token record (TAN-09). */

/** What a machine predicted and nobody took over yet gives way to what a person says. */
export const heldEntities = ({ answer, answerOrigin }: ShownTokenRecord): readonly Entity[] =>
  answerOrigin === "prediction" ? [] : answer.entities;

const entityAt = ({ start, end }: Stretch, label: string): Entity => ({ start, end, label, score: 1 });

/** With entities at the stretches, in the place of what they overlap. */
export const withEntities = (record: ShownTokenRecord, label: string, ...at: readonly Stretch[]): Entities =>
  answerOf(
    record,
    at.reduce<readonly Entity[]>(
      (entities, stretch) => addSpan(entities, entityAt(stretch, label), false).spans,
      record.answer.entities,
    ),
  );

export const withoutEntity = (record: ShownTokenRecord, entity: Entity): Entities =>
  answerOf(record, removeSpan(record.answer.entities, entity));

/** With another label, or other words, for an entity. */
export const withEntityChanged = (record: ShownTokenRecord, entity: Entity, at: Stretch, label: string): Entities =>
  answerOf(record, replaceSpan(record.answer.entities, entity, entityAt(at, label)));

/** What is predicted where the answer says nothing yet. */
export function adoptableEntities(record: ShownTokenRecord): readonly Entity[] {
  const predicted = record.prediction?.entities ?? [];
  const held = heldEntities(record);
  if (held.length === 0 || predicted.length === 0) return predicted;
  const isFree = freePlaces(held);
  return predicted.filter(isFree);
}

/** With all of them. */
export const withPredictions = (record: ShownTokenRecord): Entities => {
  const adopted = adoptableEntities(record).map((entity) => entityAt(entity, entity.label));
  return answerOf(record, once([...heldEntities(record), ...adopted]));
};

/** Whether none of `entities` stands in a stretch; looked up, for both may be many. */
function freePlaces(entities: readonly Entity[]): (stretch: Stretch) => boolean {
  const ordered = [...entities].sort(byPlace);
  /** The furthest end of those up to here. */
  const ends: number[] = [];
  for (const { end } of ordered) ends.push(Math.max(end, ends.at(-1) ?? 0));
  return ({ start, end }) => {
    let [low, high] = [0, ordered.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ordered[middle]?.start ?? 0) < end) low = middle + 1;
      else high = middle;
    }
    return low === 0 || (ends[low - 1] ?? 0) <= start;
  };
}

/** Each entity once. */
export const once = <E extends Entity>(entities: readonly E[]): readonly E[] => [
  ...new Map(entities.map((entity) => [spanKey(entity), entity])).values(),
];

/** A change that is taken back is none, whatever order the entities were written in before. */
function answerOf(record: ShownTokenRecord, entities: readonly Entity[]): Entities {
  const { answer } = startingAnswer(record);
  return sameSpans(answer.entities, entities) ? answer : { entities: [...entities].sort(byPlace) };
}
