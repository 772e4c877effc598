import type { Micros } from "@postil/domain/time";
import type { Context } from "./store.ts";

/**
 * The mark that a write leaves on its rows. Copies in memory read all rows above the highest mark they have seen. So a mark
 * must be higher than all marks of earlier commits. The single writer guarantees that: it takes times and commits in the same
 * order. With several writers, one could take its mark first and commit last, below a mark that a copy has already read. Then
 * a lock must be held from taking the mark until the commit.
 */
export const writeMark = ({ now }: Pick<Context, "now">): Micros => now();
