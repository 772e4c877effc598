import { Refusal, type RefusalCode, type RefusalFacts, type RefusalSubject } from "@postil/domain/refusal";

export const DISK_FULL = "the disk is full";

/** SQLite's primary result codes for problems that an operator has to fix; all others are program errors. */
const MEANING: { readonly [code: number]: string } = {
  8: "the file system is read-only",
  10: "reading or writing the file failed; the disk may be full or broken",
  11: "the file is damaged",
  13: DISK_FULL,
  14: "the file cannot be opened; check the permissions of the folder",
  26: "the file is not a database",
};

/** The store cannot work for a reason outside the program. Callers see the message, so it contains no path. */
export class StorageFailure extends Error {
  override readonly name = "StorageFailure";
  readonly reason: string;
  constructor(reason: string) {
    super(`The server's store does not work: ${reason}. Nothing of this call was saved.`);
    this.reason = reason;
  }
}

/** A read was stopped: the caller has left, or the store is closed. Nobody waits for the result. */
export class Ended extends Error {
  override readonly name = "Ended";
  constructor() {
    super("The read was ended before its answer was there.");
  }
}

/** The request needs more memory than there is. A retry would fail too. Callers see the message. */
export class OutOfMemory extends Error {
  override readonly name = "OutOfMemory";
  constructor() {
    super("The server has not enough memory for this call: it takes in or gives out too much at once.");
  }
}

/** Something else was in the way: this request is not the cause, and the caller may repeat it. Callers see the message. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor(message = "The server ran out of memory for something else before this was answered. Try again.") {
    super(message);
  }
}

/** A stream was stopped to protect all other users. Its reader sees the message, which says why. */
export class StreamCut extends Error {
  override readonly name = "StreamCut";
}

/** The reason, in words, of a database error that is not a program error; null for every other error. */
export function storageReason(error: unknown): string | null {
  if (error instanceof StorageFailure) return error.reason;
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return null;
  // The low byte is the primary code; the other bytes give details.
  return MEANING[error.errcode & 0xff] ?? null;
}

/** The failure of an operation as a plain value: errors lose their class when they are sent between threads. */
export type Failure =
  | {
      readonly kind: "refused";
      readonly code: RefusalCode;
      readonly detail: string;
      readonly subject?: RefusalSubject;
      readonly facts: RefusalFacts;
    }
  /** The disk is full or similar: a problem for the operator, not a program error. */
  | { readonly kind: "stopped"; readonly reason: string }
  | { readonly kind: "ended" }
  | { readonly kind: "out_of_memory" }
  | { readonly kind: "interrupted"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string; readonly stack: string | undefined };

export function outcomeOfError(error: unknown): Failure {
  if (error instanceof Ended) return { kind: "ended" };
  if (error instanceof OutOfMemory) return { kind: "out_of_memory" };
  if (error instanceof Interrupted) return { kind: "interrupted", message: error.message };
  if (error instanceof Refusal) {
    const { code, message: detail, subject, facts } = error;
    return { kind: "refused", code, detail, facts, ...(subject ? { subject } : {}) };
  }
  const reason = storageReason(error);
  if (reason) return { kind: "stopped", reason };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: "failed", message, stack };
}

export function errorOfOutcome(outcome: Failure): Error {
  if (outcome.kind === "refused") return new Refusal(outcome.code, outcome.detail, outcome.subject, outcome.facts);
  if (outcome.kind === "stopped") return new StorageFailure(outcome.reason);
  if (outcome.kind === "ended") return new Ended();
  if (outcome.kind === "out_of_memory") return new OutOfMemory();
  if (outcome.kind === "interrupted") return new Interrupted(outcome.message);
  const error = new Error(outcome.message);
  if (outcome.stack) error.stack = outcome.stack;
  return error;
}
