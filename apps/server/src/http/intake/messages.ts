import type { RouteName } from "@postil/contract/routes";
import type { WireError } from "@postil/contract/wire/leaf";
import type { Limits } from "../../limits.ts";
import { errorOfOutcome, outcomeOfError, type Failure as StoreFailure } from "../../storage/failure.ts";
import type { Caller } from "../../storage/store.ts";
import { Malformed } from "../errors.ts";
import type { Requester } from "../handler.ts";
import type { Given, Received } from "../parse-body.ts";

/** Messages between the process and the thread that reads large bodies. */

export type IntakeData = { readonly limits: Limits };

export type Call = {
  readonly name: RouteName;
  readonly given: Given;
  readonly body: Received;
  readonly requester: Requester;
};

export type Failure = { readonly kind: "malformed"; readonly errors: readonly WireError[] } | StoreFailure;

/** `answered`: the reply, ready to send. `checked`: the checked input, for a handler of the process. */
export type CallOutcome =
  | { readonly kind: "answered"; readonly status: number; readonly json: Uint8Array<ArrayBuffer> | null }
  | { readonly kind: "checked"; readonly asked: unknown }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Result of a store write; its output is packed or already JSON. */
export type WriteOutcome =
  | { readonly kind: "written"; readonly output: Uint8Array<ArrayBuffer> }
  | { readonly kind: "failed"; readonly failure: Failure };

export type ToIntake =
  | { readonly kind: "call"; readonly id: number; readonly call: Call }
  | { readonly kind: "write"; readonly id: number; readonly outcome: WriteOutcome };

/** `read`: the body is read and checked. The next body of the same sender may be read now. */
export type FromIntake =
  | { readonly kind: "read"; readonly id: number }
  | { readonly kind: "call"; readonly id: number; readonly outcome: CallOutcome }
  | {
      readonly kind: "write";
      readonly id: number;
      readonly name: string;
      readonly caller: Caller | null;
      readonly input: Uint8Array<ArrayBuffer>;
      /** `read`: a read of the store, whose output is packed. */
      readonly output: "packed" | "text" | "read";
    };

/** Errors lose their class when they are sent between threads. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Malformed) return { kind: "malformed", errors: error.errors };
  return outcomeOfError(error);
}

export const errorOf = (failure: Failure): Error =>
  failure.kind === "malformed" ? new Malformed(failure.errors) : errorOfOutcome(failure);
