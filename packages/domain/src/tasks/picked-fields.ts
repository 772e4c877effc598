import { type WildcardPart, type WordTest, wordTest } from "../search/word-pattern.ts";
import { membersOfJson } from "../text/json-members.ts";
import { isRawNumber, parseWithForm } from "../text/json-numbers.ts";

/** Which parts of raw documents are wanted, by their dotted paths; stars stand for anything (contract api-v0 7.2). */
export type PickedFields = {
  readonly has: (path: string) => boolean;
  /** The wanted parts of a document, both as JSON. Its id is always among them, as text unless it is asked for. */
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

/** How much of a member is wanted: all, all that is below it, some of that. */
type Cover = { readonly isWhole: boolean; readonly isWholeBelow: boolean; readonly isCut: boolean };
/** `start`: how it begins as JSON. */
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

/** What is wanted below a member of which not all is. */
function pickedBelow(json: string, name: string, start: string, has: Has): string {
  if (!json.startsWith("{") && !json.startsWith("[")) return "";
  const picked = pickBelow(parseWithForm(json), `${name}.`, has);
  return picked === undefined ? "" : `${start}${JSON.stringify(picked)},`;
}

/** What is wanted is so with all below it; of the rest only what is below and wanted. */
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
  return Object.fromEntries(picked); // an assignment would lose a member named `__proto__`
}
