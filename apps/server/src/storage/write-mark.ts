import type { Micros } from "@postil/domain/time";
import type { Context } from "./store.ts";

/**
 * The mark that a write leaves on its rows, for copies in memory: what they take in is all that lies above the highest mark they
 * have seen. So it has to be higher than every mark of a commit before, and of two writes that of the later commit the higher.
 * The one writer sees to that: it tells the time and commits in one order. Where several write, one that took its mark first may
 * commit last, below what a copy has read already: there a lock on taking marks has to be held until the commit.
 */
export const writeMark = ({ now }: Pick<Context, "now">): Micros => now();
