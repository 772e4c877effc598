import { isRawNumber } from "@postil/domain/text/json-numbers";

/** Removes keys whose value is null, at every depth; null elements of lists stay (contract api-v0 1.3). */
export function withoutNullKeys(value: object): { [key: string]: unknown } {
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return typeof value === "object" && value !== null && !isRawNumber(value) ? withoutNullKeys(value) : value;
}
