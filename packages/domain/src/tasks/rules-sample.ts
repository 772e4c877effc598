/** Some items, each as likely as any other, in the order in which they stand. `random` gives numbers from 0 to below 1. */
export function sampleOf<Item>(items: readonly Item[], size: number, random: () => number): readonly Item[] {
  const chosen = new Set<number>();
  // Of each place or, where that is taken, the last one looked at: any set of places is as likely as any other.
  for (let last = Math.max(0, items.length - size); last < items.length; last++) {
    const place = Math.floor(random() * (last + 1));
    chosen.add(chosen.has(place) ? last : place);
  }
  return items.filter((_, place) => chosen.has(place));
}

export type Share = { readonly share: number; readonly low: number; readonly high: number };

/** 97.5 % of a normal distribution lie below it. */
const Z = 1.959_964;

/** A share as some trials tell it, with the interval of 95 % after Wilson; null: nothing was tried. */
export function wilsonInterval(right: number, tried: number): Share | null {
  if (tried === 0) return null;
  const share = right / tried;
  const spread = (Z * Z) / tried;
  const centre = share + spread / 2;
  const half = Math.sqrt(share * (1 - share) * spread + (spread * spread) / 4);
  return {
    share,
    low: right === 0 ? 0 : (centre - half) / (1 + spread),
    high: right === tried ? 1 : (centre + half) / (1 + spread),
  };
}

/** Numbers from 0 to below 1 that look random, the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  // Lehmer's generator: of a prime less one states, none of which is 0.
  let state = (Math.abs(Math.trunc(seed)) % (LEHMER.modulus - 1)) + 1;
  return () => {
    state = (state * LEHMER.factor) % LEHMER.modulus;
    return (state - 1) / (LEHMER.modulus - 1);
  };
}
const LEHMER = { factor: 48_271, modulus: 2_147_483_647 };
