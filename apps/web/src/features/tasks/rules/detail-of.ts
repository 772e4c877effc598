import { errorMessage } from "../../../lib/api/error-lines.ts";
import { failureOf } from "../../../lib/api/failure.ts";

/** Why a call failed, in a line; null when the server did not say. */
export function detailOf(error: unknown): string | null {
  const failure = failureOf(error);
  return failure === null ? null : errorMessage(failure).lines.join(" ");
}
