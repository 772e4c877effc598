import { asObject, type JsonObject } from "../json-object.ts";
import { BULK_SIZES } from "../search/records-address.ts";

/** One preference: its default, and a reader that returns the stored value only if it is valid (AUT-31). */
type Definition<Value> = { readonly initial: Value; readonly read: (stored: unknown) => Value | undefined };

function oneOf<const Choice extends string>(choices: readonly Choice[], initial: NoInfer<Choice>): Definition<Choice> {
  return { initial, read: (stored) => choices.find((choice) => choice === stored) };
}

function flag(initial: boolean): Definition<boolean> {
  return { initial, read: (stored) => (typeof stored === "boolean" ? stored : undefined) };
}

/** A number from `min` to `max` that is a whole number of steps from `min`. */
function stepped(range: { min: number; max: number; step: number }, initial: number): Definition<number> {
  const onStep = (value: number) =>
    Math.abs(Math.round((value - range.min) / range.step) * range.step + range.min - value) < 1e-9;
  return {
    initial,
    read: (stored) =>
      typeof stored === "number" && stored >= range.min && stored <= range.max && onStep(stored) ? stored : undefined,
  };
}

function listOf<Value>(read: (stored: unknown) => Value | undefined): Definition<readonly Value[]> {
  return {
    initial: [],
    read: (stored) => (Array.isArray(stored) ? stored.flatMap((item) => read(item) ?? []) : undefined),
  };
}

/** A map by id; entries that cannot be read are dropped, the rest stays. */
function mapOf<Value>(read: (stored: unknown) => Value | undefined): Definition<{ readonly [id: string]: Value }> {
  return {
    initial: {},
    read: (stored) => {
      const object = asObject(stored);
      if (object === null) return undefined;
      const entries = Object.entries(object).flatMap(([id, item]) => {
        const value = read(item);
        return value === undefined ? [] : [[id, value] as const];
      });
      return Object.fromEntries(entries);
    },
  };
}

const text = (stored: unknown) => (typeof stored === "string" ? stored : undefined);
const boolean = (stored: unknown) => (typeof stored === "boolean" ? stored : undefined);
const share = (stored: unknown) => (typeof stored === "number" && stored >= 0 && stored <= 1 ? stored : undefined);

export const THEMES = ["system", "light", "dark", "contrast", "contrast-dark"] as const;
export const DENSITIES = ["comfortable", "compact"] as const;
export const RECORD_FONTS = ["sans", "serif", "mono"] as const;
const MOTIONS = ["system", "reduce"] as const;
const DATASET_SORT_COLUMNS = ["name", "workspace", "createdAt", "lastActivityAt"] as const;
export const RECORD_HEIGHTS = ["expanded", "fixed"] as const;
export const RECORD_FONT_SIZE = { min: 14, max: 22, step: 1 } as const;
export const LINE_HEIGHT = { min: 1.3, max: 2, step: 0.1 } as const;
/**
 * Millions of letters that the records ahead may hold, set by the reader; 0: only `ALWAYS_AHEAD` records are loaded.
 */
export const MOST_AHEAD = { min: 0, max: 50, step: 1 } as const;

/**
 * Milliseconds that a record must be on the screen before a key can answer it; 0: no delay. A user who presses a key
 * every 400 ms does not notice it.
 */
export const SEEN_AFTER = { min: 0, max: 2000, step: 25 } as const;

/** An order of the datasets list, written `column:direction`. */
export const datasetsSort = oneOf(
  DATASET_SORT_COLUMNS.flatMap((column) => [`${column}:asc`, `${column}:desc`] as const),
  "lastActivityAt:desc",
);

/** The version changes when the meaning of a stored value changes (design/device.md#preferences). */
export const VERSION = 1;
const DEFINITIONS = {
  theme: oneOf(THEMES, "system"),
  density: oneOf(DENSITIES, "comfortable"),
  recordFont: oneOf(RECORD_FONTS, "sans"),
  /**
   * font size of the sans font in px; serif is set one larger and monospace two smaller, so that all three look the
   * same size
   */
  recordFontSize: stepped(RECORD_FONT_SIZE, 17),
  lineHeight: stepped(LINE_HEIGHT, 1.6),
  motion: oneOf(MOTIONS, "system"),
  showKeyCaps: flag(true),
  /** command id -> its keys, only where they differ from the default */
  keymap: mapOf((stored) => listOf(text).read(stored)),
  submitOnChoice: flag(true),
  autoAdvance: flag(true),
  /** Backspace is ignored right after typing (design/keys.md#labeling) */
  discardSafety: flag(true),
  /** time that a record is on the screen before a key can answer it, in milliseconds (design/keys.md#seen) */
  seenAfter: stepped(SEEN_AFTER, 375),
  /** most content of the records fetched ahead, in millions of letters (design/device.md#preferences) */
  mostAhead: stepped(MOST_AHEAD, 10),
  saveDraftsWhenIdle: flag(false),
  /** today's count and pace in the progress drawer (design/annotation.md#foot) */
  showPace: flag(true),
  /** entity names are shown below their words */
  entityNames: flag(true),
  /** for all questions; `suggestionsFirstOf` decides for a single one */
  suggestionsFirst: flag(false),
  /** question id -> suggestions first */
  suggestionsFirstOf: mapOf(boolean),
  /** `<user id>/<question id>` -> the labels chosen last for that question, the newest first */
  recentLabels: mapOf((stored) => listOf(text).read(stored)),
  /** `<dataset id>/<split name>` -> share of the first pane */
  splits: mapOf(share),
  /** `<dataset id>/<panel name>` -> open */
  panels: mapOf(boolean),
  /** dataset id -> its two fields are side by side if there is room */
  fieldsBeside: mapOf(boolean),
  pinnedDatasets: listOf(text),
  datasetsSort,
  /** dataset id -> records on a page of bulk view; below, the height of those records (design/device.md#preferences) */
  bulkPageSizes: mapOf((stored) => BULK_SIZES.find((size) => size === stored)),
  bulkHeights: mapOf(oneOf(RECORD_HEIGHTS, "expanded").read),
  bulkSnap: flag(false),
  /** `<dataset id>` -> metadata properties shown under the record */
  pinnedMetadata: mapOf((stored) => listOf(text).read(stored)),
} as const;

export type PreferenceName = keyof typeof DEFINITIONS;
type ValueOf<D> = D extends Definition<infer Value> ? Value : never;
export type Preferences = { readonly [Name in PreferenceName]: ValueOf<(typeof DEFINITIONS)[Name]> };

/** Missing and invalid values, and all values of another version, get their defaults (AUT-31). */
export function readPreferences(stored: unknown): Preferences {
  const object = asObject(stored);
  // Version 0.1 stored pinned metadata as `colophon`.
  const usable: JsonObject = object?.version === VERSION ? { pinnedMetadata: object.colophon, ...object } : {};
  const entries = Object.entries(DEFINITIONS).map(([name, definition]) => [
    name,
    definition.read(usable[name]) ?? definition.initial,
  ]);
  // The entries follow DEFINITIONS name by name, which the compiler cannot see through Object.entries.
  return Object.fromEntries(entries) as Preferences;
}

export const DEFAULT_PREFERENCES = readPreferences(null);
