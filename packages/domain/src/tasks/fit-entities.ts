import type { Entity } from "./task-record.ts";
import type { TokenBorders } from "./token-borders.ts";

/** The entities as they are stored, or the index of the first one that does not fit the tokens. */
export type FittedEntities = { readonly entities: readonly Entity[] } | { readonly misfit: number };

/**
 * Fits entities to tokens: each must begin and end with a token. If one does not, it is limited to the text, loses the
 * white space at its ends, and is tried again (contract api-v0 5.3). Repeated, nested and overlapping ones are fine.
 */
export function fitEntities(text: string, { starts, ends }: TokenBorders, given: readonly Entity[]): FittedEntities {
  const fits = ({ start, end }: Entity) => end > start && starts.has(start) && ends.has(end);
  let trim: ((entity: Entity) => Entity) | null = null;
  const entities: Entity[] = [];
  for (const [index, entity] of given.entries()) {
    if (fits(entity)) {
      entities.push(entity);
      continue;
    }
    trim ??= createTrim(text);
    const trimmed = trim(entity);
    if (!fits(trimmed)) return { misfit: index };
    entities.push(trimmed);
  }
  return { entities };
}

const BLANK = /^[ \t\n\r\v\f]$/;

/** Trims with lookup tables instead of loops, because many entities may span the same long gap. */
function createTrim(text: string): (entity: Entity) => Entity {
  const characters = Array.from(text);
  const { length } = characters;
  /**
   * For each place: the first character at or after it that is no white space, and the end of the last one before it.
   */
  const nextInk = new Int32Array(length + 1).fill(length);
  const lastInkEnd = new Int32Array(length + 1);
  for (let i = length - 1; i >= 0; i--) nextInk[i] = BLANK.test(characters[i] ?? "") ? (nextInk[i + 1] ?? length) : i;
  for (let i = 0; i < length; i++) lastInkEnd[i + 1] = BLANK.test(characters[i] ?? "") ? (lastInkEnd[i] ?? 0) : i + 1;
  return (entity) => ({
    ...entity,
    start: nextInk[Math.min(Math.max(entity.start, 0), length)] ?? length,
    end: lastInkEnd[Math.min(Math.max(entity.end, 0), length)] ?? 0,
  });
}
