import type { TextDemand } from "@postil/domain/search/text-query";

/** A demand in the query language of the index. Its words are quoted, so that they cannot be operators. */
export const quoted = ({ words, prefix }: Pick<TextDemand, "words" | "prefix">): string =>
  `"${words.join(" ").replaceAll('"', '""')}"${prefix ? " *" : ""}`;

/** Expressions that match all demands, or any of them. */
export const allOf = (demands: readonly TextDemand[]): string => demands.map(quoted).join(" AND ");
export const anyOf = (demands: readonly TextDemand[]): string => demands.map(quoted).join(" OR ");
