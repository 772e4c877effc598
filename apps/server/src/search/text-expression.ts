import type { TextDemand } from "@postil/domain/text-query";

/** What the index is asked: records that match `wanted` (null: all of them), and not `unwanted`. */
export type TextExpression = { readonly wanted: string | null; readonly unwanted: string | null };

const quoted = ({ words, prefix }: TextDemand): string =>
  `"${words.join(" ").replaceAll('"', '""')}"${prefix ? " *" : ""}`;

/** Demands in the index's language; each word in quotes, so that nothing in it is an operator. Null: nothing matches. */
export function textExpression(demands: readonly TextDemand[]): TextExpression | null {
  if (demands.length === 0) return null;
  const wanted = demands.filter(({ excluded }) => !excluded).map(quoted);
  const unwanted = demands.filter(({ excluded }) => excluded).map(quoted);
  return {
    wanted: wanted.length > 0 ? wanted.join(" AND ") : null,
    unwanted: unwanted.length > 0 ? unwanted.join(" OR ") : null,
  };
}
