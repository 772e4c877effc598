import type { LabelOption } from "./entities.ts";

/** An option with the number that picks it: its place in the full option order, from 1, whatever is shown (FAN-24). */
export type NumberedOption = LabelOption & { readonly number: number };

/** Options ready to be searched. Made once per question: with 10,000 options folding is what costs. */
export type LabelIndex = {
  readonly options: readonly NumberedOption[];
  readonly byValue: ReadonlyMap<string, NumberedOption>;
  readonly folded: readonly string[];
};

export function indexLabels(options: readonly LabelOption[]): LabelIndex {
  const numbered = options.map((option, index) => ({ ...option, number: index + 1 }));
  return {
    options: numbered,
    byValue: new Map(numbered.map((option) => [option.value, option])),
    // A line break keeps a query from matching across text, value and description.
    folded: numbered.map(({ text, value, description }) => foldCase([text, value, description ?? ""].join("\n"))),
  };
}

/** The options whose text, value or description contains the query, ignoring case, in option order (FAN-23). */
export function searchLabels(index: LabelIndex, query: string): readonly NumberedOption[] {
  const wanted = foldCase(query.trim());
  if (wanted === "") return index.options;
  return index.options.filter((_, place) => index.folded[place]?.includes(wanted));
}

/** Lower and then upper case, so that `ß` meets `SS` and a final `ς` meets `σ`; one form for composed letters. */
export function foldCase(text: string): string {
  return text.normalize("NFC").toLowerCase().toUpperCase();
}
