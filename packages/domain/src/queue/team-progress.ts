import type { ResponseStatus } from "../records/response.ts";

/** Where a record stands for the whole team, by everybody's responses to it (contract api-v1 10.5). */
export type TeamBucket = "pending" | "submitted" | "discarded" | "conflicting";

/** Drafts do not count: a record with nothing else is pending. */
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
