import type { ExactNumber } from "../text/whole-numbers.ts";
import type { Micros } from "../time.ts";

type TermsMetadataSettings = { readonly type: "terms"; readonly values: readonly string[] | null };

type IntegerMetadataSettings = {
  readonly type: "integer";
  readonly min: number | null;
  readonly max: number | null;
};

type FloatMetadataSettings = {
  readonly type: "float";
  readonly min: number | null;
  readonly max: number | null;
};

export type MetadataSettings = TermsMetadataSettings | IntegerMetadataSettings | FloatMetadataSettings;

export type MetadataProperty = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly settings: MetadataSettings;
  readonly visibleForAnnotators: boolean;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** The values of a property in the records of its dataset (FEN-19, FEN-20). */
export type MetadataMetrics =
  | {
      readonly type: "terms";
      /** Number of counted values; every element of a list counts. */
      readonly total: number;
      /** Most frequent first; equally frequent ones by text. */
      readonly values: readonly { readonly term: string; readonly count: number }[];
    }
  | { readonly type: "integer"; readonly min: ExactNumber | null; readonly max: ExactNumber | null }
  | { readonly type: "float"; readonly min: number | null; readonly max: number | null };

/** Most properties of a dataset, and most bytes of all of them together, because they are listed together. */
export const PROPERTIES_BOUND = { what: "metadata properties", count: 1000, bytes: 8 * 2 ** 20 } as const;

export type VectorSettings = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly dimensions: number;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** Most vector settings of a dataset (contract api-v1 section 4). */
export const MOST_VECTORS = 5;
/** Most values that a property of terms names. */
export const MOST_TERMS = 250;

/** What comes first in a date whose year comes last. */
export const DATE_ORDERS = ["day", "month"] as const;

/** The title of a property tells people, and the next file, how the numbers of its dates are to be read (IMP-09). */
const DATES = { days: "YYYYMMDD", times: "YYYYMMDDhhmmss" } as const;
export const titleOfDates = (title: string, hasTime: boolean): string =>
  `${title.slice(0, 480)} (${hasTime ? DATES.times : DATES.days})`;

/** Null: a property with this title holds no dates. */
export function datesHaveTimes(title: string): boolean | null {
  if (title.endsWith(`(${DATES.times})`)) return true;
  return title.endsWith(`(${DATES.days})`) ? false : null;
}
