import type { TokenPlace } from "./token-borders.ts";

/** An entity read from tags of tokens. */
export type TaggedEntity = TokenPlace & { readonly label: string };

const TAG = /^(?:([BIESLU])-(.+)|O|-)$/s;

export const isTag = (text: string): boolean => TAG.test(text);

/**
 * Reads entities from one tag per token: `B-x` begins one, `I-x` continues it, `O` is outside. The tags `S`, `U`, `E`
 * and `L` of other spellings are read too. An `I` that continues no entity begins one. Null if a tag is none of these.
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
 * The tags for some entities, with `B` and `I` only. Null if tags cannot express them: two entities share a token, or
 * one begins or ends inside a token.
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
