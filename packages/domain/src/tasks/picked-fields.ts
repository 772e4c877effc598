import { type WildcardPart, type WordTest, wordTest } from "../search/word-pattern.ts";
import { isRawNumber } from "../text/json-numbers.ts";

/** Which parts of raw documents are wanted, by their dotted paths; stars stand for anything (contract api-v0 7.2). */
export type PickedFields = {
  readonly has: (path: string) => boolean;
  /** The wanted parts of a document. Its id is always among them, as text unless it is asked for. */
  readonly pick: (document: Members) => Members;
};

type Members = { readonly [name: string]: unknown };

export function pickedFields(patterns: readonly string[]): PickedFields {
  const tests = patterns.map(patternTest);
  const known = new Map<string, boolean>();
  const has = (path: string): boolean => {
    const found = known.get(path) ?? tests.some((fits) => fits(path));
    known.set(path, found);
    return found;
  };
  return {
    has,
    pick: (document) => ({ ...pickMembers(document, "", has), ...(has("id") ? {} : { id: String(document.id) }) }),
  };
}

function patternTest(pattern: string): WordTest {
  const parts = pattern
    .split("*")
    .flatMap((text, index): WildcardPart[] => (index === 0 ? [{ text }] : ["any", { text }]));
  return wordTest({ kind: "wildcard", parts }, () => () => false);
}

/** What is wanted is so with all below it; of the rest only what is below and wanted. */
function pickMembers(members: Members, above: string, has: (path: string) => boolean): Members {
  const picked = Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
    const path = above + name;
    const found = has(path) ? value : pickBelow(value, `${path}.`, has);
    return found === undefined ? [] : [[name, found]];
  });
  return Object.fromEntries(picked); // an assignment would lose a member named `__proto__`
}

function pickBelow(value: unknown, above: string, has: (path: string) => boolean): unknown {
  if (Array.isArray(value)) {
    const picked = value.flatMap((item: unknown) => pickBelow(item, above, has) ?? []);
    return picked.length > 0 ? picked : undefined;
  }
  if (typeof value !== "object" || value === null || isRawNumber(value)) return undefined;
  const picked = pickMembers(value as Members, above, has); // what JSON makes of an object
  return Object.keys(picked).length > 0 ? picked : undefined;
}
