import { Refusal, type RefusalCode, type RefusalFacts, type RefusalSubject } from "@postil/domain/refusal";
import { Ended, Interrupted, OutOfMemory, StorageFailure, storageReason } from "./failure.ts";

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
  | { readonly kind: "interrupted" }
  | { readonly kind: "failed"; readonly message: string; readonly stack: string | undefined };

export function outcomeOfError(error: unknown): Failure {
  if (error instanceof Ended) return { kind: "ended" };
  if (error instanceof OutOfMemory) return { kind: "out_of_memory" };
  if (error instanceof Interrupted) return { kind: "interrupted" };
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
  if (outcome.kind === "interrupted") return new Interrupted();
  const error = new Error(outcome.message);
  if (outcome.stack) error.stack = outcome.stack;
  return error;
}
