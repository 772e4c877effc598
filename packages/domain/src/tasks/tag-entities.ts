import { type Stretch, sameSpans, spanKey } from "../spans/span.ts";
import { addSpan, byPlace, removeSpan, replaceSpan } from "../spans/span-list.ts";
import { firstPlace } from "../text/first-place.ts";
import { type ShownTokenRecord, startingAnswer } from "./shown-record.ts";
import type { Entities, Entity } from "./task-record.ts";

/** A person's changes to the entities of a token record (TAN-09). */

/** The entities that are kept: predicted ones that no user has accepted are replaced by a person's entities. */
export const heldEntities = ({ answer, answerOrigin }: ShownTokenRecord): readonly Entity[] =>
  answerOrigin === "prediction" ? [] : answer.entities;

const entityAt = ({ start, end }: Stretch, label: string): Entity => ({ start, end, label, score: 1 });

/** Adds entities at the stretches; they replace the entities that they overlap. */
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

export const withEntityChanged = (record: ShownTokenRecord, entity: Entity, at: Stretch, label: string): Entities =>
  answerOf(record, replaceSpan(record.answer.entities, entity, entityAt(at, label)));

/** The predicted entities at places where the answer has none yet. */
export function adoptableEntities(record: ShownTokenRecord): readonly Entity[] {
  const predicted = record.prediction?.entities ?? [];
  const held = heldEntities(record);
  if (held.length === 0 || predicted.length === 0) return predicted;
  const isFree = freePlaces(held);
  return predicted.filter(isFree);
}

export const withPredictions = (record: ShownTokenRecord): Entities => {
  const adopted = adoptableEntities(record).map((entity) => entityAt(entity, entity.label));
  return answerOf(record, once([...heldEntities(record), ...adopted]));
};

/** A test if none of `entities` overlaps a stretch; it uses a binary search, because both lists may be long. */
function freePlaces(entities: readonly Entity[]): (stretch: Stretch) => boolean {
  const ordered = [...entities].sort(byPlace);
  /** For each index, the furthest end up to there. */
  const ends: number[] = [];
  for (const { end } of ordered) ends.push(Math.max(end, ends.at(-1) ?? 0));
  return ({ start, end }) => {
    const behind = firstPlace(ordered.length, (at) => (ordered[at]?.start ?? 0) >= end);
    return behind === 0 || (ends[behind - 1] ?? 0) <= start;
  };
}

export const once = <E extends Entity>(entities: readonly E[]): readonly E[] => [
  ...new Map(entities.map((entity) => [spanKey(entity), entity])).values(),
];

/** A change that was undone leaves no difference, whatever the earlier order of the entities. */
function answerOf(record: ShownTokenRecord, entities: readonly Entity[]): Entities {
  const { answer } = startingAnswer(record);
  return sameSpans(answer.entities, entities) ? answer : { entities: [...entities].sort(byPlace) };
}
