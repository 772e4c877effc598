/**
 * A request that was understood and refused. Use cases throw it, one table in the server maps its code to a status and
 * a body. The detail is for people and names the value and the limit.
 */
export const REFUSAL_CODES = [
  /** The caller is not known, or the proof is broken. Advice: sign in. */
  "unauthorized",
  /** The caller is known and has no right to do this. Advice: ask an admin of the workspace. */
  "forbidden",
  /** The entity named by the path does not exist. */
  "not_found",
  /** Something of that name or key is there already. */
  "conflict",
  /** The values are well-formed but break a rule. Advice: correct the value the detail names. */
  "unprocessable",
  /** The record that others are to be like has no such vector (422 with a body of its own, contract api-v1 1.3 D). */
  "missing_vector",
  /** A parameter makes no sense (400). */
  "bad_request",
  /** A parameter without which the call means nothing is not given (400). Advice: give it. */
  "missing_input",
  /** Too many failures in a row. Advice: wait. */
  "too_many",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** What the older API names beside the text of a missing or existing entity. */
export type RefusalSubject = { readonly type: string; readonly name: string; readonly workspace?: string };

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly subject: RefusalSubject | undefined;

  constructor(code: RefusalCode, detail: string, subject?: RefusalSubject) {
    super(detail);
    this.code = code;
    this.subject = subject;
  }
}
