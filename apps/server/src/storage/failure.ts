export const DISK_FULL = "the disk is full";

/** SQLite's primary result codes for what an operator has to mend; everything else is a mistake in the code. */
const MEANING: { readonly [code: number]: string } = {
  8: "the file system is read-only",
  10: "reading or writing the file failed; the disk may be full or broken",
  11: "the file is damaged",
  13: DISK_FULL,
  14: "the file cannot be opened; check the permissions of the folder",
  26: "the file is not a database",
};

/** The store cannot do its work for a reason outside the program. The message goes to callers: it holds no path. */
export class StorageFailure extends Error {
  override readonly name = "StorageFailure";
  readonly reason: string;
  constructor(reason: string) {
    super(`The server's store does not work: ${reason}. Nothing of this call was saved.`);
    this.reason = reason;
  }
}

/** A read was given up: whoever asked has left, or the store is closed. Nobody waits for what it would have said. */
export class Ended extends Error {
  override readonly name = "Ended";
  constructor() {
    super("The read was ended before its answer was there.");
  }
}

/** What was asked takes more memory than there is: it would again. The message goes to callers. */
export class OutOfMemory extends Error {
  override readonly name = "OutOfMemory";
  constructor() {
    super("The server has not enough memory for this call: it takes in or gives out too much at once.");
  }
}

/** What ran before it took all the memory. Nothing is wrong with it, and it may be asked again. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor() {
    super("The server ran out of memory for something else before this was answered. Try again.");
  }
}

/** A stream was ended for the sake of everybody else; the message says why, to whoever asked for it. */
export class StreamCut extends Error {
  override readonly name = "StreamCut";
}

/** Why an error of the database is none of ours, in words; null for every other error. */
export function storageReason(error: unknown): string | null {
  if (error instanceof StorageFailure) return error.reason;
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return null;
  // The low byte is the primary code, the rest tells it apart further.
  return MEANING[error.errcode & 0xff] ?? null;
}
