import { leaf, readUuid } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/**
 * A comma-separated list of ids in the query, without blanks. Null if one of them is no id: the contract refuses it
 * only after the permission check.
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
