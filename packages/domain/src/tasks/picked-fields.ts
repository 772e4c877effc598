import { type WildcardPart, type WordTest, wordTest } from "../search/word-pattern.ts";
import { isRawNumber, membersOfJson, parseWithForm } from "../text/json-text.ts";

/** The requested parts of raw documents, by their dotted paths; a star matches anything (contract api-v0 7.2). */
type PickedFields = {
  readonly has: (path: string) => boolean;
  /** The requested parts of a document, both as JSON. The id is always included: as text, unless it is requested. */
  readonly pick: (document: string) => string;
};

type Has = (path: string) => boolean;
type Members = { readonly [name: string]: unknown };

export function pickedFields(patterns: readonly string[]): PickedFields {
  const tests = patterns.map(patternTest);
  const known = new Map<string, boolean>();
  const has = (path: string): boolean => {
    const found = known.get(path) ?? tests.some((fits) => fits(path));
    known.set(path, found);
    return found;
  };
  const members = new Map<string, Member>();
  const memberOf = (name: string): Member => {
    const found = members.get(name) ?? { start: `${JSON.stringify(name)}:`, ...coverOf(name, patterns, has) };
    members.set(name, found);
    return found;
  };
  const pick = (document: string): string => {
    let picked = "";
    for (const { name, json } of membersOfJson(document)) {
      const { start, isWhole, isWholeBelow, isCut } = memberOf(name);
      if (isWhole || (isWholeBelow && json.startsWith("{"))) picked += `${start}${json},`;
      else if (name === "id") picked += `${start}${JSON.stringify(String(JSON.parse(json)))},`;
      else if (isCut) picked += pickedBelow(json, name, start, has);
    }
    return `{${picked.slice(0, -1)}}`;
  };
  return { has, pick };
}

/** The requested share of a member: all of it, all below it, or some below it. */
type Cover = { readonly isWhole: boolean; readonly isWholeBelow: boolean; readonly isCut: boolean };
/** `start`: the beginning of the member as JSON. */
type Member = Cover & { readonly start: string };

function coverOf(name: string, patterns: readonly string[], has: Has): Cover {
  const below = `${name}.`;
  return {
    isWhole: has(name),
    isWholeBelow: patterns.includes(`${below}*`),
    isCut: patterns.some((pattern) => {
      const [beginning = ""] = pattern.split("*", 1);
      return beginning.startsWith(below) || (pattern.includes("*") && below.startsWith(beginning));
    }),
  };
}

function patternTest(pattern: string): WordTest {
  const parts = pattern
    .split("*")
    .flatMap((text, index): WildcardPart[] => (index === 0 ? [{ text }] : ["any", { text }]));
  return wordTest({ kind: "wildcard", parts }, () => () => false);
}

/** The requested parts of a member that is not requested as a whole. */
function pickedBelow(json: string, name: string, start: string, has: Has): string {
  if (!json.startsWith("{") && !json.startsWith("[")) return "";
  const picked = pickBelow(parseWithForm(json), `${name}.`, has);
  return picked === undefined ? "" : `${start}${JSON.stringify(picked)},`;
}

/** A requested value comes with all below it; of others only the requested parts below them. */
function pickBelow(value: unknown, above: string, has: Has): unknown {
  if (Array.isArray(value)) {
    const picked = value.flatMap((item: unknown) => pickBelow(item, above, has) ?? []);
    return picked.length > 0 ? picked : undefined;
  }
  if (typeof value !== "object" || value === null || isRawNumber(value)) return undefined;
  const picked = pickMembers(value as Members, above, has); // what JSON makes of an object
  return Object.keys(picked).length > 0 ? picked : undefined;
}

function pickMembers(members: Members, above: string, has: Has): Members {
  const picked = Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
    const path = above + name;
    const found = has(path) ? value : pickBelow(value, `${path}.`, has);
    return found === undefined ? [] : [[name, found]];
  });
  return Object.fromEntries(picked); // an assignment would drop a member named `__proto__`
}
