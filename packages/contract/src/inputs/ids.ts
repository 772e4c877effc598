import { leaf, readUuid } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/**
 * A comma list of ids in the query, without blanks; null when one of them is none, which the contract refuses only after the
 * rights.
 */
export const idList = last(
  leaf<readonly string[] | null>(
    (value) => {
      const ids = String(value)
        .split(",")
        .map((id) => (/\s/.test(id) ? null : readUuid(id)));
      return { ok: ids.every((id) => id !== null) ? ids : null };
    },
    { type: "string" },
  ),
);
