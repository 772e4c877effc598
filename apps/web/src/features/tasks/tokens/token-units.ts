import { type SpanUnits, tokenUnits } from "@postil/domain/spans/span-units";
import type { TokenRecord } from "@postil/domain/tasks/shown-record";
import { placeTokens } from "@postil/domain/tasks/token-borders";

const known = new WeakMap<readonly string[], SpanUnits>();

/** The text of a record split by its tokens; computed once, however often the record is edited. */
export function unitsOf({ text, tokens }: Pick<TokenRecord, "text" | "tokens">): SpanUnits {
  const before = known.get(tokens);
  if (before !== undefined) return before;
  const placed = placeTokens(text, tokens);
  // The server refuses records whose tokens are not in their text.
  const units = tokenUnits(text, "missing" in placed ? [] : placed.places);
  known.set(tokens, units);
  return units;
}
