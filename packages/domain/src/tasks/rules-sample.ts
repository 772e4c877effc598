/** In their original order; each is equally likely. `random` returns numbers from 0 to below 1. */
export function sampleOf<Item>(items: readonly Item[], size: number, random: () => number): readonly Item[] {
  const chosen = new Set<number>();
  // Floyd's sampling: it takes a random index or, if that is taken, the last one, so that every set of indexes is
  // equally likely.
  for (let last = Math.max(0, items.length - size); last < items.length; last++) {
    const place = Math.floor(random() * (last + 1));
    chosen.add(chosen.has(place) ? last : place);
  }
  return items.filter((_, place) => chosen.has(place));
}

/** 97.5 % of a normal distribution is below this value. */
const Z = 1.959_964;

/** The share of successes in some trials, with Wilson's 95 % interval; null: no trials. */
export function wilsonInterval(right: number, tried: number): { share: number; low: number; high: number } | null {
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

/** Pseudo-random numbers from 0 to below 1; the same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  // Lehmer's generator: its modulus is a prime, and its state is never 0.
  let state = (Math.abs(Math.trunc(seed)) % (LEHMER.modulus - 1)) + 1;
  return () => {
    state = (state * LEHMER.factor) % LEHMER.modulus;
    return (state - 1) / (LEHMER.modulus - 1);
  };
}
const LEHMER = { factor: 48_271, modulus: 2_147_483_647 };
