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

/** The beginning of a file is of no use without the page that sends the whole of it, which takes at most 70 minutes. */
export const BEGINNING_KEPT_MS = 75 * 60_000;

/** What a file may unpack into, and how long a line may be. A few lines are in memory at once. */
export const SOURCE_BOUNDS: SourceBounds = { bytes: 2 * GIB, line: 64 * 2 ** 20, columns: 3000 };

/** Refused rows that are kept in memory; the table on the disk has all of them. */
export const REFUSED_SHOWN = 100;
/** Kinds of reasons whose rows are counted; what further kinds there are, the table on the disk has. */
export const KINDS_COUNTED = 50;

/** The heap of a process that reads a file, MB. Beyond it that process ends, and nothing else. */
export const READER_MEGABYTES = 1024;
/** To understand a file takes at most this time; longer takes only one that is made to take long. */
export const UNDERSTOOD_WITHIN_MS = 10 * 60_000;
/** An idle process keeps what it read for this time. */
export const IDLE_MS = 60_000;
