/**
 * A request that was understood and refused. Use cases throw it, one table in the server maps its code to a status and
 * a body. The detail is for people and names the value and the limit.
 */
const REFUSAL_CODES = [
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
  /** Who is signing in with a provider was not confirmed, or may not be let in (401). Advice: sign in another way. */
  "not_confirmed",
  /** A provider that is asked cannot be reached, or its answer makes no sense (502). Advice: try later. */
  "provider_failed",
  /** A provider that is asked does not answer in time (504). Advice: try later. */
  "provider_late",
  // Of the older family alone (contract api-v0 1.3):
  /** The path names another task than the dataset has (400). */
  "wrong_task",
  /** The records of the dataset are closed (400). Advice: open it. */
  "closed_dataset",
  /** No such record in the dataset (404). */
  "record_not_found",
  /** A text query that cannot be read, or asks a value of the wrong type (400). */
  "invalid_text_search",
  /** Records break a rule that no schema can tell (422); the facts list the errors. */
  "invalid_records",
  /** What is stored already does not go with some of the records (400); the facts list the errors. */
  "bulk_data",
  /** More metadata keys than a dataset may have (400). */
  "metadata_limit",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** What the older API names beside the text of a missing or existing entity. */
export type RefusalSubject = { readonly type: string; readonly name: string; readonly workspace?: string };

/** What the older API tells of a refusal beside its text, by the names that it has there. */
export type RefusalFacts = { readonly [name: string]: unknown };

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly subject: RefusalSubject | undefined;
  readonly facts: RefusalFacts;

  constructor(code: RefusalCode, detail: string, subject?: RefusalSubject, facts: RefusalFacts = {}) {
    super(detail);
    this.code = code;
    this.subject = subject;
    this.facts = facts;
  }
}

/**
 * Some files are with one of several servers of a database (docs/scaling.md), and another one was asked. `asked`: its name.
 * `has`: the name of the server that has the file; null if this is not known.
 */
export type Elsewhere = { readonly asked: string; readonly has: string | null };

/** Refuses what another server has. */
export const elsewhere = (code: "not_found" | "unprocessable", detail: string, where: Elsewhere): Refusal =>
  new Refusal(code, detail, undefined, { elsewhere: where });
