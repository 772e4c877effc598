import type { ResponseStatus } from "../records/response.ts";

/** The state of a record for the whole team, from all users' responses to it (contract api-v1 10.5). */
export type TeamBucket = "pending" | "submitted" | "discarded" | "conflicting";

/** Drafts do not count: a record that has only drafts is pending. */
export function teamBucket(statuses: Iterable<ResponseStatus>): TeamBucket {
  let submitted = false;
  let discarded = false;
  for (const status of statuses) {
    if (status === "submitted") submitted = true;
    else if (status === "discarded") discarded = true;
  }
  if (submitted && discarded) return "conflicting";
  if (submitted) return "submitted";
  return discarded ? "discarded" : "pending";
}
