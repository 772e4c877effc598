/** Compares a response with a recorded one. tests/recorded/README.md explains the wildcards. */

/** The values of `$u1`, `$k1`, `$x1` ... found so far. */
export type Bound = Map<string, string>;

export type Comparing = {
  readonly bound: Bound;
  readonly unordered: readonly string[];
  readonly among: readonly string[];
  readonly extraOk: readonly string[];
};

const VARIABLE = /\$[ukx]\d+/g;
const IS_VARIABLE = /^\$[ukx]\d+$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/;
const ZONED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(\+00:00|Z)$/;
/** In some errors the reference gives the name of an internal class. */
const CLASS_NAME = /^([A-Z][a-z]+){2,}(__root__)?$/;
const TOLERANCE = 1e-5;

const WILDCARDS: { readonly [word: string]: (got: unknown) => boolean } = {
  $t: (got) => typeof got === "string" && TIME.test(got),
  $tz: (got) => typeof got === "string" && ZONED_TIME.test(got),
  $n: (got) => typeof got === "number",
  $any: () => true,
};

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 160);

/** Replaces the known variables in the text by their values. */
export const filled = (text: string, bound: Bound): string => text.replace(VARIABLE, (name) => bound.get(name) ?? name);

/** Returns where and how `got` differs from the recording. Binds variables that it meets for the first time. */
export function differences(want: unknown, got: unknown, at: string, comparing: Comparing): string[] {
  if (typeof want === "string") return textDifferences(want, got, at, comparing.bound);
  if (Array.isArray(want)) return listDifferences(want, got, at, comparing);
  if (isObject(want)) return objectDifferences(want, got, at, comparing);
  const near =
    typeof want === "number" &&
    typeof got === "number" &&
    !Number.isInteger(want) &&
    Math.abs(want - got) <= TOLERANCE * Math.max(1, Math.abs(want));
  return want === got || near ? [] : [`${at}: ${shown(want)} expected, ${shown(got)} got`];
}

function textDifferences(want: string, got: unknown, at: string, bound: Bound): string[] {
  const fits = WILDCARDS[want];
  if (fits) return fits(got) ? [] : [`${at}: ${want} expected, ${shown(got)} got`];
  if (IS_VARIABLE.test(want) && !bound.has(want) && typeof got === "string") {
    bound.set(want, got);
    return [];
  }
  const text = filled(want, bound);
  return text === got ? [] : [`${at}: ${shown(text)} expected, ${shown(got)} got`];
}

function listDifferences(want: readonly unknown[], got: unknown, at: string, comparing: Comparing): string[] {
  if (!Array.isArray(got) || got.length !== want.length)
    return [`${at}: ${want.length} elements expected, ${shown(got)} got`];
  return want.flatMap((element, index) => differences(element, got[index], `${at}[${index}]`, comparing));
}

type Members = { readonly [key: string]: unknown };

function objectDifferences(want: Members, got: unknown, at: string, comparing: Comparing): string[] {
  if (!isObject(got)) return [`${at}: an object expected, ${shown(got)} got`];
  const wanted = new Map(Object.keys(want).map((key) => [filled(key, comparing.bound), key]));
  const missing = [...wanted.keys()].filter((key) => !Object.hasOwn(got, key)).map((key) => `${at}.${key}: missing`);
  const extra = Object.keys(got)
    .filter((key) => !wanted.has(key) && !comparing.extraOk.includes(key))
    .map((key) => `${at}.${key}: not in the recording (${shown(got[key])})`);
  const inside = [...wanted]
    .filter(([key]) => Object.hasOwn(got, key))
    .flatMap(([key, name]) => memberDifferences(name, want[name], got[key], `${at}.${key}`, comparing));
  return [...missing, ...extra, ...inside];
}

function memberDifferences(name: string, want: unknown, got: unknown, at: string, comparing: Comparing): string[] {
  if (!Array.isArray(want) || !Array.isArray(got)) return differences(want, got, at, comparing);
  const { unordered, among } = comparing;
  if (name === "loc") return differences(want, got.filter(isNoClassName), at, comparing);
  if (among.includes(name)) return setDifferences(want, got, at, comparing);
  if (!unordered.includes(name)) return differences(want, got, at, comparing);
  if (want.length !== got.length) return [`${at}: ${want.length} elements expected, ${got.length} got`];
  return setDifferences(want, got, at, comparing);
}

const isNoClassName = (step: unknown): boolean => typeof step !== "string" || !CLASS_NAME.test(step);

/** Every recorded element must be present, in any order. */
function setDifferences(want: readonly unknown[], got: readonly unknown[], at: string, comparing: Comparing): string[] {
  const left = [...got];
  return want.flatMap((element) => {
    const index = left.findIndex((candidate) => agrees(element, candidate, at, comparing));
    if (index < 0) return [`${at}: nothing matches ${shown(element)}`];
    left.splice(index, 1);
    return [];
  });
}

/** True if the element matches. Keeps the new bindings only on a match. */
function agrees(want: unknown, got: unknown, at: string, comparing: Comparing): boolean {
  const bound = new Map(comparing.bound);
  if (differences(want, got, at, { ...comparing, bound }).length > 0) return false;
  for (const [name, value] of bound) comparing.bound.set(name, value);
  return true;
}
