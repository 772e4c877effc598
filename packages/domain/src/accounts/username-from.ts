import { USERNAME } from "../datasets/names.ts";

const LONGEST = 100;

/**
 * The username for a person with this name at a provider: letters without accents, and `-` in place of characters that
 * a username may not have. Null if no valid name remains.
 */
export function usernameFrom(told: string): string | null {
  const name = told
    .slice(0, 4 * LONGEST)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, LONGEST)
    .replace(/-+$/, "");
  return USERNAME.pattern.test(name) ? name : null;
}

/**
 * The name, or the first numbered one that is free in any case. Names that differ only in case are easily confused, so
 * two people never get them.
 */
export function freeUsername(name: string, isTaken: (lowerCase: string) => boolean): string {
  for (let number = 2, free = name; ; number++) {
    if (!isTaken(free.toLowerCase())) return free;
    const end = `-${number}`;
    free = name.slice(0, LONGEST - end.length) + end;
  }
}
