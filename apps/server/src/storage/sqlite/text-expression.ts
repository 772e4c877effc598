import type { TextDemand } from "@postil/domain/search/text-query";

/** A demand in the index's language; its words in quotes, so that nothing in them is an operator. */
export const quoted = ({ words, prefix }: Pick<TextDemand, "words" | "prefix">): string =>
  `"${words.join(" ").replaceAll('"', '""')}"${prefix ? " *" : ""}`;

/** All of them, or any. */
export const allOf = (demands: readonly TextDemand[]): string => demands.map(quoted).join(" AND ");
export const anyOf = (demands: readonly TextDemand[]): string => demands.map(quoted).join(" OR ");
