/** Pseudo-random numbers from 0 to below 1, the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A roughly normal number: the sum of three random ones, centred on 0. */
export const spread = (random: () => number): number => random() + random() + random() - 1.5;
