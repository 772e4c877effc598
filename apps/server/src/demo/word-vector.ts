/** 32-bit FNV-1a: small, fast and the same everywhere. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** A number from 0 up to 1 that looks random and depends on the text alone. */
export const fraction = (text: string): number => hashOf(text) / 2 ** 32;

export const rounded = (score: number): number => Math.round(score * 100) / 100;

/**
 * A text as a vector of unit length: every word, and every pair of neighbouring characters, adds one to a dimension that
 * its hash picks (the hashing trick). Texts that share words lie close together, which is all the demo needs.
 */
export function wordVector(text: string, dimensions: number): number[] {
  const sums = new Array<number>(dimensions).fill(0);
  const add = (part: string, weight: number) => {
    const hash = hashOf(part);
    const at = hash % dimensions;
    sums[at] = (sums[at] ?? 0) + (hash & 0x10000 ? weight : -weight);
  };
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    add(word, 1);
    const characters = Array.from(word);
    for (let i = 1; i < characters.length; i++) add(`${characters[i - 1]}${characters[i]}`, 0.3);
  }
  const length = Math.hypot(...sums) || 1;
  return sums.map((sum) => Math.round((sum / length) * 1e6) / 1e6);
}
