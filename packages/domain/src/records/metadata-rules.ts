import type { MetadataMetrics, MetadataSettings } from "../datasets/metadata-property.ts";
import type { MetadataReason } from "./reason.ts";
import type { MetadataValues } from "./record.ts";

export type MetadataRules = {
  readonly datasetId: string;
  /** By name, because a record may have as many values as a dataset has properties. */
  readonly properties: ReadonlyMap<string, MetadataSettings>;
  /** True if metadata with other names may be stored; such values are not checked. */
  readonly allowExtra: boolean;
};

/** Why a record's metadata is refused (contract api-v1 7.3), or null. A null value is valid. */
export function metadataFault(
  { datasetId, properties, allowExtra }: MetadataRules,
  values: MetadataValues,
): MetadataReason | null {
  for (const [name, value] of Object.entries(values)) {
    const settings = properties.get(name);
    if (!settings) {
      if (allowExtra) continue;
      return { kind: "unknown metadata", name, datasetId };
    }
    const reason = value === null ? null : settingsFault(settings, name, value);
    if (reason) return reason;
  }
  return null;
}

function settingsFault(settings: MetadataSettings, name: string, value: unknown): MetadataReason | null {
  if (settings.type === "terms") return termsFault(settings.values, name, value);
  const isWhole = settings.type === "integer";
  if (typeof value !== "number" || (isWhole && !Number.isInteger(value)))
    return { kind: "no number", name, value, isWhole };
  const { min, max } = settings;
  if (min !== null && value < min) return { kind: "below minimum", name, value, limit: min, isWhole };
  if (max !== null && value > max) return { kind: "above maximum", name, value, limit: max, isWhole };
  return null;
}

/** Numbers and booleans are terms too: they are compared and searched by their texts (API-65). */
function termsFault(allowed: readonly string[] | null, name: string, value: unknown): MetadataReason | null {
  const isTerm = (term: unknown) =>
    allowed ? typeof term !== "object" && allowed.includes(String(term)) : typeof term !== "object" || term === null;
  const wrong = (Array.isArray(value) ? value : [value]).find((term) => !isTerm(term));
  return wrong === undefined ? null : { kind: "unknown term", name, value: wrong };
}

/**
 * True if a property offers values to filter by: terms with at least one value, or a number type with both ends
 * (FEN-21). It is asked of the declared settings or of the values that records hold.
 */
export function hasValues(of: MetadataSettings | MetadataMetrics): boolean {
  if (of.type === "terms") return of.values !== null && of.values.length > 0;
  return of.min !== null && of.max !== null;
}

/**
 * Most characters of the JSON of a record's metadata, and most values at any depth: keeping the form of each number takes
 * longer than storing it.
 */
export const MOST_METADATA = 1_048_576;
export const MOST_VALUES = 10_000;

export const metadataBound = (limit: number, what: string): string =>
  `metadata of one record may have at most ${limit.toLocaleString("en")} ${what}`;
export const tooLongFor = (length: number): string =>
  `${metadataBound(MOST_METADATA, "characters of JSON")}, found ${length.toLocaleString("en")}`;

/** The number of values in metadata, at any depth. */
export function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1);
}

/** The fault of metadata that is laid over what a record has, with its JSON text, or null. */
export function wholeMetadataFault(values: MetadataValues, text: string): string | null {
  if (text.length > MOST_METADATA) return tooLongFor(text.length);
  const found = valuesIn(values) - 1;
  return found > MOST_VALUES ? `${metadataBound(MOST_VALUES, "values")}, found ${found.toLocaleString("en")}` : null;
}
