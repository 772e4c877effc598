import type { MetadataMetrics, MetadataSettings } from "../datasets/metadata-property.ts";
import { pythonFloat, pythonRepr, pythonStr } from "../text/python-text.ts";
import type { MetadataValues } from "./record.ts";

export type MetadataRules = {
  readonly datasetId: string;
  /** By name, because a record may have as many values as a dataset has properties. */
  readonly properties: ReadonlyMap<string, MetadataSettings>;
  /** True if metadata with other names may be stored; such values are not checked. */
  readonly allowExtra: boolean;
};

/** The fault of a record's metadata, in the contract's words (api-v1 7.3), or null. A null value is valid. */
export function metadataFault(
  { datasetId, properties, allowExtra }: MetadataRules,
  values: MetadataValues,
): string | null {
  for (const [name, value] of Object.entries(values)) {
    const settings = properties.get(name);
    if (!settings) {
      if (allowExtra) continue;
      const why = `does not exists for dataset '${datasetId}' and extra metadata is not allowed for this dataset`;
      return `metadata is not valid: ${pythonRepr(name)} metadata property ${why}`;
    }
    const reason = value === null ? null : settingsFault(settings, value);
    if (reason) return `metadata is not valid: '${name}' metadata property validation failed because ${reason}`;
  }
  return null;
}

function settingsFault(settings: MetadataSettings, value: unknown): string | null {
  if (settings.type === "terms") return termsFault(settings.values, value);
  const whole = settings.type === "integer";
  if (typeof value !== "number" || (whole && !Number.isInteger(value))) {
    return `'${pythonStr(value)}' is not ${whole ? "an integer" : "a float"}.`;
  }
  const printed = whole ? String : pythonFloat;
  if (settings.min !== null && value < settings.min) {
    return `'${printed(value)}' is less than the minimum value of '${printed(settings.min)}'.`;
  }
  if (settings.max !== null && value > settings.max) {
    return `'${printed(value)}' is greater than the maximum value of '${printed(settings.max)}'.`;
  }
  return null;
}

/** Numbers and booleans are terms too: they are compared and searched by their texts (API-65). */
function termsFault(allowed: readonly string[] | null, value: unknown): string | null {
  const isTerm = (term: unknown) =>
    allowed ? typeof term !== "object" && allowed.includes(String(term)) : typeof term !== "object" || term === null;
  const wrong = (Array.isArray(value) ? value : [value]).find((term) => !isTerm(term));
  return wrong === undefined ? null : `'${pythonStr(wrong)}' is not an allowed term.`;
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
