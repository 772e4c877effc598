import type { TokenPlace } from "./token-borders.ts";

/** An entity as tags of tokens tell it. */
export type TaggedEntity = TokenPlace & { readonly label: string };

const TAG = /^(?:([BIESLU])-(.+)|O|-)$/s;

export const isTag = (text: string): boolean => TAG.test(text);

/**
 * Entities from one tag a token: `B-x` begins one, `I-x` goes on, `O` is none; `S`, `U`, `E` and `L`, as other spellings have
 * them, are read too. An `I` that continues nothing begins one. Null: where a tag is none of these.
 */
export function entitiesOfTags(places: readonly TokenPlace[], tags: readonly string[]): TaggedEntity[] | null {
  const entities: TaggedEntity[] = [];
  let isOpen = false;
  for (const [index, { start, end }] of places.entries()) {
    const found = TAG.exec(tags[index] ?? "");
    if (!found) return null;
    const [, mark = "O", label] = found;
    const last = entities.at(-1);
    const goesOn = isOpen && last?.label === label && GO_ON.has(mark);
    if (last && goesOn) entities[entities.length - 1] = { ...last, end };
    else if (label !== undefined) entities.push({ label, start, end });
    isOpen = OPEN.has(mark);
  }
  return entities;
}

const GO_ON: ReadonlySet<string> = new Set("IEL");
const OPEN: ReadonlySet<string> = new Set("BI");

/**
 * The tags that tell some entities, `B` and `I` alone; null where tags cannot: two entities share a token, or one begins or ends
 * inside of one.
 */
export function tagsOfEntities(places: readonly TokenPlace[], entities: readonly TaggedEntity[]): string[] | null {
  const tags = places.map(() => "O");
  const starting = new Map(places.map(({ start }, index) => [start, index]));
  const ending = new Map(places.map(({ end }, index) => [end, index]));
  for (const { start, end, label } of entities) {
    const [first, last] = [starting.get(start), ending.get(end)];
    if (first === undefined || last === undefined || last < first) return null;
    for (let index = first; index <= last; index++) {
      if (tags[index] !== "O") return null;
      tags[index] = `${index === first ? "B" : "I"}-${label}`;
    }
  }
  return tags;
}
