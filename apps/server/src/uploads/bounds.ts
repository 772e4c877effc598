import type { SourceBounds } from "../import/read-rows.ts";

/** The bounds of files that people send (IMP-02, docs/operations.md). */

export { UPLOAD_BYTES } from "@postil/contract/datasets/uploads";

const GIB = 2 ** 30;

/** All files of a person together. */
export const PERSON_BYTES = 2 * GIB;
export const PERSON_FILES = 100;
/** All files of all people: this, or a tenth of the free disk if that is less. */
export const ALL_BYTES = 8 * GIB;
export const SHARE_OF_DISK = 0.1;

/** A file that is not used is removed after this time. */
export const KEPT_MS = 24 * 60 * 60 * 1000;

/** What a file may unpack into, and how long a line may be. A thread holds a few lines at once. */
export const SOURCE_BOUNDS: SourceBounds = { bytes: 2 * GIB, line: 64 * 2 ** 20, columns: 3000 };

/** Refused rows that are kept in memory; the table on the disk has all of them. */
export const REFUSED_SHOWN = 100;

/** The memory of a thread. Beyond it the thread ends, and nothing else. */
export const THREAD_MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 48 } as const;
/** Threads at once that understand files, and threads that import. Each person has one of each. */
export const MOST_AT_ONCE = { understand: 2, import: 2 } as const;
/** To understand a file takes at most this time; longer takes only one that is made to take long. */
export const UNDERSTOOD_WITHIN_MS = 10 * 60_000;
/** An idle thread keeps what it read for this time. */
export const IDLE_MS = 60_000;
