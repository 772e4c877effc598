import { Refusal } from "@postil/domain/refusal";

const MOST_AT_ONCE = 100;

/** The ids of a query, null when not all of them were ids. Refuses that and more than 100 (contract api-v1 11.3). */
export function deletableIds(ids: readonly string[] | null, what: "records" | "suggestions"): readonly string[] {
  if (ids === null) throw new Refusal("unprocessable", "Invalid UUID format");
  if (ids.length > MOST_AT_ONCE) {
    throw new Refusal("unprocessable", `Cannot delete more than ${MOST_AT_ONCE} ${what} at once`);
  }
  return ids;
}
