import { countBits, hasBit } from "@postil/domain/queue/bitmap";
import type { Search } from "../search.ts";
import { membersOf, type SeqSet } from "../seq-set.ts";
import { storedVectors } from "./stored-vectors.ts";
import { upToDateCopy, type VectorKind } from "./vector-copies.ts";
import { lengthOf } from "./vector-copy.ts";

/**
 * The records of a set with the smallest distance from a point, the nearest first, at most `count` (contract search-semantics
 * 5). The result is exact: the copy in memory selects a few candidates, and those are compared by their stored vectors.
 * Records without the vector are left out.
 */
export async function findNearest(
  { db }: Pick<Search, "db">,
  set: SeqSet,
  kind: VectorKind,
  { point, count }: { readonly point: readonly number[]; readonly count: number },
): Promise<number[]> {
  if (countBits(set) === 0) return [];
  const copy = await upToDateCopy(db, kind, "distance");
  const near = copy ? copy.nearestTo(point, (seq) => hasBit(set, seq), count) : membersOf(set);
  const ranked: { readonly seq: number; readonly distance: number }[] = [];
  for await (const { seq, vector } of storedVectors(db, kind, near)) {
    ranked.push({ seq, distance: lengthOf(vector.map((number, i) => number - (point[i] ?? 0))) });
  }
  ranked.sort((a, b) => a.distance - b.distance || a.seq - b.seq);
  return ranked.slice(0, count).map(({ seq }) => seq);
}
